"""Which words stand near which: counts in windows, and how much more often than by chance.

PMI(w, c) = log( n(w, c) / (n(w) p(c)) ),   p(c) proportional to n(c)^0.75: rare contexts weigh less
log-likelihood(w, c) = 2 (n(w, c) log( n(w, c) / e ) - n(w, c) + e),   e = n(w) n(c) / n   (Poisson; Dunning 1993)
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from polytrawl.lexicon.from_comparable.measures import Table
from polytrawl.lexicon.from_comparable.terms import Terms
from polytrawl.lexicon.from_comparable.texts import Text
from polytrawl.lexicon.side import Ints

__all__ = ["Window", "counts_near", "log_likelihood", "pmi"]


class Window(NamedTuple):
    """Which words are near."""

    words: int  # to the left, and to the right, within the sentence
    is_sided: bool = False  # left and right are different contexts


def counts_near(text: Text, terms: Terms, columns: Ints, window: Window) -> Table:
    """How often words of each column stand near each term; `columns` has the column of each word, -1 for none."""
    size = int(columns.max(initial=-1)) + 1
    width = size * (1 + window.is_sided)
    found = np.zeros(len(terms.names) * width, np.float32)
    last = terms.places + terms.sizes[terms.owners] - 1
    for step in range(1, window.words + 1):
        for side, places in enumerate((terms.places - step, last + step)):
            keys = _keys(text, terms, columns, places)
            own, column = keys // max(size, 1), keys % max(size, 1)
            cells, times = np.unique(own * width + column + side * size * window.is_sided, return_counts=True)
            found[cells] += times
    return found.reshape(len(terms.names), width)


def _keys(text: Text, terms: Terms, columns: Ints, places: Ints) -> Ints:
    """Term * columns + column, where there is a word of a column in the same sentence, and not the term itself."""
    size = int(columns.max(initial=-1)) + 1
    inside = (places >= 0) & (places < len(text.running))
    places, first, owners = places[inside], terms.places[inside], terms.owners[inside]
    near = columns[text.running[places]]
    good = (near >= 0) & (text.owners[places] == text.owners[first]) & (text.running[places] != text.running[first])
    found: Ints = owners[good] * size + near[good]
    return found


def pmi(counts: Table, power: float = 0.75) -> Table:
    """Pointwise mutual information; 0 where nothing was seen.

    >>> pmi(np.array([[2, 0], [1, 1]], np.float32), power=1).round(3).tolist()
    [[0.2879999876022339, 0.0], [-0.4050000011920929, 0.6930000185966492]]
    """
    columns: Any = counts.sum(axis=0, keepdims=True, dtype=np.float64) ** power
    shares = columns / max(float(columns.sum()), 1e-9)
    expected = counts.sum(axis=1, keepdims=True) * shares
    return np.where(
        counts > 0, np.log(np.where(counts > 0, counts, 1) / np.where(expected > 0, expected, 1)), 0
    ).astype(np.float32)


def log_likelihood(counts: Table) -> Table:
    """The square root of the log-likelihood ratio where more was seen than expected, else 0."""
    total = max(float(counts.sum(dtype=np.float64)), 1e-9)
    expected = counts.sum(axis=1, keepdims=True) * (counts.sum(axis=0, keepdims=True) / total)
    safe = np.where(counts > 0, counts, 1)
    ratio = 2 * (safe * np.log(safe / np.where(expected > 0, expected, 1)) - safe + expected)
    return np.sqrt(np.where(counts > expected, np.maximum(ratio, 0), 0)).astype(np.float32)
