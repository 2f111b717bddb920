r"""Rows of a MySQL dump, fast: a line of `INSERT INTO x VALUES (1,'a',...),(2,...);` is one row to the csv module.

Its quotes are `'`, its escapes `\`, and only the first and last column carry brackets. Lines are decoded as Latin-1,
which never fails and costs nothing (sort keys are no text), and `text` makes a title of what is wanted.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterable, Iterator, Sequence

from polytrawl.errors import StageError

__all__ = ["Rows", "text"]

_COLUMN = re.compile(rb"\s*`(\w+)` ")
_INSERT = re.compile(rb"INSERT INTO `?\w+`?(?: \([^)]*\))? VALUES\s*")
_MAX_FIELD = min(sys.maxsize, 1 << 30)


class Rows:
    """Columns of a table, one list for each, as lines of the dump come."""

    def __init__(self, lines: Iterable[bytes], where: str) -> None:
        self._lines = iter(lines)
        self._where = where
        self.columns: tuple[str, ...] = tuple(self._header())
        self.is_cut = False  # whether the last row was not whole

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
            if values:
                self._check_end()
                flat = self._whole(self._fields(values))
                yield [self._column(flat, place) for place in places]

    def _fields(self, values: str) -> list[str]:
        try:
            return next(csv.reader([values], quotechar="'", escapechar="\\", doublequote=False), [])
        except csv.Error as err:
            raise self._damaged() from err

    def _whole(self, flat: list[str]) -> list[str]:
        """Whole rows, without one that the end of the file cut."""
        width = len(self.columns)
        over = len(flat) % width
        if not over and not flat[-1].endswith(")"):
            over = width
        self.is_cut = over > 0
        flat = flat[: len(flat) - over] if over else flat
        # Where one row has a field too many, the others are out of step: the brackets of the last row show it.
        if flat and not (flat[0].startswith("(") and flat[-width].startswith("(") and flat[-1].endswith(")")):
            raise self._damaged()
        return flat

    def _column(self, flat: list[str], place: int) -> list[str]:
        """One column, without the brackets of rows."""
        column = flat[place :: len(self.columns)]
        if place == 0:
            return [value[1:] for value in column]
        return [value[:-1] for value in column] if place == len(self.columns) - 1 else column

    def _check_end(self) -> None:
        """Only the last row of a file can be cut."""
        if self.is_cut:
            raise self._damaged()

    def _damaged(self) -> StageError:
        return StageError(f"{self._where}: a line is not in the form of MySQL's dumps; download the file again")


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
