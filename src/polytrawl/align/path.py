"""The cheapest way through two sequences of lengths: dynamic programming in a band around the diagonal.

Row i of the table stands for the first i units of the left side, column j for the first j of the right. Each row is
computed at once; a band that the path touches is doubled and tried again. Time and memory are linear in the number of
units as long as both texts run side by side, and bounded by the widest band otherwise.

Units without a partner come in runs: a box, a table, a page that one side lacks. So a run may have a price of its own,
paid when it begins.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Row = NDArray[np.float64]
    Marks = NDArray[np.int8]
    Places = NDArray[np.intp]

# Every step that takes units of the left side, as (units on the left, units on the right). The step (0, 1) goes along a
# row and is handled apart.
STEPS = ((1, 1), (1, 0), (2, 1), (1, 2), (2, 2), (3, 1), (1, 3))
REACH = 3  # the most units a step takes on one side
_ALONE = STEPS.index((1, 0))

# What is remembered of a cell: the best step into it from above in the lower bits, and in these whether
_STEP_BITS, _STEP = 3, 7
_SKIP = 3  # passing over the unit on the right is cheaper than that step,
_GOES_ON = 4  # the run of left units without a partner that ends here began before,
_ORIGIN = 5  # a run of right units without a partner that passes here begins here.

# Cells up to which lists are faster than arrays: a page of 15 paragraphs of 4 sentences takes two thirds of the time.
_SMALL = 256


class Costs(Protocol):
    """What steps cost. Ranges of columns are half open."""

    def row(self, i: int, start: int, stop: int) -> Row:
        """One row per step of STEPS: its cost when it ends at (i, j), for each column j of the range."""

    def skips(self) -> Row:
        """For each column j the cost of passing over the first j units of the right side one by one."""


class Band(NamedTuple):
    """The columns of each row that are looked at: from `starts[i]` up to, not including, `stops[i]`."""

    starts: Places
    stops: Places


def cheapest_path(
    left: Sequence[int], right: Sequence[int], costs: Costs, *, widths: range, opening: float = 0.0
) -> list[tuple[int, int]]:
    """The steps of the cheapest path; `widths` gives the first half width of the band and the largest one.

    `opening` is paid once for each run of units without a partner, on top of what its units cost.
    """
    if (len(left) + 1) * (len(right) + 1) <= _SMALL:
        return _trace(_SmallTable(costs, len(left), len(right), opening).fill(), [0] * (len(left) + 1), len(right))
    width = widths.start
    while True:
        band = _band(left, right, width)
        path = _trace(_Table(costs, band, opening).fill(), band.starts.tolist(), len(right))
        if width >= min(widths.stop, max(len(left), len(right))) or not _touches(path, band, len(right)):
            return path
        width *= 2


def _band(left: Sequence[int], right: Sequence[int], width: int) -> Band:
    """The band around the line on which both sides have given the same share of their characters."""
    import numpy as np  # noqa: PLC0415 - slow to load

    given_left = np.concatenate(([0], np.cumsum(left)))
    given_right = np.concatenate(([0], np.cumsum(right)))
    centres = np.searchsorted(given_right / max(1, given_right[-1]), given_left / max(1, given_left[-1]))
    centres = np.minimum(centres, len(right))
    following = np.append(centres[1:], len(right))  # a row reaches the next one's centre, so the band has no gap
    return Band(np.maximum(centres - width, 0), np.minimum(following + width, len(right)) + 1)


class _Table:
    """Costs of the last rows, as far as steps reach back, and marks for all rows."""

    def __init__(self, costs: Costs, band: Band, opening: float) -> None:
        import numpy as np  # noqa: PLC0415

        self._costs, self._opening = costs, opening
        self._bounds = list(zip(band.starts.tolist(), band.stops.tolist(), strict=True))
        self._skips = costs.skips()
        # Columns are shifted by REACH so that steps from before column 0 read infinity.
        shape = len(self._skips) + REACH
        self._rows = [np.full(shape, np.inf) for _ in range(REACH + 1)]
        self._runs = [np.full(shape, np.inf) for _ in range(2)]  # the same, where the last unit is alone on the left

    def fill(self) -> list[Marks]:
        """The marks of every cell of the band, row by row."""
        return [self._fill_row(i, start, stop) for i, (start, stop) in enumerate(self._bounds)]

    def _fill_row(self, i: int, start: int, stop: int) -> Marks:
        import numpy as np  # noqa: PLC0415

        self._forget(i)
        best, marks = self._arrivals(i, start, stop)
        # A run of skipped units costs skips[j] - skips[k]; the running minimum finds the best k for every j at once.
        skips = self._skips[start:stop]
        ahead = best - skips
        cheapest = np.minimum.accumulate(ahead)
        marks |= (ahead <= cheapest).view(np.int8) << _ORIGIN
        skipped = cheapest[:-1] + skips[1:]
        skipped += self._opening
        marks[1:] |= (skipped < best[1:]).view(np.int8) << _SKIP
        np.minimum(best[1:], skipped, out=best[1:])
        self._rows[i % (REACH + 1)][start + REACH : stop + REACH] = best
        return marks

    def _forget(self, i: int) -> None:
        """Make room for row i where an older one stood."""
        import numpy as np  # noqa: PLC0415

        for kept in (self._rows, self._runs):
            if i >= len(kept):
                start, stop = self._bounds[i - len(kept)]
                kept[i % len(kept)][start + REACH : stop + REACH] = np.inf

    def _arrivals(self, i: int, start: int, stop: int) -> tuple[Row, Marks]:
        """The cheapest cost and step into each cell of row i, from rows above it."""
        import numpy as np  # noqa: PLC0415

        if i == 0:
            best = np.full(stop - start, np.inf)
            best[0] = 0.0
            return best, np.zeros(stop - start, dtype=np.int8)
        cells = self._costs.row(i, start, stop)
        goes_on = self._go_on(cells[_ALONE], i, start, stop)
        for number, (up, back) in enumerate(STEPS):
            if up > i:
                cells[number] = np.inf
            elif back:
                cells[number] += self._rows[(i - up) % (REACH + 1)][start + REACH - back : stop + REACH - back]
        marks = cells.argmin(axis=0).astype(np.int8)
        marks |= goes_on.view(np.int8) << _GOES_ON
        return cells.min(axis=0), marks

    def _go_on(self, alone: Row, i: int, start: int, stop: int) -> NDArray[np.bool_]:
        """Put into `alone` what it costs to have the last unit alone on the left; tell where that run began before."""
        import numpy as np  # noqa: PLC0415

        place = slice(start + REACH, stop + REACH)
        begun = self._rows[(i - 1) % (REACH + 1)][place] + self._opening
        before = self._runs[(i - 1) % 2][place]
        alone += np.minimum(begun, before)
        self._runs[i % 2][place] = alone
        return before < begun


class _SmallTable:
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
                marks[j] |= 1 << _ORIGIN
            if skipped < best[j]:
                best[j] = skipped
                marks[j] |= 1 << _SKIP
        self._rows.append(best)
        return marks

    def _arrivals(self, i: int) -> tuple[list[float], list[int]]:
        columns = self._size[1]
        if i == 0:
            return [0.0] + [math.inf] * (columns - 1), [0] * columns
        costs: list[list[float]] = self._costs.row(i, 0, columns).tolist()
        marks = self._go_on(costs[_ALONE], self._rows[i - 1])
        best = list(self._runs)
        for number, (up, back) in enumerate(STEPS):
            if up > i or not back:
                continue
            before, cost = self._rows[i - up], costs[number]
            for j in range(back, columns):
                here = before[j - back] + cost[j]
                if here < best[j]:
                    best[j] = here
                    marks[j] = marks[j] >> _STEP_BITS << _STEP_BITS | number
        return best, marks

    def _go_on(self, costs: list[float], above: list[float]) -> list[int]:
        """What it costs to have the last unit alone on the left, and where that run began before."""
        goes_on = [run < begun + self._opening for run, begun in zip(self._runs, above, strict=True)]
        both = zip(self._runs, above, costs, strict=True)
        self._runs = [min(run, begun + self._opening) + cost for run, begun, cost in both]
        return [one << _GOES_ON | _ALONE for one in goes_on]


def _trace(filled: Sequence[Sequence[int] | Marks], starts: Sequence[int], last: int) -> list[tuple[int, int]]:
    """The steps from the last cell back to the first, in reading order; rows begin at column `starts`."""
    i, j = len(filled) - 1, last
    path: list[tuple[int, int]] = []
    is_skipping = is_alone = False  # inside a run of units without a partner, on the right or on the left
    while i or j:
        mark = int(filled[i][j - starts[i]])
        is_skipping = not is_alone and (not mark >> _ORIGIN & 1 if is_skipping else bool(mark >> _SKIP & 1))
        step = (0, 1) if is_skipping else STEPS[_ALONE if is_alone else mark & _STEP]
        is_alone = step == (1, 0) and bool(mark >> _GOES_ON & 1)
        path.append(step)
        i, j = i - step[0], j - step[1]
    path.reverse()
    return path


def _touches(path: list[tuple[int, int]], band: Band, columns: int) -> bool:
    """Whether the path comes so near to an inner edge of the band that a better one may lie outside."""
    i = j = 0
    starts, stops = band.starts.tolist(), band.stops.tolist()
    for up, back in path:
        i, j = i + up, j + back
        start, stop = starts[i], stops[i]
        if (start > 0 and j - start < REACH) or (stop <= columns and stop - 1 - j < REACH):
            return True
    return False
