"""A page pair lined up: all sentences of both pages, in their order, with the units that join them.

The left page gives the order. What stands elsewhere on the right page is shown beside its left side, and leaves a note
in its own place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from polytrawl.export.placing import Sentence
from polytrawl.export.texts import Texts
from polytrawl.records import SentencePair
from polytrawl.views.sidebyside import Cell, Row

__all__ = ["lined_up"]

Judged = tuple[SentencePair, str]


def lined_up(
    left: Sequence[Sentence], right: Sequence[Sentence], judged: Iterable[Judged], texts: Texts
) -> Iterator[Row]:
    """The rows of a page pair."""
    placed = [one for one in judged if _has_place(one[0], left, right)]
    placed.sort(key=lambda one: (one[0].source_sentences, one[0].target_sentences))
    return _Lines(left, right, placed, texts).rows()


def _has_place(unit: SentencePair, left: Sequence[Sentence], right: Sequence[Sentence]) -> bool:
    ends = (unit.source_sentences, left), (unit.target_sentences, right)
    return all(numbers and max(numbers) < len(sentences) for numbers, sentences in ends)


class _Lines:
    """How far both pages have been shown."""

    def __init__(self, left: Sequence[Sentence], right: Sequence[Sentence], units: list[Judged], texts: Texts) -> None:
        self._left, self._right, self._units, self._texts = left, right, units, texts
        self._joined_left = {number for unit, _ in units for number in unit.source_sentences}
        self._owners = {number: unit for unit, _ in units for number in unit.target_sentences}
        self._at_left = self._at_right = 0
        self._noted: set[str] = set()  # units whose place on the right page has been shown

    def rows(self) -> Iterator[Row]:
        for unit, reason in self._units:
            yield from self._left_until(unit.source_sentences[0])
            is_moved = unit.is_moved or unit.target_sentences[0] < self._at_right
            if not is_moved:
                yield from self._right_until(unit.target_sentences[0])
                self._at_right = max(self._at_right, unit.target_sentences[-1] + 1)
                self._noted.add(unit.id)
            yield self._unit(unit, reason, is_moved=is_moved)
            self._at_left = max(self._at_left, unit.source_sentences[-1] + 1)
        yield from self._left_until(len(self._left))
        yield from self._right_until(len(self._right))

    def _left_until(self, end: int) -> Iterator[Row]:
        for number in range(self._at_left, end):
            if number not in self._joined_left:
                yield Row(left=self._cell(self._left[number]))

    def _right_until(self, end: int) -> Iterator[Row]:
        for number in range(self._at_right, end):
            owner = self._owners.get(number)
            if owner is None:
                yield Row(right=self._cell(self._right[number]))
            elif owner.id not in self._noted:
                self._noted.add(owner.id)
                yield Row(moved_to=owner.id, right=self._cell(self._right[number]))

    def _cell(self, sentence: Sentence) -> Cell:
        return Cell(self._texts.shown(sentence.text), sentence.kind)

    def _unit(self, unit: SentencePair, reason: str, *, is_moved: bool) -> Row:
        source, target = unit.texts
        kinds = self._left[unit.source_sentences[0]].kind, self._right[unit.target_sentences[0]].kind
        return Row(
            left=Cell(source, kinds[0]),
            right=Cell(target, kinds[1]),
            unit=unit,
            reasons=tuple(dict.fromkeys(filter(None, (reason, *unit.reasons)))),
            is_kept=not reason,
            is_moved=is_moved,
        )
