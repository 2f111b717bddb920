"""Precision, recall, F1 and calibration, as they are printed, drawn and given to machines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

__all__ = ["BINS", "Bin", "Figures", "calibrate", "calibration_error"]

BINS = 10


class Figures(msgspec.Struct, frozen=True):
    """How many pairs were found, how many of them are right, and how many there are to find."""

    found: int
    right: int
    gold: int
    precision: float | None = None  # None where there is nothing to divide by
    recall: float | None = None
    f1: float | None = None

    @classmethod
    def of(cls, found: int, right: int, gold: int) -> Figures:
        """The figures with what follows from them.

        >>> Figures.of(found=4, right=3, gold=6).f1
        0.6
        """
        return cls(found, right, gold, _share(right, found), _share(right, gold), _share(2 * right, found + gold))


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


class Bin(msgspec.Struct, frozen=True):
    """Pairs whose probability lies between two bounds: what was predicted, and what is the case."""

    low: float
    high: float
    pairs: int
    predicted: float  # their mean probability
    observed: float  # the share of them that is right


def calibrate(judged: Iterable[tuple[float, bool]]) -> list[Bin]:
    """The bins that have pairs, from the least probable; a probability of 1 is in the last."""
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for probability, is_right in judged:
        bins[min(BINS - 1, max(0, int(probability * BINS)))].append((probability, is_right))
    return [_bin(number, inside) for number, inside in enumerate(bins) if inside]


def _bin(number: int, inside: Sequence[tuple[float, bool]]) -> Bin:
    predicted = sum(probability for probability, _ in inside) / len(inside)
    observed = sum(is_right for _, is_right in inside) / len(inside)
    return Bin(number / BINS, (number + 1) / BINS, len(inside), predicted, observed)


def calibration_error(bins: Sequence[Bin]) -> float | None:
    """How far observed shares are from predicted ones, on average over all pairs; None without pairs."""
    pairs = sum(one.pairs for one in bins)
    return sum(one.pairs * abs(one.predicted - one.observed) for one in bins) / pairs if pairs else None
