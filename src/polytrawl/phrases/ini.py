"""`moses.ini` as it is read: sections with lines, features with their settings, weights by the names of features."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from polytrawl.errors import ConfigError

__all__ = ["Feature", "Ini", "Line", "Problem", "read_ini"]

_SECTION = re.compile(r"\[([A-Za-z0-9-]+)\]")


class Problem(NamedTuple):
    """What is wrong, and where; line 0 is the whole file."""

    file: str
    line: int
    text: str


class Line(NamedTuple):
    """A line of a section."""

    number: int
    text: str


class Feature(NamedTuple):
    """A line of the section [feature]."""

    number: int
    kind: str
    name: str
    settings: dict[str, str]


class Ini(NamedTuple):
    """All of a file that can be understood."""

    sections: dict[str, list[Line]]
    features: list[Feature]
    weights: dict[str, tuple[int, list[float]]]  # the line, and the numbers


def read_ini(path: Path, tell: Callable[[int, str], None]) -> Ini:
    """Read a file; what is wrong with it is told with the number of the line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as err:
        raise ConfigError(f"{path}: cannot be read: {err}") from err
    sections = _sections(lines, tell)
    return Ini(sections, _features(sections.get("feature", []), tell), _weights(sections.get("weight", []), tell))


def _sections(lines: list[str], tell: Callable[[int, str], None]) -> dict[str, list[Line]]:
    found: dict[str, list[Line]] = {}
    section: list[Line] | None = None
    for number, line in enumerate(lines, start=1):
        text = line.partition("#")[0].strip()
        if not text:
            continue
        if head := _SECTION.fullmatch(text):
            if head[1] in found:
                tell(number, f"the section [{head[1]}] stands there twice")
            section = found.setdefault(head[1], [])
        elif section is None:
            tell(number, f"stands before the first section: {text!r}")
        else:
            section.append(Line(number, text))
    return found


def _features(lines: list[Line], tell: Callable[[int, str], None]) -> list[Feature]:
    """Features; one without a name is named after its kind and how many of it came before."""
    found: list[Feature] = []
    kinds: Counter[str] = Counter()
    for number, text in lines:
        kind, *rest = text.split()
        settings = {}
        for word in rest:
            key, equals, value = word.partition("=")
            if not equals or not key or not value:
                tell(number, f"expected settings such as name=value, found {word!r}")
            settings[key] = value
        name = settings.get("name", f"{kind}{kinds[kind]}")
        kinds[kind] += 1
        if name in {feature.name for feature in found}:
            tell(number, f"two features are named {name}")
        found.append(Feature(number, kind, name, settings))
    return found


def _weights(lines: list[Line], tell: Callable[[int, str], None]) -> dict[str, tuple[int, list[float]]]:
    found: dict[str, tuple[int, list[float]]] = {}
    for number, text in lines:
        name, equals, values = text.partition("=")
        try:
            numbers = [float(value) for value in values.split()]
        except ValueError:
            tell(number, f"a weight is no number: {values.strip()!r}")
            numbers = []
        if not equals or not name.strip():
            tell(number, f"expected the name of a feature, = and its weights, found {text!r}")
        elif name.strip() in found:
            tell(number, f"weights of {name.strip()} stand there twice")
        else:
            found[name.strip()] = number, numbers
    return found
