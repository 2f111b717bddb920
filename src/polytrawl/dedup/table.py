"""All texts of one language as deduplicators compare them: one row for each different sketch, the longest first.

Documents with the same sketch share a row. Rows and documents are in an order that does not depend on the order in
which they came, so neither do clusters.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import xxhash

from polytrawl.dedup.words import Hashes

__all__ = ["Flags", "Gathering", "Ints", "Rows", "Table"]

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Rows:
    """Sketches, one after the other: the values of row i are `values[starts[i] : starts[i + 1]]`."""

    sizes: Ints  # how long the text of each is, as the method counts; they never increase
    starts: Ints
    values: Hashes

    def __len__(self) -> int:
        return len(self.sizes)

    def take(self, chosen: Ints) -> Rows:
        """Some of the rows, in the order given."""
        starts, places = _places(self.starts, chosen)
        return Rows(self.sizes[chosen], starts, self.values[places])


def _places(starts: Ints, chosen: Ints) -> tuple[Ints, Ints]:
    """New starts of the chosen rows, and where each of their values stands now."""
    lengths = starts[chosen + 1] - starts[chosen]
    made = np.zeros(len(chosen) + 1, dtype=np.int64)
    np.cumsum(lengths, out=made[1:])
    places = np.repeat(starts[chosen] - made[:-1], lengths) + np.arange(made[-1])
    return made, places


@dataclass(frozen=True)
class Table:
    """The documents of one language, and their rows."""

    ids: list[str]
    row: Ints  # of each document
    is_known: Flags  # whether the document is one of an earlier run
    is_wanted: Flags  # whether there is no reason against it
    rows: Rows


@dataclass
class Gathering:
    """A table in the making: some hundred bytes for each document."""

    ids: list[str] = field(default_factory=list)
    is_known: bytearray = field(default_factory=bytearray)
    is_wanted: bytearray = field(default_factory=bytearray)
    _sizes: array[int] = field(default_factory=lambda: array("q"))
    _lengths: array[int] = field(default_factory=lambda: array("q"))
    _digests: array[int] = field(default_factory=lambda: array("Q"))
    _data: bytearray = field(default_factory=bytearray)
    _place_of: dict[int, int] = field(default_factory=dict)  # digest -> row
    _row: array[int] = field(default_factory=lambda: array("q"))

    def add(self, name: str, size: int, data: bytes, *, is_known: bool = False, is_wanted: bool = True) -> None:
        """Take in one document with its sketch."""
        digest = xxhash.xxh3_64_intdigest(data)
        row = self._place_of.setdefault(digest, len(self._sizes))
        if row == len(self._sizes):
            self._sizes.append(size)
            self._lengths.append(len(data) // 8)
            self._digests.append(digest)
            self._data += data
        self.ids.append(name)
        self._row.append(row)
        self.is_known.append(is_known)
        self.is_wanted.append(is_wanted)

    def table(self) -> Table:
        """The table; there is nothing left here afterwards."""
        self._place_of.clear()
        sizes = np.array(self._sizes, dtype=np.int64)
        order = np.lexsort((np.array(self._digests, dtype=np.uint64), -sizes))
        place = np.empty(len(order), dtype=np.int64)
        place[order] = np.arange(len(order))
        starts = np.zeros(len(order) + 1, dtype=np.int64)
        np.cumsum(np.array(self._lengths, dtype=np.int64), out=starts[1:])
        rows = Rows(sizes, starts, np.frombuffer(self._data, dtype=np.uint64)).take(order)
        self._data = bytearray()
        return self._sorted(place[np.array(self._row, dtype=np.int64)], rows)

    def _sorted(self, row: Ints, rows: Rows) -> Table:
        """The documents by row; in a row, those of earlier runs first, then by id."""
        known, wanted = (np.frombuffer(flags, dtype=bool) for flags in (self.is_known, self.is_wanted))
        is_new = [not flag for flag in self.is_known]
        keys = list(zip(row.tolist(), is_new, self.ids, strict=True))
        order = sorted(range(len(keys)), key=keys.__getitem__)
        ids = [self.ids[one] for one in order]
        return Table(ids, row[order], known[order], wanted[order], rows)
