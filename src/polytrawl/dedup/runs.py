"""Small tools for sorted arrays: runs of equal values, and crossing rows with those before them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from polytrawl.dedup.table import Ints

__all__ = ["crossed", "pieces", "run_starts"]

_PAIRS = 1_000_000  # pairs of rows held at a time: some 100 MB with all that is computed from them


def run_starts(values: Ints) -> Ints:
    """Where runs of equal values begin."""
    is_first = np.ones(len(values), dtype=bool)
    is_first[1:] = values[1:] != values[:-1]
    return np.flatnonzero(is_first)


def pieces(costs: Ints, most: int = _PAIRS) -> Iterator[slice]:
    """Slices of about equal cost, none above `most` unless one item alone is."""
    total = np.cumsum(costs)
    start = 0
    while start < len(costs):
        spent = total[start - 1] if start else 0
        end = max(start + 1, int(np.searchsorted(total, spent + most, side="right")))
        yield slice(start, end)
        start = end


def crossed(rows: Ints, first: Ints, number: Ints, others: Ints) -> Iterator[tuple[Ints, Ints]]:
    """Each row beside so many of the others, from its first one on: pairs, some at a time."""
    for part in pieces(number):
        counts = number[part]
        ends = np.cumsum(counts)
        if not ends[-1]:
            continue
        within = np.arange(ends[-1]) - np.repeat(ends - counts, counts)
        yield np.repeat(rows[part], counts), others[np.repeat(first[part], counts) + within]
