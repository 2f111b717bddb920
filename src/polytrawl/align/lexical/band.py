"""Where to look in long texts: first at runs of many sentences, then at shorter ones around the way that was found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from polytrawl.align.lexical.beads import KINDS, USUAL, Kinds, Matter, Scores, score
from polytrawl.align.lexical.search import Band, Step, Table, best_way, whole
from polytrawl.lexicon.side import Side

__all__ = ["fill", "pieces", "way"]

_SHORT = 256  # sentences: texts up to this length are looked at as a whole
_FINER = 8  # times as fine from one look to the next
_MARGIN = 2  # runs on both sides of the way that are looked at more closely
_ROWS = 48  # rows that are scored at once


def way(matter: Matter, kinds: Kinds = KINDS) -> list[Step]:
    """The best way through two texts of any length."""
    return best_way(fill(matter, _band(matter), kinds))


def pieces(matter: Matter) -> Iterator[tuple[Side, Side]]:
    """Long texts in shorter pieces that stand for each other, by and large."""
    left, right = matter.left, matter.right
    if max(left.size, right.size) <= _SHORT:
        yield left, right
        return
    begun = 0, 0
    for step in _coarse_way(matter):
        row = min((step.row + step.ups) * _FINER, left.size)
        column = min((step.column + step.across) * _FINER, right.size)
        is_last = (row, column) == (left.size, right.size)
        if is_last or (min(row - begun[0], column - begun[1]) >= _SHORT // 2):
            if row > begun[0] and column > begun[1]:
                yield left.cut(begun[0], row), right.cut(begun[1], column)
            begun = row, column


def _band(matter: Matter) -> Band:
    rows, columns = matter.left.size, matter.right.size
    if max(rows, columns) <= _SHORT:
        return whole(rows, columns)
    return _around(_coarse_way(matter), rows, columns)


def _coarse_way(matter: Matter) -> list[Step]:
    return way(matter._replace(left=matter.left.joined(_FINER), right=matter.right.joined(_FINER)), USUAL)


def _around(steps: Sequence[Step], rows: int, columns: int) -> Band:
    """The band around a way that was found between runs of sentences."""
    size = -(-rows // _FINER) + 1
    first, last = np.full(size, columns), np.zeros(size, dtype=np.int64)
    for step in steps:
        there = slice(step.row, step.row + step.ups + 1)
        first[there] = np.minimum(first[there], step.column)
        last[there] = np.maximum(last[there], step.column + step.across)
    runs = np.arange(rows + 1) // _FINER
    starts = (first[np.maximum(runs - _MARGIN, 0)] - _MARGIN) * _FINER
    stops = (last[np.minimum(runs + 1 + _MARGIN, size - 1)] + _MARGIN) * _FINER + 1
    return Band(np.clip(starts, 0, columns), np.clip(stops, 1, columns + 1))


def fill(matter: Matter, band: Band, kinds: Kinds) -> Table:
    """The scores of all beads that begin in a band."""
    widest = int((band.stops - band.starts).max())
    scores = np.full((len(kinds), matter.left.size, widest), -np.inf, dtype=np.float32)
    for first in range(0, matter.left.size, _ROWS):
        rows = range(first, min(first + _ROWS, matter.left.size))
        columns = range(int(band.starts[rows.start]), min(int(band.stops[rows.stop - 1]), matter.right.size))
        if columns:
            _copy(scores, score(matter, rows, columns, kinds), band, rows, columns)
    return Table(scores, kinds, band)


def _copy(scores: Scores, tile: Scores, band: Band, rows: range, columns: range) -> None:
    """Put the scores of a tile into their places in a band."""
    for row in rows:
        start, stop = int(band.starts[row]), min(int(band.stops[row]), columns.stop)
        if start < stop:
            there = slice(start - columns.start, stop - columns.start)
            scores[:, row, : stop - start] = tile[:, row - rows.start, there]
