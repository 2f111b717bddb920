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

__all__ = ["DOUBT", "Features", "Labelled", "Linear", "features", "train"]

_PLACES = 1 << 18
_WORDS = 2000  # of a text; what comes later says little that is new
# Average precision on 1200 pages of "Wikipedia for Schools", 5 to learn from and 1000 as background: .604, .597, .595,
# .595 (health) and .889 four times (dinosaurs) with a penalty of 1e-4, 1e-3, 1e-2, 1e-1.
_DECAY = 1e-3  # the penalty on large weights
_STEPS = 60
DOUBT = 0.1  # what a page of the background counts beside one that was judged: it may well be on the topic. A guess.

_Reals = NDArray[np.float64]


class Features(NamedTuple):
    """What a text is made of: places and values, of length 1 together."""

    places: NDArray[np.uint32]
    values: NDArray[np.float32]


def features(text: str, idf: Idf) -> Features:
    """The words and word pairs of a text, weighted by (1 + log of their frequency) and by how rare they are."""
    cut = words(text)[:_WORDS]
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

    def score(self, found: Features) -> float:
        """How much speaks for a text: above 0 it is rather of the wanted kind."""
        return self.bias + (float(self.weights[found.places] @ found.values) if len(found.places) else 0.0)

    def probability(self, found: Features) -> float:
        """How likely a text is of the wanted kind, 0..1."""
        return 1 / (1 + math.exp(-max(-500.0, min(500.0, self.score(found)))))

    def scaled(self, factor: float, middle: float) -> Linear:
        """The same model with scores that are `factor` times their distance from `middle`."""
        return Linear((self.weights * factor).astype(np.float32), (self.bias - middle) * factor)


class Labelled(NamedTuple):
    """A text to learn from; `weight` is what it counts beside others of its label."""

    found: Features
    is_wanted: bool
    weight: float = 1.0


def train(examples: Sequence[Labelled]) -> Linear:
    """The model that tells both labels apart; each label counts the same in sum. Equal examples give equal models.

    Only features of examples that count in full have a weight: the background says how common those are.
    """
    columns = np.unique(np.concatenate([one.found.places for one in examples if one.weight >= 1]))
    labels = np.array([one.is_wanted for one in examples])
    weights, bias = _descend(_matrix(examples, columns), labels, _shares(examples))
    whole = np.zeros(_PLACES, np.float32)
    whole[columns] = weights
    return Linear(whole, bias)


def _matrix(examples: Sequence[Labelled], columns: NDArray[np.uint32]) -> _Matrix:
    rows = np.repeat(np.arange(len(examples)), [len(one.found.places) for one in examples])
    places = np.concatenate([one.found.places for one in examples])
    values = np.concatenate([one.found.values for one in examples]).astype(np.float64)
    found = np.minimum(np.searchsorted(columns, places), max(0, len(columns) - 1))
    is_known = columns[found] == places if len(columns) else np.zeros(len(places), bool)
    return _Matrix(rows[is_known], found[is_known], values[is_known], (len(examples), len(columns)))


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
