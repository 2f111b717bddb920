"""Minimum error rate training: the weights with which the candidates that win have the best BLEU (Och 2003).

Along a line of weights the score of each candidate is a straight line, so that the best candidate of a sentence changes
at corners of the upper envelope of lines; between the corners of all sentences BLEU is constant. So the best point of a
line is found exactly. Lines go along the axes and in random directions, from several starts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from polytrawl.translate.bleu import bleu
from polytrawl.translate.candidates import Candidates, Mask
from polytrawl.translate.fast import compiled
from polytrawl.translate.lm_core import Floats, Ints

__all__ = ["Mert", "best_on_line"]

_LEAST_GAIN = 1e-6  # of BLEU from 0 to 1; less is no gain
_NEAR = 1e-12  # corners that are no further apart are one
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
        spread = np.maximum(np.abs(now), np.abs(now[is_tuned]).mean())
        starts = [now] + [
            np.where(is_tuned, now + spread * dice.normal(size=now.size), now) for _ in range(self.restarts)
        ]
        ends = [self._climb(candidates, start, anchor, is_tuned, dice) for start in starts]
        return max(ends, key=lambda end: end[0])[1]

    def _climb(
        self, candidates: Candidates, now: Floats, anchor: Floats, is_tuned: Mask, dice: np.random.Generator
    ) -> tuple[float, Floats]:
        """Go along the best of several lines until none of them is better."""
        reached = candidates.bleu(now) - self.l2 * float(((now - anchor) ** 2).sum())
        axes = np.eye(now.size)[is_tuned]
        while True:
            random = dice.normal(size=(self.directions, now.size)) * is_tuned
            found = [self._best(candidates, now, anchor, line) for line in (*axes, *random)]
            best, weights = max(found, key=lambda one: one[0])
            if best <= reached + _LEAST_GAIN:
                return reached, now
            reached, now = best, weights

    def _best(self, candidates: Candidates, now: Floats, anchor: Floats, line: Floats) -> tuple[float, Floats]:
        points, values = best_on_line(candidates, now, line)
        away = now - anchor + points[:, None] * line
        values = values - self.l2 * (away**2).sum(axis=1)
        best = int(np.argmax(values))
        return float(values[best]), now + points[best] * line


def best_on_line(candidates: Candidates, now: Floats, line: Floats) -> tuple[Floats, Floats]:
    """Points along a line of weights, one for each stretch on which BLEU is constant, and its BLEU there."""
    starts, corners, old, new = _envelopes(candidates.features @ now, candidates.features @ line, candidates.first)
    order = np.argsort(corners, kind="stable")
    changes = candidates.counts[new[order]] - candidates.counts[old[order]]
    counts = candidates.counts[starts].sum(axis=0) + np.concatenate(
        (np.zeros((1, changes.shape[1])), changes.cumsum(axis=0))
    )
    if not corners.size:
        return np.zeros(1), bleu(counts)
    ends = np.concatenate(([corners[order[0]] - 2 * _BEYOND], corners[order], [corners[order[-1]] + 2 * _BEYOND]))
    is_stretch = np.diff(ends) > _NEAR  # where corners fall together, there is nothing in between
    points = (ends[1:] + ends[:-1])[is_stretch] / 2
    return points, bleu(counts[is_stretch])


@compiled
def _envelopes(height: Floats, slope: Floats, first: Ints) -> tuple[Ints, Floats, Ints, Ints]:
    """The candidate of each sentence that wins at minus infinity; where another takes over, which, and from which."""
    starts = np.empty(first.size - 1, np.int64)
    corners, old, new = np.empty(height.size), np.empty(height.size, np.int64), np.empty(height.size, np.int64)
    found = 0
    for sentence in range(first.size - 1):
        begin = first[sentence]
        order = begin + np.argsort(slope[begin : first[sentence + 1]])
        stack, since = np.empty(order.size, np.int64), np.empty(order.size)
        size = 0
        for one in order:
            size = _add_line(height, slope, one, stack, since, size)
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
