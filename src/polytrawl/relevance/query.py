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
from collections.abc import Iterable, Sequence
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from polytrawl.relevance.idf import Idf
from polytrawl.relevance.words import words as words_of

__all__ = ["Blend", "Query", "Similar", "Text", "cut"]

Text: TypeAlias = str | Sequence[str]  # as it stands, or cut into words already

_Reals = NDArray[np.float64]
_REMEMBERED = 200_000  # weights kept at a time, some 20 MB


class Similar(Protocol):
    """Tells how near texts are to something, from 0 to 1."""

    def similarity(self, text: Text) -> float:
        """The nearness of a text or of its words."""

    def similarities(self, texts: Sequence[Text]) -> list[float]:
        """The same for many, which can be faster."""


def cut(text: Text) -> Sequence[str]:
    """The words of a text."""
    return words_of(text) if isinstance(text, str) else text


class _Squares(dict[str, float]):
    """The squares of the weights of words: cosines need nothing else."""

    def __init__(self, idf: Idf) -> None:
        super().__init__()
        self._idf = idf

    def __missing__(self, word: str) -> float:
        square = self[word] = self._idf.value(word) ** 2
        return square


class Query:
    """What is wanted, as the weights of its words."""

    def __init__(self, counts: Counter[str], *, idf: Idf) -> None:
        self._squares = _Squares(idf)
        self._pull = {word: count * self._squares[word] for word, count in counts.items()}
        self._length = math.sqrt(sum(counts[word] * pull for word, pull in self._pull.items()))

    @classmethod
    def of(cls, texts: Iterable[str], *, idf: Idf) -> Query:
        """The query that these texts make together."""
        return cls(Counter(word for text in texts for word in words_of(text)), idf=idf)

    def __bool__(self) -> bool:
        """Whether there is anything that a text can be similar to."""
        return self._length > 0

    def heaviest(self, number: int) -> list[tuple[str, float]]:
        """The words that count most in the query, and what they count: frequency times weight."""
        weights = ((word, pull / math.sqrt(self._squares[word])) for word, pull in self._pull.items() if pull)
        return sorted(weights, key=lambda one: (-one[1], one[0]))[:number]

    def similarity(self, text: Text) -> float:
        """The cosine between a text and the query, 0..1; 0 where either has nothing that counts."""
        counts = Counter(cut(text))
        fewer, more = (self._pull, counts) if len(self._pull) < len(counts) else (counts, self._pull)
        shared = [word for word in fewer if word in more]
        return self._cosine(counts, shared) if shared else 0.0

    def similarities(self, texts: Sequence[Text]) -> list[float]:
        """The cosine of each text."""
        return [self.similarity(text) for text in texts]

    def _frequencies(self, counts: _Reals) -> _Reals:
        """What counts as the frequency of words that stand so often in a text."""
        return counts

    def _cosine(self, counts: Counter[str], shared: Sequence[str]) -> float:
        if len(self._squares) > _REMEMBERED:
            self._squares.clear()
        frequencies = self._frequencies(np.fromiter(counts.values(), np.float64, len(counts)))
        squares = np.fromiter(map(self._squares.__getitem__, counts), np.float64, len(counts))
        length = math.sqrt(np.dot(frequencies * frequencies, squares))
        if not length or not self._length:
            return 0.0
        pulls = np.fromiter(map(self._pull.__getitem__, shared), np.float64, len(shared))
        pulled = self._frequencies(np.fromiter(map(counts.__getitem__, shared), np.float64, len(shared)))
        return min(1.0, float(np.dot(pulled, pulls)) / (length * self._length))


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
