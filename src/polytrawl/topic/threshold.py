"""Where to cut: a threshold picked from the relevances of all documents.

Pages on a topic and others make two hills in the distribution of relevance, and the threshold is the valley between
them. The density is a Gaussian kernel estimate over the square roots of relevances, which makes hills near 0 and
further up equally wide. Where there is one hill, the data give no threshold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

__all__ = ["FEWEST", "Threshold", "valley"]

Threshold: TypeAlias = Annotated[float, msgspec.Meta(ge=0, le=1)] | Literal["auto"]

FEWEST = 20  # documents; of fewer, nothing is said
_POINTS = 512
_FLAT = 1e-9  # a bandwidth that only rounding makes
# How deep the valley must lie under the lower hill, and the least share of documents on either side of it. In how many
# of 200 samples of 100 values a valley is found: in one hill, beta(5, 30); in two of 50 each, beta(2, 60) and
# beta(8, 40); in two of 90 and 10. Depth .9 without a least share 20, 194, 169; share .02: 7, 194, 160; .05: 2, 194,
# 141. Depth .8, share .02: 3, 173, 135. Of 1000 values, .9 and .02: 0, 200, 164.
_DEPTH = 0.9
_SMALLEST = 0.02

_Reals = NDArray[np.float64]


def valley(scores: Sequence[float]) -> float | None:
    """The score that parts the documents in two; None where it cannot be told."""
    if len(scores) < FEWEST:
        return None
    roots = np.sqrt(np.asarray(scores, np.float64))
    width = _bandwidth(roots)
    if width < _FLAT:
        return None
    start, end = roots.min() - 3 * width, roots.max() + 3 * width
    density = _density(roots, start, end, width)
    hills = np.minimum(np.maximum.accumulate(density), np.maximum.accumulate(density[::-1])[::-1])
    place = int(np.argmax(hills - density))  # the deepest point between two hills
    cut = start + (end - start) * (place + 0.5) / _POINTS
    share = float((roots < cut).mean())
    if density[place] >= _DEPTH * hills[place] or not _SMALLEST <= share <= 1 - _SMALLEST:
        return None
    return float(max(0.0, cut) ** 2)


def _bandwidth(values: _Reals) -> float:
    """Silverman's rule of thumb."""
    low, high = np.percentile(values, [25, 75])
    spread = min(float(values.std()), float(high - low) / 1.34) or float(values.std())
    return float(0.9 * spread * len(values) ** -0.2)


def _density(values: _Reals, start: float, end: float, width: float) -> _Reals:
    """The density at evenly spaced points: a histogram, smoothed."""
    counts, _ = np.histogram(values, _POINTS, (start, end))
    step = (end - start) / _POINTS
    reach = min(_POINTS // 2 - 1, int(4 * width / step) + 1)
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) * step / width) ** 2)
    smooth: _Reals = np.convolve(counts, kernel, "same")
    smooth /= smooth.sum()
    return smooth
