"""One side of a bitext in numbers, and its phrases, each with a number of its own.

Words are numbered in the order of their bytes, so that phrases in the order of their words' numbers come as
`LC_ALL=C sort` would have them. A phrase of n words is known by the phrase of its first n - 1 and its last word, as
n-grams are in language models: no hashing, so no two phrases are ever taken for one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Array", "Phrases", "Side", "escaped"]

Array = NDArray[Any]  # whole numbers or fractions; NumPy's own names for them say no more to a reader
_NONE = -1


def escaped(word: str) -> str:
    """A word without the bar, which parts columns in a phrase table, as Moses writes it.

    >>> escaped("a|b")
    'a&#124;b'
    """
    return word.replace("|", "&#124;") if "|" in word else word


@dataclass(frozen=True)
class Side:
    """All sentences of one language, one behind the other."""

    words: list[str]  # in the order of their bytes
    tokens: Array  # numbers of words
    starts: Array  # where each sentence begins, and at last where the text ends

    @classmethod
    def of(cls, sentences: Sequence[Sequence[str]]) -> Side:
        """The side with these sentences."""
        seen: dict[str, int] = {}
        numbers = np.fromiter((seen.setdefault(w, len(seen)) for w in chain.from_iterable(sentences)), np.int32)
        spelled = [escaped(word) for word in seen]
        words = sorted(set(spelled), key=lambda word: word.encode("utf-8", "replace"))
        place = {word: at for at, word in enumerate(words)}
        order = np.fromiter((place[word] for word in spelled), np.int32, count=len(spelled))
        starts = np.cumsum([0, *map(len, sentences)], dtype=np.int64)
        return cls(words, order[numbers], starts)

    @property
    def sentence(self) -> Array:
        """The number of the sentence that each word stands in."""
        return np.repeat(np.arange(self.starts.size - 1, dtype=np.int32), np.diff(self.starts))


class Phrases:
    """The number of every stretch of up to so many words, by its place and its length."""

    def __init__(self, side: Side, longest: int) -> None:
        self.side = side
        self._numbers: list[Array] = []  # of the phrase of 1, 2... words that begins at each place
        first: list[Array] = []  # the first place of each phrase
        self._bounds = [0]  # numbers of the first phrases of 1, 2... words
        numbers, sentence = side.tokens.astype(np.int64), side.sentence
        for length in range(1, longest + 1):
            numbers, places = self._longer(numbers, sentence, length)
            self._numbers.append(numbers)
            first.append(places)
            self._bounds.append(self._bounds[-1] + places.size)
        self._first = np.concatenate(first)
        self._tokens: list[int] = side.tokens.tolist()

    def _longer(self, shorter: Array, sentence: Array, length: int) -> tuple[Array, Array]:
        """Numbers of phrases with one word more, within their length; -1 where the sentence ends before."""
        numbers = np.full(shorter.size, _NONE, np.int64)
        last = np.arange(length - 1, shorter.size)
        fits = np.flatnonzero(sentence[last] == sentence[last - length + 1])
        keys = self.side.tokens[fits + length - 1].astype(np.int64)
        if length > 1:
            keys += shorter[fits] * len(self.side.words)
        _, first, found = np.unique(keys, return_index=True, return_inverse=True)
        numbers[fits] = found
        return numbers, fits[first]

    def __len__(self) -> int:
        return self._bounds[-1]

    def at(self, places: Array, lengths: Array) -> Array:
        """The numbers of phrases by where they begin and how many words they have."""
        found = np.empty(places.size, np.int64)
        for length, numbers in enumerate(self._numbers, start=1):
            chosen = np.flatnonzero(lengths == length)
            found[chosen] = numbers[places[chosen]] + self._bounds[length - 1]
        return found

    def first_words(self, phrases: Array) -> Array:
        """The numbers of the words that phrases begin with."""
        found: Array = self.side.tokens[self._first[phrases]]
        return found

    def lengths(self, phrases: Array) -> Array:
        """How many words phrases have."""
        return np.searchsorted(self._bounds, phrases, side="right")

    def ranks(self, phrases: Array) -> Array:
        """The rank of each phrase among those given, in the order of the bytes of its line in a phrase table."""
        end = 2 * np.searchsorted(np.array([w.encode("utf-8", "replace") for w in self.side.words], object), b"|||") - 1
        lengths, first = self.lengths(phrases), self._first[phrases]
        columns = []
        for place in range(len(self._numbers)):
            inside = lengths > place
            column = np.full(phrases.size, end, np.int64)  # behind the last word stands the bar
            column[inside] = 2 * self.side.tokens[first[inside] + place].astype(np.int64)
            columns.append(column)
        ranks = np.empty(phrases.size, np.int64)
        ranks[np.lexsort(columns[::-1])] = np.arange(phrases.size)
        return ranks

    def texts(self, phrases: Array) -> list[str]:
        """Phrases with spaces between their words."""
        words, tokens = self.side.words, self._tokens
        places, lengths = self._first[phrases].tolist(), self.lengths(phrases).tolist()
        return [
            words[tokens[at]] if length == 1 else " ".join([words[one] for one in tokens[at : at + length]])
            for at, length in zip(places, lengths, strict=True)
        ]
