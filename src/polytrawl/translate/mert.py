"""Minimum error rate training: the weights with which the candidates that win have the best BLEU (Och 2003).

Along a line of weights the score of each candidate is a straight line, so that the best candidate of a sentence changes
at corners of the upper envelope of lines; between the corners of all sentences BLEU is constant. So the best point of a
line is found exactly. Lines go along the axes and in random directions, from several starts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from polytrawl.translate.bleu import bleu
from polytrawl.translate.candidates import Candidates, Mask
from polytrawl.translate.fast import compiled
from polytrawl.translate.lm_core import Floats, Ints

__all__ = ["Line", "Mert", "stretches"]

_LEAST_GAIN = 1e-6  # of BLEU from 0 to 1; less is no gain
_NEAR = 1e-12  # between corners that are no further apart there is nothing
_BEYOND = 1.0  # how far beyond the last corner a point is taken


@dataclass(frozen=True)
class Mert:
    """Finds weights for candidates."""

    restarts: int = 5  # random starts beside the weights that are there
    directions: int = 3  # random ones beside the axes, for each step
    l2: float = 0.0  # BLEU lost for each unit of squared distance from the anchor
    seed: int = 1

    def weights(self, candidates: Candidates, now: Floats, anchor: Floats, is_tuned: Mask) -> Floats:
        """The best weights found from those of now, without changing those that are not tuned."""
        dice = np.random.default_rng(self.seed)
        axes = [Line.of(candidates, axis) for axis in np.eye(now.size)[is_tuned]]
        spread = np.maximum(np.abs(now), np.abs(now[is_tuned]).mean())
        away = [spread * dice.normal(size=now.size) * is_tuned for _ in range(self.restarts)]
        starts = [now, *(now + one for one in away)]
        ends = [self._climb(candidates, start, anchor, axes, dice) for start in starts]
        return max(ends, key=lambda end: end[0])[1]

    def _climb(
        self, candidates: Candidates, now: Floats, anchor: Floats, axes: list[Line], dice: np.random.Generator
    ) -> tuple[float, Floats]:
        """Go along the best of several lines until none of them is better."""
        is_tuned = sum(line.direction for line in axes)
        reached = candidates.bleu(now) - self.l2 * float(((now - anchor) ** 2).sum())
        while True:
            drawn = dice.normal(size=(self.directions, now.size)) * is_tuned
            lines = [*axes, *(Line.of(candidates, one) for one in drawn)]
            heights = candidates.features @ now
            found = [self._best(candidates, heights, now, anchor, line) for line in lines]
            best, weights = max(found, key=lambda one: one[0])
            if best <= reached + _LEAST_GAIN:
                return reached, now
            reached, now = best, weights

    def _best(
        self, candidates: Candidates, heights: Floats, now: Floats, anchor: Floats, line: Line
    ) -> tuple[float, Floats]:
        points, values = stretches(candidates, heights, line)
        away = now - anchor + points[:, None] * line.direction
        values = values - self.l2 * (away**2).sum(axis=1)
        best = int(np.argmax(values))
        return float(values[best]), now + points[best] * line.direction


class Line(NamedTuple):
    """A direction of weights, and how fast the scores of candidates grow along it."""

    direction: Floats
    slope: Floats  # by candidate
    order: Ints  # candidates of a sentence together, by slope

    @classmethod
    def of(cls, candidates: Candidates, direction: Floats) -> Line:
        """The line in a direction."""
        slope = candidates.features @ direction
        return cls(direction, slope, _sorted(slope, candidates.first))


def stretches(candidates: Candidates, heights: Floats, line: Line) -> tuple[Floats, Floats]:
    """Points along a line of weights, one for each stretch on which BLEU is constant, and its BLEU there.

    Heights are the scores of all candidates where the line begins.
    """
    starts, corners, old, new = _envelopes(heights, line.slope, line.order, candidates.first)
    order = np.argsort(corners, kind="stable")
    changes = candidates.counts[new[order]] - candidates.counts[old[order]]
    none = np.zeros((1, changes.shape[1]))
    counts = candidates.counts[starts].sum(axis=0) + np.concatenate((none, changes.cumsum(axis=0)))
    if not corners.size:
        return np.zeros(1), bleu(counts)
    ends = np.concatenate(([corners[order[0]] - 2 * _BEYOND], corners[order], [corners[order[-1]] + 2 * _BEYOND]))
    is_stretch = np.diff(ends) > _NEAR
    points = (ends[1:] + ends[:-1])[is_stretch] / 2
    return points, bleu(counts[is_stretch])


@compiled
def _sorted(slope: Floats, first: Ints) -> Ints:
    """Candidates sentence by sentence, in the order of their slopes."""
    made = np.empty(slope.size, np.int64)
    for sentence in range(first.size - 1):
        begin, end = first[sentence], first[sentence + 1]
        made[begin:end] = begin + np.argsort(slope[begin:end])
    return made


@compiled
def _envelopes(height: Floats, slope: Floats, order: Ints, first: Ints) -> tuple[Ints, Floats, Ints, Ints]:
    """The candidate of each sentence that wins at minus infinity; where another takes over, which, and from which."""
    starts = np.empty(first.size - 1, np.int64)
    corners, old, new = np.empty(height.size), np.empty(height.size, np.int64), np.empty(height.size, np.int64)
    stack, since = np.empty(height.size, np.int64), np.empty(height.size)
    found = 0
    for sentence in range(first.size - 1):
        size = 0
        for place in range(first[sentence], first[sentence + 1]):
            size = _add_line(height, slope, order[place], stack, since, size)
        starts[sentence] = stack[0]
        for place in range(1, size):
            corners[found], old[found], new[found] = since[place], stack[place - 1], stack[place]
            found += 1
    return starts, corners[:found], old[:found], new[:found]


@compiled
def _add_line(height: Floats, slope: Floats, one: int, stack: Ints, since: Floats, size: int) -> int:
    """Put a line that is at least as steep as all before it onto the envelope."""
    corner = -np.inf
    while size:
        top = stack[size - 1]
        if slope[top] == slope[one]:
            if height[one] <= height[top]:
                return size
        else:
            corner = (height[top] - height[one]) / (slope[one] - slope[top])
            if corner > since[size - 1]:
                break
        size -= 1
        corner = -np.inf
    stack[size], since[size] = one, corner
    return size + 1
