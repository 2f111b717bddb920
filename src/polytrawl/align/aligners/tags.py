"""The method of TagAligner, which Bitextor used: tags and text lengths of both pages, put together by edit distance.

What stands for tags are the kinds of the paragraphs: title, heading, list item, cell and so on. Menus and bars are gone
by then, and with them most tags of the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import msgspec

from polytrawl.align.base import Aligner, Bead, Text
from polytrawl.align.estimate import Parameters, start
from polytrawl.align.likelihood import OPENING, LikelihoodCosts
from polytrawl.align.path import cheapest_path
from polytrawl.align.spans import Span, as_spans, block_lengths, cut, lengths_of, sentences_of, starts_of
from polytrawl.align.tag_costs import TagCosts, number_kinds, sequence_of
from polytrawl.align.tag_weights import TagWeights, read_weights
from polytrawl.options import option

_WIDTHS = range(64, 2048)  # of the band between sentences


@dataclass(kw_only=True)
class Tags(Aligner, name="tags"):
    """Kinds of paragraphs and their lengths by weighted edit distance, then sentences by length: TagAligner's method.

    The score of a bead is 1 less the difference of its lengths, in shares of the longer one.
    """

    weights: Path | None = option(None, "a TOML file of categories and weights; by default the one polytrawl brings")
    sentences: bool = option(True, "align the sentences in matched paragraphs; otherwise whole paragraphs are units")
    band: Annotated[int, msgspec.Meta(ge=1)] = option(64, "half width of the band at first; it grows when touched")
    max_band: Annotated[int, msgspec.Meta(ge=1)] = option(2048, "the largest half width")
    _weights: TagWeights = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._weights = read_weights(self.weights)

    def align(self, left: Text, right: Text) -> list[Bead]:
        """Beads in the order of both sides."""
        lengths = lengths_of(left), lengths_of(right)
        known, starts = start(*lengths), (starts_of(left), starts_of(right))
        beads: list[Bead] = []
        for ours, theirs in self._blocks(left, right, known):
            inner = sentences_of(starts[0], ours), sentences_of(starts[1], theirs)
            for a, b in self._spans(*inner, lengths, known):
                score = _likeness(sum(cut(lengths[0], a)) * known.model.ratio, sum(cut(lengths[1], b)))
                beads.append(Bead(tuple(a), tuple(b), score if a and b else 0.0))
        return beads

    def _blocks(self, left: Text, right: Text, known: Parameters) -> Iterator[Span]:
        """Matched paragraphs, and those without a partner, in order."""
        sizes = block_lengths(lengths_of(left), starts_of(left)), block_lengths(lengths_of(right), starts_of(right))
        numbers = number_kinds(self._weights)
        ours = sequence_of([b.kind for b in left.blocks], [s * known.model.ratio for s in sizes[0]], numbers)
        theirs = sequence_of([b.kind for b in right.blocks], sizes[1], numbers)
        costs = TagCosts(ours.numbers, theirs.numbers, self._weights)
        flat = [1] * len(ours.numbers), [1] * len(theirs.numbers)
        i = j = 0
        for a, b in as_spans(cheapest_path(*flat, costs, widths=range(self.band, self.max_band))):
            up = sum(ours.blocks[number] >= 0 for number in a)
            back = sum(theirs.blocks[number] >= 0 for number in b)
            if up or back:
                yield range(i, i + up), range(j, j + back)
            i, j = i + up, j + back

    def _spans(
        self, left: range, right: range, lengths: tuple[list[int], list[int]], known: Parameters
    ) -> Iterator[Span]:
        """The beads of two matched paragraphs."""
        if not left or not right:
            yield from ((left[n : n + 1], right[:0]) for n in range(len(left)))
            yield from ((left[:0], right[n : n + 1]) for n in range(len(right)))
        elif not self.sentences or len(left) == len(right) == 1:
            yield left, right
        else:
            sizes = cut(lengths[0], left), cut(lengths[1], right)
            costs = LikelihoodCosts(*sizes, known.model, background=known.background)
            for a, b in as_spans(cheapest_path(*sizes, costs, widths=_WIDTHS, opening=OPENING)):
                yield left[a.start : a.stop], right[b.start : b.stop]


def _likeness(left: float, right: float) -> float:
    return 1 - abs(left - right) / max(left, right) if left or right else 1.0
