"""The query: texts that say what is wanted, and how near other texts come to them.

    weight(t) = idf(t)                                            TF-IDF
    weight(t) = (1 - beta) * idf(t) + beta * log|C| * mwe(t)      TF-IDF-MWE, equation 4.4 of Laranjeira 2015
    cosine    = sum of tf_q * tf_p * weight^2  /  (length of the query * length of the page)

over the words or n-grams t of query q and page p, with their raw frequencies tf: raw and not logarithmic, since that
follows a focused crawl's topic better. Raw frequencies in the query let the words it is about outweigh those it
merely uses.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, TypeAlias

import numpy as np

from polytrawl.relevance.idf import Idf
from polytrawl.relevance.words import words as words_of

__all__ = ["Blend", "Query", "Remembered", "Similar", "Text", "cut"]

Text: TypeAlias = str | Sequence[str]  # as it stands, or cut into words already

_REMEMBERED = 200_000  # weights kept at a time, some 20 MB
_SHORT_TEXTS = 50_000  # similarities kept at a time, some 20 MB
_SHORT = 60  # words; arrays are quicker from here on


class Similar(Protocol):
    """Tells how near texts are to something, from 0 to 1."""

    def similarity(self, text: Text) -> float:
        """The nearness of a text or of its words."""

    def similarities(self, texts: Sequence[Text]) -> list[float]:
        """The same for many, which can be faster."""


def cut(text: Text) -> Sequence[str]:
    """The words of a text."""
    return words_of(text) if isinstance(text, str) else text


class _Weights(dict[str, complex]):
    """What each word counts: as its real part the square of its weight, as the other one what it counts in the query.

    Cosines need nothing else, and a page needs one look for each of its words: two tables take half as long again.
    """

    def __init__(self, counts: Mapping[str, float], idf: Idf) -> None:
        super().__init__()
        self._counts, self._idf = counts, idf

    def __missing__(self, word: str) -> complex:
        square = self._idf.value(word) ** 2
        both = self[word] = complex(square, square * self._counts.get(word, 0))
        return both


class Query:
    """What is wanted, as the weights of its words."""

    def __init__(self, counts: Counter[str], *, idf: Idf) -> None:
        self._counts = counts
        self._weights = _Weights(counts, idf)
        self._length = math.sqrt(sum(count * self._weights[word].imag for word, count in counts.items()))

    @classmethod
    def of(cls, texts: Iterable[str], *, idf: Idf) -> Query:
        """The query that these texts make together."""
        return cls(Counter(word for text in texts for word in words_of(text)), idf=idf)

    def __bool__(self) -> bool:
        """Whether there is anything that a text can be similar to."""
        return self._length > 0

    def heaviest(self, number: int) -> list[tuple[str, float]]:
        """The words that count most in the query, and what they count: frequency times weight."""
        found = ((word, count * math.sqrt(self._weights[word].real)) for word, count in self._counts.items())
        return sorted((one for one in found if one[1]), key=lambda one: (-one[1], one[0]))[:number]

    def similarity(self, text: Text) -> float:
        """The cosine between a text and the query, 0..1; 0 where either has nothing that counts."""
        counts = self._damped(Counter(cut(text)))
        if self._counts.keys().isdisjoint(counts):
            return 0.0
        if len(self._weights) > _REMEMBERED:
            self._weights.clear()
        square, pulled = self._sums(counts)
        length = math.sqrt(square) * self._length
        return min(1.0, pulled / length) if length else 0.0

    def similarities(self, texts: Sequence[Text]) -> list[float]:
        """The cosine of each text."""
        return [self.similarity(text) for text in texts]

    def _damped(self, counts: Counter[str]) -> Mapping[str, float]:
        """What counts as the frequency of each word of a text."""
        return counts

    def _sums(self, counts: Mapping[str, float]) -> tuple[float, float]:
        """The square of the length of a text, and its product with the query."""
        weights = self._weights
        if len(counts) < _SHORT:
            pairs = [(count, weights[word]) for word, count in counts.items()]
            return sum([n * n * both.real for n, both in pairs]), sum([n * both.imag for n, both in pairs])
        both = np.fromiter(map(weights.__getitem__, counts), np.complex128, len(counts))
        frequencies = np.fromiter(counts.values(), np.float64, len(counts))
        return float(np.dot(frequencies * frequencies, both.real)), float(np.dot(frequencies, both.imag))


class Remembered:
    """Short texts of which many are the same, such as anchors: each is compared once."""

    def __init__(self, similar: Similar) -> None:
        self._similar = similar
        self._known: dict[str, float] = {}

    def similarities(self, texts: Sequence[str]) -> list[float]:
        """The nearness of each text."""
        known = self._known
        unknown = [text for text in dict.fromkeys(texts) if text not in known]
        found = dict(zip(unknown, self._similar.similarities(unknown), strict=True)) if unknown else {}
        told = [known[text] if text in known else found[text] for text in texts]
        if len(known) > _SHORT_TEXTS:
            known.clear()
        known.update(found)
        return told


class Blend:
    """Words and n-grams together: alpha * ngram_score + (1 - alpha) * word_score, equation 4.2 of Laranjeira 2015."""

    def __init__(self, words: Similar, ngrams: Similar, alpha: float = 0.5) -> None:
        self._words, self._ngrams, self._alpha = words, ngrams, alpha

    def similarity(self, text: Text) -> float:
        """The nearness of a text by words and n-grams, 0..1."""
        return self.similarities([text])[0]

    def similarities(self, texts: Sequence[Text]) -> list[float]:
        """The nearness of each text."""
        parts = [cut(text) for text in texts]
        pairs = zip(self._ngrams.similarities(parts), self._words.similarities(parts), strict=True)
        return [self._alpha * ngrams + (1 - self._alpha) * words for ngrams, words in pairs]
