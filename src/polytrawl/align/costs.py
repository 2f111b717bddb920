"""What it costs to match lengths: the model of Gale & Church (1993), "A Program for Aligning Sentences".

A bead costs -log P(kind of bead) - log P(|delta|), where delta = (r - c l) / sqrt(s2 (c l + r) / 2) compares the
lengths l and r of its sides in characters, c is the number of right characters per left one and s2 the variance per
character; delta is taken as normal, so P(|delta|) = 2 (1 - Phi(|delta|)).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from polytrawl.align.path import REACH, STEPS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Row = NDArray[np.float64]

# The paper's frequencies. It gives one figure for 2-1 and 1-2 together, halved here, and one for 1-0 and 0-1, given to
# each. 3-1 and 1-3 are not in the paper: without them strict F1 on Text+Berg dev is .606, with 0.001 it is .718, with
# 0.003 .729, with 0.008 .708; on FLORES (de-it, en-fr, en-es) these three differ by less than .01.
# A fixed price for null beads (4.6 to 20 nats) gave no steady gain on these sets.
PRIORS = {
    (1, 1): 0.89, (1, 0): 0.0099, (0, 1): 0.0099, (2, 1): 0.0445, (1, 2): 0.0445, (2, 2): 0.011,
    (3, 1): 0.003, (1, 3): 0.003,
}  # fmt: skip

# Beyond this many standard deviations math.erfc is 0; its first-order asymptote takes over.
_FAR = 37.0


@dataclass(frozen=True)
class LengthModel:
    """The two parameters of the model."""

    ratio: float
    variance: float

    def delta(self, left: float, right: float) -> float:
        """How many standard deviations the lengths differ."""
        left *= self.ratio
        return abs(right - left) / math.sqrt(self.variance * (left + right) / 2) if left + right else 0.0

    def probability(self, left: float, right: float) -> float:
        """The probability that lengths of a true bead differ at least as much as these."""
        return math.erfc(self.delta(left, right) / math.sqrt(2))


def surprise(delta: float) -> float:
    """-log of the probability of a difference of at least `delta` standard deviations."""
    if delta < _FAR:
        return -math.log(math.erfc(delta / math.sqrt(2)))
    return delta * delta / 2 + math.log(delta) + math.log(math.pi / 2) / 2


@lru_cache(maxsize=1)
def _table() -> tuple[Row, Row]:
    """Deltas and their surprise, to read between: close together where it bends, to the length of a whole book."""
    import numpy as np  # noqa: PLC0415 - slow to load

    deltas = np.concatenate((np.arange(0.0, 12.0, 1 / 32), np.geomspace(12.0, 1e5, 2000)))
    return deltas, np.array([surprise(delta) for delta in deltas.tolist()])


class LengthCosts:
    """The costs of all steps, from lengths alone."""

    def __init__(self, left: Sequence[int], right: Sequence[int], model: LengthModel) -> None:
        import numpy as np  # noqa: PLC0415

        self._model = model
        self._left = runs(np.array(left, dtype=np.float64) * model.ratio)
        self._right = runs(np.array(right, dtype=np.float64))
        self._ups = np.array([up for up, _ in STEPS])
        self._backs = np.array([back for _, back in STEPS])
        self._priors = -np.log([[PRIORS[step]] for step in STEPS])

    def row(self, i: int, start: int, stop: int) -> Row:
        """The cost of each step that ends at (i, j)."""
        left = self._left[self._ups, i][:, None]
        return self._priors + self._surprise(left, self._right[self._backs, start:stop])

    def skips(self) -> Row:
        """The cost of passing over the first units of the right side."""
        import numpy as np  # noqa: PLC0415

        costs = self._surprise(np.zeros(1), self._right[1, 1:]) - math.log(PRIORS[0, 1])
        return np.concatenate(([0.0], np.cumsum(costs)))

    def _surprise(self, left: Row, right: Row) -> Row:
        import numpy as np  # noqa: PLC0415

        both = np.maximum(left + right, 1.0)
        delta = np.abs(right - left) / np.sqrt(both * (self._model.variance / 2))
        return np.interp(delta, *_table())


def runs(values: Row) -> Row:
    """sums[k, j]: the sum of the k values before place j, for k from 0 to REACH; fewer where j < k."""
    import numpy as np  # noqa: PLC0415

    total = np.concatenate((np.zeros(REACH), [0.0], np.cumsum(values)))
    here = total[REACH:]
    return np.stack([here - total[REACH - k : len(total) - k] for k in range(REACH + 1)])
