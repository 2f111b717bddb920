"""From likeness to nearness: hubs are put in their place, and nearest neighbours are asked whether they agree.

Some words are like everything. CSLS (Conneau et al. 2018) takes off how like a word is to its k nearest on the other
side: 2 likeness - mean of the row's k greatest - mean of the column's k greatest.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from polytrawl.lexicon.from_comparable.measures import Table
from polytrawl.lexicon.side import Ints

__all__ = ["Believed", "believed", "csls", "mutual", "scaled"]

_NEAREST = 10


class Believed(NamedTuple):
    """How probable each pair is, seen from either side."""

    forth: Table  # rows add up to 1
    back: Table  # columns add up to 1

    @property
    def both(self) -> Table:
        """The harmonic mean, so that both sides must believe in a pair."""
        found: Table = 2 * self.forth * self.back / np.maximum(self.forth + self.back, 1e-30)
        return found


def csls(likeness: Table, nearest: int = _NEAREST) -> Table:
    """Likeness without what is owed to hubs.

    >>> csls(np.array([[0.9, 0.8], [0.1, 0.7]], np.float32), nearest=1).round(1).tolist()
    [[0.0, -0.10000000149011612], [-1.399999976158142, -0.10000000149011612]]
    """
    rows, columns = _greatest(likeness, 1, nearest), _greatest(likeness, 0, nearest)
    return 2 * likeness - rows - columns


def _greatest(table: Table, axis: int, number: int) -> Table:
    number = min(number, table.shape[axis])
    parts: Any = np.partition(table, -number, axis=axis)
    return parts.take(range(-number, 0), axis=axis).mean(axis=axis, keepdims=True)  # type: ignore[no-any-return]


def scaled(table: Table) -> Table:
    """Brought to a standard deviation of 1, so that signals can be weighed; a table of one value becomes 0."""
    spread = float(table.std()) if table.size else 0.0
    return table / spread if spread > 0 else np.zeros_like(table)


def believed(scores: Table) -> Believed:
    """Scores as logarithms of odds: a softmax over the targets of each source, and over the sources of each target."""
    forth, back = (np.exp(scores - scores.max(axis=axis, keepdims=True)) for axis in (1, 0))
    return Believed(forth / forth.sum(axis=1, keepdims=True), back / back.sum(axis=0, keepdims=True))


def mutual(scores: Table) -> tuple[Ints, Ints]:
    """Rows and columns that are each other's best."""
    best, back = scores.argmax(axis=1), scores.argmax(axis=0)
    rows = np.arange(len(scores))
    agree: NDArray[np.bool_] = back[best] == rows
    return rows[agree], best[agree]
