"""Student's t-test for pairs, exact: the t distribution by the regularised incomplete beta function.

P(|T| > t) with v degrees of freedom is I_x(v/2, 1/2) at x = v / (v + t^2). The continued fraction of I_x is worked out
from its front (Lentz), to the last digits that a float has.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

__all__ = ["TTest", "paired_t", "two_sided_p"]

_TINY = 1e-300
_EXACT = 1e-15
_MOST_STEPS = 10_000  # about the square root of the degrees of freedom is needed: enough for 10 million of them


class TTest(msgspec.Struct, frozen=True):
    """Whether the mean difference of pairs is chance."""

    mean: float  # of the differences
    t: float
    freedom: int
    p: float  # two-sided


def paired_t(differences: Sequence[float]) -> TTest | None:
    """The test of differences; None where there are fewer than two.

    >>> found = paired_t([1.0, 2.0, 3.0])
    >>> round(found.t, 4), found.freedom, round(found.p, 4)
    (3.4641, 2, 0.0742)
    """
    number = len(differences)
    if number < 2:  # noqa: PLR2004 - one difference has no spread
        return None
    mean = math.fsum(differences) / number
    spread = math.fsum((one - mean) ** 2 for one in differences) / (number - 1)
    # Equal differences leave rounding errors, which must not make them certain: they are none up to that.
    if spread <= (1e-12 * max(map(abs, differences))) ** 2:
        return TTest(mean, math.copysign(math.inf, mean) if mean else 0.0, number - 1, 0.0 if mean else 1.0)
    t = mean / math.sqrt(spread / number)
    return TTest(mean, t, number - 1, two_sided_p(t, number - 1))


def two_sided_p(t: float, freedom: float) -> float:
    """How likely a t so far from 0, or farther, is by chance.

    >>> round(two_sided_p(2.0639, 24), 4), two_sided_p(0.0, 5)
    (0.05, 1.0)
    """
    if not math.isfinite(t):
        return 0.0
    return _incomplete_beta(freedom / (freedom + t * t), freedom / 2, 0.5, t * t / (freedom + t * t))


def _incomplete_beta(x: float, a: float, b: float, rest: float) -> float:
    """I_x(a, b); `rest` is 1 - x, given apart because it may be too small to be found by subtraction."""
    if x <= 0 or rest <= 0:
        return 0.0 if x <= 0 else 1.0
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(rest))
    if x < (a + 1) / (a + b + 2):  # where the fraction is quick
        return front / a * _fraction(x, a, b)
    return 1 - front / b * _fraction(rest, b, a)


def _fraction(x: float, a: float, b: float) -> float:
    above, below = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    value = below
    for m in range(1, _MOST_STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for part in (even, odd):
            below = 1 / _not_zero(1 + part * below)
            above = _not_zero(1 + part / above)
            value *= above * below
        if abs(above * below - 1) < _EXACT:
            break
    return value


def _not_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
