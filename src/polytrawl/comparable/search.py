"""Which documents may be comparable: found by an index of rare words, never all against all."""

from __future__ import annotations

import numpy as np

from polytrawl.comparable.score import linked
from polytrawl.comparable.translations import Links
from polytrawl.lexicon.side import Floats, Ints, spread

__all__ = ["Index"]

# Words that more documents have tell little and cost most: a share of the documents, at least and at most so many.
_FREQUENT_SHARE, _FREQUENT, _MOST_FREQUENT = 0.1, 60, 300


class Index:
    """The documents of the right side by their words."""

    def __init__(self, documents: list[Ints], weights: Floats) -> None:
        tokens = np.concatenate([np.zeros(0, np.int64), *documents])
        owners = np.repeat(np.arange(len(documents)), [len(one) for one in documents])
        order = np.argsort(tokens, kind="stable")
        self._owners = owners[order]
        self._starts = np.searchsorted(tokens[order], np.arange(len(weights) + 1))
        limit = min(max(_FREQUENT_SHARE * len(documents), _FREQUENT), _MOST_FREQUENT)
        self._weights = np.where(np.diff(self._starts) <= limit, weights, 0.0)

    def sharing(self, links: Links, tokens: Ints) -> tuple[Ints, Floats]:
        """The documents that have translations of some words, and what those weigh."""
        targets = np.unique(linked(links, tokens)[1])
        targets = targets[self._weights[targets] > 0]
        starts, counts = self._starts[targets], self._starts[targets + 1] - self._starts[targets]
        owners, places = np.unique(self._owners[spread(starts, counts)], return_inverse=True)
        shared = np.bincount(places, np.repeat(self._weights[targets], counts), len(owners))
        return owners, shared.astype(float)
