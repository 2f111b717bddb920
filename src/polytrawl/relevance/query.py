"""The query: texts that say what is wanted, and how near other texts come to them.

    weight(t) = idf(t)                                            TF-IDF
    weight(t) = (1 - beta) * idf(t) + beta * log|C| * mwe(t)      TF-IDF-MWE, equation 4.4 of Laranjeira 2015
    cosine    = sum of tf_q * tf_p * weight^2  /  (length of the query * length of the page)

over the words or n-grams t of query q and page p, with their raw frequencies tf: raw and not logarithmic, since that
follows a focused crawl's topic better. Raw frequencies in the query let the words it is about outweigh those it
merely uses. The words of many texts are counted, weighed and compared at once, as arrays.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from polytrawl.relevance.hashes import Hashes, Words, hashes_of, joined, words_in
from polytrawl.relevance.idf import Idf
from polytrawl.relevance.mwe import Mwe
from polytrawl.relevance.words import ngrams, words

__all__ = ["BETA", "DIGITS", "Blend", "Cosines", "Query", "Remembered", "Similar"]

BETA = 0.5  # what the MWE factor counts beside the IDF: the value in the paper's figure 4.3
_APART = np.uint64(0xC2B2AE3D27D4EB4F)  # odd: tells the n-grams of one text from those of the next
_SHORT_TEXTS = 50_000  # kept at a time, some 20 MB
DIGITS = 12  # of a cosine: texts that are equal are equally near, in whatever order sums were made

_Reals = NDArray[np.float64]
_Told = TypeVar("_Told")


class Similar(Protocol):
    """Tells how near texts are to something, from 0 to 1."""

    def similarity(self, text: str) -> float:
        """The nearness of a text."""

    def similarities(self, texts: Sequence[str]) -> list[float]:
        """The same for many, which is faster."""

    def cosines(self, texts: Words) -> _Reals:
        """The same for texts that are cut into words."""


class _Grams(NamedTuple):
    """N-grams of several texts."""

    texts: NDArray[np.intp]  # in which text each stands
    parts: Sequence[Hashes]  # its first words, its second words, and so on
    hashes: Hashes

    def at(self, places: NDArray[np.intp] | NDArray[np.bool_]) -> _Grams:
        """Some of them."""
        return _Grams(self.texts[places], [part[places] for part in self.parts], self.hashes[places])


class Cosines:
    """What all have in common that compare texts."""

    def cosines(self, texts: Words) -> _Reals:
        """The nearness of each text."""
        raise NotImplementedError

    def similarity(self, text: str) -> float:
        """The nearness of a text, 0..1; 0 where it has nothing that counts."""
        return self.similarities([text])[0]

    def similarities(self, texts: Sequence[str]) -> list[float]:
        """The nearness of each text."""
        return self.cosines(words_in(texts)).tolist()  # type: ignore[no-any-return]  # floats


class Query(Cosines):
    """What is wanted, as the weights of its words, or of its sequences of n words."""

    def __init__(
        self, counts: Counter[str], *, idf: Idf, n: int = 1, mwe: Mwe | None = None, beta: float = BETA
    ) -> None:
        self.counts, self._n, self._idf, self._mwe, self._beta = counts, n, idf, mwe, beta
        hashes, times = hashes_of(counts), np.array(list(counts.values()), np.float64)
        squares = self._squares([hashes_of(ngram.split(" ")[place] for ngram in counts) for place in range(n)], hashes)
        order = np.argsort(hashes)
        self._hashes, self._pull = hashes[order], (times * squares)[order]
        self._weights = np.sqrt(squares).tolist()
        self.length = math.sqrt(np.sum(times * times * squares))

    @classmethod
    def of(cls, texts: Iterable[str], *, idf: Idf, n: int = 1, mwe: Mwe | None = None, beta: float = BETA) -> Query:
        """The query that these texts make together; n-grams do not run from one text into the next."""
        return cls(Counter(one for text in texts for one in ngrams(words(text), n)), idf=idf, n=n, mwe=mwe, beta=beta)

    def __bool__(self) -> bool:
        """Whether there is anything that a text can be similar to."""
        return self.length > 0

    def weight(self, ngram: str) -> float:
        """What one occurrence of an n-gram counts."""
        return math.sqrt(self._squares([hashes_of([word]) for word in ngram.split(" ")], hashes_of([ngram]))[0])

    def heaviest(self, number: int) -> list[tuple[str, float]]:
        """The words that count most in the query, and what they count: frequency times weight."""
        found = (
            (ngram, count * weight) for (ngram, count), weight in zip(self.counts.items(), self._weights, strict=True)
        )
        return sorted((one for one in found if one[1]), key=lambda one: (-one[1], one[0]))[:number]

    def cosines(self, texts: Words) -> _Reals:
        """The cosine between each text and the query, 0..1; 0 where either has nothing that counts."""
        if not self.length:
            return np.zeros(texts.number)
        found, counts = _counted(self._touching(_grams(texts, self._n), texts.number))
        times = self.damped(counts.astype(np.float64))
        squares = times * times * self._squares(found.parts, found.hashes)
        lengths = np.sqrt(np.bincount(found.texts, squares, texts.number)) * self.length
        dots = np.bincount(found.texts, times * self._pulls(found.hashes), texts.number)
        made = np.divide(dots, lengths, out=np.zeros(texts.number), where=lengths > 0)
        return np.minimum(np.round(made, DIGITS), 1.0)

    def _touching(self, grams: _Grams, number: int) -> _Grams:
        """Those of texts that have anything in common with the query; of many short texts, few have."""
        if number == 1:
            return grams
        touches = np.zeros(number, np.bool_)
        touches[grams.texts[self._has(grams.hashes)]] = True
        return grams if touches.all() else grams.at(touches[grams.texts])

    def _has(self, hashes: Hashes) -> NDArray[np.bool_]:
        places = np.minimum(np.searchsorted(self._hashes, hashes), len(self._hashes) - 1)
        found: NDArray[np.bool_] = self._hashes[places] == hashes
        return found

    def damped(self, times: _Reals) -> _Reals:
        """What counts as the frequencies of words in texts."""
        return times

    def _pulls(self, hashes: Hashes) -> _Reals:
        places = np.minimum(np.searchsorted(self._hashes, hashes), len(self._hashes) - 1)
        return np.where(self._hashes[places] == hashes, self._pull[places], 0.0)

    def _squares(self, parts: Sequence[Hashes], hashes: Hashes) -> _Reals:
        weights = self._idf.sequences(parts)
        if self._mwe is not None:
            factors = self._beta * self._idf.hapax * self._mwe.sequences(hashes)
            weights = (1 - self._beta) * weights + factors
        return weights * weights


def _grams(texts: Words, n: int) -> _Grams:
    """The n-grams of texts; none runs from one text into the next."""
    if n == 1:
        return _Grams(texts.texts, (texts.hashes,), texts.hashes)
    size = max(0, len(texts.hashes) - n + 1)
    inside = np.flatnonzero(texts.texts[:size] == texts.texts[len(texts.texts) - size :])
    parts = [texts.hashes[inside + place] for place in range(n)]
    return _Grams(texts.texts[inside], parts, joined(parts))


def _counted(grams: _Grams) -> tuple[_Grams, NDArray[np.intp]]:
    """The different n-grams of each text, and how often each stands there."""
    keys = grams.hashes + grams.texts.astype(np.uint64) * _APART
    order = keys.argsort()
    ordered = keys[order]
    is_last = np.ones(len(keys), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=is_last[:-1])
    ends = np.flatnonzero(is_last) + 1
    counts = ends.copy()
    counts[1:] -= ends[:-1]  # as `np.diff`, which takes four times as long for a page
    return grams.at(order[ends - counts]), counts


class Remembered(Generic[_Told]):
    """Short texts of which many are the same, such as anchors: each is looked at once."""

    def __init__(self, look: Callable[[list[str]], list[_Told]]) -> None:
        self._look = look
        self._known: dict[str, _Told] = {}

    def of(self, texts: Sequence[str]) -> list[_Told]:
        """What is told of each text."""
        known = self._known
        if unknown := [text for text in dict.fromkeys(texts) if text not in known]:
            if len(known) > _SHORT_TEXTS:
                known = self._known = {text: known[text] for text in texts if text in known}
            known.update(zip(unknown, self._look(unknown), strict=True))
        return [known[text] for text in texts]


class Blend(Cosines):
    """Words and n-grams together: alpha * ngram_score + (1 - alpha) * word_score, equation 4.2 of Laranjeira 2015."""

    def __init__(self, words: Similar, ngrams: Similar, alpha: float = 0.5) -> None:
        self._words, self._ngrams, self._alpha = words, ngrams, alpha

    def cosines(self, texts: Words) -> _Reals:
        """The nearness of each text by words and n-grams, 0..1."""
        return self._alpha * self._ngrams.cosines(texts) + (1 - self._alpha) * self._words.cosines(texts)
