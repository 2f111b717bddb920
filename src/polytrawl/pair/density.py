"""Where the rare ends: the first minimum behind the main lobe of an estimated density."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

__all__ = ["bandwidth", "first_minimum"]

_STEP = 0.5  # between the points at which the density is looked at; values are counts


def first_minimum(values: Sequence[int]) -> float:
    """The first minimum behind the highest point of the density of these counts; infinite where it only falls.

    >>> 6 < first_minimum([1] * 50 + [2] * 80 + [3] * 30 + [40] * 10 + [41] * 8) < 40
    True
    """
    if len(values) == 0 or min(values) == max(values):
        return float("inf")
    grid = np.arange(min(values), max(values) + _STEP, _STEP)
    density = _density(values, grid)
    peak = int(np.argmax(density))
    rises = np.flatnonzero(np.diff(density[peak:]) > 0)
    return float(grid[peak + rises[0]]) if len(rises) else float("inf")


def bandwidth(values: Sequence[int]) -> float:
    """The bandwidth that is optimal for normal data (Bowman & Azzalini 1997): s (4 / 3n)^(1/5).

    The spread s is estimated by the median absolute deviation over .6745, which a few very frequent values do not move.
    It is 0 where most counts are equal, as on a site in three languages whose images all stand on three pages: then the
    deviation is taken to be one.
    """
    data = np.asarray(values, dtype=float)
    deviation = float(np.median(np.abs(data - np.median(data)))) or 1.0
    return float(deviation / 0.6745 * (4 / (3 * len(data))) ** 0.2)


def _density(values: Sequence[int], grid: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Normal kernels over the values, not normed. Equal values are taken together, so that work does not grow."""
    places, counts = np.unique(np.asarray(values, dtype=float), return_counts=True)
    kernels = np.exp(-0.5 * ((grid[:, None] - places[None, :]) / bandwidth(values)) ** 2)
    summed: npt.NDArray[np.float64] = kernels @ counts
    return summed
