"""What was paid so far: mean rewards by key, drawn towards what is usual where little is known."""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Hashable, Iterable

_LARGEST = 200_000  # keys; some 30 MB
_NOTHING = (0.0, 0)


class Ledger:
    """Mean rewards of keys. A key that was seen n times counts n parts, what is usual counts `usual` parts."""

    def __init__(self, usual: float) -> None:
        self._parts = usual
        self._books: dict[Hashable, tuple[float, int]] = {}

    def add(self, keys: Iterable[Hashable], reward: float) -> None:
        """Something with these keys has paid so much."""
        for key in keys:
            total, times = self._books.get(key, _NOTHING)
            self._books[key] = (total + reward, times + 1)
        if len(self._books) > _LARGEST:  # what was seen least teaches least
            best = heapq.nlargest(_LARGEST // 2, self._books.items(), key=lambda item: item[1][1])
            self._books = dict(best)

    def mean(self, key: Hashable, usual: float) -> float:
        """What the key pays, where `usual` is what others pay."""
        book = self._books.get(key)
        return usual if book is None else (book[0] + self._parts * usual) / (book[1] + self._parts)

    def times(self, key: Hashable) -> int:
        """How often the key was seen."""
        return self._books.get(key, _NOTHING)[1]

    def chain(self, keys: Iterable[Hashable], usual: float) -> float:
        """What the last key pays, each drawn towards the one before it: a folder towards the folder above."""
        for key in keys:
            usual = self.mean(key, usual)
        return usual

    def best(self, keys: Collection[Hashable], usual: float) -> float:
        """What the best of the keys pays."""
        drawn, most, seen = self._parts * usual, -math.inf, 0
        for key in keys:
            if book := self._books.get(key):
                most, seen = max(most, (book[0] + drawn) / (book[1] + self._parts)), seen + 1
        return most if seen == len(keys) and seen else max(most, usual)
