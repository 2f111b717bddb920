"""How rare words are: inverse document frequencies (IDF).

    idf(w) = log(documents / documents with w)        natural logarithm, equation 4.1 of Laranjeira 2015

A word that is not listed counts as one that stands in a single document: idf = log(documents), the greatest value.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Protocol

__all__ = ["Idf", "UniformIdf", "WordIdf"]


class Idf(Protocol):
    """Tells how rare words and n-grams are. N-grams are words with single spaces between them."""

    @property
    def hapax(self) -> float:
        """The value of what is not listed, and the greatest: log(documents)."""

    def value(self, ngram: str) -> float:
        """The inverse document frequency, from 0 to `hapax`."""

    def values(self, ngrams: Iterable[str]) -> list[float]:
        """The same for many, which can be faster."""


class WordIdf:
    """IDF of single words. An n-gram gets the sum of its words: that is its IDF if words were independent.

    So `of the` counts next to nothing, and most other n-grams count as things seen once.
    """

    def __init__(self, values: Mapping[str, float], documents: float) -> None:
        self._values = values
        self.hapax = math.log(documents)

    def value(self, ngram: str) -> float:
        """The inverse document frequency of a word, or the sum over an n-gram's words."""
        known = self._values.get(ngram)
        if known is not None:
            return known
        return self._sum(ngram) if " " in ngram else self.hapax

    def values(self, ngrams: Iterable[str]) -> list[float]:
        """The value of each."""
        return [self.value(ngram) for ngram in ngrams]

    def _sum(self, ngram: str) -> float:
        # A loop, since a generator would take twice as long, and this is most of the work for n-grams.
        get, hapax, total = self._values.get, self.hapax, 0.0
        for word in ngram.split(" "):
            total += get(word, hapax)
        return min(total, hapax)


class UniformIdf:
    """For languages that nothing is known about: all words are equally rare."""

    hapax = 1.0

    def value(self, ngram: str) -> float:  # noqa: ARG002 - every n-gram is treated alike
        """Always 1."""
        return self.hapax

    def values(self, ngrams: Iterable[str]) -> list[float]:
        """1 for each."""
        return [self.hapax for _ in ngrams]
