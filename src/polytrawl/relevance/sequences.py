"""The query by sequences of words: the n-grams of many texts are counted, weighed and compared at once, as arrays."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from polytrawl.relevance.hashes import Hashes, Vocabulary, hashes_of, joined
from polytrawl.relevance.idf import Idf
from polytrawl.relevance.mwe import Mwe
from polytrawl.relevance.query import Text, cut
from polytrawl.relevance.words import ngrams, words

__all__ = ["BETA", "Sequences"]

BETA = 0.5  # what the MWE factor counts beside the IDF: the value in the paper's figure 4.3
_APART = np.uint64(0xD6E8FEB86659FD93)  # odd: tells the n-grams of one text from those of the next

_Reals = NDArray[np.float64]


class _Counted(NamedTuple):
    """The different n-grams of each of several texts."""

    texts: NDArray[np.intp]  # in which text it stands
    times: _Reals
    parts: tuple[Hashes, ...]  # its first words, its second words, and so on
    hashes: Hashes


class Sequences:
    """What is wanted, as the weights of its n-grams."""

    def __init__(self, counts: Counter[str], *, n: int, idf: Idf, mwe: Mwe | None = None, beta: float = BETA) -> None:
        self._n, self._idf, self._mwe, self._beta = n, idf, mwe, beta
        self._vocabulary = Vocabulary()
        hashes, times = hashes_of(counts), np.array(list(counts.values()), np.float64)
        squares = self._squares([hashes_of(ngram.split(" ")[place] for ngram in counts) for place in range(n)], hashes)
        order = np.argsort(hashes)
        self._hashes, self._pull = hashes[order], (times * squares)[order]
        self._length = math.sqrt(np.sum(times * times * squares))

    @classmethod
    def of(cls, texts: Iterable[str], *, n: int, idf: Idf, mwe: Mwe | None = None, beta: float = BETA) -> Sequences:
        """The query that these texts make together; n-grams do not run from one text into the next."""
        counts = Counter(ngram for text in texts for ngram in ngrams(words(text), n))
        return cls(counts, n=n, idf=idf, mwe=mwe, beta=beta)

    def __bool__(self) -> bool:
        """Whether there is anything that a text can be similar to."""
        return self._length > 0

    def weight(self, ngram: str) -> float:
        """What one occurrence of an n-gram counts."""
        return math.sqrt(self._squares([hashes_of([word]) for word in ngram.split(" ")], hashes_of([ngram]))[0])

    def similarity(self, text: Text) -> float:
        """The cosine between a text and the query, 0..1; 0 where either has nothing that counts."""
        return self.similarities([text])[0]

    def similarities(self, texts: Sequence[Text]) -> list[float]:
        """The cosine of each text."""
        if not self._length:
            return [0.0] * len(texts)
        found = self._counted([cut(text) for text in texts])
        squares = self._squares(found.parts, found.hashes)
        lengths = np.sqrt(np.bincount(found.texts, found.times * found.times * squares, len(texts)))
        dots = np.bincount(found.texts, found.times * self._pulled(found.hashes), len(texts))
        cosines = np.divide(dots, lengths * self._length, out=np.zeros(len(texts)), where=lengths > 0)
        return np.minimum(cosines, 1.0).tolist()  # type: ignore[no-any-return]  # floats

    def _counted(self, texts: Sequence[Sequence[str]]) -> _Counted:
        hashes = self._vocabulary.hashes(list(chain.from_iterable(texts)))
        numbers = np.repeat(np.arange(len(texts)), [len(text) for text in texts])
        size = max(0, len(hashes) - self._n + 1)
        inside = np.flatnonzero(numbers[:size] == numbers[len(numbers) - size :])
        parts = [hashes[inside + place] for place in range(self._n)]
        keys = joined(parts)
        _, first, times = np.unique(
            keys + numbers[inside].astype(np.uint64) * _APART, return_index=True, return_counts=True
        )
        return _Counted(
            numbers[inside][first], times.astype(np.float64), tuple(part[first] for part in parts), keys[first]
        )

    def _pulled(self, hashes: Hashes) -> _Reals:
        places = np.minimum(np.searchsorted(self._hashes, hashes), len(self._hashes) - 1)
        return np.where(self._hashes[places] == hashes, self._pull[places], 0.0)

    def _squares(self, parts: Sequence[Hashes], hashes: Hashes) -> _Reals:
        weights = self._idf.sequences(parts)
        if self._mwe is not None:
            factors = self._beta * self._idf.hapax * self._mwe.sequences(hashes)
            weights = (1 - self._beta) * weights + factors
        return weights * weights
