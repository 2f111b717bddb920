"""A bounded sample of a stream, the same whatever the order of the stream: those whose hash is smallest."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Sample(Generic[T]):
    """At most so many things, each under a hash; of equal hashes the first is taken."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.seen = 0
        self._things: dict[int, T] = {}
        self._hashes: list[int] = []  # a heap of negated hashes: the largest is on top

    def __len__(self) -> int:
        return len(self._things)

    def __iter__(self) -> Iterator[T]:
        """The things in the order of their hashes."""
        return (self._things[one] for one in sorted(self._things))

    @property
    def limit(self) -> int:
        """All things with a hash up to this are in the sample; 0 where all are in it."""
        return -self._hashes[0] if len(self._things) >= self.size else 0

    def wants(self, hash_: int) -> bool:
        """Whether a thing with this hash would be taken now."""
        if hash_ in self._things:
            return False
        return len(self._things) < self.size or hash_ < -self._hashes[0]

    def add(self, hash_: int, thing: T) -> None:
        """Take a thing that is wanted."""
        self._things[hash_] = thing
        heapq.heappush(self._hashes, -hash_)
        if len(self._things) > self.size:
            del self._things[-heapq.heappop(self._hashes)]
