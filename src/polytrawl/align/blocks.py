"""What it costs to match paragraphs: lengths as for sentences, and a price for matching different kinds.

Pages differ in whole paragraphs (a box, a banner, a teaser) far more often than in single sentences, so a paragraph
without a partner has a fixed price here, whatever its length.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from polytrawl.align.costs import LengthCosts, LengthModel, runs
from polytrawl.align.tables import STEPS

Row = NDArray[np.float64]
Cells = NDArray[np.float32]

# Kinds that mean something on a page: they match their own kind and are not put together. All others are running text.
SOLID = frozenset({"title", "heading", "listitem"})

# All prices in nats. Tried on the German and Italian installation guide, short blocks taken as headings, 3 % (10 %) of
# the blocks of each side left out at random; share of beads whose sentences come from the same blocks:
# published null beads .932 (.775); _ALONE 16 .947 (.793), 8 .975 (.863), 6 .976 (.869), 5 .978 (.874), 4 .978 (.882,
# but .002 worse with nothing left out); with _JOINED 3 in addition .979 (.891), 6 .979 (.892).
_ALONE = 5.0
_JOINED = 3.0
# 14 instead of 8 changed less than .001 there. It lies between one and two paragraphs left alone.
_OTHER_KIND = 8.0
# For each solid paragraph that is joined: a translator may join list items, hardly ever headings. 6 changed nothing.
_SOLID_JOINED = 3.0


class BlockCosts(LengthCosts):
    """The costs of all steps between paragraphs."""

    def __init__(
        self,
        left: Sequence[int],
        right: Sequence[int],
        model: LengthModel,
        *,
        kinds: tuple[Sequence[str], Sequence[str]],
    ) -> None:
        super().__init__(left, right, model)
        ours, theirs = ([kind if kind in SOLID else "" for kind in side] for side in kinds)
        # For each kind of the left side: how many of the units before a place are of it, and on the right are not.
        solid = sorted(set(ours))
        self._same = np.stack([_counted(kind == one for kind in ours) for one in solid or [""]])
        self._others = np.stack([_counted(kind != one for kind in theirs) for one in solid or [""]])
        self._solid = tuple(_counted(map(bool, side)) for side in (ours, theirs))
        self._joins = np.array([float(up + back > 2) for up, back in STEPS])[:, None, None]  # noqa: PLR2004 - not 1-1

    def cells(self, rows: slice, columns: slice) -> Cells:
        """The costs by step, row and column."""
        costs = super().cells(rows, columns)
        same, others = self._same[:, self._ups, rows], self._others[:, self._backs, columns]
        costs += (_OTHER_KIND * np.einsum("ksi,ksj->sij", same, others)).astype(np.float32)
        solid = self._solid[0][self._ups, rows][:, :, None] + self._solid[1][self._backs, columns][:, None, :]
        costs += (self._joins * (_JOINED + _SOLID_JOINED * solid)).astype(np.float32)
        costs[STEPS.index((1, 0))] = _ALONE
        return costs

    def skips(self) -> Row:
        """The cost of passing over the first paragraphs of the right side."""
        return np.arange(self._right.shape[1], dtype=np.float64) * _ALONE


def _counted(marks: Iterable[bool]) -> Row:
    """How many of the last units before each place are marked."""
    return runs(np.array(list(marks), dtype=np.float64))
