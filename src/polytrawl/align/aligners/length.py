"""Alignment by length alone, Gale & Church (1993): first paragraphs, then the sentences inside matched paragraphs.

It knows no words, so it works for every pair of languages at once; where texts agree in structure, as web pages do
that were made from one template, paragraphs hold sentences in place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Annotated

import msgspec

from polytrawl.align.base import Aligner, Bead, Text
from polytrawl.align.blocks import BlockCosts
from polytrawl.align.costs import PRIORS, LengthCosts, LengthModel
from polytrawl.align.path import cheapest_path
from polytrawl.options import option
from polytrawl.sentences import width

_Span = tuple[range, range]
_Positive = Annotated[float, msgspec.Meta(gt=0)]
_Count = Annotated[int, msgspec.Meta(ge=1)]


@dataclass(kw_only=True)
class Length(Aligner, name="length"):
    """Gale & Church on characters: paragraphs first, then sentences.

    The score of a bead is P(kind) / P(1-1) times the probability that the lengths of a true bead differ at least as
    much: 1 for one sentence against one of equal length, and less the less probable the bead is. It is never above
    that of the paragraphs around it.
    """

    ratio: _Positive = option(1.0, "right characters per left character")
    # As published. Strict F1 on Text+Berg dev and the mean of three FLORES sets: variance 4 .721, .743; 6.8 .729, .765;
    # 10 .682, .757; 14 .664, .747.
    variance: _Positive = option(6.8, "variance of the length per character")
    band: _Count = option(64, "half width of the band at first, in sentences; it grows where the path touches it")
    max_band: _Count = option(2048, "the largest half width: bounds time on texts that do not run side by side")
    # Guess: where pages cut their paragraphs in quite different ways, paragraphs are no help.
    max_lost: Annotated[float, msgspec.Meta(ge=0, le=1)] = option(
        0.5, "share of characters in paragraphs without a partner from which paragraphs are ignored"
    )

    def align(self, left: Text, right: Text) -> list[Bead]:
        """Beads in the order of both sides."""
        lengths = _lengths(left), _lengths(right)
        beads: list[Bead] = []
        for (ours, theirs), ceiling in self._blocks(left, right):
            inner = _cut(lengths[0], ours), _cut(lengths[1], theirs)
            for span in self._spans(*inner):
                score = self._score(_cut(inner[0], span[0]), _cut(inner[1], span[1]))
                bead = _cut(ours, span[0]), _cut(theirs, span[1])
                beads.append(Bead(tuple(bead[0]), tuple(bead[1]), min(score, ceiling)))
        return beads

    @property
    def _model(self) -> LengthModel:
        return LengthModel(self.ratio, self.variance)

    def _blocks(self, left: Text, right: Text) -> list[tuple[_Span, float]]:
        """Sentences of both sides between which beads may not cross, and the score of the paragraphs they stand in."""
        starts = _starts(left), _starts(right)
        everything = [((range(starts[0][-1]), range(starts[1][-1])), 1.0)]
        if len(left.blocks) <= 1 or len(right.blocks) <= 1:
            return everything
        lengths = [_block_lengths(left), _block_lengths(right)]
        costs = BlockCosts(lengths[0], lengths[1], self._model, kinds=(_kinds(left), _kinds(right)))
        path = cheapest_path(lengths[0], lengths[1], costs, widths=range(self.band, self.max_band))
        spans = _as_spans(path)
        if _lost(spans, lengths) > self.max_lost:
            return everything
        scores = (self._score(_cut(lengths[0], ours), _cut(lengths[1], theirs)) for ours, theirs in spans)
        inner = [(_sentences(starts[0], ours), _sentences(starts[1], theirs)) for ours, theirs in spans]
        return list(zip(inner, scores, strict=True))

    def _spans(self, left: Sequence[int], right: Sequence[int]) -> list[_Span]:
        if len(left) == len(right) == 1:
            return [(range(1), range(1))]
        costs = LengthCosts(left, right, self._model)
        return _as_spans(cheapest_path(left, right, costs, widths=range(self.band, self.max_band)))

    def _score(self, left: Sequence[int], right: Sequence[int]) -> float:
        prior = PRIORS[len(left), len(right)] / PRIORS[1, 1]
        return prior * self._model.probability(sum(left), sum(right))


def _lengths(text: Text) -> list[int]:
    return [width(sentence) for sentence in text.sentences]


def _block_lengths(text: Text) -> list[int]:
    return [sum(width(sentence) for sentence in block.sentences) for block in text.blocks]


def _kinds(text: Text) -> list[str]:
    return [block.kind for block in text.blocks]


def _starts(text: Text) -> list[int]:
    """The number of the first sentence of each block, and the number of all sentences."""
    return list(accumulate((len(block.sentences) for block in text.blocks), initial=0))


def _as_spans(path: Sequence[tuple[int, int]]) -> list[_Span]:
    i = j = 0
    spans: list[_Span] = []
    for up, back in path:
        spans.append((range(i, i + up), range(j, j + back)))
        i, j = i + up, j + back
    return spans


def _cut(values: Sequence[int], span: range) -> Sequence[int]:
    return values[span.start : span.stop]


def _sentences(starts: Sequence[int], blocks: range) -> range:
    """The sentences of a run of blocks."""
    return range(starts[blocks.start], starts[blocks.stop])


def _lost(spans: Sequence[_Span], lengths: Sequence[Sequence[int]]) -> float:
    """The share of characters in paragraphs that have no partner."""
    alone = sum(
        sum(_cut(lengths[0], ours)) + sum(_cut(lengths[1], theirs)) for ours, theirs in spans if not ours or not theirs
    )
    return alone / max(1, sum(lengths[0]) + sum(lengths[1]))
