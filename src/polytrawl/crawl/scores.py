"""A URL found again: how its scores are combined, and a memory of the URLs for which nothing need be done."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from polytrawl.crawl.store import Found

Rule: TypeAlias = Callable[[float, float, int], float]  # old score, new score, how often it was found before

_REMEMBERED = 1 << 16  # URLs in each of two halves; some 20 MB


def _highest(old: float, new: float, _: int) -> float:
    return max(old, new)


def _mean(old: float, new: float, found: int) -> float:
    return _number(old + (new - old) / (found + 1), old)


def _sum(old: float, new: float, _: int) -> float:
    return _number(old + new, old)


def _newest(old: float, new: float, _: int) -> float:
    return old if math.isinf(old) else new  # a seed stays one


def _number(score: float, old: float) -> float:
    return old if math.isnan(score) else score  # a seed's score is infinite, and stays so


RULES: dict[str, Rule] = {"max": _highest, "mean": _mean, "sum": _sum, "last": _newest}


class Known(NamedTuple):
    """A URL that stands in the store."""

    id: int
    host: int
    state: str
    reason: str
    score: float
    found: int
    depth: int


class Seen:
    """Remembers URLs that were met lately. Most links of a page stand on its neighbours as well."""

    def __init__(self, rule: Rule) -> None:
        # Other scores than the best change whenever a URL is found again: then only finished ones are remembered.
        self._is_best = rule is _highest
        self._new: dict[int, tuple[float, int] | None] = {}
        self._old: dict[int, tuple[float, int] | None] = {}

    def settles(self, key: int, one: Found) -> bool:
        """Whether nothing changes when the URL with this fingerprint is found again so."""
        try:
            known = self._new[key]
        except KeyError:
            if key not in self._old:
                return False
            known = self._old[key]
            self._remember(key, known)
        return known is None or bool(one.reason) or (known[0] >= one.score and known[1] <= one.depth)

    def note(self, key: int, one: Found | None) -> None:
        """What is known of a URL: its score and depth, or None when it is finished."""
        if one is None:
            self._remember(key, None)
        elif self._is_best:
            self._remember(key, (one.score, one.depth))
        else:
            self._new.pop(key, None)
            self._old.pop(key, None)

    def _remember(self, key: int, known: tuple[float, int] | None) -> None:
        if len(self._new) >= _REMEMBERED:
            self._old, self._new = self._new, {}
        self._new[key] = known
