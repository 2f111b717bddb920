"""Counts in a file of fixed size: how many things of a kind were met, however many kinds there are.

Counts may come out too high where two kinds share their cells, and new things may be taken for known ones; both are
rare up to some millions of things. The file is mapped into memory, so what was counted outlives a kill of the process.
"""

from __future__ import annotations

import mmap
from pathlib import Path

import xxhash

_CELL_BITS = 20  # a million counts of 32 bits: 4 MB
_MEMBER_BITS = 25  # a Bloom filter of 4 MB: of a million things, 1 in 6 000 is wrongly taken for known
_PROBES = 4
_COUNTS_SIZE = 4 << _CELL_BITS
_SIZE = _COUNTS_SIZE + (1 << _MEMBER_BITS) // 8


class Sketch:
    """Counts and members, kept in a file. One process writes."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._open()

    def _open(self) -> None:
        if not self._path.exists() or self._path.stat().st_size != _SIZE:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._path.write_bytes(bytes(_SIZE))  # no hole: on a full disk this fails, and not a later touch of memory
        with self._path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), _SIZE)
        self._view = memoryview(self._map)
        self._counts = self._view[:_COUNTS_SIZE].cast("I")
        self._bits = self._view[_COUNTS_SIZE:]

    def close(self) -> None:
        """Close the file."""
        for view in (self._counts, self._bits, self._view):
            view.release()
        self._map.close()

    def clear(self) -> None:
        """Forget everything."""
        self.close()
        self._path.unlink()
        self._open()

    def count(self, kind: str) -> int:
        """How often the kind was counted."""
        left, right = _cells(kind)
        return min(self._counts[left], self._counts[right])

    def increment(self, kind: str) -> int:
        """Count the kind once more; gives how often it was counted now."""
        cells = _cells(kind)
        number = min(self._counts[cell] for cell in cells) + 1
        for cell in cells:  # the larger one counts others as well, and is right already
            self._counts[cell] = max(self._counts[cell], number)
        return number

    def add(self, member: str) -> bool:
        """Remember a thing; whether it was new."""
        digest, is_new = xxhash.xxh3_128_intdigest(member.encode()), False
        for _ in range(_PROBES):
            place = digest & ((1 << _MEMBER_BITS) - 1)
            byte, bit = place >> 3, 1 << (place & 7)
            if not self._bits[byte] & bit:
                self._bits[byte] |= bit
                is_new = True
            digest >>= _MEMBER_BITS
        return is_new


def _cells(kind: str) -> tuple[int, int]:
    digest = xxhash.xxh3_64_intdigest(kind.encode())
    mask = (1 << _CELL_BITS) - 1
    return digest & mask, (digest >> _CELL_BITS) & mask
