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
_START = "\x02" * (_ORDER - 1)
_END = "\x03"
_CHARACTERS = 150  # guess: how many there are to choose from, for one never met
# How many counts the next shorter context is worth. Mean bits a letter of Text+Berg and FLORES left out: see `LETTERS`.
_PRIOR = 4.0
_MOST_CHARS = 250  # of a text that are looked at
_DIGIT = re.compile(r"\d")
_SPACE = re.compile(r"\s+")
_MULTIPLY = np.uint64(0x9E3779B97F4A7C15)
_ROLL = np.uint64(0x100000001B3)

Places = npt.NDArray[np.int64]


def places_of(text: str) -> Places:
    """Where the counts of a text are: a row for each order from 1 on, a column for each character."""
    plain = _DIGIT.sub("0", _SPACE.sub(" ", text[:_MOST_CHARS].strip().lower()))
    codes = np.frombuffer(f"{_START}{plain}{_END}".encode("utf-32-le", "surrogatepass"), np.uint32).astype(np.uint64)
    rows = np.empty((_ORDER, len(codes)), np.uint64)
    rows[0] = codes + np.uint64(1)
    for order in range(1, _ORDER):
        rows[order, 0] = 0
        rows[order, 1:] = rows[order - 1, :-1] * _ROLL + rows[0, 1:]
    rows *= _MULTIPLY
    rows += np.arange(_ORDER, dtype=np.uint64)[:, None] * _ROLL
    rows *= _MULTIPLY
    return (rows >> np.uint64(64 - _BITS)).astype(np.int64)


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
            # The characters before the first are no characters, but contexts.
            np.add.at(counts, places[:, _ORDER - 2 :].ravel(), 1)
            total += places.shape[1] - _ORDER + 1
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
            counts = np.maximum(counts - _own(places), 0)
            total = max(total - places.shape[1] + _ORDER - 1, 1)
        here, before = counts[:, _ORDER - 1 :], counts[:, _ORDER - 2 : -1]
        chance = (here[0] + _PRIOR / _CHARACTERS) / (total + _PRIOR)
        for order in range(1, _ORDER):
            # Two sequences may share a place: a context is at least as frequent as what it is part of.
            context = np.maximum(before[order - 1], here[order])
            chance = (here[order] + _PRIOR * chance) / (context + _PRIOR)
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
    lengths = np.diff(starts, append=len(sorted_))
    own = np.empty(len(sorted_), np.int64)
    own[order] = np.repeat(lengths, lengths)
    return own
