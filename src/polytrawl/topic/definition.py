"""Topic definitions: the terms that make a text relevant, with weight, subtopic and language.

Two forms are read. A table with tabs, whose header names its columns in any order (without a header they come in this
order):

    weight  term    subtopic    language
    100     Arbeitsschutz   general de

and lines as ILSP-FC has them: `100:Arbeitsschutz=general>de`. Empty lines and lines that begin with `#` are skipped.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from polytrawl.errors import ConfigError, did_you_mean
from polytrawl.records import Lang

COLUMNS = ("weight", "term", "subtopic", "language")
_ILSP_LINE = re.compile(r"(?P<weight>[^:\t]*):(?P<term>[^\t]*?)(?:=(?P<subtopic>[^=>\t]*))?(?:>(?P<language>[^>\t]*))?")
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{1,8})*")


class Term(NamedTuple):
    """One entry: a word or several, and what finding it is worth."""

    weight: float
    text: str
    subtopics: tuple[str, ...]
    language: Lang


class Definition(NamedTuple):
    """All terms of a topic."""

    terms: tuple[Term, ...]

    @property
    def languages(self) -> tuple[Lang, ...]:
        """The languages that have terms, sorted."""
        return tuple(sorted({term.language for term in self.terms}))

    @classmethod
    def read(cls, path: Path) -> Definition:
        """The definition in a file; a `ConfigError` names the line that cannot be understood."""
        try:
            text = path.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as err:
            raise ConfigError(f"topic.definition: {path} cannot be read: {err}; it must be a UTF-8 text file") from err
        terms = tuple(_terms(text, str(path)))
        if not terms:
            raise ConfigError(f"{path}: holds no terms; write lines of {', '.join(COLUMNS)} with tabs between them")
        return cls(terms)


def _terms(text: str, file: str) -> Iterator[Term]:
    columns: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        where = f"{file}, line {number}"
        if not columns:
            columns, is_header = _columns(line, where)
            if is_header:
                continue
        yield _term(_fields(line, columns, where), where)


def _columns(line: str, where: str) -> tuple[tuple[str, ...], bool]:
    """The order of the columns, and whether this line is the header that gives it."""
    names = tuple(name.strip().lower() for name in line.split("\t"))
    if "term" not in names and "weight" not in names:
        return COLUMNS, False
    for name in names:
        if name not in COLUMNS:
            raise ConfigError(f"{where}: there is no column {name!r}{did_you_mean(name, COLUMNS)}")
    missing = [name for name in COLUMNS if name not in names and name != "subtopic"]
    if missing:
        raise ConfigError(f"{where}: the header lacks {', '.join(missing)}; add the column")
    return names, True


def _fields(line: str, columns: tuple[str, ...], where: str) -> Mapping[str, str]:
    if "\t" in line:
        return dict(zip(columns, (part.strip() for part in line.split("\t")), strict=False))
    ilsp = _ILSP_LINE.fullmatch(line.strip())
    if not ilsp:
        raise ConfigError(f"{where}: no tabs, and not of the form weight:term=subtopic>language; write one of the two")
    return {name: (value or "").strip() for name, value in ilsp.groupdict().items()}


def _term(fields: Mapping[str, str], where: str) -> Term:
    text = " ".join(fields.get("term", "").split())
    if not text:
        raise ConfigError(f"{where}: the term is missing; write it or delete the line")
    language = fields.get("language", "").lower().replace("_", "-")
    if not _LANGUAGE.fullmatch(language):
        raise ConfigError(f"{where}: {text!r} has no language; write its code, such as de, in the last column")
    subtopics = tuple(part.strip() for part in fields.get("subtopic", "").split(";") if part.strip())
    return Term(_weight(fields.get("weight", ""), where), text, subtopics, language)


def _weight(text: str, where: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        weight = math.nan
    if not math.isfinite(weight) or weight <= 0:
        raise ConfigError(f"{where}: the weight {text!r} is not a number above 0; write one, such as 100")
    return weight
