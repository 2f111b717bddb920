"""Which rows are alike: a link from each to the longer one that it is most like, and which of them hang together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from polytrawl.dedup.table import Ints

__all__ = ["Links", "Pairs"]


@dataclass(frozen=True)
class Pairs:
    """Rows that are alike: the shorter, the longer, and the share of the longer that is in the shorter."""

    shorter: Ints
    longer: Ints
    share: npt.NDArray[np.float64]


class Links:
    """Filled with pairs, a part at a time; what it holds in the end does not depend on the order of pairs."""

    def __init__(self, rows: int) -> None:
        self.parent = np.full(rows, -1, dtype=np.int64)  # the longer row that each is most like; -1 where there is none
        self.share = np.zeros(rows)  # of the parent that is in it
        self._root = list(range(rows))

    def add(self, pairs: Pairs) -> None:
        """Take in pairs; of equally good parents the longer one is taken."""
        for one, other in zip(pairs.shorter.tolist(), pairs.longer.tolist(), strict=True):
            self._join(one, other)
        order = np.lexsort((pairs.longer, -pairs.share, pairs.shorter))
        child = pairs.shorter[order]
        is_best = np.ones(len(child), dtype=bool)
        is_best[1:] = child[1:] != child[:-1]
        best = order[is_best]
        self._improve(pairs.shorter[best], pairs.longer[best], pairs.share[best])

    def _improve(self, child: Ints, parent: Ints, share: npt.NDArray[np.float64]) -> None:
        before, known = self.parent[child], self.share[child]
        is_better = (before < 0) | (share > known) | ((share == known) & (parent < before))
        self.parent[child[is_better]] = parent[is_better]
        self.share[child[is_better]] = share[is_better]

    def _join(self, one: int, other: int) -> None:
        first, second = self.root(one), self.root(other)
        self._root[max(first, second)] = min(first, second)

    def root(self, row: int) -> int:
        """The first of the rows that hang together with this one."""
        root = self._root
        while root[row] != row:
            root[row] = root[root[row]]
            row = root[row]
        return row

    def roots(self, rows: Ints) -> Ints:
        """The same for several rows."""
        return np.fromiter(map(self.root, rows.tolist()), dtype=np.int64, count=len(rows))
