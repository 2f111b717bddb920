"""Pages that are alike, and how many others are as much alike: what is shared among many is evidence for none."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from polytrawl.pair.base import Candidate
from polytrawl.pair.facts import Facts
from polytrawl.records import Lang

__all__ = ["Alike", "candidates_of"]


class Alike(NamedTuple):
    """Two pages and how much they are alike, 0..1."""

    left: Facts
    right: Facts
    similarity: float


def candidates_of(found: Sequence[Alike], probability: float) -> list[Candidate]:
    """Candidates with the probability of a perfect match times the similarity, shared among rivals."""
    return [
        Candidate(one.left.id, one.right.id, probability * one.similarity / rivals)
        for one, rivals in _with_rivals(found)
    ]


def _with_rivals(found: Sequence[Alike]) -> Iterator[tuple[Alike, int]]:
    """Each pair with the number of pages that are as much like one of the two, in the language of the other."""
    scores: dict[tuple[str, Lang], list[float]] = defaultdict(list)
    for one in found:
        scores[one.left.id, one.right.language].append(one.similarity)
        scores[one.right.id, one.left.language].append(one.similarity)
    for own in scores.values():
        own.sort()
    for one in found:
        sides = (scores[one.left.id, one.right.language], scores[one.right.id, one.left.language])
        yield one, max(len(side) - bisect_left(side, one.similarity) for side in sides)
