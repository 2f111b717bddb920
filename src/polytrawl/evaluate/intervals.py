"""How many pairs to judge, and what their judgements say about all the others.

The arithmetic of section 5 of the ILSP-FC paper: a sample for a confidence of 95 % and an interval of at most 10 points
to either side. Both the size and the interval know how many pairs there are: of few, fewer have to be judged.
"""

from __future__ import annotations

import math
from statistics import NormalDist

import msgspec

__all__ = ["Interval", "interval", "sample_size"]

_CONFIDENCE = 0.95
_WIDEST = 0.5  # the share at which an interval is widest; what it is in truth is not known before


class Interval(msgspec.Struct, frozen=True):
    """A share and the bounds between which it lies with a confidence of 95 %."""

    share: float
    low: float
    high: float


def _z() -> float:
    return NormalDist().inv_cdf((1 + _CONFIDENCE) / 2)


def sample_size(population: int, margin: float) -> int:
    """How many of a population to judge, so that a share is known to a margin on either side.

    The paper judged 103 of 807 pairs, some more than were needed.

    >>> sample_size(10**9, 0.10), sample_size(807, 0.10), sample_size(30, 0.10), sample_size(0, 0.10)
    (97, 86, 24, 0)
    """
    if not population:
        return 0
    endless = _z() ** 2 * _WIDEST * (1 - _WIDEST) / margin**2
    return min(population, math.ceil(endless / (1 + (endless - 1) / population)))


def interval(right: int, judged: int, population: int) -> Interval:
    """The share that is right, with its bounds, after Wilson (1927), which holds near 0 and 1 where judges often are.

    A sample of a small population tells more: it counts as a larger one, and as sure where all was judged.

    >>> found = interval(94, 103, 807)
    >>> round(found.share, 3), round(found.low, 3), round(found.high, 3)
    (0.913, 0.848, 0.951)
    >>> interval(3, 4, 4)
    Interval(share=0.75, low=0.75, high=0.75)
    """
    share = right / judged
    if judged >= population:
        return Interval(share, share, share)
    number = judged * (population - 1) / (population - judged)
    part = _z() ** 2 / number
    middle = (share + part / 2) / (1 + part)
    half = math.sqrt(part * (share * (1 - share) + part / 4)) / (1 + part)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))
