"""The MWE factor: how much an n-gram is one expression, from 0 to 1 (Laranjeira 2015, section 4.2.2).

It is the pointwise mutual information of its words, normalised. What is below a minimum is treated like what was never
seen: both get a default close to 0, since neither tends to be an expression.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from polytrawl.relevance.hashes import Hashes, HashTable, hashes_of

__all__ = ["DEFAULT", "MINIMUM", "Mwe", "MweTable"]

DEFAULT, MINIMUM = 0.2, 0.32  # the values in the paper's figure 4.3


class Mwe(Protocol):
    """Tells how much n-grams are expressions of several words."""

    def values(self, ngrams: Iterable[str]) -> list[float]:
        """The MWE factors of n-grams, 0..1."""

    def sequences(self, hashes: Hashes) -> NDArray[np.float64]:
        """The MWE factors of n-grams, given by their numbers."""


class MweTable:
    """MWE factors from a table of normalised PMI."""

    def __init__(self, pmi: Mapping[str, float], *, default: float = DEFAULT, minimum: float = MINIMUM) -> None:
        self._table = HashTable({ngram: value for ngram, value in pmi.items() if value >= minimum})
        self._default = default

    def values(self, ngrams: Iterable[str]) -> list[float]:
        """The factor of each; the default where it is not in the table or below the minimum."""
        return self.sequences(hashes_of(ngrams)).tolist()  # type: ignore[no-any-return]  # floats

    def sequences(self, hashes: Hashes) -> NDArray[np.float64]:
        """The factor of each n-gram, given by its number."""
        return self._table.get(hashes, self._default)
