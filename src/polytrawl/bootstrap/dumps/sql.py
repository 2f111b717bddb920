r"""Rows of a MySQL dump, fast: a line of `INSERT INTO x VALUES (1,'a',...),(2,...);` is one row to the csv module.

Its quotes are `'`, its escapes `\`, and only the first and last column carry brackets. Lines are decoded as Latin-1,
which never fails and costs nothing (sort keys are no text), and `text` makes a title of what is wanted.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterable, Iterator, Sequence

__all__ = ["Rows", "text"]

_COLUMN = re.compile(rb"\s*`(\w+)` ")
_INSERT = re.compile(rb"INSERT INTO `?\w+`?(?: \([^)]*\))? VALUES\s*")
_MAX_FIELD = min(sys.maxsize, 1 << 30)


class Rows:
    """Columns of a table, one list for each, as lines of the dump come; `trouble` says why they ended too early."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        self._lines = iter(lines)
        self.columns: tuple[str, ...] = tuple(self._header())
        self.trouble = ""

    def _header(self) -> Iterator[str]:
        is_open = False
        for line in self._lines:
            if line.startswith(b"CREATE TABLE"):
                is_open = True
            elif is_open and (found := _COLUMN.match(line)):
                yield found[1].decode("ascii", "replace")
            elif is_open and line.startswith(b")"):
                return

    def read(self, wanted: Sequence[str]) -> Iterator[list[list[str]]]:
        """Lists of equal length, one for each wanted column, line by line."""
        places = [self.columns.index(name) for name in wanted]
        csv.field_size_limit(_MAX_FIELD)
        for line in self._lines:
            values = _values(line)
            if not values:
                continue
            if self.trouble:  # only the last row of a file can be cut
                self.trouble = "damaged: a line is not in the form of MySQL's dumps"
                return
            flat = self._whole(values)
            if flat:
                yield [self._column(flat, place) for place in places]

    def _whole(self, values: str) -> list[str]:
        """The fields of whole rows, without those of one that the end of the file cut."""
        width = len(self.columns)
        try:
            flat = next(csv.reader([values], quotechar="'", escapechar="\\", doublequote=False), [])
        except csv.Error:
            flat = [""]
        over = len(flat) % width
        if not over and not flat[-1].endswith(")"):
            over = width
        if over:
            self.trouble = "cut: its last row is not whole"
            flat = flat[: len(flat) - over]
        # Where one row has a field too many, the others are out of step: the brackets of the last row show it.
        if flat and not (flat[-width].startswith("(") and flat[-1].endswith(")")):
            self.trouble = "damaged: a row has more or fewer fields than the table has columns"
            return []
        return flat

    def _column(self, flat: list[str], place: int) -> list[str]:
        """One column, without the brackets of rows."""
        column = flat[place :: len(self.columns)]
        if place == 0:
            return [value[1:] for value in column]
        return [value[:-1] for value in column] if place == len(self.columns) - 1 else column


def _values(line: bytes) -> str:
    """What stands behind VALUES, or a line of rows of its own; empty for all other lines."""
    if line.startswith(b"INSERT"):
        found = _INSERT.match(line)
        line = line[found.end() :] if found else b""
    if not line.startswith(b"("):
        return ""
    return line.rstrip(b";,\r ").decode("latin-1")


def text(value: str) -> str:
    r"""A title, which is UTF-8.

    >>> text("Ma\xc3\xb1ana")
    'Mañana'
    """
    return value if value.isascii() else value.encode("latin-1").decode("utf-8", "replace")
