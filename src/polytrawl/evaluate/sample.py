"""Pairs to judge: drawn blindly, written as a table, and read back with what the judge said."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from polytrawl.errors import ConfigError
from polytrawl.records import PagePair

__all__ = ["COLUMNS", "JUDGEMENTS", "Row", "draw", "read_rows", "row_of", "table"]

JUDGEMENTS = ("parallel", "comparable", "no")


class Row(msgspec.Struct, frozen=True):
    """A line of the table."""

    pair: str
    left_url: str
    right_url: str
    left_language: str
    right_language: str
    probability: str
    grade: str
    methods: str
    judgement: str = ""


COLUMNS = Row.__struct_fields__


def draw(pairs: Callable[[], Iterable[PagePair]], size: int, seed: int) -> list[PagePair]:
    """Some pairs, each as likely as any other; equal pairs, sizes and seeds give equal samples. Reads pairs twice."""
    ids = sorted(pair.id for pair in pairs())
    chosen = random.Random(seed).sample(ids, min(size, len(ids)))  # noqa: S311 - no secret: it can be drawn again
    found = {pair.id: pair for pair in pairs() if pair.id in set(chosen)}
    return [found[name] for name in chosen]


def row_of(pair: PagePair) -> Row:
    """The line of a pair that nobody has judged."""
    left, right = pair.left, pair.right
    methods = "+".join(score.name for score in pair.evidence)
    languages = (left.language or "und", right.language or "und")
    return Row(pair.id, left.url, right.url, *languages, f"{pair.probability:.4f}", pair.grade, methods)


def table(rows: Iterable[Row]) -> str:
    """The table as text, with a line of column names."""
    lines = ["\t".join(COLUMNS), *("\t".join(_cells(row)) for row in rows)]
    return "\n".join(lines) + "\n"


def _cells(row: Row) -> Iterator[str]:
    # A cell must not hold what separates cells and rows.
    return (" ".join(str(cell).split()) for cell in msgspec.structs.astuple(row))


def read_rows(path: Path) -> list[Row]:
    """The lines of a table, judged or not; a `ConfigError` where it is none."""
    try:
        head, *lines = path.read_text(encoding="utf-8-sig").splitlines() or [""]
    except UnicodeDecodeError as err:
        raise ConfigError(f"{path}: not text in UTF-8; save the table as tab-separated text in UTF-8") from err
    except OSError as err:
        raise ConfigError(f"{path}: cannot be read: {err.strerror}") from err
    names = head.split("\t")
    if missing := [name for name in ("pair", "grade", "judgement") if name not in names]:
        raise ConfigError(f"{path}: no column {missing[0]!r}; is this a table of `polytrawl evaluate sample`?")
    return [_row(names, line, f"{path}, line {number}") for number, line in enumerate(lines, 2) if line.strip()]


def _row(names: list[str], line: str, where: str) -> Row:
    cells = dict(zip(names, line.split("\t"), strict=False))  # programs for tables leave out empty cells at the end
    row = Row(*(cells.get(name, "").strip() for name in COLUMNS))
    said = row.judgement.lower()
    if said and said not in JUDGEMENTS:
        raise ConfigError(f"{where}: judgement {row.judgement!r}; expected {', '.join(JUDGEMENTS)} or nothing")
    return msgspec.structs.replace(row, judgement=said)
