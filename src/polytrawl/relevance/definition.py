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
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from polytrawl.errors import ConfigError, did_you_mean
from polytrawl.language_tags import as_asked
from polytrawl.records import Lang

__all__ = ["COLUMNS", "Definition", "Example", "Problem", "Term", "as_query", "read_lines", "read_text"]

COLUMNS = ("weight", "term", "subtopic", "language")
_ILSP_LINE = re.compile(r"(?P<weight>[^:\t]*):(?P<term>[^\t]*?)(?:=(?P<subtopic>[^=>\t]*))?(?:>(?P<language>[^>\t]*))?")
_MAX_REPEATED = 20  # a guess: a term that weighs more than that many of the lightest counts like so many
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{1,8})*")


class Term(NamedTuple):
    """One entry: a word or several, and what finding it is worth."""

    weight: float
    text: str
    subtopics: tuple[str, ...]
    language: Lang


class Example(NamedTuple):
    """The text of a page that somebody has judged."""

    is_on_topic: bool
    text: str
    id: str = ""  # of the document, where it is one of the run


class Definition(NamedTuple):
    """All that says what a topic is: terms, texts to be similar to, and judged pages. Each of them may be empty."""

    terms: tuple[Term, ...] = ()
    query: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()

    @property
    def languages(self) -> tuple[Lang, ...]:
        """The languages that have terms, sorted."""
        return tuple(sorted({term.language for term in self.terms}))

    def terms_in(self, language: Lang) -> tuple[Term, ...]:
        """The terms of a language, however it is spelled: those in `pt` are for documents in `pt-br`, and back."""
        found = as_asked(language, self.languages, language)
        return tuple(term for term in self.terms if term.language == found)

    @classmethod
    def read(cls, path: Path) -> Definition:
        """The terms in a file; a `ConfigError` names the line that cannot be understood."""
        terms: list[Term] = []
        for found in read_lines(read_text(path)):
            if isinstance(found, Problem):
                raise ConfigError(f"{path}, line {found.line}: {found.reason}")
            terms.append(found)
        if not terms:
            raise ConfigError(f"{path}: holds no terms; write lines of {', '.join(COLUMNS)} with tabs between them")
        return cls(tuple(terms))


def as_query(terms: Iterable[Term]) -> list[str]:
    """Terms as the texts of a query: each as often as it weighs more than the lightest.

    >>> as_query([Term(100, "ice age", (), "en"), Term(50, "snow", (), "en")])
    ['ice age', 'ice age', 'snow']
    """
    found = list(terms)
    least = min((term.weight for term in found), default=1.0)
    return [term.text for term in found for _ in range(min(_MAX_REPEATED, round(term.weight / least)))]


class Problem(NamedTuple):
    """A line that cannot be understood, and why."""

    line: int
    reason: str
    text: str


class _Unclear(ValueError):
    """Why a line cannot be understood."""


def read_text(path: Path) -> str:
    """The text of a definition's file; a `ConfigError` where there is none."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as err:
        raise ConfigError(f"topic.definition: {path} cannot be read: {err}; it must be a UTF-8 text file") from err


def read_lines(text: str) -> Iterator[Term | Problem]:
    """Every term of a definition, and every line that is none."""
    columns: tuple[str, ...] = ()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            if not columns:
                columns = COLUMNS  # also where the header cannot be understood
                found = _header(line)
                if found:
                    columns = found
                    continue
            yield _term(_fields(line, columns))
        except _Unclear as err:
            yield Problem(number, str(err), line)


def _header(line: str) -> tuple[str, ...]:
    """The columns that a header names; empty where the line is none."""
    names = tuple(name.strip().lower() for name in line.split("\t"))
    if "term" not in names and "weight" not in names:
        return ()
    for name in names:
        if name not in COLUMNS:
            raise _Unclear(f"there is no column {name!r}{did_you_mean(name, COLUMNS)}")
    missing = [name for name in COLUMNS if name not in names and name != "subtopic"]
    if missing:
        raise _Unclear(f"the header lacks {', '.join(missing)}; add the column")
    return names


def _fields(line: str, columns: tuple[str, ...]) -> Mapping[str, str]:
    if "\t" in line:
        return dict(zip(columns, (part.strip() for part in line.split("\t")), strict=False))
    ilsp = _ILSP_LINE.fullmatch(line.strip())
    if not ilsp:
        raise _Unclear("no tabs, and not of the form weight:term=subtopic>language; write one of the two")
    return {name: (value or "").strip() for name, value in ilsp.groupdict().items()}


def _term(fields: Mapping[str, str]) -> Term:
    text = " ".join(fields.get("term", "").split())
    if not text:
        raise _Unclear("the term is missing; write it or delete the line")
    language = fields.get("language", "").lower().replace("_", "-")
    if not _LANGUAGE.fullmatch(language):
        raise _Unclear(f"{text!r} has no language; write its code, such as de, in the last column")
    subtopics = tuple(part.strip() for part in fields.get("subtopic", "").split(";") if part.strip())
    return Term(_weight(fields.get("weight", "")), text, subtopics, language)


def _weight(text: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        weight = math.nan
    if not math.isfinite(weight) or weight <= 0:
        raise _Unclear(f"the weight {text!r} is not a number above 0; write one, such as 100")
    return weight
