"""Tables read in the order of their bytes, source by source, whatever the order in which they stand in their files."""

from __future__ import annotations

import heapq
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import groupby, islice
from pathlib import Path
from typing import IO, NamedTuple

from polytrawl.errors import ConfigError
from polytrawl.phrases.table import Row, lines_of, order_of, row_of

__all__ = ["grouped", "in_order", "lines_in_order"]

_AT_ONCE = 500_000  # lines that are sorted in memory: some 200 MB


class _Line(NamedTuple):
    order: bytes
    number: int  # in the file
    text: str


def lines_in_order(path: Path) -> Iterator[tuple[int, str]]:
    """Lines in order, each with its number in the file; those of other orders are sorted in pieces on disk."""
    if _is_in_order(path):
        yield from lines_of(path)
        return
    with ExitStack() as stack:
        pieces, lines = [], (_Line(order_of(text), number, text) for number, text in lines_of(path))
        while piece := sorted(islice(lines, _AT_ONCE)):
            file = stack.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n"))
            file.writelines(f"{line.number}\t{line.text}\n" for line in piece)
            file.seek(0)
            pieces.append(_piece(file))
        for line in heapq.merge(*pieces):
            yield line.number, line.text


def _is_in_order(path: Path) -> bool:
    before = b""
    for _, line in lines_of(path):
        order = order_of(line)
        if order < before:
            return False
        before = order
    return True


def _piece(file: IO[str]) -> Iterator[_Line]:
    for line in file:
        number, _, text = line.rstrip("\n").partition("\t")
        yield _Line(order_of(text), int(number), text)


def in_order(path: Path) -> Iterator[Row]:
    """The pairs of a table in order; a pair that comes twice is an error."""
    width, before = None, ("", "")
    for number, line in lines_in_order(path):
        row = row_of(line, f"{path}, line {number}")
        width = len(row.scores) if width is None else width
        if len(row.scores) != width:
            raise ConfigError(f"{path}, line {number}: has {len(row.scores)} scores, and others have {width}")
        if row[:2] == before:
            raise ConfigError(f"{path}, line {number}: the pair {row.source!r} and {row.target!r} comes twice")
        before = row[:2]
        yield row


def grouped(rows: Iterator[Row]) -> Iterator[tuple[str, list[Row]]]:
    """Each source with all its pairs."""
    for source, group in groupby(rows, key=lambda row: row.source):
        yield source, list(group)
