"""The edit distance of fingerprints, with the costs of Bitextor (section 4.1 of its paper) and its beam (4.2).

A fingerprint is a sequence of numbers: negative ones are tags, the others lengths of texts. To insert or delete costs
1; to put one tag for another 1; one text for another 0 when their lengths differ by at most a given share of the
longer one, else 1; a tag for a text cannot be put.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

__all__ = ["edit_distance"]

_FAR = 1 << 20  # more than any distance; infinite


def edit_distance(left: Sequence[int], right: Sequence[int], tolerance: float = 0.2, beam: int | None = None) -> int:
    """The distance of two fingerprints; with a beam, no path is tried that is so many places off the diagonal.

    >>> edit_distance([-1, 27, -1], [-1, 29, -6, -1])
    1
    """
    if len(left) > len(right):
        left, right = right, left
    beam = len(right) if beam is None else beam
    if len(right) - len(left) > beam:
        return _FAR
    others = np.asarray(right, dtype=np.int64)
    places = np.arange(len(right) + 1)
    row = np.where(places <= beam, places, _FAR)
    for number, one in enumerate(left, start=1):
        row = _next_row(row, _costs(one, others, tolerance), places)
        row[np.abs(places - number) > beam] = _FAR
    return int(min(row[-1], _FAR))


def _costs(one: int, others: npt.NDArray[np.int64], tolerance: float) -> npt.NDArray[np.int64]:
    """What it costs to put each of the others for one."""
    if one < 0:
        return np.where(others < 0, (others != one).astype(np.int64), _FAR)
    differs = np.abs(others - one) > tolerance * np.maximum(others, one)
    return np.where(others >= 0, differs.astype(np.int64), _FAR)


def _next_row(
    row: npt.NDArray[np.int64], costs: npt.NDArray[np.int64], places: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    best = row + 1  # deletions
    np.minimum(best[1:], row[:-1] + costs, out=best[1:])  # substitutions
    # Insertions: from every place to the left, at a cost of 1 for each step.
    inserted: npt.NDArray[np.int64] = np.minimum.accumulate(best - places) + places
    return inserted
