"""Long texts in pieces that stand for each other, by and large, before any word is known: two ways to find them.

By words that look alike, which stand firm where a part of one text is missing; by lengths, where languages share no
letters. Which was right shows when words are learned from them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from polytrawl.align.estimate import start
from polytrawl.align.lexical.band import FINER, SHORT, coarse_way
from polytrawl.align.lexical.beads import Matter
from polytrawl.align.likelihood import OPENING, LikelihoodCosts
from polytrawl.align.path import cheapest_path
from polytrawl.lexicon.side import Side

__all__ = ["Pieces", "by_lengths", "by_words", "is_long"]

Pieces = Iterator[tuple[Side, Side]]

# Half widths of the band of lengths, first and last: as in the aligner `length`.
_WIDTHS = range(64, 2048)


def is_long(left: Side, right: Side) -> bool:
    """Whether texts are to be cut into pieces."""
    return max(left.size, right.size) > SHORT


def by_words(matter: Matter) -> Pieces:
    """Pieces along a way between runs of sentences."""
    if not is_long(matter.left, matter.right):
        return iter([(matter.left, matter.right)])
    ends = (((step.row + step.ups) * FINER, (step.column + step.across) * FINER) for step in coarse_way(matter))
    return _cut(matter.left, matter.right, ends)


def by_lengths(matter: Matter) -> Pieces:
    """Pieces along a way that knows lengths only."""
    if not is_long(matter.left, matter.right):
        return iter([(matter.left, matter.right)])
    left, right = matter.left.widths.astype(int).tolist(), matter.right.widths.astype(int).tolist()
    known = start(left, right)
    costs = LikelihoodCosts(left, right, known.model, background=known.background)
    return _cut(matter.left, matter.right, _ends(cheapest_path(left, right, costs, widths=_WIDTHS, opening=OPENING)))


def _ends(path: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    row = column = 0
    for ups, across in path:
        row, column = row + ups, column + across
        yield row, column


def _cut(left: Side, right: Side, ends: Iterable[tuple[int, int]]) -> Pieces:
    """Texts cut at some of these places."""
    begun = 0, 0
    for row, column in ends:
        end = min(row, left.size), min(column, right.size)
        if end == (left.size, right.size) or min(end[0] - begun[0], end[1] - begun[1]) >= SHORT // 2:
            if end[0] > begun[0] and end[1] > begun[1]:
                yield left.cut(begun[0], end[0]), right.cut(begun[1], end[1])
            begun = end
