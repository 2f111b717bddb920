"""Paragraphs that are repeated within one document, word for word or nearly so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

import numpy as np

from polytrawl.dedup.bands import alike
from polytrawl.dedup.signature import BANDS, signature
from polytrawl.dedup.table import Rows
from polytrawl.dedup.words import Hashes

__all__ = ["repeated"]


def repeated(shingles: Mapping[int, Hashes], least: float) -> tuple[tuple[int, ...], ...]:
    """Groups of paragraphs, by their numbers, that say the same; given are the different shingles of each."""
    candidates = _candidates(shingles, least)
    if len(candidates) < 2:  # noqa: PLR2004 - nothing is the same alone
        return ()
    candidates.sort(key=lambda number: -len(shingles[number]))
    sizes = np.array([len(shingles[number]) for number in candidates])
    values = np.concatenate([signature(shingles[number]) for number in candidates])
    links = alike(Rows(sizes, np.arange(len(candidates) + 1) * BANDS, values), least)
    groups: dict[int, list[int]] = defaultdict(list)
    for row, number in enumerate(candidates):
        groups[links.root(row)].append(number)
    return tuple(sorted(tuple(sorted(group)) for group in groups.values() if len(group) > 1))


def _candidates(shingles: Mapping[int, Hashes], least: float) -> list[int]:
    """Paragraphs with so many shingles that are in others, too: few texts have any, and the rest is quickly done."""
    if len(shingles) < 2:  # noqa: PLR2004 - as above
        return []
    lengths = [len(one) for one in shingles.values()]
    _, number, counts = np.unique(np.concatenate(list(shingles.values())), return_inverse=True, return_counts=True)
    starts = np.cumsum([0, *lengths[:-1]])
    shared = np.add.reduceat((counts[number] > 1).astype(np.int64), starts)
    return [one for one, share in zip(shingles, shared / lengths, strict=True) if share >= least]
