"""The way through two texts: the best one, or how probable each bead is over all ways.

Row i stands for the first i sentences of the left text, column j for the first j of the right one. A band says which
columns of each row are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from polytrawl.align.lexical.beads import ALONE, Kinds, Scores
from polytrawl.lexicon.side import Floats, Ints

__all__ = ["Band", "Step", "Table", "best_way", "probable_beads", "whole"]

# Beside beads there are two more steps: one sentence alone on the left is the last one into a place, one alone on the
# right goes along a row.
_LEFT_ALONE = (1, 0)


class Band(NamedTuple):
    """The columns of each row that are looked at: from starts[i] up to, not including, stops[i]."""

    starts: Ints
    stops: Ints


class Table(NamedTuple):
    """Scores of beads by where they begin: scores[i][kind, j - starts[i]]."""

    scores: Sequence[Scores]  # of each row as many as it has columns: where texts have gaps, some rows are very long
    kinds: Kinds
    band: Band


class Step(NamedTuple):
    """A bead: where it begins, its sentences on both sides, and its score, or how probable it is."""

    row: int
    column: int
    ups: int
    across: int
    value: float


def whole(rows: int, columns: int) -> Band:
    """The band that holds everything."""
    return Band(np.zeros(rows + 1, dtype=np.int64), np.full(rows + 1, columns + 1))


def best_way(table: Table) -> list[Step]:
    """The steps of the best way, from the first sentences to the last ones."""
    values: list[Floats] = []
    steps: list[Ints] = []
    for row, arrivals in _rows(table, values):
        best = arrivals.max(axis=0)
        alone = _alone(table.band, row)
        furthest = np.maximum.accumulate(best - alone)
        steps.append(np.where(furthest > best - alone, len(arrivals), arrivals.argmax(axis=0)))
        values.append(furthest + alone)
    return list(_traced(table, steps))[::-1]


def _rows(table: Table, values: list[Floats]) -> Iterator[tuple[int, Floats]]:
    """For each row, what each step gives on its arrival at each column; `values` holds the rows before."""
    starts, stops = table.band.starts.tolist(), table.band.stops.tolist()
    steps = (*table.kinds, _LEFT_ALONE)
    for row, (start, stop) in enumerate(zip(starts, stops, strict=True)):
        arrivals = np.full((len(steps), stop - start), -np.inf)
        if row == 0:
            arrivals[-1, 0] = 0.0
        for number, (ups, across) in enumerate(steps):
            before = row - ups
            if before < 0:
                continue
            low, high = max(start - across, starts[before]), min(stop - across, stops[before])
            if low < high:
                there = slice(low - starts[before], high - starts[before])
                gain = table.scores[before][number, there] if across else ALONE
                np.add(values[before][there], gain, out=arrivals[number, low + across - start : high + across - start])
        yield row, arrivals


def _alone(band: Band, row: int) -> Floats:
    """What it gives to pass over the right sentences of a row, from its first column on."""
    return np.arange(int(band.stops[row] - band.starts[row]), dtype=np.float64) * ALONE


def _traced(table: Table, steps: list[Ints]) -> Iterator[Step]:
    """The way back from the end."""
    starts = table.band.starts
    sizes = (*table.kinds, _LEFT_ALONE, (0, 1))
    row, column = len(steps) - 1, int(table.band.stops[-1]) - 1
    while row or column:
        number = int(steps[row][column - starts[row]])
        ups, across = sizes[number]
        row, column = row - ups, column - across
        value = float(table.scores[row][number, column - starts[row]]) if ups and across else ALONE
        yield Step(row, column, ups, across, value)


def probable_beads(table: Table, least: float) -> list[Step]:
    """The beads that are at least so probable over all ways; the band must hold everything."""
    rows, columns = len(table.band.starts) - 1, int(table.band.stops[0]) - 1
    every = np.stack(table.scores, axis=1)
    ahead, behind = _sums(table), _sums(_turned(table, every))[::-1, ::-1]
    found: list[Step] = []
    for number, (ups, across) in enumerate(table.kinds):
        if ups <= rows and across <= columns:
            scores = every[number, : rows - ups + 1, : columns - across + 1]
            before = ahead[: rows - ups + 1, : columns - across + 1]
            chances = np.exp(before + scores + behind[ups:, across:] - ahead[-1, -1])
            places = np.nonzero(chances > least)
            found += [
                Step(row, column, ups, across, chance)
                for row, column, chance in zip(*(one.tolist() for one in (*places, chances[places])), strict=True)
            ]
    return found


def _sums(table: Table) -> Floats:
    """For each place, the logarithm of the sum over all ways to it."""
    values: list[Floats] = []
    for row, arrivals in _rows(table, values):
        most = arrivals.max(axis=0)
        most[np.isinf(most)] = 0.0
        with np.errstate(divide="ignore"):
            here = np.log(np.exp(arrivals - most).sum(axis=0)) + most
        alone = _alone(table.band, row)
        values.append(np.logaddexp.accumulate(here - alone) + alone)
    return np.array(values)


def _turned(table: Table, every: Scores) -> Table:
    """The same table, read from the ends of both texts."""
    rows, columns = len(table.scores), every.shape[2] - 1
    scores = np.full_like(every, -np.inf)
    for number, (ups, across) in enumerate(table.kinds):
        if ups <= rows and across <= columns:
            there = slice(rows - ups + 1), slice(columns - across + 1)
            scores[number][there] = every[number][there][::-1, ::-1]
    return Table(list(scores.transpose(1, 0, 2)), table.kinds, table.band)
