"""Words and n-grams as 64-bit numbers: what makes it quick to look up thousands of them at once.

An n-gram's number is made of those of its words, so that all sequences of a text are had by a few operations on arrays.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
import xxhash
from numpy.typing import NDArray

__all__ = ["HashTable", "Hashes", "Vocabulary", "hash_of", "hashes_of", "joined"]

Hashes = NDArray[np.uint64]

_STEP = 0x9E3779B97F4A7C15  # odd; words are hashed well already, so no more is needed to tell "a b" from "b a"
_MASK = (1 << 64) - 1
_REMEMBERED = 300_000  # words, some 40 MB


def hash_of(ngram: str) -> int:
    """The number of a word, or of words with single spaces between them."""
    found = 0
    for word in ngram.split(" "):
        found = (found * _STEP + xxhash.xxh3_64_intdigest(word.encode())) & _MASK
    return found


def hashes_of(ngrams: Iterable[str]) -> Hashes:
    """The number of each."""
    return np.array([hash_of(ngram) for ngram in ngrams], np.uint64)


def joined(parts: Sequence[Hashes]) -> Hashes:
    """The numbers of n-grams, given those of their first words, their second words, and so on."""
    found = parts[0]
    for part in parts[1:]:
        found = found * np.uint64(_STEP) + part
    return found


class HashTable:
    """Values by number."""

    def __init__(self, values: Mapping[str, float]) -> None:
        hashes = hashes_of(values)
        order = np.argsort(hashes)
        self._hashes, self._values = hashes[order], np.array(list(values.values()), np.float64)[order]

    def get(self, wanted: Hashes) -> NDArray[np.float64]:
        """The value of each, nan where there is none."""
        if not len(self._hashes):
            return np.full(len(wanted), np.nan)
        places = np.minimum(np.searchsorted(self._hashes, wanted), len(self._hashes) - 1)
        return np.where(self._hashes[places] == wanted, self._values[places], np.nan)


class Vocabulary(dict[str, int]):
    """The numbers of words that were met, so that each is hashed once."""

    def __init__(self) -> None:
        super().__init__()
        self._hashes = array("Q")

    def __missing__(self, word: str) -> int:
        place = self[word] = len(self)
        self._hashes.append(xxhash.xxh3_64_intdigest(word.encode()))
        return place

    def hashes(self, words: Sequence[str]) -> Hashes:
        """The number of each word."""
        if len(self) > _REMEMBERED:
            self.clear()
            self._hashes = array("Q")
        # Places first: small whole numbers go into an array in half the time.
        places = np.fromiter(map(self.__getitem__, words), np.intp, len(words))
        known: Hashes = np.frombuffer(self._hashes, np.uint64)[places] if len(words) else np.zeros(0, np.uint64)
        return known
