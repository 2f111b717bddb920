"""A linear classifier on hashed features, in NumPy: logistic regression over the words and word pairs of texts.

Words and pairs have no table: a hash names the place of each, so that a model is one row of numbers of fixed size, and
knows no language. Two that share a place are rare enough not to matter.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import xxhash
from numpy.typing import NDArray

from polytrawl.relevance.idf import Idf
from polytrawl.relevance.words import ngrams, words

__all__ = ["Features", "Labelled", "Linear", "features", "train"]

_PLACES = 1 << 18
_STEPS = 300
_DECAY = 1e-4  # the penalty on large weights

_Reals = NDArray[np.float64]


class Features(NamedTuple):
    """What a text is made of: places and values, of length 1 together."""

    places: NDArray[np.uint32]
    values: NDArray[np.float32]


def features(text: str, idf: Idf) -> Features:
    """The words and word pairs of a text, weighted by (1 + log of their frequency) and by how rare they are."""
    cut = words(text)
    counts = Counter([*cut, *ngrams(cut, 2)])
    places = np.array([xxhash.xxh32_intdigest(one.encode()) & (_PLACES - 1) for one in counts], np.uint32)
    values = np.array(
        [(1 + math.log(count)) * weight for count, weight in zip(counts.values(), idf.values(counts), strict=True)]
    )
    length = float(np.linalg.norm(values)) or 1.0
    return Features(places, (values / length).astype(np.float32))


class Linear(NamedTuple):
    """A trained model."""

    weights: NDArray[np.float32]
    bias: float

    def probability(self, found: Features) -> float:
        """How likely a text is one of the wanted kind, 0..1."""
        score = self.bias + float(self.weights[found.places] @ found.values) if len(found.places) else self.bias
        return 1 / (1 + math.exp(-max(-500.0, min(500.0, score))))


class Labelled(NamedTuple):
    """A text to learn from, and what it counts beside others of its label."""

    found: Features
    is_wanted: bool
    weight: float = 1.0


def train(examples: Sequence[Labelled]) -> Linear:
    """The model that tells both labels apart; each label counts the same in sum. Equal examples give equal models."""
    rows = np.repeat(np.arange(len(examples)), [len(one.found.places) for one in examples])
    columns, places = np.unique(np.concatenate([one.found.places for one in examples]), return_inverse=True)
    values = np.concatenate([one.found.values for one in examples]).astype(np.float64)
    labels = np.array([one.is_wanted for one in examples])
    weights, bias = _descend(_Matrix(rows, places, values, (len(examples), len(columns))), labels, _shares(examples))
    whole = np.zeros(_PLACES, np.float32)
    whole[columns] = weights
    return Linear(whole, bias)


class _Matrix(NamedTuple):
    """Features of all examples, by row and column."""

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    values: _Reals
    shape: tuple[int, int]

    def times(self, weights: _Reals) -> _Reals:
        """One number for each example."""
        made: _Reals = np.bincount(self.rows, self.values * weights[self.columns], self.shape[0]).astype(np.float64)
        return made

    def gathered(self, errors: _Reals) -> _Reals:
        """One number for each feature."""
        made: _Reals = np.bincount(self.columns, self.values * errors[self.rows], self.shape[1]).astype(np.float64)
        return made


def _shares(examples: Sequence[Labelled]) -> _Reals:
    """What each example counts: half for each label in all."""
    sums = {label: sum(one.weight for one in examples if one.is_wanted == label) or 1.0 for label in (True, False)}
    return np.array([one.weight / (2 * sums[one.is_wanted]) for one in examples])


def _descend(matrix: _Matrix, labels: NDArray[np.bool_], shares: _Reals) -> tuple[_Reals, float]:
    """Nesterov's accelerated gradient descent: the last number of a point is its bias, which has no penalty."""
    point = before = np.zeros(matrix.shape[1] + 1)
    step = 1 / (0.5 + _DECAY)  # rows have length 1, and 1 more for the bias; the curve bends by at most a quarter of it
    for turn in range(_STEPS):
        ahead = point + (turn / (turn + 3)) * (point - before)
        scores = np.clip(matrix.times(ahead[:-1]) + ahead[-1], -500, 500)
        errors = shares * (1 / (1 + np.exp(-scores)) - labels)
        slope = np.append(matrix.gathered(errors) + _DECAY * ahead[:-1], errors.sum())
        before, point = point, ahead - step * slope
    return point[:-1], float(point[-1])
