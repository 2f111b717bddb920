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

from polytrawl.relevance.idf import Idf
from polytrawl.relevance.mwe import Mwe
from polytrawl.relevance.words import ngrams
from polytrawl.relevance.words import words as words_of

__all__ = ["BETA", "Blend", "Query", "Similar", "Text"]

Text: TypeAlias = str | Sequence[str]  # as it stands, or cut into words already

BETA = 0.5  # what the MWE factor counts beside the IDF: the value in the paper's figure 4.3
_REMEMBERED = 200_000  # weights kept at a time, some 20 MB


class Similar(Protocol):
    """Tells how near a text is to something, from 0 to 1."""

    def similarity(self, text: Text) -> float:
        """The nearness of a text or of its words."""


class Query:
    """What is wanted, as the weights of its words or n-grams."""

    def __init__(self, counts: Counter[str], *, n: int, idf: Idf, mwe: Mwe | None = None, beta: float = BETA) -> None:
        self.n = n
        self._idf, self._mwe, self._beta = idf, mwe, beta
        self._known: dict[str, float] = {}
        squares = self._squares(list(counts))
        self._pull = {ngram: counts[ngram] * square for ngram, square in zip(counts, squares, strict=True)}
        self._length = math.sqrt(sum(counts[ngram] * pull for ngram, pull in self._pull.items()))

    @classmethod
    def of(cls, texts: Iterable[str], *, n: int = 1, idf: Idf, mwe: Mwe | None = None, beta: float = BETA) -> Query:
        """The query that these texts make together; n-grams do not run from one text into the next."""
        counts: Counter[str] = Counter()
        for text in texts:
            counts.update(ngrams(words_of(text), n))
        return cls(counts, n=n, idf=idf, mwe=mwe, beta=beta)

    def __bool__(self) -> bool:
        """Whether there is anything that a text can be similar to."""
        return self._length > 0

    def weight(self, ngram: str) -> float:
        """What one occurrence of a word or n-gram counts."""
        return math.sqrt(self._squares([ngram])[0])

    def heaviest(self, number: int) -> list[tuple[str, float]]:
        """The words or n-grams that count most in the query, and what they count: frequency times weight."""
        weights = ((ngram, pull / self.weight(ngram)) for ngram, pull in self._pull.items() if pull)
        return sorted(weights, key=lambda one: (-one[1], one[0]))[:number]

    def similarity(self, text: Text) -> float:
        """The cosine between a text and the query, 0..1; 0 where either has nothing that counts."""
        counts = Counter(ngrams(words_of(text) if isinstance(text, str) else text, self.n))
        squares = self._squares(list(counts))
        length = math.sqrt(sum(count * count * square for count, square in zip(counts.values(), squares, strict=True)))
        if not length or not self._length:
            return 0.0
        pull = self._pull
        dot = sum(counts[ngram] * pull[ngram] for ngram in counts.keys() & pull.keys())
        return min(1.0, dot / (length * self._length))

    def _squares(self, ngrams: list[str]) -> list[float]:
        """The squares of weights: cosines need nothing else."""
        known = self._known
        if len(known) > _REMEMBERED:
            known.clear()
        if missing := [ngram for ngram in ngrams if ngram not in known]:
            known.update(zip(missing, (weight * weight for weight in self._weights(missing)), strict=True))
        return [known[ngram] for ngram in ngrams]

    def _weights(self, ngrams: list[str]) -> list[float]:
        values = self._idf.values(ngrams)
        if self._mwe is None:
            return values
        beta, scale = self._beta, self._beta * self._idf.hapax
        factors = self._mwe.values(ngrams)
        return [(1 - beta) * idf + scale * factor for idf, factor in zip(values, factors, strict=True)]


class Blend:
    """Words and n-grams together: alpha * ngram_score + (1 - alpha) * word_score, equation 4.2 of Laranjeira 2015."""

    def __init__(self, words: Similar, ngrams: Similar, alpha: float = 0.5) -> None:
        self._words, self._ngrams, self._alpha = words, ngrams, alpha

    def similarity(self, text: Text) -> float:
        """The nearness of a text by words and n-grams, 0..1."""
        cut = words_of(text) if isinstance(text, str) else text
        return self._alpha * self._ngrams.similarity(cut) + (1 - self._alpha) * self._words.similarity(cut)
