"""What is measured of a crawl, page by page.

AvP(n) = mean similarity of the first n pages to the query       average precision of the dissertation
HR(n)  = share of the first n pages that are relevant            harvest rate
R(n)   = share of all relevant pages that are among them         recall
AUC    = mean of AvP(1) ... AvP(N); the paper has their sum
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import msgspec

from polytrawl.relevance.averages import curve

__all__ = ["Measures", "curve", "measure", "ranks", "tau"]


class Measures(msgspec.Struct, frozen=True):
    """What a crawl has brought after all its pages."""

    pages: int
    avp: float
    harvest: float
    recall: float
    auc: float  # mean of the AvP curve
    auc_sum: float  # its sum, as in the paper's tables 5.4 and 5.5


def measure(similarities: Sequence[float], hits: Sequence[bool], relevant: int) -> Measures:
    """The figures of a crawl: how near each page is to the query, whether it is relevant, and how many there are."""
    precision = curve(similarities) or [0.0]
    found, pages = sum(hits), len(hits)
    total = sum(precision)
    return Measures(
        pages=pages,
        avp=precision[-1],
        harvest=found / max(1, pages),
        recall=found / max(1, relevant),
        auc=total / len(precision),
        auc_sum=total,
    )


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value, 1 for the greatest; equal values share the mean of their ranks.

    >>> ranks([0.2, 0.9, 0.2])
    [2.5, 1.0, 2.5]
    """
    return [1 + sum(o > v for o in values) + (sum(o == v for o in values) - 1) / 2 for v in values]


def tau(left: Sequence[float], right: Sequence[float]) -> float | None:
    """Kendall's tau-b between two rankings of the same things; None where one of them ranks nothing.

    >>> tau([1, 2, 3], [1, 3, 2])
    0.3333333333333333
    """
    both = left_pairs = right_pairs = 0
    for (a, b), (c, d) in combinations(zip(left, right, strict=True), 2):
        x, y = (a > c) - (a < c), (b > d) - (b < d)
        both += x * y
        left_pairs += abs(x)
        right_pairs += abs(y)
    return float(both / (left_pairs * right_pairs) ** 0.5) if left_pairs and right_pairs else None
