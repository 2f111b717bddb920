"""What speaks for each bead: how often beads of its kind are met, its lengths, its words, and where paragraphs begin.

All of it is in log odds against sentences that have nothing to do with each other, for all places of a tile at once.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from polytrawl.lexicon.lexicon import Direction
from polytrawl.lexicon.side import Floats, Ints, Layout, Side, spread

__all__ = ["ALONE", "KINDS", "USUAL", "Kinds", "Matter", "Scores", "score"]

Scores = NDArray[np.float32]
Kinds = tuple[tuple[int, int], ...]

# How often each kind of bead is met: sentences on the left, on the right. Strict F1 on Text+Berg dev: .862; 2-1 at .04
# .854, at .1 .866; 3-1 and 2-2 at .02 .857; sentences alone at .01 .856, .02 .853, .08 .860, and FLORES is best at .08;
# without 3-3 .880 instead of .885.
_FREQUENCIES = {
    (1, 1): 0.75, (2, 1): 0.07, (1, 2): 0.07, (2, 2): 0.015, (3, 1): 0.008, (1, 3): 0.008, (3, 2): 0.003,
    (2, 3): 0.003, (4, 1): 0.002, (1, 4): 0.002, (3, 3): 0.002,
}  # fmt: skip
KINDS: Kinds = tuple(_FREQUENCIES)
USUAL: Kinds = KINDS[:6]  # enough to learn from, and for runs of sentences
ALONE = math.log(0.05)  # a sentence without a partner
_PRIORS = np.log([_FREQUENCIES[kind] for kind in KINDS]).astype(np.float32)

# Of the logarithm of the ratio of two lengths: its variance is _PER_LETTER / length + _SPREAD squared in true pairs,
# and _ANY squared more in others. Text+Berg and FLORES de-it: 6.8 and .2 .861 .969; .15 .872 .973; .1 with 4 .880 .983;
# .05 with 4 .875 .990. FLORES is translated more closely than most of what is on the web.
_PER_LETTER, _SPREAD, _ANY = 4.0, 0.1, 1.0
# What words say counts a little less than if they did not depend on each other: 1 .854, .8 .861, .6 .870, .5 .858.
_WORDS = 0.8

# On the German and Italian installation guide, short blocks taken as headings, 10 % of the blocks of each side left
# out, the share of beads whose sentences come from the same blocks: all three 0 .957; 1, 1.5, 1 .969; 2, 3, 2 .977;
# 4, 4, 4 .980; 6, 6, 6 .981; with nothing left out .999, .999, .999, .998, .998.
_APART, _REACHED, _MIXED = 4.0, 4.0, 4.0

_IMPOSSIBLE = np.float32(-1e30)


class Matter(NamedTuple):
    """Two texts and what is known about their languages."""

    left: Side
    right: Side
    forth: Direction
    back: Direction
    ratio: float  # right letters for a left one


def score(matter: Matter, rows: range, columns: range, kinds: Kinds) -> Scores:
    """For each kind of bead and each place it may begin at, its score; impossible where it reaches out of a text."""
    most = max(max(kind) for kind in kinds)
    left = matter.left.cut(rows.start, min(rows.stop + most - 1, matter.left.size))
    right = matter.right.cut(columns.start, min(columns.stop + most - 1, matter.right.size))
    forth = _explained(left, right, matter.forth, most)
    back = _explained(right, left, matter.back, most)
    found = np.full((len(kinds), len(rows), len(columns)), _IMPOSSIBLE, dtype=np.float32)
    for number, (ups, across) in enumerate(kinds):
        high, wide = min(len(rows), left.size - ups + 1), min(len(columns), right.size - across + 1)
        if high > 0 and wide > 0:
            words = np.zeros((high, wide), dtype=np.float32)
            for at in range(across):
                words += forth[ups - 1, :high, at : at + wide]
            for at in range(ups):
                words += back[across - 1, :wide, at : at + high].T
            lengths = _lengths(_runs(left.widths, ups)[:high], _runs(right.widths, across)[:wide], matter.ratio)
            found[number, :high, :wide] = _PRIORS[number] + lengths + (_WORDS / 2) * words
            if left.layout.begins.any() and right.layout.begins.any():
                found[number, :high, :wide] -= _broken(left.layout, right.layout, ups, across)[:high, :wide]
    return found


def _broken(left: Layout, right: Layout, ups: int, across: int) -> Scores:
    """What it costs to begin a bead at a paragraph of one side only, to reach over its end, and to mix kinds."""
    ours, theirs = _inner(left.begins, ups), _inner(right.begins, across)
    apart = np.abs(left.begins[: len(ours), None] - right.begins[None, : len(theirs)])
    reached = ours[:, None] + theirs[None, :]
    mixed = left.kinds[: len(ours), None] != right.kinds[None, : len(theirs)]
    found: Scores = (_APART * apart + _REACHED * reached + _MIXED * mixed).astype(np.float32)
    return found


def _inner(begins: Floats, size: int) -> Floats:
    """How many paragraphs begin inside of so many units, from each place on."""
    found: Floats = _runs(begins, size) - begins[: len(begins) - size + 1]
    return found


def _runs(values: Floats, size: int) -> Floats:
    """The sums of so many values from each place on."""
    total = np.concatenate(([0.0], np.cumsum(values)))
    found: Floats = total[size:] - total[:-size]
    return found


def _lengths(left: Floats, right: Floats, ratio: float) -> Scores:
    """What the lengths of two pieces of text say."""
    left = left * ratio
    far: Scores = np.log(right)[None, :].astype(np.float32) - np.log(left)[:, None].astype(np.float32)
    mean = (left[:, None].astype(np.float32) + right[None, :].astype(np.float32)) / 2
    near = np.float32(_PER_LETTER) / mean + np.float32(_SPREAD**2)
    wide = near + np.float32(_ANY**2)
    found: Scores = ((np.log(wide / near) - far * far * (1 / near - 1 / wide)) / 2).astype(np.float32)
    return found


def _explained(source: Side, target: Side, direction: Direction, most: int) -> Scores:
    """For one to `most` source units from each place on, how well their words explain those of each target unit.

    The sum over the words w of log(p0(w) + (1 - p0(w)) * sum over source words s of t(w|s) / (L * p(w))): a word that
    translates none of the L source words counts against them as far as words like it usually have a translation.
    """
    words, place = np.unique(target.words, return_inverse=True)
    unit = np.repeat(np.arange(target.size), target.counts)
    holds = np.bincount(place * target.size + unit, minlength=len(words) * target.size)
    holds = holds.reshape(len(words), target.size).astype(np.float32)
    reached = _reached(source, words, direction)
    alone = direction.alone[words].astype(np.float32)
    odds = ((1 - direction.alone[words]) / direction.frequencies[words]).astype(np.float32)
    found = np.zeros((most, source.size, target.size), dtype=np.float32)
    for size in range(1, min(most, source.size) + 1):
        count = source.size - size + 1
        together = sum(reached[at : at + count] for at in range(size))
        lengths = _runs(source.counts.astype(float), size).astype(np.float32)
        found[size - 1, :count] = np.log(alone + odds * together / lengths[:, None]) @ holds
    return found


def _reached(source: Side, words: Ints, direction: Direction) -> Scores:
    """The sum of the probabilities with which the words of each source unit give each of some words."""
    local = np.full(len(direction.frequencies), -1, dtype=np.int64)
    local[words] = np.arange(len(words))
    starts = direction.starts[source.words]
    counts = direction.starts[source.words + 1] - starts
    entries = spread(starts, counts)
    unit = np.repeat(np.repeat(np.arange(source.size), source.counts), counts)
    place = local[direction.targets[entries]]
    keep = place >= 0
    flat = unit[keep] * len(words) + place[keep]
    sums = np.bincount(flat, direction.probabilities[entries[keep]], source.size * len(words))
    return sums.reshape(source.size, len(words)).astype(np.float32)
