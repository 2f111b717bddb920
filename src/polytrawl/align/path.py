"""The cheapest way through two sequences of lengths: dynamic programming in a band around the diagonal.

Row i of the table stands for the first i units of the left side, column j for the first j of the right. Each row is
computed at once; a band that the path touches is doubled and tried again. Time and memory are linear in the number of
units as long as both texts run side by side, and bounded by the widest band otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from polytrawl.align.tables import ALONE, GOES_ON, ORIGIN, REACH, SKIP, STEP, STEPS, Costs, SmallTable, Table

Marks = NDArray[np.int8]
Places = NDArray[np.intp]

# Cells up to which lists are faster than arrays: a page of 15 paragraphs of 4 sentences takes two thirds of the time.
_SMALL = 256


class Band(NamedTuple):
    """The columns of each row that are looked at: from `starts[i]` up to, not including, `stops[i]`."""

    starts: Places
    stops: Places

    def bounds(self) -> list[tuple[int, int]]:
        """The same as pairs."""
        return list(zip(self.starts.tolist(), self.stops.tolist(), strict=True))


def cheapest_path(
    left: Sequence[int],
    right: Sequence[int],
    costs: Costs,
    *,
    widths: range,
    opening: float = 0.0,
    centres: Sequence[int] | None = None,
) -> list[tuple[int, int]]:
    """The steps of the cheapest path; `widths` gives the first half width of the band and the largest one.

    `opening` is paid once for each run of units without a partner, on top of what its units cost. `centres` are the
    columns of the middle of the band; by default those at which both sides have given the same share of characters.
    """
    if (len(left) + 1) * (len(right) + 1) <= _SMALL:
        return _trace(SmallTable(costs, len(left), len(right), opening).fill(), [0] * (len(left) + 1), len(right))
    centres = _diagonal(left, right) if centres is None else centres
    width = widths.start
    while True:
        band = _band(centres, len(right), width)
        path = _trace(Table(costs, band.bounds(), opening).fill(), band.starts.tolist(), len(right))
        if width >= min(widths.stop, max(len(left), len(right))) or not _touches(path, band, len(right)):
            return path
        width *= 2


def _diagonal(left: Sequence[int], right: Sequence[int]) -> Sequence[int]:
    """The line on which both sides have given the same share of their characters."""
    given_left = np.concatenate(([0], np.cumsum(left)))
    given_right = np.concatenate(([0], np.cumsum(right)))
    found: list[int] = np.searchsorted(
        given_right / max(1, given_right[-1]), given_left / max(1, given_left[-1])
    ).tolist()
    return found


def _band(centres: Sequence[int], columns: int, width: int) -> Band:
    """The band around a line."""
    middle = np.minimum(centres, columns)
    following = np.append(middle[1:], columns)  # a row reaches the next one's centre, so the band has no gap
    starts = np.maximum(middle - width, 0)
    starts[0] = 0
    return Band(starts, np.minimum(following + width, columns) + 1)


def _trace(filled: Sequence[Sequence[int] | Marks], starts: Sequence[int], last: int) -> list[tuple[int, int]]:
    """The steps from the last cell back to the first, in reading order; rows begin at column `starts`."""
    i, j = len(filled) - 1, last
    path: list[tuple[int, int]] = []
    is_skipping = is_alone = False  # inside a run of units without a partner, on the right or on the left
    while i or j:
        mark = int(filled[i][j - starts[i]])
        is_skipping = not is_alone and (not mark >> ORIGIN & 1 if is_skipping else bool(mark >> SKIP & 1))
        step = (0, 1) if is_skipping else STEPS[ALONE if is_alone else mark & STEP]
        is_alone = step == (1, 0) and bool(mark >> GOES_ON & 1)
        path.append(step)
        i, j = i - step[0], j - step[1]
    path.reverse()
    return path


def _touches(path: list[tuple[int, int]], band: Band, columns: int) -> bool:
    """Whether the path comes so near to an inner edge of the band that a better one may lie outside."""
    i = j = 0
    bounds = band.bounds()
    for up, back in path:
        i, j = i + up, j + back
        start, stop = bounds[i]
        if (start > 0 and j - start < REACH) or (stop <= columns and stop - 1 - j < REACH):
            return True
    return False
