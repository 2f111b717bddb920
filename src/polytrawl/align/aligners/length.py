"""Alignment by length alone, after Gale & Church (1993): first paragraphs, then sentences inside matched ones.

It knows no words, so it works for every pair of languages at once; where texts agree in structure, as web pages do
that were made from one template, paragraphs hold sentences in place. How long translations are, and how much that
varies, is found from all texts of the run, or from a first alignment of the same two texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

import msgspec

from polytrawl.align.base import Aligner, Bead, Text
from polytrawl.align.blocks import BlockCosts
from polytrawl.align.costs import PRIORS, LengthModel
from polytrawl.align.estimate import Parameters, background, estimate, start
from polytrawl.align.likelihood import OPENING, Background, LikelihoodCosts
from polytrawl.align.path import cheapest_path
from polytrawl.align.spans import Span, as_spans, block_lengths, cut, lengths_of, lost, sentences_of, starts_of
from polytrawl.options import option

_Positive = Annotated[float, msgspec.Meta(gt=0)]
_Count = Annotated[int, msgspec.Meta(ge=1)]

# Beads of one sentence each from which parameters are found: more change the third digit no more; fewer tell less than
# the usual values (see `estimate`).
_ENOUGH = 2000
_FEW = 20
# Of paragraphs, as published; the prices of `blocks` were found with it.
_BLOCK_VARIANCE = 6.8
# Sentences of a long text that are enough for that.
_BEGINNING = 1000


class _Side(NamedTuple):
    """One side as numbers."""

    text: Text
    lengths: list[int]
    starts: list[int]


@dataclass(kw_only=True)
class Length(Aligner, name="length"):
    """Lengths in characters alone, after Gale & Church: paragraphs first, then sentences.

    The score of a bead is P(kind) / P(1-1) times the probability that the lengths of a true bead differ at least as
    much: 1 for one sentence against one of equal length, and less the less probable the bead is. It is never above
    that of the paragraphs around it.
    """

    ratio: _Positive | None = option(None, "right characters per left character; by default found from the texts")
    variance: _Positive | None = option(None, "variance of the length per character; by default found from the texts")
    band: _Count = option(64, "half width of the band at first, in sentences; it grows where the path touches it")
    max_band: _Count = option(2048, "the largest half width: bounds time on texts that do not run side by side")
    # Guess: where pages cut their paragraphs in quite different ways, paragraphs are no help.
    max_lost: Annotated[float, msgspec.Meta(ge=0, le=1)] = option(
        0.5, "share of characters in paragraphs without a partner from which paragraphs are ignored"
    )
    _known: dict[str, Parameters] = field(init=False, repr=False, default_factory=dict)

    @property
    def learns(self) -> bool:
        """Whether something is to be found from the texts of the run."""
        return self.ratio is None or self.variance is None

    def learn(self, texts: Iterable[tuple[Text, Text]]) -> dict[str, list[float]]:
        """The parameters for each pair of languages."""
        pairs: dict[str, list[tuple[int, int]]] = {}
        rights: dict[str, list[int]] = {}
        for left, right in texts:
            name = _languages(left, right)
            found = pairs.setdefault(name, [])
            if len(found) < _ENOUGH:
                theirs = _beginning(_side(right))
                found += self._single_pairs(_beginning(_side(left)), theirs)
                rights.setdefault(name, []).extend(theirs.lengths)
        return {name: _told(found, rights[name]) for name, found in pairs.items() if len(found) >= _FEW}

    def inform(self, learned: dict[str, list[float]]) -> None:
        """Take the parameters for each pair of languages."""
        for name, (ratio, variance, spread, mean, deviation) in learned.items():
            self._known[name] = Parameters(LengthModel(ratio, variance, spread), Background(mean, deviation))

    def align(self, left: Text, right: Text) -> list[Bead]:
        """Beads in the order of both sides."""
        ours, theirs = _side(left), _side(right)
        known = self._known.get(_languages(left, right)) or self._from_first_pass(ours, theirs)
        return self._beads(ours, theirs, self._fixed(known))

    def _from_first_pass(self, left: _Side, right: _Side) -> Parameters:
        first = start(left.lengths, right.lengths)
        if not self.learns or min(len(left.lengths), len(right.lengths)) < _FEW:
            return first
        pairs = self._single_pairs(_beginning(left), _beginning(right))
        return Parameters(estimate(pairs), first.background) if len(pairs) >= _FEW else first

    def _single_pairs(self, left: _Side, right: _Side) -> list[tuple[int, int]]:
        """The lengths of sentences that a first alignment puts together one by one."""
        beads = self._beads(left, right, self._fixed(start(left.lengths, right.lengths)))
        if max(len(left.lengths), len(right.lengths)) >= _BEGINNING:  # they may be cut off at different places
            del beads[-len(beads) // 10 :]
        singles = (bead for bead in beads if len(bead.left) == len(bead.right) == 1)
        return [(left.lengths[bead.left[0]], right.lengths[bead.right[0]]) for bead in singles]

    def _fixed(self, found: Parameters) -> Parameters:
        """The parameters with those that the user gave."""
        model = found.model
        given = LengthModel(self.ratio or model.ratio, self.variance or model.variance, model.spread)
        return found._replace(model=given)

    def _beads(self, left: _Side, right: _Side, known: Parameters) -> list[Bead]:
        beads: list[Bead] = []
        for (ours, theirs), ceiling in self._blocks(left, right, known.model):
            inner = cut(left.lengths, ours), cut(right.lengths, theirs)
            for span in self._spans(inner[0], inner[1], known):
                score = _score(cut(inner[0], span[0]), cut(inner[1], span[1]), known.model)
                bead = ours[span[0].start : span[0].stop], theirs[span[1].start : span[1].stop]
                beads.append(Bead(tuple(bead[0]), tuple(bead[1]), min(score, ceiling)))
        return beads

    def _blocks(self, left: _Side, right: _Side, model: LengthModel) -> list[tuple[Span, float]]:
        """Sentences of both sides between which beads may not cross, and the score of the paragraphs they stand in."""
        everything = [((range(len(left.lengths)), range(len(right.lengths))), 1.0)]
        if len(left.text.blocks) <= 1 or len(right.text.blocks) <= 1:
            return everything
        model = LengthModel(model.ratio, self.variance or _BLOCK_VARIANCE)
        lengths = block_lengths(left.lengths, left.starts), block_lengths(right.lengths, right.starts)
        costs = BlockCosts(*lengths, model, kinds=(_kinds(left.text), _kinds(right.text)))
        spans = as_spans(cheapest_path(*lengths, costs, widths=range(self.band, self.max_band)))
        if lost(spans, lengths) > self.max_lost:
            return everything
        scores = (_score(cut(lengths[0], ours), cut(lengths[1], theirs), model) for ours, theirs in spans)
        inner = [(sentences_of(left.starts, ours), sentences_of(right.starts, theirs)) for ours, theirs in spans]
        return list(zip(inner, scores, strict=True))

    def _spans(self, left: Sequence[int], right: Sequence[int], known: Parameters) -> list[Span]:
        if len(left) == len(right) == 1:
            return [(range(1), range(1))]
        if not left or not right:
            return as_spans([(1, 0)] * len(left) + [(0, 1)] * len(right))
        costs = LikelihoodCosts(left, right, known.model, background=known.background)
        return as_spans(cheapest_path(left, right, costs, widths=range(self.band, self.max_band), opening=OPENING))


def _side(text: Text) -> _Side:
    return _Side(text, lengths_of(text), starts_of(text))


def _beginning(side: _Side) -> _Side:
    """The first sentences of a long text."""
    if len(side.lengths) <= _BEGINNING:
        return side
    ends = [*(first for first in side.starts if first < _BEGINNING), _BEGINNING]
    blocks = side.text.blocks[: len(ends) - 1]
    return _Side(side.text._replace(blocks=blocks), side.lengths[:_BEGINNING], ends)


def _languages(left: Text, right: Text) -> str:
    return f"{left.language} {right.language}"


def _kinds(text: Text) -> list[str]:
    return [block.kind for block in text.blocks]


def _told(pairs: Sequence[tuple[int, int]], rights: Sequence[int]) -> list[float]:
    """What was found as plain values."""
    model = estimate(pairs)
    return [model.ratio, model.variance, model.spread, *background(rights)]


def _score(left: Sequence[int], right: Sequence[int], model: LengthModel) -> float:
    return PRIORS[len(left), len(right)] / PRIORS[1, 1] * model.probability(sum(left), sum(right))
