"""A language model of characters: how usual the letters of a text are, each after the four before it.

All counts stand in one table of bytes, found by hash; a count takes one byte, on a scale of logarithms on which the
smallest counts are exact.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

_ORDER = 5
_BITS = 19  # of the table: 512 KB for a language
_STEP = 16  # of the scale: a count of n is the byte 16 log2(1 + n)
_COUNTS = 2 ** (np.arange(256) / _STEP) - 1
_START = "\x02" * _ORDER
_END = "\x03"
_CHARACTERS = 150  # guess: how many there are to choose from, for one never met
# How many counts the next shorter context is worth. Tried 2, 4 and 8 on 380 units of Text+Berg, 704 of FLORES and
# 1590 of the installation guide: 2.35, 2.27 and 2.24; 2.39, 2.33 and 2.30; 1.77, 1.74 and 1.73 bits, but words in wrong
# order are told from right ones better with less (AUC .924, .917, .904 on Text+Berg).
_PRIOR = 4.0
_MOST_CHARS = 200  # of a text that are looked at
_DIGIT = re.compile(r"\d")
_MULTIPLY = np.uint64(0x9E3779B97F4A7C15)
_ROLLS = np.array([pow(0x100000001B3, power, 1 << 64) for power in range(_ORDER)], np.uint64)[:, None]
_SHIFT = np.uint64(64 - _BITS)
# For each place of a text that of the character itself, of the one before it, and so on.
_WINDOW = np.arange(_MOST_CHARS + 2)[None, :] + np.arange(_ORDER - 1, -1, -1)[:, None]

Places = npt.NDArray[np.int64]


def places_of(text: str) -> Places:
    """Where the counts of a text are: a row for each order from 1 on, a column for each character.

    The first column is that of the start, which is a context and no character.
    """
    plain = _DIGIT.sub("0", text[:_MOST_CHARS].lower()[:_MOST_CHARS])
    codes = np.frombuffer(f"{_START}{plain}{_END}".encode("utf-32-le", "surrogatepass"), np.uint32)
    rows = codes.astype(np.uint64)[_WINDOW[:, : len(plain) + 2]]
    rows += np.uint64(1)
    rows *= _ROLLS
    rows = np.cumsum(rows, axis=0, dtype=np.uint64)
    rows += _ROLLS  # the same characters in two orders have two places
    rows *= _MULTIPLY
    rows >>= _SHIFT
    return rows.astype(np.int64)


class LetterModel:
    """Counts of the sequences of up to five characters in texts."""

    def __init__(self, table: npt.NDArray[np.uint8], total: float) -> None:
        self._table = table
        self._total = total

    @classmethod
    def count(cls, texts: Iterable[str]) -> LetterModel:
        """The model of some texts."""
        counts = np.zeros(1 << _BITS, np.int64)
        total = 0
        for places in map(places_of, texts):
            np.add.at(counts, places.ravel(), 1)
            total += places.shape[1] - 1
        scaled = np.minimum(255, np.rint(_STEP * np.log2(1 + counts)))
        return cls(scaled.astype(np.uint8), float(total))

    @classmethod
    def unpack(cls, packed: bytes, total: float) -> LetterModel:
        """A model from its bytes."""
        return cls(np.frombuffer(zlib.decompress(packed), np.uint8), total)

    def pack(self) -> tuple[bytes, float]:
        """Its bytes, and how many characters it has seen."""
        return zlib.compress(self._table.tobytes(), 6), self._total

    def bits(self, text: str, *, is_own: bool) -> float:
        """The mean bits that a character of the text takes; fewer are more usual.

        What the text itself has brought in, where it is one of those that were counted, does not count.
        """
        places = places_of(text)
        counts = _COUNTS[self._table[places]]
        total = self._total
        if is_own:
            counts -= _own(places)
            np.maximum(counts, 0, out=counts)
            total = max(total - places.shape[1] + 1, 1)
        here = counts[:, 1:]
        # Two sequences may share a place: a context is at least as frequent as what it is part of.
        weights = 1 / (np.maximum(counts[:-1, :-1], here[1:]) + _PRIOR)
        chance = (here[0] + _PRIOR / _CHARACTERS) / (total + _PRIOR)
        for order in range(1, _ORDER):
            chance = (here[order] + _PRIOR * chance) * weights[order - 1]
        return float(-np.log2(chance).mean())


def _own(places: Places) -> npt.NDArray[np.int64]:
    """How often the text itself has what stands at each of its places: at least as often as the longest sequence there.

    To count the shorter ones, too, takes twice the time, and they are frequent elsewhere.
    """
    longest = places[-1]
    order = np.argsort(longest)
    sorted_ = longest[order]
    is_first = np.empty(len(sorted_), bool)
    is_first[0] = True
    np.not_equal(sorted_[1:], sorted_[:-1], out=is_first[1:])
    starts = np.flatnonzero(is_first)
    lengths = np.empty_like(starts)
    np.subtract(starts[1:], starts[:-1], out=lengths[:-1])
    lengths[-1] = len(sorted_) - starts[-1]
    own = np.empty(len(sorted_), np.int64)
    own[order] = np.repeat(lengths, lengths)
    return own
