"""Counting the words and n-grams of a collection, in bounded memory.

Words get numbers, and an n-gram is one whole number made of those of its words, so that counting is sorting. Counts
are gathered in sorted tables of 24 bytes an n-gram. Where a table grows too large, what was seen least so far is
forgotten, as in lossy counting (Manku and Motwani 2002); n-grams that rare are pruned in the end anyway, and `missed`
says how many times any of them can have been seen more often than was counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from polytrawl.relevance.hashes import hashes_of, joined
from polytrawl.relevance.words import words

__all__ = ["LONGEST", "Counts", "Table"]

LONGEST = 3
_BITS = 21  # of a word's number: three of them fit in one whole number, and there can be two million words
_BUFFERED = 2_000_000  # entries that wait to be put in the table; fewer where the table is small
_LARGEST = 30_000_000  # entries of a table, 720 MB

_Whole = NDArray[np.int64]


class Table(NamedTuple):
    """N-grams of one length: sorted keys, how often each was seen, and in how many documents."""

    keys: _Whole
    times: _Whole
    documents: _Whole

    def of_at_least(self, times: int) -> Table:
        """Only the n-grams that were seen so often."""
        kept = self.times >= times
        return Table(self.keys[kept], self.times[kept], self.documents[kept])


class Counts:
    """What is known of a collection: how many documents and words, and n-grams up to a length."""

    def __init__(self, longest: int = LONGEST, *, largest: int = _LARGEST) -> None:
        self.documents = 0
        self.words = 0
        self._numbers: dict[str, int] = {}
        self._lengths = range(1, longest + 1)
        self._largest, self._buffered = largest, min(_BUFFERED, largest)
        self._tables = {n: Table(*(np.zeros(0, np.int64) for _ in range(3))) for n in self._lengths}
        self._waiting: dict[int, list[Table]] = {n: [] for n in self._lengths}
        self._waiting_size = 0
        self._missed = dict.fromkeys(self._lengths, 0)

    def add(self, text: str) -> None:
        """Count one document."""
        self.add_parts([words(text)])

    def add_parts(self, parts: Iterable[Sequence[str]]) -> None:
        """Count one document whose words stand in parts; n-grams do not run from one part into the next."""
        spaced: list[int] = []
        for part in parts:
            spaced += map(self._number, part)
            spaced.append(0)  # the number of no word
            self.words += len(part)
        numbers = np.array(spaced, np.int64)
        self.documents += 1
        for n in self._lengths:
            keys, times = np.unique(_keys(numbers, n), return_counts=True)
            self._waiting[n].append(Table(keys, times.astype(np.int64), np.ones(len(keys), np.int64)))
            self._waiting_size += len(keys)
        if self._waiting_size > self._buffered:
            self._gather()

    def add_all(self, texts: Iterable[str]) -> Counts:
        """Count many documents."""
        for text in texts:
            self.add(text)
        return self

    def table(self, n: int) -> Table:
        """The n-grams of one length."""
        self._gather()
        return self._tables[n]

    def missed(self, n: int) -> int:
        """How often an n-gram may have been seen beyond what was counted, at most; 0 where nothing was forgotten."""
        self._gather()
        return self._missed[n]

    @property
    def vocabulary(self) -> list[str]:
        """The words: number 1 is the first of them."""
        return list(self._numbers)

    @property
    def is_full(self) -> bool:
        """Whether there may be words that got no number, because there were too many."""
        return len(self._numbers) + 1 >> _BITS > 0

    def hashes(self, keys: _Whole, n: int) -> NDArray[np.uint64]:
        """The numbers by which others know the n-grams that keys stand for."""
        words = hashes_of(self._numbers)
        return joined([words[part - 1] for part in self.parts(keys, n).T])

    @staticmethod
    def parts(keys: _Whole, n: int) -> _Whole:
        """The keys of the single words of n-grams, one row for each."""
        mask = (1 << _BITS) - 1
        return np.stack([(keys >> (_BITS * (n - 1 - place))) & mask for place in range(n)], axis=1)

    @staticmethod
    def joined(parts: _Whole) -> _Whole:
        """The keys of n-grams, given those of their words, one row for each."""
        keys = np.zeros(len(parts), np.int64)
        for column in parts.T:
            keys = (keys << _BITS) | column
        return keys

    def _number(self, word: str) -> int:
        """The number of a word, from 1; 0 stands for words that came when there were too many."""
        known = self._numbers.get(word)
        if known is None:
            known = len(self._numbers) + 1
            if known >> _BITS:
                return 0
            self._numbers[word] = known
        return known

    def _gather(self) -> None:
        for n, waiting in self._waiting.items():
            if waiting:
                made = _joined([self._tables[n], *waiting])
                self._tables[n] = self._pruned(made, n) if n > 1 and len(made.keys) > self._largest else made
                waiting.clear()
        self._waiting_size = 0

    def _pruned(self, table: Table, n: int) -> Table:
        """What is left when enough of the rarest is forgotten to make room: half of what is allowed, or less.

        What is forgotten was counted at most `rare` times since it was last forgotten, so that is what it loses.
        """
        place = len(table.times) - self._largest // 2 - 1
        rare = int(np.partition(table.times, place)[place])
        self._missed[n] += rare
        return table.of_at_least(rare + 1)


def _keys(numbers: _Whole, n: int) -> _Whole:
    """The n-grams of a document as whole numbers; those with a word that has no number are left out."""
    size = max(0, len(numbers) - n + 1)
    keys, is_known = np.zeros(size, np.int64), np.ones(size, bool)
    for start in range(n):
        part = numbers[start : start + size]
        keys = (keys << _BITS) | part
        is_known &= part > 0
    return keys[is_known]


def _joined(tables: list[Table]) -> Table:
    keys, places = np.unique(np.concatenate([table.keys for table in tables]), return_inverse=True)
    times, documents = (
        np.bincount(places, np.concatenate([table[column] for table in tables]), len(keys)).astype(np.int64)
        for column in (1, 2)
    )
    return Table(keys, times, documents)
