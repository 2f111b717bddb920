"""How near short texts are to a query of single words: the cosine that `Query` gives, one text at a time.

Few of the anchors and contexts of a page have anything in common with a query. The others are known by a look at their
words, and to count and weigh the dozen words of one takes less than to call what works on arrays: the 53 links of a
page of an encyclopaedia (anchors, contexts and addresses) take .41 ms of CPU, with arrays .63.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import chain

import numpy as np

from polytrawl.relevance.idf import Idf
from polytrawl.relevance.query import DIGITS, Query
from polytrawl.relevance.words import longer

__all__ = ["Short"]

_WORDS = 200_000  # whose weights are kept, some 30 MB
_UNIT = 10.0**DIGITS


class Short:
    """Compares short texts with a query."""

    def __init__(self, query: Query, idf: Idf) -> None:
        self._query, self._idf = query, idf
        self._squares: dict[str, float] = {}
        self._weigh(query.counts)
        self._pulls = {word: pull for word, times in query.counts.items() if (pull := times * self._squares[word])}
        self._factors = {1: 1.0}

    def similarities(self, texts: Sequence[Sequence[str]]) -> list[float]:
        """The nearness of texts that are cut into runs of letters, 0..1."""
        found = [0.0] * len(texts)
        touches_none = self._pulls.keys().isdisjoint
        touching = [(place, text) for place, text in enumerate(texts) if not touches_none(text)]
        self._weigh(chain.from_iterable(text for _, text in touching))
        for place, text in touching:
            found[place] = self._cosine(text)
        return found

    def _weigh(self, text: Iterable[str]) -> None:
        if len(self._squares) > _WORDS:
            self._squares.clear()
        if new := [one for one in dict.fromkeys(text) if one not in self._squares]:
            self._squares.update(dict.fromkeys(new, 0.0))  # single letters, which are no words, weigh nothing
            words = longer(new)
            self._squares.update((word, idf * idf) for word, idf in zip(words, self._idf.values(words), strict=True))

    def _cosine(self, text: Iterable[str]) -> float:
        """The cosine with a text that has a word of the query."""
        counts: dict[str, int] = {}
        for word in text:
            counts[word] = counts.get(word, 0) + 1
        dot = norm = 0.0
        for word, times in counts.items():
            factor = self._factors.get(times) or self._factor(times)
            norm += factor * factor * self._squares[word]
            if word in self._pulls:
                dot += factor * self._pulls[word]
        return min(1.0, round(dot / (math.sqrt(norm) * self._query.length) * _UNIT) / _UNIT)

    def _factor(self, times: int) -> float:
        found: float = self._query.damped(np.array([times], np.float64)).item()
        self._factors[times] = found
        return found
