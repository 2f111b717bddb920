"""Couples: pairs of documents in two languages that may be translations, as columns of numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["Couples", "Floats", "Ints", "best_others"]

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


class Couples(NamedTuple):
    """The numbers of documents; the left one is always the smaller."""

    left: Ints
    right: Ints

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, int]]) -> Couples:
        """These couples, in order, each once."""
        table = np.array(sorted({(min(pair), max(pair)) for pair in pairs}), dtype=np.int64).reshape(-1, 2)
        return cls(table[:, 0], table[:, 1])

    def __len__(self) -> int:
        return len(self.left)

    def numbers(self) -> list[tuple[int, int]]:
        """The couples one by one."""
        return list(zip(self.left.tolist(), self.right.tolist(), strict=True))


def best_others(couples: Couples, values: Floats, languages: Ints) -> Floats:
    """For each couple the best value of another couple of either page, in the same language; 0 without one.

    >>> found = Couples.of([(0, 1), (0, 2), (3, 4)])
    >>> best_others(found, np.array([0.9, 0.2, 0.5]), np.array([0, 1, 1, 0, 1])).tolist()
    [0.2, 0.9, 0.0]
    """
    if not len(couples):
        return np.zeros(0)
    many = int(languages.max(initial=0)) + 1
    rivals = [
        _best_others(one * many + languages[other], values)
        for one, other in ((couples.left, couples.right), (couples.right, couples.left))
    ]
    return np.maximum(*rivals)


def _best_others(keys: Ints, values: Floats) -> Floats:
    order = np.lexsort((values, keys))
    ordered = values[order]
    is_last = np.append(keys[order][1:] != keys[order][:-1], True)  # the best of its key
    is_first = np.append(True, is_last[:-1])
    second = np.where(is_first, 0.0, np.append(0.0, ordered[:-1]))
    ends = np.flatnonzero(is_last)
    best = ordered[ends][np.searchsorted(ends, np.arange(len(keys)))]
    found = np.empty(len(values))
    found[order] = np.where(is_last, second, best)
    return found
