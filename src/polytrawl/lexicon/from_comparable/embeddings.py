"""Embeddings of terms, learned from each text alone, and the rotation that brings one language onto the other.

Positive PMI with the most frequent words near a term, cut down to the greatest singular values: on corpora of some
hundred thousand words as good as anything, and exact. The rotation is the orthogonal one that brings known pairs
nearest to each other (Procrustes; Schönemann 1966): U V of the singular value decomposition of X'Y = U S V.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from polytrawl.lexicon.from_comparable.contexts import Window, counts_near, pmi
from polytrawl.lexicon.from_comparable.measures import Table, unit_rows
from polytrawl.lexicon.from_comparable.terms import Terms
from polytrawl.lexicon.from_comparable.texts import Text

__all__ = ["embedded", "rotation"]

_SIZE = 100  # dimensions; of 200 some are noise in corpora of 200 000 words
_NEAR = 1500  # most frequent words that count as contexts
_MORE, _ROUNDS = 20, 4  # of the randomised decomposition (Halko, Martinsson and Tropp 2011)


def embedded(text: Text, terms: Terms, *, window: int = 3) -> Table:
    """A row of length 1 for each term."""
    columns = np.where(np.arange(len(text.words)) < _NEAR, np.arange(len(text.words)), -1)
    left, values = _greatest(np.maximum(pmi(counts_near(text, terms, columns, Window(window))), 0), _SIZE)
    return unit_rows(left * np.sqrt(values))


def rotation(left: Table, right: Table, known: Sequence[tuple[int, int]]) -> Table:
    """The rotation that brings the known rows of the left table nearest to theirs of the right one."""
    ours, theirs = (np.array([pair[side] for pair in known], dtype=np.int64) for side in (0, 1))
    first, _, second = np.linalg.svd(left[ours].T @ right[theirs])
    turned: Table = first @ second
    return turned


def _greatest(table: Table, size: int) -> tuple[Table, Table]:
    """The left singular vectors of the greatest singular values, and those; always the same ones."""
    size = min(size, *table.shape)
    start = np.random.default_rng(0).standard_normal((table.shape[1], min(size + _MORE, table.shape[1])))
    found = table @ start.astype(np.float32)
    for _ in range(_ROUNDS):
        found = table @ (table.T @ np.linalg.qr(found)[0])
    basis = np.linalg.qr(found)[0]
    small, values, _ = np.linalg.svd(basis.T @ table, full_matrices=False)
    return (basis @ small)[:, :size], values[:size]
