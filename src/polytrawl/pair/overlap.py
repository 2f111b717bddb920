"""How much two texts have in common, by the rarity of what they share; found by an index, never all against all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from polytrawl.pair.couples import Couples, Floats, Ints

__all__ = ["Overlap"]

# Of all documents, and at least so many: what more of them have tells little, and costs most. Guess.
_FREQUENT_SHARE, _FREQUENT = 0.1, 60
_MOST_FREQUENT = 300  # so that work stays linear on sites of any size


class _Row(NamedTuple):
    """The tokens of a document, sorted, and their weights; all weights together have length 1."""

    tokens: Ints
    weights: Floats


class Overlap:
    """The tokens of documents as vectors, and an index of those that few documents have."""

    def __init__(self, counts: Sequence[Mapping[str, int]], languages: Ints) -> None:
        self._languages = languages
        rows, frequency = _numbered(counts)
        rarity = np.log((len(counts) + 1) / np.maximum(frequency, 1))
        self._rows = [_weighted(row, rarity) for row in rows]
        limit = min(max(_FREQUENT_SHARE * len(counts), _FREQUENT), _MOST_FREQUENT)
        is_telling = (frequency > 1) & (frequency <= limit)
        self._telling = [
            _Row(row.tokens[is_telling[row.tokens]], row.weights[is_telling[row.tokens]]) for row in self._rows
        ]
        self._starts, self._owners, self._weights = _index(self._telling, len(frequency))

    def nearest(self, most: int) -> Couples:
        """For each document those of each other language that share most with it."""
        found: list[tuple[int, int]] = []
        for number in range(len(self._rows)):
            others, scores = self._sharing(number)
            languages = self._languages[others]
            for language in np.unique(languages).tolist():
                if language != self._languages[number]:
                    own = np.flatnonzero(languages == language)
                    if len(own) > most:
                        own = own[np.argsort(-scores[own], kind="stable")[:most]]
                    found += [(number, other) for other in others[own].tolist()]
        return Couples.of(found)

    def _sharing(self, number: int) -> tuple[Ints, Floats]:
        """The documents that share a telling token with this one, and how much."""
        tokens, weights = self._telling[number]
        starts, sizes = self._starts[tokens], self._starts[tokens + 1] - self._starts[tokens]
        places = np.repeat(starts - np.cumsum(sizes) + sizes, sizes) + np.arange(sizes.sum())
        others, whose = np.unique(self._owners[places], return_inverse=True)
        shared = np.repeat(weights, sizes) * self._weights[places]
        return others, np.bincount(whose, shared, len(others)).astype(float)

    def cosines(self, couples: Couples) -> Floats:
        """The cosine of the vectors of each couple, over all tokens."""
        return np.array([_cosine(self._rows[left], self._rows[right]) for left, right in couples.numbers()])


def _numbered(counts: Sequence[Mapping[str, int]]) -> tuple[list[_Row], Ints]:
    """Tokens as numbers with their counts, and in how many documents each is."""
    numbers: dict[str, int] = {}
    rows = []
    for one in counts:
        tokens = np.array([numbers.setdefault(token, len(numbers)) for token in one], dtype=np.int64)
        order = np.argsort(tokens)
        rows.append(_Row(tokens[order], np.array(list(one.values()), dtype=float)[order]))
    every = np.concatenate([np.zeros(0, np.int64), *(row.tokens for row in rows)])
    return rows, np.bincount(every, minlength=len(numbers))


def _weighted(row: _Row, rarity: Floats) -> _Row:
    weights = rarity[row.tokens] * (1 + np.log(row.weights))
    return _Row(row.tokens, weights / (np.sqrt(weights @ weights) or 1.0))


def _index(rows: Sequence[_Row], tokens: int) -> tuple[Ints, Ints, Floats]:
    """Where the entries of each token start, and whose they are, with their weights."""
    every = np.concatenate([np.zeros(0, np.int64), *(row.tokens for row in rows)])
    owners = np.repeat(np.arange(len(rows)), [len(row.tokens) for row in rows])
    weights = np.concatenate([np.zeros(0), *(row.weights for row in rows)])
    order = np.argsort(every, kind="stable")
    return np.searchsorted(every[order], np.arange(tokens + 1)), owners[order], weights[order]


def _cosine(one: _Row, other: _Row) -> float:
    _, left, right = np.intersect1d(one.tokens, other.tokens, assume_unique=True, return_indices=True)
    return float(one.weights[left] @ other.weights[right])
