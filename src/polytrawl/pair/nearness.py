"""Pages as vectors of one space for all languages: which are near each other, and how near."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from polytrawl.pair.couples import Couples, Floats, Ints

__all__ = ["Nearness"]

# Pages of another language that a page is compared with, those of nearest length: so work is linear in the pages of
# a site. Up to this number all are compared. Vectors of 256 numbers, pages in each of two languages: 5 000 2.1 s,
# 10 000 5.2 s, 20 000 10.4 s. Guess.
_WINDOW = 8192
_BLOCK = 256  # pages at once
_DECIMALS = 5  # of cosines: the last bits differ from machine to machine

_Vectors = NDArray[np.float32]


class Nearness:
    """The cosines of pages, seen from the middle of the pages in the same language.

    What all pages of a site say, and what is peculiar to a language, makes all vectors alike, and tells nothing.
    """

    def __init__(self, vectors: _Vectors, languages: Ints, lengths: Floats) -> None:
        self._languages, self._lengths = languages, lengths
        self._vectors = np.zeros_like(vectors)
        for language in np.unique(languages):
            own = languages == language
            has_vector = own & vectors.any(axis=1)
            if has_vector.any():
                self._vectors[has_vector] = vectors[has_vector] - vectors[has_vector].mean(axis=0)
        sizes = np.linalg.norm(self._vectors, axis=1, keepdims=True)
        self._vectors /= np.maximum(sizes, 1e-6)  # the only page of a language has no direction, and no noise either

    def nearest(self, most: int) -> Couples:
        """For each page those of each other language that are nearest."""
        found: list[tuple[int, int]] = []
        for one, other in combinations(np.unique(self._languages).tolist(), 2):
            ours, theirs = (self._by_length(language) for language in (one, other))
            found += self._nearest(ours, theirs, most)
            found += self._nearest(theirs, ours, most)
        return Couples.of(found)

    def cosines(self, couples: Couples) -> Floats:
        """The cosine of each couple; 0 for pages that point away from each other."""
        found = np.einsum("ij,ij->i", self._vectors[couples.left], self._vectors[couples.right])
        cosines: Floats = np.clip(found.astype(float).round(_DECIMALS), 0.0, 1.0)
        return cosines

    def _by_length(self, language: int) -> Ints:
        own = np.flatnonzero((self._languages == language) & self._vectors.any(axis=1))
        return own[np.argsort(self._lengths[own], kind="stable")]

    def _nearest(self, pages: Ints, others: Ints, most: int) -> Iterator[tuple[int, int]]:
        for at in range(0, len(pages), _BLOCK):
            block = pages[at : at + _BLOCK]
            middle = np.searchsorted(self._lengths[others], self._lengths[block[len(block) // 2]])
            first = max(0, min(int(middle) - _WINDOW // 2, len(others) - _WINDOW))
            window = others[first : first + _WINDOW]
            cosines = (self._vectors[block] @ self._vectors[window].T).round(_DECIMALS)
            for page, row in zip(block.tolist(), cosines, strict=True):
                yield from ((page, other) for other in window[_best(row, most)].tolist())


def _best(values: _Vectors, most: int) -> Ints:
    """Where the largest values are that are more than nothing; of equal ones the first."""
    least = max(np.partition(values, -most)[-most], 1e-9) if len(values) > most else 1e-9
    found = np.flatnonzero(values >= least)
    return found[np.argsort(-values[found], kind="stable")[:most]]
