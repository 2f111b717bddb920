"""The table of alignment: what the cheapest way to each cell costs, row by row, and marks to find it again.

Units without a partner come in runs: a box, a table, a page that one side lacks. So a run may have a price of its own,
paid when it begins.
"""

from __future__ import annotations

import math
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Row = NDArray[np.float64]
Marks = NDArray[np.int8]

# Every step that takes units of the left side, as (units on the left, units on the right). The step (0, 1) goes along a
# row and is handled apart.
STEPS = ((1, 1), (1, 0), (2, 1), (1, 2), (2, 2), (3, 1), (1, 3))
REACH = 3  # the most units a step takes on one side
ALONE = STEPS.index((1, 0))

# What is remembered of a cell: the best step into it from above in the lower bits, and in these whether
STEP_BITS, STEP = 3, 7
SKIP = 3  # passing over the unit on the right is cheaper than that step,
GOES_ON = 4  # the run of left units without a partner that ends here began before,
ORIGIN = 5  # a run of right units without a partner that passes here begins here.


class Costs(Protocol):
    """What steps cost. Ranges of columns are half open."""

    def row(self, i: int, start: int, stop: int) -> Row:
        """One row per step of STEPS: its cost when it ends at (i, j), for each column j of the range."""

    def skips(self) -> Row:
        """For each column j the cost of passing over the first j units of the right side one by one."""


class Table:
    """Costs of the last rows, as far as steps reach back, and marks for all rows."""

    def __init__(self, costs: Costs, bounds: list[tuple[int, int]], opening: float) -> None:
        self._costs, self._opening = costs, opening
        self._bounds = bounds  # of the columns that are looked at, for each row
        self._skips = costs.skips()
        # Columns are shifted by REACH so that steps from before column 0 read infinity.
        shape = len(self._skips) + REACH
        self._rows = [np.full(shape, np.inf) for _ in range(REACH + 1)]
        self._runs = [np.full(shape, np.inf) for _ in range(2)]  # the same, where the last unit is alone on the left

    def fill(self) -> list[Marks]:
        """The marks of every cell of the band, row by row."""
        return [self._fill_row(i, start, stop) for i, (start, stop) in enumerate(self._bounds)]

    def _fill_row(self, i: int, start: int, stop: int) -> Marks:
        self._forget(i)
        best, marks = self._arrivals(i, start, stop)
        # A run of skipped units costs skips[j] - skips[k]; the running minimum finds the best k for every j at once.
        skips = self._skips[start:stop]
        ahead = best - skips
        cheapest = np.minimum.accumulate(ahead)
        marks |= (ahead <= cheapest).view(np.int8) << ORIGIN
        skipped = cheapest[:-1] + skips[1:]
        skipped += self._opening
        marks[1:] |= (skipped < best[1:]).view(np.int8) << SKIP
        np.minimum(best[1:], skipped, out=best[1:])
        self._rows[i % (REACH + 1)][start + REACH : stop + REACH] = best
        return marks

    def _forget(self, i: int) -> None:
        """Make room for row i where an older one stood."""
        for kept in (self._rows, self._runs):
            if i >= len(kept):
                start, stop = self._bounds[i - len(kept)]
                kept[i % len(kept)][start + REACH : stop + REACH] = np.inf

    def _arrivals(self, i: int, start: int, stop: int) -> tuple[Row, Marks]:
        """The cheapest cost and step into each cell of row i, from rows above it."""
        if i == 0:
            best = np.full(stop - start, np.inf)
            best[0] = 0.0
            return best, np.zeros(stop - start, dtype=np.int8)
        cells = self._costs.row(i, start, stop)
        goes_on = self._go_on(cells[ALONE], i, start, stop)
        for number, (up, back) in enumerate(STEPS):
            if up > i:
                cells[number] = np.inf
            elif back:
                cells[number] += self._rows[(i - up) % (REACH + 1)][start + REACH - back : stop + REACH - back]
        marks = cells.argmin(axis=0).astype(np.int8)
        marks |= goes_on.view(np.int8) << GOES_ON
        return cells.min(axis=0), marks

    def _go_on(self, alone: Row, i: int, start: int, stop: int) -> NDArray[np.bool_]:
        """Put into `alone` what it costs to have the last unit alone on the left; tell where that run began before."""
        place = slice(start + REACH, stop + REACH)
        begun = self._rows[(i - 1) % (REACH + 1)][place] + self._opening
        before = self._runs[(i - 1) % 2][place]
        alone += np.minimum(begun, before)
        self._runs[i % 2][place] = alone
        return before < begun


class SmallTable:
    """The same for a table of a few cells, all of it."""

    def __init__(self, costs: Costs, rows: int, columns: int, opening: float) -> None:
        self._costs, self._opening = costs, opening
        self._size = rows + 1, columns + 1
        self._skips: list[float] = costs.skips().tolist()
        self._rows: list[list[float]] = []
        self._runs = [math.inf] * self._size[1]

    def fill(self) -> list[list[int]]:
        """The marks of every cell, row by row."""
        return [self._fill_row(i) for i in range(self._size[0])]

    def _fill_row(self, i: int) -> list[int]:
        best, marks = self._arrivals(i)
        cheapest = math.inf
        for j, skip in enumerate(self._skips):
            skipped, ahead = cheapest + skip + self._opening, best[j] - skip
            if ahead <= cheapest:
                cheapest = ahead
                marks[j] |= 1 << ORIGIN
            if skipped < best[j]:
                best[j] = skipped
                marks[j] |= 1 << SKIP
        self._rows.append(best)
        return marks

    def _arrivals(self, i: int) -> tuple[list[float], list[int]]:
        columns = self._size[1]
        if i == 0:
            return [0.0] + [math.inf] * (columns - 1), [0] * columns
        costs: list[list[float]] = self._costs.row(i, 0, columns).tolist()
        marks = self._go_on(costs[ALONE], self._rows[i - 1])
        best = list(self._runs)
        for number, (up, back) in enumerate(STEPS):
            if up > i or not back:
                continue
            before, cost = self._rows[i - up], costs[number]
            for j in range(back, columns):
                here = before[j - back] + cost[j]
                if here < best[j]:
                    best[j] = here
                    marks[j] = marks[j] >> STEP_BITS << STEP_BITS | number
        return best, marks

    def _go_on(self, costs: list[float], above: list[float]) -> list[int]:
        """What it costs to have the last unit alone on the left, and where that run began before."""
        goes_on = [run < begun + self._opening for run, begun in zip(self._runs, above, strict=True)]
        both = zip(self._runs, above, costs, strict=True)
        self._runs = [min(run, begun + self._opening) + cost for run, begun, cost in both]
        return [one << GOES_ON | ALONE for one in goes_on]
