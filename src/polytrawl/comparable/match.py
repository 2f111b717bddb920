"""Choosing documents: each is in one pair at most, and both sides have as many words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from polytrawl.comparable.collection import Paper

__all__ = ["Match", "balanced", "one_to_one"]


class Match(NamedTuple):
    """Two documents that are comparable."""

    left: Paper
    right: Paper
    score: float
    days: float | None  # between them; None where it is not known
    grade: str = ""  # of the page pair that they are; empty where they are none

    @property
    def sides(self) -> tuple[Paper, Paper]:
        """Both documents."""
        return self.left, self.right

    @property
    def surplus(self) -> int:
        """By how many words the left one is longer."""
        return self.left.size - self.right.size


def one_to_one(matches: Iterable[Match]) -> list[Match]:
    """The best match of all, the best of what is left, and so on; of equally good ones those nearest in time."""
    taken: set[tuple[int, str]] = set()
    found: list[Match] = []
    for one in sorted(matches, key=_rank):
        sides = (0, one.left.id), (1, one.right.id)
        if taken.isdisjoint(sides):
            taken.update(sides)
            found.append(one)
    return found


def _rank(one: Match) -> tuple[float, float, str, str]:
    days = one.days if one.days is not None else float("inf")
    return -round(one.score, 2), days, one.left.id, one.right.id


def balanced(matches: list[Match], tolerance: float) -> list[Match]:
    """The matches without the worst of those that make one side longer, until the sides differ no more than allowed."""
    sizes = [sum(one.left.size for one in matches), sum(one.right.size for one in matches)]
    gone: set[int] = set()
    for place in sorted(range(len(matches)), key=lambda place: matches[place].score):
        surplus = sizes[0] - sizes[1]
        if abs(surplus) <= tolerance * max(sizes):
            break
        if abs(surplus - matches[place].surplus) < abs(surplus):  # without it they are nearer
            gone.add(place)
            sizes[0] -= matches[place].left.size
            sizes[1] -= matches[place].right.size
    return [one for place, one in enumerate(matches) if place not in gone]
