"""What beads cost where sentences share something: lengths as always, and on top what links them is worth."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from polytrawl.align.estimate import Parameters
from polytrawl.align.likelihood import LikelihoodCosts
from polytrawl.align.overlap import Links
from polytrawl.align.tables import REACH, STEPS

Cells = NDArray[np.float32]

# For each end of a paragraph inside a bead. Guess: as for paragraphs that are joined, see `blocks`.
_ACROSS = 3.0


class EvidenceCosts(LikelihoodCosts):
    """The costs of all steps between sentences, with links between them."""

    def __init__(
        self,
        lengths: tuple[Sequence[int], Sequence[int]],
        known: Parameters,
        *,
        links: Links,
        weight: float,
        starts: tuple[Sequence[int], Sequence[int]],
    ) -> None:
        super().__init__(*lengths, known.model, background=known.background)
        self._links, self._weight = links, weight
        costs = [np.concatenate(([0.0], np.cumsum(side))) for side in (links.left_costs, links.right_costs)]
        inner = [_inner_starts(side, len(own)) for side, own in zip(starts, lengths, strict=True)]
        self._extra = [
            np.stack([_last(weight * cost, k) + _ACROSS * _last(ends, k, before=1) for k in range(REACH + 1)])
            for cost, ends in zip(costs, inner, strict=True)
        ]

    def cells(self, rows: slice, columns: slice) -> Cells:
        """The costs by step, row and column."""
        costs = super().cells(rows, columns)
        shared = self._shared(rows.start, rows.stop, columns.start, columns.stop)
        count, width = costs.shape[1:]
        for number, (up, back) in enumerate(STEPS):
            if back:
                high, right = slice(REACH, REACH + count), slice(REACH, REACH + width)
                low, left = slice(REACH - up, REACH - up + count), slice(REACH - back, REACH - back + width)
                gain = shared[high, right] - shared[low, right] - shared[high, left] + shared[low, left]
                extra = self._extra[0][up, rows][:, None] + self._extra[1][back, columns][None, :]
                costs[number] += (extra - self._weight * gain).astype("float32")
        return costs

    def _shared(self, first: int, last: int, start: int, stop: int) -> NDArray[np.float64]:
        """shared[a, b]: what all sentences before row a and column b share, rows and columns from REACH before."""
        table = np.zeros((last - first + REACH, stop - start + REACH))
        for i in range(max(0, first - REACH), last - 1):
            row = table[i + 1 - first + REACH]
            for j, worth in self._links.rows[i].items():
                at = j + 1 - start + REACH
                if 0 < at < table.shape[1]:
                    row[at] = worth
        return table.cumsum(axis=0).cumsum(axis=1)


def _inner_starts(starts: Sequence[int], count: int) -> NDArray[np.float64]:
    """How many paragraphs begin at or before each place, but for the first."""
    begins = np.zeros(count + 1)
    for place in starts[1:-1]:
        begins[place] = 1.0
    return np.cumsum(begins)


def _last(total: NDArray[np.float64], count: int, before: int = 0) -> NDArray[np.float64]:
    """The part of a running total that comes from the last `count` units before each place."""
    places = np.arange(len(total))
    upper = np.maximum(places - before, 0)
    found: NDArray[np.float64] = total[upper] - total[np.minimum(np.maximum(places - count, 0), upper)]
    return found


def anchors(links: Links, least: float) -> list[tuple[int, int]]:
    """Sentences that share most with each other, in the order of both sides: the longest such chain."""
    best: dict[int, tuple[float, int]] = {}
    mutual: list[tuple[int, int]] = []
    for i, row in enumerate(links.rows):
        for j, worth in row.items():
            if worth > best.get(j, (0.0, 0))[0]:
                best[j] = (worth, i)
    for i, row in enumerate(links.rows):
        j, worth = max(row.items(), key=lambda one: one[1], default=(0, 0.0))
        if worth >= least and best[j][1] == i:
            mutual.append((i, j))
    return _chain(mutual)


def _chain(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs that grows on both sides."""
    ends: list[int] = []  # the smallest right number that ends a chain of each length
    lengths: list[int] = []
    for _, j in pairs:
        at = bisect_left(ends, j)
        ends[at : at + 1] = [j]
        lengths.append(at + 1)
    wanted = len(ends)
    chain: list[tuple[int, int]] = []
    for pair, length in zip(reversed(pairs), reversed(lengths), strict=True):
        if length == wanted and (not chain or pair[1] < chain[-1][1]):
            chain.append(pair)
            wanted -= 1
    return chain[::-1]


def centres(chain: Sequence[tuple[int, int]], lengths: tuple[Sequence[int], Sequence[int]]) -> list[int]:
    """For each row the column around which the path is looked for: straight from anchor to anchor, by length."""
    given = [list(accumulate(side, initial=0)) for side in lengths]
    places = [(0, 0), *chain, (len(lengths[0]), len(lengths[1]))]
    known = [given[0][i] for i, _ in places], [given[1][j] for _, j in places]
    expected = np.interp(given[0], known[0], known[1])
    found: list[int] = np.searchsorted(given[1], expected).tolist()
    return found
