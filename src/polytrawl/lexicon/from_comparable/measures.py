"""How alike the profiles of two words are: the measures of section 2.2.5 of Laranjeira 2015, for all pairs at once.

For profiles a and b over the same features (equations 2.5 to 2.8):

    Manhattan = sum |a - b|        = sum a + sum b - 2 sum min(a, b)
    Division  = sum |log (a / b)|
    Product   = sum a b / scale
    Lin       = sum over features of both (a + b) / (sum a + sum b)

Cosine is the product with the two norms as scale. A quotient has no logarithm where one of the two is 0, as most are:
1 is added to both, which makes division the Manhattan distance of log(1 + a) and log(1 + b). The least of two numbers
is 0 unless both have the feature, so distances too need only what profiles share: an index by features, not all pairs.
Lin's measure is of PMIs, without the syntactic relations of the equation: sentences are all that is known.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from polytrawl.errors import ConfigError, did_you_mean

__all__ = ["MEASURES", "Table", "cosine", "likeness", "unit_rows"]

Table = NDArray[np.float32]  # a row a word, a column a feature or a word of the other side


def likeness(measure: str, left: Table, right: Table) -> Table:
    """The likeness of each row of the one table with each of the other, from 0 to 1."""
    if measure not in MEASURES:
        raise ConfigError(f"--measure: no such measure {measure!r}{did_you_mean(measure, MEASURES)}")
    return MEASURES[measure](left, right)


def cosine(left: Table, right: Table) -> Table:
    """Products of rows of length 1.

    >>> cosine(np.array([[3, 4]], np.float32), np.array([[4, 3], [0, 0]], np.float32)).round(2).tolist()
    [[0.9599999785423279, 0.0]]
    """
    return unit_rows(left) @ unit_rows(right).T


def unit_rows(table: Table) -> Table:
    """The rows, each of length 1; rows of nothing stay."""
    norms: Any = np.linalg.norm(table, axis=1, keepdims=True)
    return (table / np.where(norms > 0, norms, 1)).astype(np.float32)


def _product(left: Table, right: Table) -> Table:
    """Products; the scale is the greatest of them, so that all are at most 1."""
    found: Table = left @ right.T
    return found / max(float(found.max(initial=0)), 1e-9)


def _manhattan(left: Table, right: Table) -> Table:
    """1 / (1 + distance)."""
    sums = left.sum(axis=1)[:, None] + right.sum(axis=1)[None, :]
    near: Table = 1 / (1 + np.maximum(sums - 2 * _least(left, right), 0))
    return near


def _division(left: Table, right: Table) -> Table:
    return _manhattan(np.log1p(left), np.log1p(right))


def _lin(left: Table, right: Table) -> Table:
    has_left, has_right = (left > 0).astype(np.float32), (right > 0).astype(np.float32)
    shared: Table = left @ has_right.T + has_left @ right.T
    sums = left.sum(axis=1)[:, None] + right.sum(axis=1)[None, :]
    return (shared / np.where(sums > 0, sums, 1)).astype(np.float32)


def _least(left: Table, right: Table) -> Table:
    """The sum of the lesser values of each two rows, feature by feature: only rows that have it are compared."""
    found = np.zeros((len(left), len(right)), np.float32)
    for feature in range(left.shape[1]):
        ours, theirs = np.flatnonzero(left[:, feature]), np.flatnonzero(right[:, feature])
        if len(ours) and len(theirs):
            found[np.ix_(ours, theirs)] += np.minimum.outer(left[ours, feature], right[theirs, feature])
    return found


MEASURES: dict[str, Callable[[Table, Table], Table]] = {
    "cosine": cosine,
    "manhattan": _manhattan,
    "division": _division,
    "product": _product,
    "lin": _lin,
}
