"""The parameters of alignment by length, found from texts: how long translations are, and how much that varies.

They are found from beads of one sentence each of a first alignment. Medians and a cut at three standard deviations
keep its mistakes out; a small text alone moves the usual values only a little.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from polytrawl.align.costs import LengthModel
from polytrawl.align.likelihood import SPREAD, Background

Row = NDArray[np.float64]

# What the usual values weigh, in beads. Found on Text+Berg dev and FLORES: variances of 2 to 4, from gold 1.7 to 3.1.
_USUAL = 20
_VARIANCE = 4.0
_LIMITS = (1.0, 12.0)
_USUAL_CHARS = 1000  # on each side, for the ratio
_MEDIAN_OF_NORMAL = 0.6745  # of its absolute value
_CUT = 3.0
# The background is no true log-normal: very short and very long sentences are more frequent. From .9 to .7 in the
# deviation, strict F1 on Text+Berg dev falls by .13.
_WIDER = 0.1


class Parameters(NamedTuple):
    """What is known of the lengths of two languages."""

    model: LengthModel
    background: Background


def start(left: Sequence[int], right: Sequence[int]) -> Parameters:
    """What two texts tell before they are aligned.

    Whole texts differ where one lacks a part, and mean sentences where one is cut finer: what differs less is taken.
    """
    total = (sum(right) + _USUAL_CHARS) / (sum(left) + _USUAL_CHARS)
    mean = total * (len(left) + _USUAL) / (len(right) + _USUAL)
    ratio = min(total, mean, key=lambda one: abs(math.log(one)))
    return Parameters(LengthModel(min(max(ratio, 0.5), 2.0), _VARIANCE, SPREAD), background(right))


def background(lengths: Sequence[int]) -> Background:
    """How long sentences are."""
    usual, count = Background(), len(lengths)
    logs = [math.log(max(1, length)) for length in lengths]
    mean = (sum(logs) + _USUAL * usual.mean) / (count + _USUAL)
    squares = sum((one - mean) ** 2 for one in logs) + _USUAL * usual.deviation**2
    return Background(mean, math.sqrt(squares / (count + _USUAL)) + _WIDER)


def estimate(pairs: Sequence[tuple[int, int]]) -> LengthModel:
    """Ratio and variance from the lengths of sentences that are translations, most of them."""
    left, right = np.array(pairs, dtype=np.float64).reshape(-1, 2).T
    ratio, deviation = _ratio(left, right), math.sqrt(_VARIANCE)
    for _ in range(2):
        mean = np.maximum((ratio * left + right) / 2, 1.0)
        delta = np.abs(right - ratio * left) / np.sqrt(mean)
        deviation = float(np.median(delta)) / _MEDIAN_OF_NORMAL if len(delta) else deviation
        is_near = delta <= _CUT * deviation
        ratio = _ratio(left[is_near], right[is_near])
    variance = (len(left) * deviation**2 + _USUAL * _VARIANCE) / (len(left) + _USUAL)
    return LengthModel(ratio, min(max(variance, _LIMITS[0]), _LIMITS[1]), SPREAD)


def _ratio(left: Row, right: Row) -> float:
    return float((right.sum() + _USUAL_CHARS) / (left.sum() + _USUAL_CHARS))
