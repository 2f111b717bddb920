"""How rare words are: inverse document frequencies (IDF).

    idf(w) = log(documents / documents with w)        natural logarithm, equation 4.1 of Laranjeira 2015

A word that is not listed counts as one that stands in a single document: idf = log(documents), the greatest value.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from polytrawl.relevance.hashes import Hashes, HashTable, joined

__all__ = ["CommonIdf", "Idf", "UniformIdf", "WordIdf"]


class Idf(Protocol):
    """Tells how rare words and n-grams are. N-grams are words with single spaces between them."""

    @property
    def hapax(self) -> float:
        """The value of what is not listed, and the greatest: log(documents)."""

    def value(self, ngram: str) -> float:
        """The inverse document frequency, from 0 to `hapax`."""

    def values(self, ngrams: Iterable[str]) -> list[float]:
        """The value of each."""

    def sequences(self, parts: Sequence[Hashes]) -> NDArray[np.float64]:
        """The values of n-grams, given the numbers of their first words, their second words, and so on."""


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
        if " " not in ngram:
            return self.hapax
        return min(self.hapax, sum(self._values.get(word, self.hapax) for word in ngram.split(" ")))

    def values(self, ngrams: Iterable[str]) -> list[float]:
        """The value of each."""
        return [self.value(ngram) for ngram in ngrams]

    def sequences(self, parts: Sequence[Hashes]) -> NDArray[np.float64]:
        """The values of n-grams, given by the numbers of their words."""
        if len(parts) == 1:
            return self._table.get(parts[0], self.hapax)
        words = [self._table.get(part, self.hapax) for part in parts]
        whole = self._table.get(joined(parts), np.nan)
        return np.where(np.isnan(whole), np.minimum(np.sum(words, axis=0), self.hapax), whole)

    @cached_property
    def _table(self) -> HashTable:
        return HashTable(self._values)


class UniformIdf:
    """For languages that nothing is known about: all words are equally rare."""

    hapax = 1.0

    def value(self, ngram: str) -> float:  # noqa: ARG002 - every n-gram is treated alike
        """Always 1."""
        return self.hapax

    def values(self, ngrams: Iterable[str]) -> list[float]:
        """1 for each."""
        return [self.hapax for _ in ngrams]

    def sequences(self, parts: Sequence[Hashes]) -> NDArray[np.float64]:
        """1 for each."""
        return np.ones(len(parts[0]))


class CommonIdf:
    """Words of several languages: what is common in one of them is common.

    Languages that nothing is known about have no say where another is known: to them all words are equally common.
    """

    def __init__(self, languages: Sequence[Idf]) -> None:
        known = [one for one in languages if not isinstance(one, UniformIdf)]
        self._languages = known or languages
        self.hapax = max(one.hapax for one in self._languages)

    def value(self, ngram: str) -> float:
        """The least of the values."""
        return min(one.value(ngram) for one in self._languages)

    def values(self, ngrams: Iterable[str]) -> list[float]:
        """The least value of each."""
        return [self.value(ngram) for ngram in ngrams]

    def sequences(self, parts: Sequence[Hashes]) -> NDArray[np.float64]:
        """The least value of each n-gram."""
        return np.min([one.sequences(parts) for one in self._languages], axis=0)  # type: ignore[no-any-return]  # floats
