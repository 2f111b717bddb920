"""Sections that stand in another order on the two pages.

A way through two texts cannot cross itself, so what was moved is left alone on both sides of it. Runs of sentences that
are alone are compared with each other as wholes, and those that belong together are aligned.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from polytrawl.align.lexical.band import way
from polytrawl.align.lexical.beads import ALONE, Matter, score
from polytrawl.align.lexical.search import Step
from polytrawl.lexicon.side import Ints, Side, plain

__all__ = ["moved"]

_MOST = 200  # runs of each side that are compared, the longest ones
_NEAREST = 2  # runs that each run is aligned with, to see
# How much likelier beads must be than sentences that stand alone, in nats for each sentence. On the German and Italian
# installation guide with 10 % of the blocks of each side left out, where nothing is moved, beads that are taken for it:
# 1 .013, 2 .008, 3 .005, 4 .004, 5 .002; with a sixth of each Italian page moved, the share of its sentences that are
# found and that is right of the beads found: 1 .78 .90, 2 .78 .93, 3 .78 .96, 4 .77 .97, 5 .74 .97; with nothing left
# out at 4 .95 and .996.
_LEAST = 4.0
_SHORTEST = 60.0  # letters of a run; shorter ones look like others by chance. Guess.


class _Run(NamedTuple):
    """Sentences in a row, without a partner."""

    first: int
    end: int


class _Found(NamedTuple):
    gain: float
    left: _Run
    right: _Run
    steps: list[Step]


def moved(matter: Matter, steps: Sequence[Step]) -> list[Step]:
    """The beads of sections that stand in another order, given the way through both texts."""
    left = _longest(_runs((step.row, step.ups) for step in steps if not step.across), matter.left)
    right = _longest(_runs((step.column, step.across) for step in steps if not step.ups), matter.right)
    if not left or not right:
        return []
    beads: list[Step] = []
    taken: tuple[set[_Run], set[_Run]] = set(), set()
    for one in sorted(_aligned(matter, left, right), key=lambda one: -one.gain):
        if one.left not in taken[0] and one.right not in taken[1]:
            taken[0].add(one.left)
            taken[1].add(one.right)
            beads += one.steps
    return beads


def _runs(alone: Iterable[tuple[int, int]]) -> Iterator[_Run]:
    """Sentences that follow each other, as runs."""
    run: _Run | None = None
    for first, size in alone:
        if run and run.end == first:
            run = _Run(run.first, first + size)
        else:
            if run:
                yield run
            run = _Run(first, first + size)
    if run:
        yield run


def _longest(runs: Iterable[_Run], side: Side) -> list[_Run]:
    lengths = {run: float(side.widths[run.first : run.end].sum()) for run in runs}
    long = [run for run, length in lengths.items() if length >= _SHORTEST]
    return sorted(sorted(long, key=lambda run: -lengths[run])[:_MOST])


def _aligned(matter: Matter, left: Sequence[_Run], right: Sequence[_Run]) -> Iterator[_Found]:
    """Runs that are worth more together than alone."""
    whole = matter._replace(left=_as_units(matter.left, left), right=_as_units(matter.right, right))
    scores = score(whole, range(len(left)), range(len(right)), ((1, 1),))[0]
    for row, own in enumerate(scores):
        for column in np.argsort(-own)[:_NEAREST].tolist():
            found = _found(matter, left[row], right[column])
            if found:
                yield found


def _as_units(side: Side, runs: Sequence[_Run]) -> Side:
    """A text in which each run is one unit."""
    parts = [side.words[side.starts[run.first] : side.starts[run.end]] for run in runs]
    starts: Ints = np.cumsum([0, *map(len, parts)])
    widths = np.array([side.widths[run.first : run.end].sum() for run in runs])
    return Side(np.concatenate(parts), starts, widths, plain(len(runs)))


def _found(matter: Matter, left: _Run, right: _Run) -> _Found | None:
    sides = matter.left.cut(left.first, left.end), matter.right.cut(right.first, right.end)
    steps = [step for step in way(matter._replace(left=sides[0], right=sides[1])) if step.ups and step.across]
    good = [step for step in steps if step.value / (step.ups + step.across) - ALONE >= _LEAST]
    if not good:
        return None
    gain = sum(step.value - ALONE * (step.ups + step.across) for step in good)
    placed = [step._replace(row=step.row + left.first, column=step.column + right.first) for step in good]
    return _Found(gain, left, right, placed)
