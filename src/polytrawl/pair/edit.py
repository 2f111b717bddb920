"""The edit distance of fingerprints, with the costs of Bitextor (section 4.1 of its paper) and its beam (4.2).

A fingerprint is a sequence of numbers: negative ones are tags, the others lengths of texts. To insert or delete costs
1; to put one tag for another 1; one text for another 0 when their lengths differ by at most a given share of the
longer one, else 1; a tag for a text cannot be put.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

__all__ = ["edit_distance", "edit_distances"]

_FAR = 1 << 20  # more than any distance; infinite
_BATCH = 256  # pairs that are computed together: 20 times as fast as one by one; more of them leave the caches


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


def edit_distances(pairs: Sequence[tuple[Sequence[int], Sequence[int]]], tolerance: float = 0.2) -> list[int]:
    """The distances of many pairs of fingerprints, without a beam.

    >>> edit_distances([([-1, 27, -1], [-1, 29, -6, -1]), ([], [5])])
    [1, 1]
    """
    # Pairs of like lengths together, so that little is computed for nothing.
    order = sorted(range(len(pairs)), key=lambda number: tuple(map(len, pairs[number])))
    found = [0] * len(pairs)
    for start in range(0, len(order), _BATCH):
        chunk = order[start : start + _BATCH]
        for number, distance in zip(chunk, _batch([pairs[one] for one in chunk], tolerance), strict=True):
            found[number] = int(distance)
    return found


def _batch(pairs: Sequence[tuple[Sequence[int], Sequence[int]]], tolerance: float) -> npt.NDArray[np.int32]:
    """Row after row for all pairs at once; the distance of a pair stands where its own two lengths meet."""
    lefts, rights = (_padded([pair[side] for pair in pairs]) for side in (0, 1))
    heights, widths = (np.array([len(pair[side]) for pair in pairs]) for side in (0, 1))
    places = np.arange(rights.shape[1] + 1, dtype=np.int32)
    rows = np.tile(places, (len(pairs), 1))
    found = widths.astype(np.int32)
    for number in range(lefts.shape[1]):
        best = rows + 1
        costs = _many_costs(lefts[:, number : number + 1], rights, tolerance)
        np.minimum(best[:, 1:], rows[:, :-1] + costs, out=best[:, 1:])
        rows = np.minimum.accumulate(best - places, axis=1) + places
        ends = heights == number + 1
        found[ends] = rows[ends, widths[ends]]
    return found


def _padded(sequences: Sequence[Sequence[int]]) -> npt.NDArray[np.int32]:
    table = np.zeros((len(sequences), max(map(len, sequences))), dtype=np.int32)
    for row, sequence in zip(table, sequences, strict=True):
        row[: len(sequence)] = sequence
    return table


def _many_costs(ones: npt.NDArray[np.int32], others: npt.NDArray[np.int32], tolerance: float) -> npt.NDArray[np.int32]:
    differs = np.where(ones < 0, others != ones, np.abs(others - ones) > tolerance * np.maximum(others, ones))
    costs: npt.NDArray[np.int32] = np.where((ones < 0) == (others < 0), differs, _FAR).astype(np.int32)
    return costs
