"""The cheapest way through two sequences of lengths: dynamic programming in a band around the diagonal.

Row i of the table stands for the first i units of the left side, column j for the first j of the right. Each row is
computed at once; a band that the path touches is doubled and tried again. Time and memory are linear in the number of
units as long as both texts run side by side, and bounded by the widest band otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Row = NDArray[np.float64]
    Steps = NDArray[np.int8]
    Places = NDArray[np.intp]

# Every step that takes units of the left side, as (units on the left, units on the right). The step (0, 1) goes along a
# row and is handled apart.
STEPS = ((1, 1), (1, 0), (2, 1), (1, 2), (2, 2), (3, 1), (1, 3))
SKIP_RIGHT = len(STEPS)
REACH = 3  # the most units a step takes on one side


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


def cheapest_path(left: Sequence[int], right: Sequence[int], costs: Costs, *, widths: range) -> list[tuple[int, int]]:
    """The steps of the cheapest path; `widths` gives the first half width of the band and the largest one."""
    width = widths.start
    while True:
        band = _band(left, right, width)
        path = _trace(_fill(costs, band), band)
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


def _fill(costs: Costs, band: Band) -> list[Steps]:
    """The best step into every cell of the band, row by row."""
    import numpy as np  # noqa: PLC0415

    skips = costs.skips()
    # Only the last rows are kept. Columns are shifted by REACH so that steps from before column 0 read infinity.
    rows = [np.full(len(skips) + REACH, np.inf) for _ in range(REACH + 1)]
    filled: list[Steps] = []
    for i, (start, stop) in enumerate(zip(band.starts.tolist(), band.stops.tolist(), strict=True)):
        row = rows[i % (REACH + 1)]
        if i > REACH:
            old = i - REACH - 1
            row[band.starts[old] + REACH : band.stops[old] + REACH] = np.inf
        best, step = _arrivals(costs, rows, i, start, stop)
        # A run of skipped units costs skips[j] - skips[k]; the running minimum finds the best k for every j at once.
        ahead = best - skips[start:stop]
        cheapest = np.minimum.accumulate(ahead)
        row[start + REACH : stop + REACH] = cheapest + skips[start:stop]
        filled.append(np.where(cheapest < ahead, np.int8(SKIP_RIGHT), step))
    return filled


def _arrivals(costs: Costs, rows: list[Row], i: int, start: int, stop: int) -> tuple[Row, Steps]:
    """The cheapest cost and step into each cell of row i, from rows above it."""
    import numpy as np  # noqa: PLC0415

    if i == 0:
        best = np.full(stop - start, np.inf)
        best[0] = 0.0
        return best, np.full(stop - start, SKIP_RIGHT, dtype=np.int8)
    cells = costs.row(i, start, stop)
    for number, (up, back) in enumerate(STEPS):
        if up > i:
            cells[number] = np.inf
        else:
            cells[number] += rows[(i - up) % (REACH + 1)][start + REACH - back : stop + REACH - back]
    step = cells.argmin(axis=0)
    return cells[step, np.arange(stop - start)], step.astype(np.int8)


def _trace(filled: list[Steps], band: Band) -> list[tuple[int, int]]:
    """The steps from the last cell back to the first, in reading order."""
    i, j = len(filled) - 1, int(band.stops[-1]) - 1
    path: list[tuple[int, int]] = []
    while i or j:
        number = int(filled[i][j - band.starts[i]])
        up, back = (0, 1) if number == SKIP_RIGHT else STEPS[number]
        path.append((up, back))
        i, j = i - up, j - back
    path.reverse()
    return path


def _touches(path: list[tuple[int, int]], band: Band, columns: int) -> bool:
    """Whether the path comes so near to an inner edge of the band that a better one may lie outside."""
    i = j = 0
    for up, back in path:
        i, j = i + up, j + back
        start, stop = band.starts[i], band.stops[i]
        if (start > 0 and j - start < REACH) or (stop <= columns and stop - 1 - j < REACH):
            return True
    return False
