"""Where units stand: the paragraphs of both pages that a unit was made of, as the cesDoc files number them.

Units know their texts, not their places. The sentences of a page are cut again, in the same way as for alignment, and
units are found among them in order.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from polytrawl.records import Document, SentencePair
from polytrawl.sentences import split
from polytrawl.views.cesalign import Link

__all__ = ["links_of"]


class _Bead(NamedTuple):
    """The paragraphs of a unit on both sides."""

    left: tuple[int, ...]
    right: tuple[int, ...]
    score: float


class _Page:
    """The sentences of one side, each with the number of its paragraph."""

    def __init__(self, document: Document, numbers: Sequence[int]) -> None:
        language = document.language or "und"
        self._sentences: list[str] = []
        self._numbers: list[int] = []
        self._starts: defaultdict[str, list[int]] = defaultdict(list)  # where each sentence stands
        for number, paragraph in zip(numbers, document.main, strict=False):
            for sentence in split(paragraph.text, language):
                self._starts[sentence].append(len(self._sentences))
                self._sentences.append(sentence)
                self._numbers.append(number)
        self._next = 0

    def place(self, text: str, size: int) -> tuple[int, ...]:
        """The paragraphs of a text of so many sentences: its next place, else its first; nothing where it has none."""
        starts = self._candidates(text, size)
        if not starts:
            return ()
        at = bisect_left(starts, self._next)
        start = starts[at] if at < len(starts) else starts[0]
        self._next = start + size
        return tuple(dict.fromkeys(self._numbers[start : start + size]))

    def _candidates(self, text: str, size: int) -> list[int]:
        if size == 1:
            return self._starts.get(text, [])
        # The first sentence is not known apart; most often the text begins where the last one ended.
        window = range(self._next, min(len(self._sentences), self._next + _AHEAD))
        return [at for at in window if " ".join(self._sentences[at : at + size]) == text]


_AHEAD = 200  # sentences that are looked through; guess: what is left out by an aligner in a row is shorter


def links_of(
    units: Iterable[SentencePair], sides: tuple[Document, Document], numbers: tuple[Sequence[int], Sequence[int]]
) -> list[Link]:
    """The links between paragraphs that units make; paragraphs that share units are in one link.

    `numbers` are those of the main paragraphs of each side among all of its paragraphs.
    """
    left, right = (_Page(side, own) for side, own in zip(sides, numbers, strict=True))
    beads = (_bead(unit, left, right) for unit in units)
    return [_link(group) for group in _joined(bead for bead in beads if bead.left and bead.right)]


def _bead(unit: SentencePair, left: _Page, right: _Page) -> _Bead:
    sizes = [int(size) if size.isdigit() else 1 for size in unit.bead.split("-")]
    return _Bead(left.place(unit.source, sizes[0]), right.place(unit.target, sizes[-1]), unit.score)


def _joined(beads: Iterable[_Bead]) -> Iterator[list[_Bead]]:
    """Beads in runs that have paragraphs in common; units come in order, so the one before is enough to look at."""
    group: list[_Bead] = []
    for bead in beads:
        if group and {*group[-1].left}.isdisjoint(bead.left) and {*group[-1].right}.isdisjoint(bead.right):
            yield group
            group = []
        group.append(bead)
    if group:
        yield group


def _link(group: Sequence[_Bead]) -> Link:
    left = sorted({number for bead in group for number in bead.left})
    right = sorted({number for bead in group for number in bead.right})
    return Link(tuple(left), tuple(right), sum(bead.score for bead in group) / len(group), len(group))
