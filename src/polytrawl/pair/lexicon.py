"""Words of two languages that stand for each other, learned from pages that are surely translations.

Paragraphs of such pages are put side by side by kind and length; words that keep meeting there translate each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from polytrawl.pair.words import words_of
from polytrawl.records import Paragraph
from polytrawl.sentences import width

__all__ = ["BEST", "Lexicon", "beside", "learn"]

_MOST_PARAGRAPHS = 80  # of a page; more teach little
_LEFT_OUT = 0.8  # cost of a paragraph without a partner, where one twice as long as its partner costs .5; guess
_OTHER_KIND = 0.7  # cost of a heading beside a list item; guess
_SLACK = 10  # characters added to lengths, so that short ones count less
_MIN_MEETINGS, _MIN_DICE = 2, 0.25
BEST = 3  # translations of a word that are kept
_MOST_MEETINGS = 1_000_000  # of words that are counted for two languages; short paragraphs, which tell most, come first

Segment = tuple[frozenset[str], frozenset[str]]
Lexicon = Mapping[str, Mapping[str, float]]  # translations of a word, each with how sure it is


def learn(segments: Iterable[Segment]) -> tuple[Lexicon, Lexicon]:
    """The lexicon from left to right, and from right to left, by Dice's coefficient.

    >>> german, english = words_of("Mehl mahlen"), words_of("grind flour")
    >>> there, back = learn([(german, english), (words_of("Mehl"), words_of("flour"))] * 2)
    >>> dict(there["mehl"]), dict(back["grind"])
    ({'flour': 1.0, 'grind': 0.67}, {'mahlen': 1.0, 'mehl': 0.67})
    """
    chosen = list(_affordable(segments))
    left, right = (_Vocabulary(side) for side in zip(*chosen, strict=True)) if chosen else (_Vocabulary(()),) * 2
    met = [np.add.outer(ones * len(right), others).ravel() for ones, others in zip(left.rows, right.rows, strict=True)]
    meetings, number = np.unique(np.concatenate(met or [np.zeros(0, np.int64)]), return_counts=True)
    ones, others = np.divmod(meetings[number >= _MIN_MEETINGS], max(len(right), 1))
    dice = 2 * number[number >= _MIN_MEETINGS] / (left.counts[ones] + right.counts[others])
    there, back = defaultdict[str, dict[str, float]](dict), defaultdict[str, dict[str, float]](dict)
    for place in np.argsort(-dice, kind="stable")[: int((dice >= _MIN_DICE).sum())].tolist():
        one, other, value = left.words[ones[place]], right.words[others[place]], round(float(dice[place]), 2)
        for entries, word, translation in ((there, one, other), (back, other, one)):
            if len(entries[word]) < BEST:
                entries[word][translation] = value
    return there, back


class _Vocabulary:
    """The words of texts as numbers."""

    def __init__(self, texts: Sequence[frozenset[str]]) -> None:
        numbers: dict[str, int] = {}
        self.rows = [np.array([numbers.setdefault(word, len(numbers)) for word in sorted(one)], int) for one in texts]
        self.words = list(numbers)
        self.counts = np.bincount(np.concatenate([*self.rows, np.zeros(0, int)]).astype(int), minlength=len(numbers))

    def __len__(self) -> int:
        return len(self.words)


def _affordable(segments: Iterable[Segment]) -> Iterator[Segment]:
    spent = 0
    for one in sorted(segments, key=lambda one: len(one[0]) * len(one[1])):
        spent += len(one[0]) * len(one[1])
        if spent > _MOST_MEETINGS:
            return
        yield one


def beside(left: Sequence[Paragraph], right: Sequence[Paragraph]) -> list[Segment]:
    """The words of paragraphs that stand for each other on two pages, in order, some left out."""
    left, right = left[:_MOST_PARAGRAPHS], right[:_MOST_PARAGRAPHS]
    return [(words_of(left[row].text), words_of(right[column].text)) for row, column in _aligned(left, right)]


def _aligned(left: Sequence[Paragraph], right: Sequence[Paragraph]) -> list[tuple[int, int]]:
    if len(left) == len(right):
        return list(zip(range(len(left)), range(len(right)), strict=True))
    steps = _steps([_measure(one) for one in left], [_measure(one) for one in right])
    row, column, found = len(left), len(right), list[tuple[int, int]]()
    while row and column:
        step = steps[row][column]
        row, column = row - (step != _RIGHT), column - (step != _LEFT)
        if step == _BOTH:
            found.append((row, column))
    return found[::-1]


_BOTH, _LEFT, _RIGHT = range(3)


def _measure(paragraph: Paragraph) -> tuple[str, int]:
    return paragraph.kind, width(paragraph.text) + _SLACK


def _steps(left: Sequence[tuple[str, int]], right: Sequence[tuple[str, int]]) -> list[list[int]]:
    """Of all places the step that leads there at least cost: with both paragraphs, or one of them left out."""
    costs = [_LEFT_OUT * column for column in range(len(right) + 1)]
    steps = [[_RIGHT] * (len(right) + 1)]
    for kind, length in left:
        above, costs, step = costs, [costs[0] + _LEFT_OUT], [_LEFT]
        for column, (other_kind, other_length) in enumerate(right):
            ratio = 1 - min(length, other_length) / max(length, other_length)
            options = (
                above[column] + ratio + (_OTHER_KIND if kind != other_kind else 0.0),
                above[column + 1] + _LEFT_OUT,
                costs[column] + _LEFT_OUT,
            )
            best = min(options)
            costs.append(best)
            step.append(options.index(best))
        steps.append(step)
    return steps
