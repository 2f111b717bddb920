"""Of all texts of a run, as many as are enough to learn from: the same ones, in whatever order they come."""

from __future__ import annotations

import heapq
from collections import defaultdict

import xxhash

from polytrawl.align.base import Text
from polytrawl.records import Lang

__all__ = ["Sample"]


class _Drawn:
    """The texts of two languages with the smallest hashes, up to a number of sentences."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._size = 0
        self._heap: list[tuple[int, Text, Text]] = []  # the largest hash first
        self._known: set[int] = set()

    def add(self, left: Text, right: Text) -> None:
        mark = xxhash.xxh3_64_intdigest(
            "\n".join((*left.sentences, "", *right.sentences)).encode("utf-8", "surrogatepass")
        )
        if mark in self._known or (self._size >= self._limit and -mark < self._heap[0][0]):
            return
        self._known.add(mark)
        heapq.heappush(self._heap, (-mark, left, right))
        self._size += len(left.sentences)
        while self._size - len(self._heap[0][1].sentences) >= self._limit:
            gone = heapq.heappop(self._heap)
            self._known.discard(-gone[0])
            self._size -= len(gone[1].sentences)

    def texts(self) -> list[tuple[Text, Text]]:
        return [(left, right) for _, left, right in sorted(self._heap, reverse=True)]


class Sample:
    """Texts to learn from, by their two languages."""

    def __init__(self, limit: int) -> None:
        self._drawn: defaultdict[tuple[Lang, Lang], _Drawn] = defaultdict(lambda: _Drawn(limit))

    def add(self, left: Text, right: Text) -> None:
        """Look at two texts, and keep them if they are among those drawn."""
        if left.blocks and right.blocks:
            self._drawn[left.language, right.language].add(left, right)

    def texts(self) -> dict[tuple[Lang, Lang], list[tuple[Text, Text]]]:
        """What was drawn."""
        return {languages: drawn.texts() for languages, drawn in sorted(self._drawn.items())}
