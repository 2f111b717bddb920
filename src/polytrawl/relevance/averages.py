"""How well a crawl goes, page by page: the mean over the first n pages of what each page is worth.

Over similarities to the query it is the average precision AvP of the dissertation, over 1 for pages that are relevant
and 0 for others the harvest rate.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate

__all__ = ["curve"]


def curve(values: Iterable[float]) -> list[float]:
    """The mean of the first n values, for each n.

    >>> curve([1.0, 0.0, 0.5])
    [1.0, 0.5, 0.5]
    """
    return [total / number for number, total in enumerate(accumulate(values), 1)]
