"""What it costs to match sentences by length: how much better one side predicts the other than nothing would.

A bead of k right sentences costs -log P(kind) - WEIGHT (log N(r; c l, v) - log B_k(r)): N is the normal density of the
right length r around c times the left length l, with variance v = s2 m + (spread m)^2 for m = (c l + r) / 2, and B_k
the density of the length of any k sentences of the right side, taken as log-normal. Gale & Church (`costs`) take the
tail of N alone, which cannot tell two long sentences of equal length, that can hardly be chance, from two short ones.

Strict F1 on Text+Berg dev, and the mean of FLORES de-it, en-fr, en-es, with all parameters found anew:
published form .729, .765; with FOUND parameters .681, .736 (the tail wants a wide variance); this form with a price
for each null bead .701, .887; with a price for each run of them and a smaller one for its length .764, .856.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from polytrawl.align.costs import GridCosts, LengthModel
from polytrawl.align.tables import REACH, STEPS

Row = NDArray[np.float64]
Cells = NDArray[np.float32]

# Twice as many merged sentences and four times as many missing ones as in the paper: web pages are no Hansard.
# Text+Berg dev, FLORES mean: published .656, .841; these .651, .874.
PRIORS = {
    (1, 1): 0.75, (1, 0): 0.04, (0, 1): 0.04, (2, 1): 0.07, (1, 2): 0.07, (2, 2): 0.015, (3, 1): 0.008, (1, 3): 0.008,
}  # fmt: skip

# A run of sentences without a partner: what its beginning costs, and each sentence. First sentence 3.2 in all and each
# further one as much: .701, .887; 4.7 and .7 .744, .864; 4.7 and 1.4 .733, .878; 5.2 and 1.4 .731, .867; 6.2 and 1.4
# .764, .856; 6.2 and .7 .742, .842. FLORES documents lack more sentences, one by one, than real texts do.
OPENING, ALONE = 4.8, 1.4
# Without a price for runs: .7 .655, .843; 1 .701, .869; with the variance found from the texts 1 .701, .887;
# 1.3 .691, .889; 1.7 .693, .895.
_WEIGHT = 1.3
# Without a price for runs: 0 .651, .874; .1 .701, .869; .2 .609, .787.
SPREAD = 0.12


class Background(NamedTuple):
    """Mean and standard deviation of the logarithm of sentence lengths."""

    mean: float = 4.5
    deviation: float = 0.7

    def of_sum(self, count: int) -> tuple[float, float]:
        """The same for the length of several sentences, from its first two moments."""
        square = self.deviation * self.deviation
        variance = math.log(1 + (math.exp(square) - 1) / count)
        return self.mean + square / 2 + math.log(count) - variance / 2, math.sqrt(variance)


class LikelihoodCosts(GridCosts):
    """The costs of all steps between sentences."""

    def __init__(
        self, left: Sequence[int], right: Sequence[int], model: LengthModel, *, background: Background
    ) -> None:
        super().__init__(left, right, model)
        # What does not depend on both sides: the kind of bead, and how surprising its right side is by itself.
        priors = np.array([PRIORS[step] for step in STEPS])[:, None]
        fixed = _WEIGHT * self._chance(background)[np.maximum(self._backs - 1, 0)] - np.log(priors)
        self._fixed = fixed.astype(np.float32) + np.float32(_WEIGHT / 2 * math.log(2 * math.pi))

    def _chance(self, background: Background) -> Row:
        """The logarithm of the density of the last lengths before each place, for one to REACH sentences."""
        logs = np.log(np.maximum(self._right[1:], 1.0))
        mean, deviation = np.array([background.of_sum(count) for count in range(1, REACH + 1)]).T[:, :, None]
        found: Row = -(((logs - mean) / deviation) ** 2) / 2 - logs - np.log(deviation * math.sqrt(2 * math.pi))
        return found

    def cells(self, rows: slice, columns: slice) -> Cells:
        """The costs by step, row and column."""
        left, right = self.sums(rows, columns)
        mean = (left + right) / 2
        variance = np.maximum((self._model.variance + self._model.spread**2 * mean) * mean, 1.0)
        costs: Cells = right - left
        costs *= costs
        costs /= variance
        costs += np.log(variance, out=variance)
        costs *= _WEIGHT / 2
        costs += self._fixed[:, None, columns]
        costs[STEPS.index((1, 0))] = ALONE
        return costs

    def skips(self) -> Row:
        """The cost of passing over the first sentences of the right side."""
        return np.arange(self._right.shape[1], dtype=np.float64) * ALONE
