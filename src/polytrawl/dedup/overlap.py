"""Rows that share more than a part of the values of the shorter one: all of them, without comparing all with all.

A row x of n values is alike to a longer row y when they share at least k(x) of them. Whatever order values are put in,
one of the first n - k + 1 values of x is then in y. In order of frequency, the rarest first, those have few other rows
(prefix filtering: Chaudhuri et al. 2006). So only the prefix of the shorter row is looked up, in all values of longer
ones: its length depends on the shorter row alone, and nothing is missed.

Where a value is frequent although it is in prefixes, its rows make a large block, which is solved in three steps, each
complete for what it leaves out:

1. the longest rows of the block are compared with all others: pages of one template are found by this;
2. what hangs together already is not compared again;
3. where much is left, the rows of the block are searched again, by their other values, for k - 1 shared ones.
"""

from __future__ import annotations

import numpy as np

from polytrawl.dedup.links import Links, Pairs
from polytrawl.dedup.runs import pieces
from polytrawl.dedup.table import Ints, Rows
from polytrawl.dedup.words import Hashes

__all__ = ["Overlap", "needed_of"]

_LOOKUPS = 4_000_000  # values looked up at a time: some 150 MB
_ROUNDING = 1e-9  # 0.7 * 10 is 7 for people


def needed_of(lengths: Ints, threshold: float) -> Ints:
    """How many values a row must share to be alike: the smallest number above the threshold."""
    needed: Ints = np.floor(lengths * threshold + _ROUNDING).astype(np.int64) + 1
    return needed


class Overlap:
    """Compares rows by their values."""

    def __init__(self, rows: Rows, threshold: float, links: Links) -> None:
        self.links = links
        self.lengths = np.diff(rows.starts)
        self.needed = needed_of(self.lengths, threshold)
        owner = np.repeat(np.arange(len(rows)), self.lengths)
        distinct, self.token = np.unique(rows.values, return_inverse=True)
        self._tokens = max(1, len(distinct))
        self._keys = owner * self._tokens + self.token
        self._keys.sort()
        self.token = self._keys % self._tokens
        self.owner = owner
        self._starts = rows.starts
        self._bits = _bits(self.token, rows.starts)

    def compare(self, shorter: Ints, longer: Ints) -> None:
        """Note which of these pairs are alike."""
        missing = np.bitwise_count(self._bits[shorter] & ~self._bits[longer])
        is_possible = missing <= (self.lengths - self.needed)[shorter]
        codes = np.unique(shorter[is_possible] * len(self.lengths) + longer[is_possible])
        shorter, longer = codes // len(self.lengths), codes % len(self.lengths)
        for part in pieces(self.lengths[shorter], _LOOKUPS):
            self._note(shorter[part], longer[part])

    def _note(self, shorter: Ints, longer: Ints) -> None:
        shared = self._shared(shorter, longer)
        is_alike = shared >= self.needed[shorter]
        shorter, longer, shared = shorter[is_alike], longer[is_alike], shared[is_alike]
        self.links.add(Pairs(shorter, longer, shared / self.lengths[longer]))

    def _shared(self, shorter: Ints, longer: Ints) -> Ints:
        """How many values each two rows share."""
        lengths = self.lengths[shorter]
        ends = np.cumsum(lengths)
        places = np.arange(ends[-1]) + np.repeat(self._starts[shorter] - ends + lengths, lengths)
        asked = np.repeat(longer * self._tokens, lengths) + self.token[places]
        found = np.searchsorted(self._keys, asked)
        is_there = self._keys[np.minimum(found, len(self._keys) - 1)] == asked
        return np.add.reduceat(is_there.astype(np.int64), ends - lengths)


def _bits(token: Ints, starts: Ints) -> Hashes:
    """64 bits for each row, one or more of them set by each value: what is not set in them is not in the row."""
    own = np.uint64(1) << ((token.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(58))
    return np.bitwise_or.reduceat(own, starts[:-1]) if len(token) else np.zeros(len(starts) - 1, dtype=np.uint64)
