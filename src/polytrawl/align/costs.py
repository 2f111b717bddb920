"""What it costs to match lengths, after Gale & Church (1993), "A Program for Aligning Sentences".

As published, a bead costs -log P(kind of bead) - log P(|delta|), where delta = (r - c l) / sqrt(s2 (c l + r) / 2)
compares the lengths l and r of its sides in characters, c is the number of right characters per left one and s2 the
variance per character; delta is taken as normal, so P(|delta|) = 2 (1 - Phi(|delta|)). `likelihood` has another form.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from polytrawl.align.tables import REACH, STEPS

Row = NDArray[np.float64]
Cells = NDArray[np.float32]  # half the time of longer numbers; sums of many cells are Rows

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
# Abramowitz & Stegun 7.1.26: erfc(x) = (a1 t + ... + a5 t^5) exp(-x^2) with t = 1 / (1 + p x). Far out the logarithm is
# .32 off, which hardly matters to a path; there is no such function in numpy.
_P = 0.3275911
_A = (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429)
# Cells are computed for several rows at once. More than this many do not stay in the processor's cache.
_CELLS = 8192


@dataclass(frozen=True)
class LengthModel:
    """The parameters of the model."""

    ratio: float
    variance: float
    spread: float = 0.0  # standard deviation in shares of the length, beside the variance per character

    def delta(self, left: float, right: float) -> float:
        """How many standard deviations the lengths differ."""
        mean = (left * self.ratio + right) / 2
        deviation = math.sqrt(self.variance * mean + (self.spread * mean) ** 2)
        return abs(right - left * self.ratio) / deviation if deviation else 0.0

    def probability(self, left: float, right: float) -> float:
        """The probability that lengths of a true bead differ at least as much as these."""
        return math.erfc(self.delta(left, right) / math.sqrt(2))


def surprise(delta: float) -> float:
    """-log of the probability of a difference of at least `delta` standard deviations."""
    if delta < _FAR:
        return -math.log(math.erfc(delta / math.sqrt(2)))
    return delta * delta / 2 + math.log(delta) + math.log(math.pi / 2) / 2


def surprises(delta: Cells) -> Cells:
    """The same for many, nearly."""
    x = delta / math.sqrt(2)
    t = 1 / (1 + _P * x)
    series = t * (_A[0] + t * (_A[1] + t * (_A[2] + t * (_A[3] + t * _A[4]))))
    found: Cells = x * x - np.log(series)
    return found


class GridCosts:
    """Costs of all steps, computed for several rows at once; what they are, classes below it say."""

    def __init__(self, left: Sequence[int], right: Sequence[int], model: LengthModel) -> None:
        self._model = model
        self._left = runs(np.array(left, dtype=np.float64) * model.ratio)
        self._right = runs(np.array(right, dtype=np.float64))
        self._ups, self._backs = np.array(STEPS).T
        self._rows = self._columns = range(0)
        self._cells: Cells = np.empty((len(STEPS), 0, 0), dtype=np.float32)

    def row(self, i: int, start: int, stop: int) -> Row:
        """The cost of each step that ends at (i, j)."""
        if i not in self._rows or start < self._columns.start or stop > self._columns.stop:
            self._compute(i, start, stop)
        first = self._columns.start
        return self._cells[:, i - self._rows.start, start - first : stop - first].astype(float)

    def _compute(self, i: int, start: int, stop: int) -> None:
        """The cells of row i and some rows after it, with room for a band that moves on to the right."""
        count = max(1, _CELLS // (stop - start + 1))
        self._rows = range(i, min(i + count, self._left.shape[1]))
        self._columns = range(start, min(stop + 2 * count, self._right.shape[1]))
        rows, columns = slice(i, self._rows.stop), slice(start, self._columns.stop)
        self._cells = self.cells(rows, columns)

    def cells(self, rows: slice, columns: slice) -> Cells:
        """The costs by step, row and column."""
        raise NotImplementedError

    def sums(self, rows: slice, columns: slice) -> tuple[Cells, Cells]:
        """How long both sides of each step are, the left one in right characters."""
        left, right = self._left[self._ups, rows], self._right[self._backs, columns]
        return left[:, :, None].astype("float32"), right[:, None, :].astype("float32")


class LengthCosts(GridCosts):
    """The costs of all steps, from lengths alone, as published."""

    def cells(self, rows: slice, columns: slice) -> Cells:
        """The costs by step, row and column."""
        priors = -np.log(np.array([PRIORS[step] for step in STEPS], dtype=np.float32))
        return self._surprise(*self.sums(rows, columns)) + priors[:, None, None]

    def skips(self) -> Row:
        """The cost of passing over the first units of the right side."""
        lengths = self._right[1, 1:].astype(np.float32)
        costs = self._surprise(np.zeros(1, dtype=np.float32), lengths) - math.log(PRIORS[0, 1])
        return np.concatenate(([0.0], np.cumsum(costs, dtype=np.float64)))

    def _surprise(self, left: Cells, right: Cells) -> Cells:
        mean: Cells = np.maximum(left + right, 1.0) / 2
        return surprises(np.abs(right - left) / np.sqrt(self._model.variance * mean + (self._model.spread * mean) ** 2))


def runs(values: Row) -> Row:
    """sums[k, j]: the sum of the k values before place j, for k from 0 to REACH; fewer where j < k."""
    total = np.zeros(REACH + 1 + len(values))
    np.cumsum(values, out=total[REACH + 1 :])
    sums = np.empty((REACH + 1, len(values) + 1))
    for k in range(REACH + 1):
        np.subtract(total[REACH:], total[REACH - k : len(total) - k], out=sums[k])
    return sums
