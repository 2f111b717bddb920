"""Scores gathered as they come, and counted in equal steps."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping

import numpy as np

from polytrawl.summary.rows import Histogram

__all__ = ["Scores"]

_STEPS = 20
_SMALL = 0.2  # below it a probability would fill a corner of its plot
_ROUND = (1.0, 2.0, 5.0, 10.0)


class Scores:
    """The values of one score: four bytes each."""

    def __init__(self, name: str, of: str, thresholds: Mapping[str, float]) -> None:
        self._name, self._of = name, of
        self._thresholds = {option: value for option, value in thresholds.items() if value > 0}
        self._values = array("f")

    def see(self, value: float | None) -> None:
        """One more; nothing where there is no score."""
        if value is not None and math.isfinite(value):
            self._values.append(value)

    def histograms(self) -> list[Histogram]:
        """The histogram; none where nothing has this score."""
        if not self._values:
            return []
        values = np.array(self._values)
        end = _end(max(float(values.max()), *self._thresholds.values(), 0.0))
        counts, _ = np.histogram(values.clip(0, end), bins=_STEPS, range=(0, end))
        return [Histogram(self._name, self._of, end, counts.tolist(), self._thresholds)]


def _end(highest: float) -> float:
    """A round number that nothing is above; 1 for probabilities, also where all of them are small.

    >>> _end(0.7), _end(0.04), _end(37.0)
    (1.0, 0.05, 50.0)
    """
    if highest <= 0 or _SMALL < highest <= 1:
        return 1.0
    power = 10.0 ** math.floor(math.log10(highest))
    return next(power * factor for factor in _ROUND if power * factor >= highest * (1 - 1e-6))
