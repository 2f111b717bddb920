"""Where to look in long texts: first at runs of many sentences, then at shorter ones around the way that was found."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from polytrawl.align.lexical.beads import KINDS, USUAL, Kinds, Matter, Scores, score
from polytrawl.align.lexical.search import Band, Step, Table, best_way, whole

__all__ = ["FINER", "SHORT", "coarse_way", "fill", "way"]

SHORT = 256  # sentences: texts up to this length are looked at as a whole
FINER = 8  # times as fine from one look to the next
_MARGIN = 2  # runs on both sides of the way that are looked at more closely
_ROWS = 48  # rows that are scored at once


def way(matter: Matter, kinds: Kinds = KINDS) -> list[Step]:
    """The best way through two texts of any length."""
    return best_way(fill(matter, _band(matter), kinds))


def _band(matter: Matter) -> Band:
    rows, columns = matter.left.size, matter.right.size
    if max(rows, columns) <= SHORT:
        return whole(rows, columns)
    return _around(coarse_way(matter), rows, columns)


def coarse_way(matter: Matter) -> list[Step]:
    """The best way between runs of FINER sentences."""
    return way(matter._replace(left=matter.left.joined(FINER), right=matter.right.joined(FINER)), USUAL)


def _around(steps: Sequence[Step], rows: int, columns: int) -> Band:
    """The band around a way that was found between runs of sentences."""
    size = -(-rows // FINER) + 1
    first, last = np.full(size, columns), np.zeros(size, dtype=np.int64)
    for step in steps:
        there = slice(step.row, step.row + step.ups + 1)
        first[there] = np.minimum(first[there], step.column)
        last[there] = np.maximum(last[there], step.column + step.across)
    runs = np.arange(rows + 1) // FINER
    starts = (first[np.maximum(runs - _MARGIN, 0)] - _MARGIN) * FINER
    stops = (last[np.minimum(runs + 1 + _MARGIN, size - 1)] + _MARGIN) * FINER + 1
    return Band(np.clip(starts, 0, columns), np.clip(stops, 1, columns + 1))


def fill(matter: Matter, band: Band, kinds: Kinds) -> Table:
    """The scores of all beads that begin in a band."""
    sizes = (band.stops - band.starts)[:-1].tolist()
    scores = [np.full((len(kinds), size), -np.inf, dtype=np.float32) for size in sizes]
    for first in range(0, matter.left.size, _ROWS):
        rows = range(first, min(first + _ROWS, matter.left.size))
        columns = range(int(band.starts[rows.start]), min(int(band.stops[rows.stop - 1]), matter.right.size))
        if columns:
            tile = score(matter, rows, columns, kinds)
            for row in rows:
                _copy(scores[row], tile[:, row - first], int(band.starts[row]) - columns.start)
    return Table(scores, kinds, band)


def _copy(scores: Scores, tile: Scores, offset: int) -> None:
    """Put a row of a tile into its place in a band."""
    size = min(scores.shape[1], tile.shape[1] - offset)
    if size > 0:
        scores[:, :size] = tile[:, offset : offset + size]
