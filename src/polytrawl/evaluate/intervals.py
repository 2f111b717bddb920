"""How many things to judge, and what their judgements say about all the others.

The arithmetic of section 5 of the ILSP-FC paper: a sample for a confidence level and an interval to either side. Both
the size (Cochran) and the bounds (Wilson) know how many there are: of few, fewer have to be judged.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple

import msgspec

__all__ = ["CONFIDENCE", "INTERVAL", "Estimate", "Part", "estimate", "sample_size"]

CONFIDENCE = 95.0  # percent
INTERVAL = 10.0  # points of a percentage, to either side
_WIDEST = 0.5  # the share at which an interval is widest; what it is in truth is not known before


class Part(NamedTuple):
    """A stratum: how many of it are right of how many judged, and how many there are in all."""

    right: int
    judged: int
    population: int


class Estimate(msgspec.Struct, frozen=True):
    """A share, the bounds between which it lies with some confidence, and how many that is of all there are."""

    share: float
    low: float
    high: float
    likely: int
    least: int
    most: int


def _z(confidence: float) -> float:
    return NormalDist().inv_cdf((1 + confidence / 100) / 2)


def sample_size(population: int, interval: float = INTERVAL, confidence: float = CONFIDENCE) -> int:
    """How many of a population to judge, so that a share is known to an interval on either side; both in percent.

    The paper judged 103 of 807 pairs, some more than were needed.

    >>> sample_size(10**9), sample_size(807), sample_size(30), sample_size(0), sample_size(807, 5, 99)
    (97, 86, 24, 0, 365)
    """
    if not population:
        return 0
    endless = _z(confidence) ** 2 * _WIDEST * (1 - _WIDEST) / (interval / 100) ** 2
    return min(population, math.ceil(endless / (1 + (endless - 1) / population)))


def estimate(parts: Sequence[Part], confidence: float = CONFIDENCE) -> Estimate | None:
    """The share that is right over all parts, each weighed by how many it has; None where nothing was judged.

    Bounds are those of Wilson (1927), which hold near 0 and 1 where judges often are. Parts that were judged more or
    less than others make the sample count as a smaller one (Kish), a small population as a larger one, and as sure
    where all of it was judged. Parts of which nothing was judged are left out.

    >>> found = estimate([Part(94, 103, 807)])
    >>> round(found.share, 3), round(found.low, 3), round(found.high, 3), found.least, found.most
    (0.913, 0.848, 0.951, 685, 767)
    >>> estimate([Part(3, 4, 4)])
    Estimate(share=0.75, low=0.75, high=0.75, likely=3, least=3, most=3)
    """
    known = [one for one in parts if one.judged]
    if not known:
        return None
    population = sum(one.population for one in known)
    share = sum(one.population * one.right / one.judged for one in known) / population
    doubt = sum((one.population / population) ** 2 * _doubt(one) for one in known)
    low, high = _wilson(share, _z(confidence) ** 2 * doubt)
    seen, wrong = sum(one.right for one in known), sum(one.judged - one.right for one in known)
    least = max(seen, math.ceil(low * population - 1e-9))
    most = min(population - wrong, math.floor(high * population + 1e-9))
    return Estimate(share, low, high, min(max(round(share * population), least), most), least, most)


def _doubt(part: Part) -> float:
    """One over the number of judgements, less where they are a good part of all."""
    rest = (part.population - part.judged) / max(1, part.population - 1)
    return max(0.0, rest) / part.judged


def _wilson(share: float, part: float) -> tuple[float, float]:
    """The bounds of a share; `part` is the squared z over the number of judgements."""
    middle = (share + part / 2) / (1 + part)
    half = math.sqrt(part * (share * (1 - share) + part / 4)) / (1 + part)
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))
