"""Alignments as files: numbers of sentences (`vec`, `ladder`), or their texts (`tsv`, `tmx`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from polytrawl.align.base import Bead
from polytrawl.align.plain import Plain, renumbered
from polytrawl.characters import one_line
from polytrawl.views import tmx as views
from polytrawl.views.tmx import Variant


@dataclass(frozen=True)
class Alignment:
    """Two plain texts and their beads, which count sentences as the aligner does."""

    left: Plain
    right: Plain
    beads: list[Bead]

    def pairs(self) -> Iterator[tuple[Bead, str, str]]:
        """The beads that have both sides, numbered as users count, with their texts."""
        ours, theirs = self.left.text.sentences, self.right.text.sentences
        for bead, told in zip(self.beads, renumbered(self.beads, self.left, self.right), strict=True):
            if bead.left and bead.right:
                sides = " ".join(ours[n] for n in bead.left), " ".join(theirs[n] for n in bead.right)
                yield told, *sides


def vec(found: Alignment) -> Iterator[str]:
    """`[0, 1]:[2]:0.8312`: the numbers of both sides and the score, a bead a line; empty lines are in no bead."""
    for bead in renumbered(found.beads, found.left, found.right):
        yield f"{list(bead.left)}:{list(bead.right)}:{bead.score:.4f}\n"


def ladder(found: Alignment) -> Iterator[str]:
    """Hunalign's ladder: the places on both sides at which a bead begins, and its score; at last both ends.

    A ladder has no crossing beads: sentences that were moved stand there without a partner.
    """
    ends = [(one.numbers[-1] + 1 if one.numbers else 0) for one in (found.left, found.right)]
    place = (0, 0)
    for bead in _monotone(renumbered(found.beads, found.left, found.right)):
        starts = bead.left[0], bead.right[0]
        yield from (f"{i}\t{j}\t0\n" for i, j in _between(place, starts))
        yield f"{starts[0]}\t{starts[1]}\t{bead.score:.4f}\n"
        place = bead.left[-1] + 1, bead.right[-1] + 1
    yield from (f"{i}\t{j}\t0\n" for i, j in _between(place, (ends[0], ends[1])))
    yield f"{ends[0]}\t{ends[1]}\t0\n"


def _monotone(beads: Sequence[Bead]) -> Iterator[Bead]:
    place = -1
    for bead in beads:
        if bead.left and bead.right and not bead.is_moved and bead.right[0] > place:
            place = bead.right[-1]
            yield bead


def _between(start: tuple[int, int], stop: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """Places of sentences that stand alone, one by one: first those of the left side."""
    yield from ((i, start[1]) for i in range(start[0], stop[0]))
    yield from ((stop[0], j) for j in range(start[1], stop[1]))


def tsv(found: Alignment) -> Iterator[str]:
    """A table of the texts that have a partner, with score and numbers."""
    yield "source\ttarget\tscore\tsource_sentences\ttarget_sentences\n"
    for bead, source, target in found.pairs():
        numbers = (",".join(map(str, side)) for side in (bead.left, bead.right))
        yield "\t".join((one_line(source), one_line(target), f"{bead.score:.4f}", *numbers)) + "\n"


def tmx(found: Alignment) -> Iterator[str]:
    """A translation memory, TMX 1.4b."""
    languages = found.left.text.language, found.right.text.language
    yield views.head(languages[0])
    for number, (bead, *texts) in enumerate(found.pairs(), start=1):
        variants = [Variant(language, one_line(text)) for language, text in zip(languages, texts, strict=True)]
        yield from views.unit(str(number), variants, [("score", f"{bead.score:.4f}")])
    yield views.TAIL


FORMATS: dict[str, Callable[[Alignment], Iterator[str]]] = {"vec": vec, "ladder": ladder, "tsv": tsv, "tmx": tmx}
