"""The edit distance of TagAligner: pages as sequences of tags and texts.

A tag is a negative number and a text its length, as in Bitextor's fingerprints. With W_i, W_d and W_s from a file,
passing over a tag costs C_i(t) = W_i(t) or C_d(t) = W_d(t), and putting two together C_s = W_s(t1, t2), 0 for equal
ones; a text b costs C_i(b) = W_i Len(b) or C_d(b) = W_d Len(b), and two texts C_s = W_s |Len(b1) - Len(b2)|. A tag is
never put together with a text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from polytrawl.align.tables import STEPS
from polytrawl.align.tag_weights import TagWeights

Row = NDArray[np.float64]


class Sequences(NamedTuple):
    """A page in numbers, and for each number the block it comes from, or -1."""

    numbers: list[int]
    blocks: list[int]


def sequence_of(kinds: Sequence[str], lengths: Sequence[float], known: dict[str, int]) -> Sequences:
    """Tags as negative numbers, each before the length of its text; `known` numbers the kinds that are relevant.

    >>> sequence_of(["heading", "text"], [27, 39], {"heading": -1})
    Sequences(numbers=[-1, 27, 39], blocks=[-1, 0, 1])
    """
    numbers: list[int] = []
    blocks: list[int] = []
    for block, (kind, length) in enumerate(zip(kinds, lengths, strict=True)):
        if kind in known:
            numbers.append(known[kind])
            blocks.append(-1)
        numbers.append(max(0, round(length)))
        blocks.append(block)
    return Sequences(numbers, blocks)


def number_kinds(weights: TagWeights) -> dict[str, int]:
    """The negative number of each kind that is in a category."""
    kinds = dict.fromkeys(kind for kinds in weights.categories.values() for kind in kinds)
    return {kind: -number for number, kind in enumerate(kinds, start=1)}


class TagCosts:
    """The costs of edit operations; all steps but those of an edit distance are out of the question."""

    def __init__(self, left: Sequence[int], right: Sequence[int], weights: TagWeights) -> None:
        known = number_kinds(weights)
        self._names = {number: kind for kind, number in known.items()}
        self._weights, self._left = weights, left
        self._numbers = np.array([0, *right], dtype=np.float64)
        self._of_tags: dict[int, Row] = {}
        inserted = [self._passed(number, weights.insertion, weights.text.insertion) for number in right]
        self._skips = np.concatenate(([0.0], np.cumsum(inserted)))

    def row(self, i: int, start: int, stop: int) -> Row:
        """The cost of each step that ends at (i, j)."""
        number, weights = self._left[i - 1], self._weights
        costs = np.full((len(STEPS), stop - start), np.inf)
        costs[STEPS.index((1, 1))] = self._put_together(number)[start:stop]
        costs[STEPS.index((1, 0))] = self._passed(number, weights.deletion, weights.text.deletion)
        return costs

    def skips(self) -> Row:
        """The cost of passing over the first numbers of the right side."""
        return self._skips

    def _passed(self, number: int, tags: dict[str, float], text: float) -> float:
        return tags[self._weights.category(self._names[number])] if number < 0 else text * number

    def _put_together(self, number: int) -> Row:
        """The cost of putting a number of the left side together with each of the right."""
        if number >= 0:
            different = np.abs(self._numbers - number) * self._weights.text.substitution
            return np.where(self._numbers >= 0, different, np.inf)
        if number not in self._of_tags:
            prices = {other: self._weights.between(self._names[number], name) for other, name in self._names.items()}
            self._of_tags[number] = np.array([prices.get(int(other), np.inf) for other in self._numbers])
        return self._of_tags[number]
