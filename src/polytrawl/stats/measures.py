"""The formulas. Each works on arrays: one entry for each word or term.

    log-likelihood   G2 = 2 (O ln(O / E) + (N - O) ln((N - O) / (N - E)))      E = N f
    log ratio        log2((1e6 O / N + 1) / (1e6 f + 1))
    C-value          log2(n) (O - s / t)

with O occurrences of a word among N, f its share in generic texts, n the words of a term, t the number of longer
candidates that it is part of and s how often those were seen. Dunning (1993) compares two samples; the generic list is
a table of shares that has no size, so here one sample is compared with known shares, which is what his measure becomes
when the second sample grows. The 1 in a million that is added in the ratio keeps rare words from winning it; this is
Kilgarriff's (2009) "simple maths" as a logarithm, which Hardie (2014) calls log ratio. C-value is that of Frantzi,
Ananiadou and Mima (2000).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["Reals", "Whole", "c_values", "log_likelihood", "log_ratio"]

Reals = NDArray[np.float64]
Whole = NDArray[np.int64]


def log_likelihood(times: Whole, whole: int, shares: Reals) -> Reals:
    """How sure it is that words are not as frequent as in generic texts; 15.13 is p = 0.0001.

    >>> log_likelihood(np.array([10, 1]), 1000, np.array([0.001, 0.001])).round(2).tolist()
    [28.13, 0.0]
    """
    expected = whole * shares
    rest = np.maximum(whole - times, 0)
    others = np.where(rest > 0, rest / np.where(rest > 0, whole - expected, 1), 1)
    found: Reals = 2 * (times * np.log(times / expected) + rest * np.log(others))
    return np.maximum(found, 0.0)


def log_ratio(times: Whole, whole: int, shares: Reals) -> Reals:
    """How many times more frequent words are than in generic texts, as a power of two.

    >>> log_ratio(np.array([63, 2]), 1_000_000, np.array([0.000001, 0.000002])).tolist()
    [5.0, 0.0]
    """
    found: Reals = np.log2((1e6 * times / whole + 1) / (1e6 * shares + 1))
    return found


def c_values(length: int, times: Whole, longer: Whole, within: Whole) -> Reals:
    """How much sequences of so many words are terms, given in how many longer ones each is, and how often those are.

    >>> c_values(2, np.array([10, 10]), np.array([0, 2]), np.array([0, 6])).tolist()
    [10.0, 7.0]
    """
    found: Reals = np.log2(length) * (times - within / np.maximum(longer, 1))
    return found
