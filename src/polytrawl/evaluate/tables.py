"""Tables of sheets: written with tabs, and read back from whatever a program for tables makes of them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from polytrawl.characters import one_line
from polytrawl.errors import ConfigError
from polytrawl.evaluate.kinds import Question, Shown, Thing
from polytrawl.evaluate.origin import BEGIN, Origin

__all__ = ["NOT_ASKED", "Judgement", "Table", "as_line", "cells_of", "has_judgements", "read_table"]

NOT_ASKED = "-"
_SEPARATORS = "\t;,"
_FORMULA = ("=", "+", "-", "@")  # a cell that begins so is computed by programs for tables


class Judgement(NamedTuple):
    """What one line of a table says."""

    id: str
    stratum: str
    says: str
    answers: dict[str, str]  # by question, where it was answered
    line: int


class Table(NamedTuple):
    """A table that was read."""

    path: Path
    origin: Origin
    rows: dict[str, Judgement]  # by id

    @property
    def judged(self) -> int:
        """How many lines have a judgement."""
        return sum(bool(row.answers) for row in self.rows.values())


def as_line(cells: Iterable[str]) -> str:
    """Cells as one line of text, with tabs between them."""
    text = io.StringIO()
    csv.writer(text, delimiter="\t", lineterminator="").writerow(map(_cell, cells))
    return text.getvalue()


def _cell(text: str) -> str:
    clean = one_line(text)
    return "'" + clean if clean.startswith(_FORMULA) and clean != NOT_ASKED else clean


def cells_of(thing: Thing, shown: Shown) -> list[str]:
    """The cells of a thing, but for the answers."""
    return [thing.id, thing.stratum, thing.says, *shown.facts]


def has_judgements(path: Path) -> bool:
    """Whether there is a table whose judgements would be lost if it were written over."""
    return path.exists() and read_table(path).judged > 0


def read_table(path: Path) -> Table:
    """A table, judged or not; a `ConfigError` names the line that cannot be understood."""
    lines = list(_lines(_text(path), path))
    origin = _origin(lines, path)
    head = next(((number, cells) for number, cells in lines if not cells[0].startswith("#")), (1, [""]))
    names = [cell.strip().lower() for cell in head[1]]
    needed = [name for name in origin.about.columns if name not in origin.about.facts]
    if missing := [name for name in needed if name not in names]:
        raise ConfigError(f"{path}, line {head[0]}: no column {missing[0]!r} in the line of column names")
    rows: dict[str, Judgement] = {}
    for number, cells in lines:
        if not cells[0].startswith("#") and number != head[0]:
            _add(rows, _row(origin, dict(zip(names, cells, strict=False)), number, path), path)
    return Table(path, origin, rows)


def _text(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as err:
        raise ConfigError(f"{path}: cannot be read: {err.strerror}") from err
    if data.startswith(b"PK\x03\x04"):
        raise ConfigError(f"{path}: a workbook, and no text; save it as CSV or as text with tabs")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):  # "Unicode text" of Excel
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")  # all that is needed of it has letters of ASCII only


def _lines(text: str, path: Path) -> Iterator[tuple[int, list[str]]]:
    """Lines that are not empty, with their numbers."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text))
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells) and not cells[0].startswith("sep="):
                yield reader.line_num, [cells[0].strip(), *cells[1:]]
    except csv.Error as err:
        raise ConfigError(f"{path}, line {reader.line_num}: this is no table: {err}") from err


def _separator(text: str) -> str:
    """What stands between the cells of the first line that has several."""
    named = (line for line in text.splitlines() if "stratum" in line and not line.lstrip('"').startswith("#"))
    head = next(named, "")
    return max(_SEPARATORS, key=head.count)


def _origin(lines: Sequence[tuple[int, list[str]]], path: Path) -> Origin:
    for number, cells in lines:
        if cells[0].startswith(BEGIN):
            return Origin.parse(cells[0], f"{path}, line {number}")
    names = {cell.strip().lower() for cell in lines[0][1]} if lines else set()
    if {"document", "judgement"} <= names:
        raise ConfigError(
            f"{path}: examples were chosen for what they teach, not by chance, and tell nothing of the others; "
            "give it to `topic.examples`, and judge a table of `polytrawl evaluate sample documents`"
        )
    raise ConfigError(
        f"{path}: no line begins with {BEGIN}; is this a table of `polytrawl evaluate sample`? "
        "Its first line tells where it comes from and must stay"
    )


def _row(origin: Origin, cells: Mapping[str, str], number: int, path: Path) -> Judgement:
    kind, where = origin.about, f"{path}, line {number}"
    # Programs for tables leave out empty cells at the end.
    name, stratum, says = (cells.get(column, "").strip() for column in (kind.one, "stratum", "says"))
    if not name:
        raise ConfigError(f"{where}: nothing stands in the column {kind.one!r}")
    said = {one.name: _answer(one, cells.get(one.column, ""), where) for one in kind.questions}
    answers = {question: answer for question, answer in said.items() if answer}
    _check_stratum(origin, stratum, answers, where)
    return Judgement(name, stratum, says, answers, number)


def _check_stratum(origin: Origin, stratum: str, answers: Iterable[str], where: str) -> None:
    if not any(stratum in strata for strata in origin.populations.values()):
        raise ConfigError(f"{where}: stratum {stratum!r} is none of this sample; was the column moved or sorted?")
    for question in answers:
        if stratum not in origin.populations.get(question, {}):
            raise ConfigError(f"{where}: {question} is not asked of {stratum!r}; put {NOT_ASKED} there again")


def _answer(question: Question, cell: str, where: str) -> str:
    said = cell.strip().lower()
    if said in ("", NOT_ASKED):
        return ""
    matching = [word for word in question.answers if word == said or word[0] == said]
    if not matching:
        raise ConfigError(f"{where}: {question.column} {cell.strip()!r}; expected {_words(question)} or nothing")
    return matching[0]


def _words(question: Question) -> str:
    return ", ".join(question.answers)


def _add(rows: dict[str, Judgement], row: Judgement, path: Path) -> None:
    before = rows.setdefault(row.id, row)
    if before.answers != row.answers:
        raise ConfigError(f"{path}, line {row.line}: {row.id} is judged otherwise in line {before.line}; keep one")
