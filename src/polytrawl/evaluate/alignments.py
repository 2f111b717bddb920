"""How good sentence alignments are: strict and lax precision, recall and F1 against beads that are right.

The counting is that of the Text+Berg gold (Sennrich & Volk 2010, Thompson & Koehn 2019): a bead is right strictly when
the gold has the same one, and laxly when a gold bead shares a sentence with it on both sides. Precision counts all
beads found, those without a partner too; recall the gold beads that have both sides. Counts are summed over all texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

Sides: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]


class Measure(msgspec.Struct, frozen=True):
    """Precision, recall and F1; None where there is nothing to divide by."""

    precision: float | None
    recall: float | None
    f1: float | None


class Scores(msgspec.Struct, frozen=True):
    """How good alignments are."""

    texts: int
    gold_beads: int  # with both sides
    test_beads: int
    strict: Measure
    lax: Measure


class _Counts(NamedTuple):
    """Beads that are right, and all."""

    strict: int = 0
    lax: int = 0
    all: int = 0

    def plus(self, other: _Counts) -> _Counts:
        return _Counts(self.strict + other.strict, self.lax + other.lax, self.all + other.all)


def score(gold: Iterable[Sequence[Sides]], test: Iterable[Sequence[Sides]]) -> Scores:
    """The figures of alignments, one for each gold alignment.

    >>> found = score([[((0,), (0,)), ((1,), (1, 2))]], [[((0,), (0,)), ((1,), (1,)), ((), (2,))]])
    >>> found.strict.recall, round(found.strict.precision, 2), found.lax.recall
    (0.5, 0.33, 1.0)
    """
    texts, precision, recall = 0, _Counts(), _Counts()
    for right, found in zip(gold, test, strict=True):
        texts += 1
        precision = precision.plus(_judged(found, right))
        recall = recall.plus(_judged(_whole(right), _whole(found)))
    return Scores(
        texts=texts,
        gold_beads=recall.all,
        test_beads=precision.all,
        strict=_measure(precision.strict, recall.strict, precision.all, recall.all),
        lax=_measure(precision.lax, recall.lax, precision.all, recall.all),
    )


def _whole(beads: Iterable[Sides]) -> list[Sides]:
    return [bead for bead in beads if bead[0] and bead[1]]


def _judged(beads: Iterable[Sides], by: Sequence[Sides]) -> _Counts:
    exact = set(by)
    partners: dict[int, set[int]] = {}
    for ours, theirs in by:
        for number in ours:
            partners.setdefault(number, set()).update(theirs)
    counts = _Counts()
    for ours, theirs in beads:
        if ours or theirs:
            is_strict = (ours, theirs) in exact
            is_lax = is_strict or any(not partners.get(number, set()).isdisjoint(theirs) for number in ours)
            counts = counts.plus(_Counts(is_strict, is_lax, 1))
    return counts


def _measure(found: int, known: int, all_found: int, all_known: int) -> Measure:
    precision = found / all_found if all_found else None
    recall = known / all_known if all_known else None
    if precision is None or recall is None:
        return Measure(precision, recall, None)
    return Measure(precision, recall, 2 * precision * recall / (precision + recall) if precision + recall else 0.0)
