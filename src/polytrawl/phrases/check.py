"""Checks of tables and of working directories for Moses, by the description of their formats and without Moses.

A check goes on after a problem, so that all of them are known at once, up to a limit for each file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from polytrawl.errors import ConfigError
from polytrawl.lm.scorer import is_binary
from polytrawl.phrases.ini import Feature, Ini, Problem, read_ini
from polytrawl.phrases.moses import INI, order_of_arpa
from polytrawl.phrases.table import lines_of, order_of, row_of

__all__ = ["check_moses", "check_table"]

_MOST = 20  # problems that are told of a table
_MAPPING = re.compile(r"(?:\d+ )?([TG]) (\d+)")
_SINGLE = ("UnknownWordPenalty", "WordPenalty", "PhrasePenalty", "Distortion", "KENLM", "SRILM", "IRSTLM")
_NUMBERS = ("distortion-limit", "stack", "max-phrase-length", "input-factors", "cube-pruning-pop-limit", "threads")


def check_table(path: Path, scores: int | None = None) -> Iterator[Problem]:
    """What is wrong with a table: lines, the number of scores, the order, pairs that come twice."""
    before, told, number = b"", 0, 0
    try:
        for number, line in lines_of(path):
            order = order_of(line)
            problem, scores = _wrong_line(line, scores)
            if not problem and order == before:
                problem = "the same pair stands on the line before"
            elif not problem and order < before:
                problem = "is not in order; sort the table with LC_ALL=C sort"
            before = order
            if problem:
                told += 1
                yield Problem(str(path), number, problem)
            if told == _MOST:
                yield Problem(str(path), number, f"{_MOST} problems are enough: the rest is not read")
                return
    except ConfigError as err:
        yield Problem(str(path), number + 1, str(err))
    if not number:
        yield Problem(str(path), 0, "the table has no lines")


def _wrong_line(line: str, scores: int | None) -> tuple[str, int | None]:
    """What is wrong with a line, and how many scores are expected on the next."""
    try:
        found = len(row_of(line, "").scores)
    except ConfigError as err:
        return str(err).removeprefix(": "), scores
    if scores is not None and found != scores:
        return f"has {found} scores, and {scores} are expected", scores
    return "", found


def check_moses(folder: Path) -> list[Problem]:
    """What is wrong with a working directory; a path in `moses.ini` is from the folder that it stands in."""
    path = folder / INI if folder.is_dir() else folder
    found: list[Problem] = []

    def tell(line: int, text: str) -> None:
        found.append(Problem(str(path), line, text))

    ini = read_ini(path, tell)
    for section in ("input-factors", "mapping", "feature", "weight"):
        if not ini.sections.get(section):
            tell(0, f"the section [{section}] is missing or empty")
    found += (
        Problem(str(path), line, text) for line, text in (*_numbers(ini), *_mapping(ini), *_weights(ini), *_groups(ini))
    )
    for feature in ini.features:
        found += _files(feature, path)
    return sorted(found)


def _numbers(ini: Ini) -> Iterator[tuple[int, str]]:
    for section in _NUMBERS:
        for line in ini.sections.get(section, []):
            if not re.fullmatch(r"-?\d+", line.text):
                yield line.number, f"[{section}]: expected a whole number, found {line.text!r}"


def _tables(ini: Ini) -> list[Feature]:
    return [feature for feature in ini.features if feature.kind.startswith("PhraseDictionary")]


def _mapping(ini: Ini) -> Iterator[tuple[int, str]]:
    for line in ini.sections.get("mapping", []):
        found = _MAPPING.fullmatch(line.text)
        if not found:
            yield line.number, f"[mapping]: expected a line such as `0 T 0`, found {line.text!r}"
        elif found[1] == "T" and int(found[2]) >= len(_tables(ini)):
            yield line.number, f"[mapping]: there is no table {found[2]}; the last one is {len(_tables(ini)) - 1}"


def _wanted(feature: Feature) -> int | None:
    """How many weights a feature has; None where that cannot be told."""
    given = feature.settings.get("num-features", "")
    if given.isdecimal():
        return int(given)
    return 1 if feature.kind in _SINGLE else None


def _weights(ini: Ini) -> Iterator[tuple[int, str]]:
    known = {feature.name for feature in ini.features}
    yield from (
        (line, f"[weight]: there is no feature {name}") for name, (line, _) in ini.weights.items() if name not in known
    )
    for feature in ini.features:
        wanted = _wanted(feature)
        if wanted is None:
            yield feature.number, f"{feature.name}: num-features is missing or no number"
        elif feature.name not in ini.weights:
            yield feature.number, f"{feature.name}: has no weights in [weight]"
        elif len(ini.weights[feature.name][1]) != wanted:
            line, values = ini.weights[feature.name]
            yield line, f"{feature.name}: {len(values)} weights, and {wanted} are expected"


def _groups(ini: Ini) -> Iterator[tuple[int, str]]:
    tables = {feature.name: feature for feature in _tables(ini)}
    for group in (one for one in ini.features if one.kind == "PhraseDictionaryGroup"):
        members = [name for name in group.settings.get("members", "").split(",") if name]
        missing = [name for name in members if name not in tables or tables[name].number > group.number]
        if missing or not members:
            yield group.number, f"{group.name}: members must stand before it: {', '.join(missing) or 'none is named'}"
            continue
        total = sum(_wanted(tables[name]) or 0 for name in members)
        if total != _wanted(group):
            yield group.number, f"{group.name}: its members have {total} scores, and num-features is {_wanted(group)}"
        defaults = group.settings.get("default-scores", "")
        if defaults and len(defaults.split(",")) != total:
            yield group.number, f"{group.name}: {len(defaults.split(','))} default-scores for {total} scores"


def _files(feature: Feature, ini: Path) -> Iterator[Problem]:
    given = feature.settings.get("path")
    needs_path = feature.kind in {"PhraseDictionaryMemory", "KENLM"}
    if given is None:
        if needs_path:
            yield Problem(str(ini), feature.number, f"{feature.name}: path= is missing")
        return
    path = ini.parent / given
    if not path.is_file():
        yield Problem(str(ini), feature.number, f"{feature.name}: there is no file {path}")
    elif feature.kind == "PhraseDictionaryMemory":
        yield from check_table(path, _wanted(feature))
    elif feature.kind == "KENLM" and not is_binary(path):
        yield from _lm(feature, path, ini)


def _lm(feature: Feature, path: Path, ini: Path) -> Iterator[Problem]:
    try:
        order = order_of_arpa(path)
    except ConfigError as err:
        yield Problem(str(path), 0, str(err))
        return
    if feature.settings.get("order") not in {None, str(order)}:
        yield Problem(str(ini), feature.number, f"{feature.name}: order is {order} by the file {path}")
