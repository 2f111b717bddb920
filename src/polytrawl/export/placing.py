"""Where units stand: the sentences of a page in order, and the paragraphs that units are made of.

Units know the numbers of their sentences among all sentences of the main text, so the main text is cut again in the
same way as for alignment.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from polytrawl.export.selection import Selection
from polytrawl.records import Document, SentencePair
from polytrawl.sentences import split
from polytrawl.views.cesalign import Link

__all__ = ["Sentence", "UnitsOfPairs", "links_of", "sentences_of"]


class Sentence(NamedTuple):
    """A sentence of the main text, and the place of its paragraph among the main paragraphs."""

    text: str
    kind: str  # of the paragraph
    paragraph: int


def sentences_of(document: Document) -> list[Sentence]:
    """All sentences of the main text, in order; their places are the numbers that units have."""
    language = document.language or "und"
    return [
        Sentence(sentence, paragraph.kind, place)
        for place, paragraph in enumerate(document.main)
        for sentence in split(paragraph.text, language)
    ]


class UnitsOfPairs:
    """Units by page pair, read along with the pairs: both come in one order, so that few are held in memory.

    Mined ones are none of them: they have no place beside those of their page pair.
    """

    def __init__(self, selection: Selection) -> None:
        self._known = {unit.pair for unit, _ in _aligned(selection)}
        self._groups = groupby(_aligned(selection), key=lambda judged: judged[0].pair)
        self._read: dict[str, list[tuple[SentencePair, str]]] = {}

    def of(self, pair: str) -> list[tuple[SentencePair, str]]:
        """The units of a page pair with the reason against each."""
        while pair in self._known and pair not in self._read:
            name, units = next(self._groups)
            self._read.setdefault(name, []).extend(units)
        return self._read.pop(pair, [])


def _aligned(selection: Selection) -> Iterator[tuple[SentencePair, str]]:
    return ((unit, reason) for unit, reason in selection.judged_units() if not unit.is_mined)


def links_of(
    units: Iterable[SentencePair], sides: tuple[Document, Document], numbers: tuple[Sequence[int], Sequence[int]]
) -> list[Link]:
    """The links between paragraphs that units make; paragraphs that share units are in one link.

    `numbers` are those of the main paragraphs of each side among all of its paragraphs.
    """
    left, right = (_paragraphs(side, own) for side, own in zip(sides, numbers, strict=True))
    placed = ((_placed(unit.source_sentences, left), _placed(unit.target_sentences, right), unit) for unit in units)
    beads = [_Bead(first, second, unit.score) for first, second, unit in placed if first and second]
    return [_link(group) for group in _joined(beads)]


class _Bead(NamedTuple):
    """The paragraphs of a unit on both sides."""

    left: tuple[int, ...]
    right: tuple[int, ...]
    score: float


def _paragraphs(document: Document, numbers: Sequence[int]) -> list[int]:
    """The number of its paragraph for each sentence; pages that are not exported have none."""
    return [numbers[one.paragraph] for one in sentences_of(document)] if numbers else []


def _placed(sentences: Iterable[int], paragraphs: Sequence[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(paragraphs[number] for number in sentences if number < len(paragraphs)))


def _joined(beads: Sequence[_Bead]) -> Iterator[list[_Bead]]:
    """Beads in groups that have paragraphs in common, in the order of the left side."""
    root: dict[tuple[str, int], tuple[str, int]] = {}

    def find(node: tuple[str, int]) -> tuple[str, int]:
        while (above := root.setdefault(node, node)) != node:
            root[node] = root[above]
            node = above
        return node

    for bead in beads:
        nodes = [*(("left", number) for number in bead.left), *(("right", number) for number in bead.right)]
        for node in nodes[1:]:
            root[find(node)] = find(nodes[0])
    groups: defaultdict[tuple[str, int], list[_Bead]] = defaultdict(list)
    for bead in beads:
        groups[find(("left", bead.left[0]))].append(bead)
    yield from sorted(groups.values(), key=lambda group: min(min(bead.left) for bead in group))


def _link(group: Sequence[_Bead]) -> Link:
    left = sorted({number for bead in group for number in bead.left})
    right = sorted({number for bead in group for number in bead.right})
    return Link(tuple(left), tuple(right), sum(bead.score for bead in group) / len(group), len(group))
