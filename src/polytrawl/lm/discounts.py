"""How much is taken from counts of 1, 2 and 3 or more: Chen and Goodman's closed form, from counts of counts.

With n_j n-grams of one order that have count j, and Y = n_1 / (n_1 + 2 n_2):

    D_j = j - (j + 1) Y n_(j+1) / n_j        j = 1, 2, 3; D_3 for all larger counts
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from polytrawl.lm.chunk import Array

__all__ = ["FALLBACK", "Discounts", "discounts_of"]

# Where counts of counts give none; the ones that lmplz has for it, --discount_fallback.
FALLBACK = (0.5, 1.0, 1.5)
_LARGEST = 3


class Discounts(msgspec.Struct, frozen=True):
    """What is taken from counts of one order, and why it is not what the counts say, where that is so."""

    amounts: tuple[float, float, float]
    problem: str = ""

    def of(self, counts: Array) -> Array:
        """What is taken from each of these counts."""
        return np.array((0.0, *self.amounts))[np.minimum(counts, _LARGEST)]


def discounts_of(numbers: Sequence[int]) -> Discounts:
    """The discounts for n_1, n_2, n_3 and n_4.

    >>> [round(amount, 3) for amount in discounts_of((100, 40, 20, 12)).amounts]
    [0.556, 1.167, 1.667]
    >>> discounts_of((100, 0, 20, 12)).problem
    'no n-gram has count 2'
    """
    missing = [str(j) for j in (1, 2, 3) if not numbers[j - 1]]
    if missing:
        return Discounts(FALLBACK, f"no n-gram has count {' or '.join(missing)}")
    y = numbers[0] / (numbers[0] + 2 * numbers[1])
    one, two, three = (j - (j + 1) * y * numbers[j] / numbers[j - 1] for j in (1, 2, 3))
    for j, amount in enumerate((one, two, three), 1):
        if amount < 0:
            return Discounts(FALLBACK, f"the discount for count {j} would be {amount:.3f}")
    return Discounts((one, two, three))
