"""Rows with like signatures: locality-sensitive hashing, and a look at the whole signatures of those it finds.

Two texts of Jaccard J have all eight bins of a band alike with probability J ** 8, and some band of 64 with
1 - (1 - J ** 8) ** 64: .99999 at J = .8, .98 at .7, .22 at .5, .004 at .3.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from polytrawl.dedup.links import Links, Pairs
from polytrawl.dedup.runs import run_starts
from polytrawl.dedup.signature import BANDS, agreement, jaccard
from polytrawl.dedup.table import Flags, Ints, Rows
from polytrawl.dedup.words import Hashes

__all__ = ["alike"]

_AT_A_TIME = 1 << 16  # pairs of signatures: 100 MB


def alike(rows: Rows, least: float) -> Links:
    """Links between rows whose signatures show a Jaccard coefficient of at least so much."""
    signatures = rows.values.reshape(-1, BANDS)
    links = Links(len(rows))
    compared = np.zeros(0, dtype=np.int64)
    for band in range(BANDS):
        found = _candidates(signatures[:, band])
        found = found[~_is_in(found, compared)]
        compared = np.union1d(compared, found)
        for pairs in _checked(signatures, found, least):
            links.add(pairs)
    return links


def _candidates(band: Hashes) -> Ints:
    """Pairs of rows that have one value: each with the row before it, and with the first of all, as one number."""
    order = np.argsort(band, kind="stable")
    starts = run_starts(band[order].view(np.int64))
    lengths = np.diff(starts, append=len(order))
    first = np.repeat(starts, lengths)
    later = np.flatnonzero(np.arange(len(order)) > first)
    before = np.concatenate([order[later - 1], order[first[later]]])
    return np.unique(np.concatenate([order[later], order[later]]) * len(band) + before)


def _is_in(values: Ints, known: Ints) -> Flags:
    if not len(known):
        return np.zeros(len(values), dtype=bool)
    found = np.searchsorted(known, values)
    is_there: Flags = known[np.minimum(found, len(known) - 1)] == values
    return is_there


def _checked(signatures: Hashes, codes: Ints, least: float) -> Iterator[Pairs]:
    """Those pairs whose whole signatures are alike."""
    for start in range(0, len(codes), _AT_A_TIME):
        shorter, longer = np.divmod(codes[start : start + _AT_A_TIME], len(signatures))
        likeness = jaccard(agreement(signatures[shorter], signatures[longer]))
        is_alike = likeness >= least
        yield Pairs(shorter[is_alike], longer[is_alike], likeness[is_alike])
