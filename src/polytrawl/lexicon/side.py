"""One side of a bitext in numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from polytrawl.lexicon.words import tokens
from polytrawl.sentences import width

__all__ = ["Floats", "Ints", "Layout", "Side", "Words", "spread"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_NOTHING = ""  # the word of a sentence without words, so that every sentence has one


class Layout(NamedTuple):
    """How units stand in paragraphs."""

    begins: Floats  # 1 where a unit begins a paragraph, else 0
    kinds: Ints  # of their paragraphs

    def cut(self, first: int, end: int) -> Layout:
        """Some units of it."""
        return Layout(self.begins[first:end], self.kinds[first:end])


def plain(size: int) -> Layout:
    """The layout of units that stand in no paragraphs."""
    return Layout(np.zeros(size), np.zeros(size, dtype=np.int64))


class Words:
    """The different words of one language, numbered as they are met."""

    def __init__(self, known: Sequence[str] = ()) -> None:
        self.numbers = {word: number for number, word in enumerate(known)}

    def __len__(self) -> int:
        return len(self.numbers)

    def read(self, sentences: Sequence[str], layout: Layout | None = None) -> Side:
        """Sentences in the numbers of their words; without a layout they are one paragraph."""
        numbers = self.numbers
        found: list[int] = []
        counts: list[int] = []
        for sentence in sentences:
            words = tokens(sentence) or [_NOTHING]
            counts.append(len(words))
            found += [numbers.setdefault(word, len(numbers)) for word in words]
        widths = np.array([width(sentence) + 1 for sentence in sentences], dtype=float)
        starts = np.concatenate(([0], np.cumsum(counts, dtype=np.int64)))
        return Side(np.array(found, dtype=np.int64), starts, widths, layout or plain(len(sentences)))


class Side(NamedTuple):
    """Units of a text, which are sentences or runs of them: the words of unit i are words[starts[i]:starts[i + 1]]."""

    words: Ints
    starts: Ints
    widths: Floats
    layout: Layout

    @property
    def size(self) -> int:
        """How many units there are."""
        return len(self.widths)

    @property
    def counts(self) -> Ints:
        """How many words each unit has."""
        return np.diff(self.starts)

    def cut(self, first: int, end: int) -> Side:
        """Some units of it."""
        starts = self.starts[first : end + 1]
        words = self.words[starts[0] : starts[-1]]
        return Side(words, starts - starts[0], self.widths[first:end], self.layout.cut(first, end))

    def joined(self, size: int) -> Side:
        """The same text in units of so many of its units."""
        places = np.append(np.arange(0, self.size, size), self.size)
        widths = np.add.reduceat(self.widths, places[:-1])
        return Side(self.words, self.starts[places], widths, plain(len(widths)))


def spread(starts: Ints, counts: Ints) -> Ints:
    """The numbers start, start + 1, ... of ranges, one range after the other.

    >>> spread(np.array([5, 0]), np.array([2, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    before = np.cumsum(counts) - counts
    found: Ints = np.repeat(starts - before, counts) + np.arange(int(counts.sum()))
    return found
