"""The search for rows that overlap; `overlap` says how it goes and why nothing is missed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from polytrawl.dedup.links import Links
from polytrawl.dedup.overlap import Overlap
from polytrawl.dedup.runs import crossed, run_starts
from polytrawl.dedup.table import Flags, Ints, Rows

__all__ = ["overlapping"]

# A block with more pairs for each of its rows is large. Nothing is lost by another number, only time.
_FEW = 32
_PIVOTS = 16
_GAIN = 2  # a second search must leave fewer than half of the pairs


@dataclass(frozen=True)
class _Entries:
    """Values of rows, sorted by row."""

    owner: Ints
    token: Ints
    is_asking: Flags  # whether the row looks for longer ones; all of them are looked up
    found: int = 0  # values that the rows are known to share already


@dataclass(frozen=True)
class _Block:
    """The rows that have one value, the longest first, and which of them have it in their prefix."""

    token: int
    rows: Ints
    is_asking: Flags


def overlapping(rows: Rows, threshold: float) -> Links:
    """Links between all rows that share more than the threshold of the values of the shorter one."""
    links = Links(len(rows))
    if len(rows.values):
        overlap = Overlap(rows, threshold, links)
        everything = _Entries(overlap.owner, overlap.token, np.ones(len(overlap.owner), dtype=bool))
        _Search(overlap, everything).go()
    return links


class _Search:
    """One search: what rows share beyond what is known already."""

    def __init__(self, overlap: Overlap, entries: _Entries) -> None:
        self.overlap = overlap
        self.entries = entries
        owner, token, is_asking = _postings(overlap, entries)
        self._owner, self._is_asking = owner, is_asking
        self._starts = run_starts(token)
        self._tokens = token[self._starts]
        self._lengths = np.diff(self._starts, append=len(token))
        # Rows come the longest first, so those before a row in a block are the longer ones.
        self._before = np.arange(len(owner)) - np.repeat(self._starts, self._lengths)
        asked = np.where(is_asking, self._before, 0)
        self._pairs = np.add.reduceat(asked, self._starts) if len(asked) else asked

    @property
    def pairs(self) -> int:
        """Pairs to be compared, if all are."""
        return int(self._pairs.sum())

    def go(self) -> None:
        """Note all pairs that are alike."""
        is_large = self._pairs > _FEW * self._lengths
        in_small = np.repeat(~is_large, self._lengths) & self._is_asking & (self._before > 0)
        asking = np.flatnonzero(in_small)
        number = self._before[asking]
        for shorter, longer in crossed(self._owner[asking], asking - number, number, self._owner):
            self.overlap.compare(shorter, longer)
        for place in np.flatnonzero(is_large).tolist():
            part = slice(self._starts[place], self._starts[place] + self._lengths[place])
            self._solve(_Block(int(self._tokens[place]), self._owner[part], self._is_asking[part]))

    def _solve(self, block: _Block) -> None:
        """A large block: the longest rows first, then what they leave."""
        is_easy = block.is_asking & (self.overlap.needed[block.rows] <= self.entries.found + 1)
        self._link_all(block.rows, np.flatnonzero(is_easy))
        self._compare_with_pivots(block)
        links = self.overlap.links
        is_outside = _outside_largest(links.roots(block.rows))
        is_asking = block.is_asking & ~is_easy
        is_open = is_asking & (is_outside | (links.parent[block.rows] < 0))
        self._compare_with_longer(block.rows[is_asking & ~is_open], block.rows[is_outside])
        self._search_on(_Block(block.token, block.rows, is_open))

    def _link_all(self, rows: Ints, easy: Ints) -> None:
        """Rows that need no more than the value of the block: each is alike to all before it."""
        easy = easy[easy > 0]
        if len(easy):
            last = int(easy[-1])
            shorter = np.concatenate([rows[easy], np.full(last, rows[last])])
            self.overlap.compare(shorter, np.concatenate([rows[easy - 1], rows[:last]]))

    def _compare_with_pivots(self, block: _Block) -> None:
        """Compare some of the longest rows, of which no two are known to hang together, with all shorter ones."""
        links = self.overlap.links
        pivots: list[int] = []
        for _ in range(_PIVOTS):
            is_new = ~np.isin(links.roots(block.rows), links.roots(block.rows[pivots]))
            if not is_new.any():
                return
            pivots.append(int(is_new.argmax()))
            shorter = block.rows[pivots[-1] + 1 :][block.is_asking[pivots[-1] + 1 :]]
            self.overlap.compare(shorter, np.full(len(shorter), block.rows[pivots[-1]]))

    def _compare_with_longer(self, shorter: Ints, others: Ints) -> None:
        number = np.searchsorted(others, shorter)
        for one, other in crossed(shorter, np.zeros_like(number), number, others):
            self.overlap.compare(one, other)

    def _search_on(self, block: _Block) -> None:
        """Search the rows of a block by their other values, where that leaves fewer pairs."""
        pairs = int(np.flatnonzero(block.is_asking).sum())
        if pairs > _FEW * len(block.rows):
            inner = _Search(self.overlap, self._others(block))
            if inner.pairs * _GAIN < pairs:
                inner.go()
                return
        self._compare_with_longer(block.rows[block.is_asking], block.rows)

    def _others(self, block: _Block) -> _Entries:
        """The other values of the rows of a block."""
        mine = self.entries
        first, last = (np.searchsorted(mine.owner, block.rows, side=side) for side in ("left", "right"))
        number = last - first
        ends = np.cumsum(number)
        places = np.arange(ends[-1]) + np.repeat(first - ends + number, number)
        is_asking = np.repeat(block.is_asking, number)
        is_other = mine.token[places] != block.token
        places = places[is_other]
        return _Entries(mine.owner[places], mine.token[places], is_asking[is_other], mine.found + 1)


def _postings(overlap: Overlap, entries: _Entries) -> tuple[Ints, Ints, Flags]:
    """Row and value of each entry that other rows may share, by value and row; and whether the row asks by it."""
    _, number, frequency = np.unique(entries.token, return_inverse=True, return_counts=True)
    rank = np.empty(len(frequency), dtype=np.int64)
    rank[np.argsort(frequency, kind="stable")] = np.arange(len(frequency))
    order = np.lexsort((rank[number], entries.owner))
    owner, ranked = entries.owner[order], rank[number][order]
    starts = run_starts(owner)
    lengths = np.diff(starts, append=len(owner))
    place = np.arange(len(owner)) - np.repeat(starts, lengths)
    prefix = np.repeat(lengths, lengths) - (overlap.needed[owner] - entries.found) + 1
    is_asking = entries.is_asking[order] & (place < prefix)
    is_shared = frequency[number][order] > 1
    by_value = np.flatnonzero(is_shared)[np.argsort(ranked[is_shared], kind="stable")]
    return owner[by_value], entries.token[order][by_value], is_asking[by_value]


def _outside_largest(roots: Ints) -> Flags:
    """Which rows do not belong to the largest group of rows that hang together."""
    distinct, sizes = np.unique(roots, return_counts=True)
    outside: Flags = roots != distinct[sizes.argmax()]
    return outside
