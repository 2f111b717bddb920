"""Alignment by words, lengths and structure, with a lexicon that the texts themselves teach.

In a run the lexicon is learned from all page pairs of two languages, or a sample of them; for two texts alone, from
these.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Annotated, Any, ClassVar, NamedTuple

import msgspec

from polytrawl.align.base import Aligner, Bead, Text
from polytrawl.align.lexical.band import way
from polytrawl.align.lexical.beads import ALONE, Matter
from polytrawl.align.lexical.layout import layout_of
from polytrawl.align.lexical.moved import moved
from polytrawl.align.lexical.sample import Sample
from polytrawl.align.lexical.search import Step
from polytrawl.align.lexical.study import Knowledge, study
from polytrawl.errors import ConfigError
from polytrawl.lexicon.dictionary import Dictionary, read_dictionary
from polytrawl.lexicon.formats.dictd import other_files
from polytrawl.lexicon.lexicon import Direction, Lexicon
from polytrawl.lexicon.local import localised
from polytrawl.lexicon.side import Side, Words
from polytrawl.options import option, shared
from polytrawl.records import Lang

_Count = Annotated[int, msgspec.Meta(ge=1)]
_SOFTER = 4.0  # log odds are that many times too sure of themselves. Guess; only their order matters.


class _Ready(NamedTuple):
    """Knowledge with its lexicon worked out."""

    knowledge: Knowledge
    directions: tuple[Direction, Direction]


@dataclass(kw_only=True)
class Lexical(Aligner, name="lexical"):
    """Words, lengths and structure, by dynamic programming; needs no dictionary, and uses one that it is given.

    The score of a bead is how much more likely its sentences belong together than that each stands alone.
    """

    libraries: ClassVar[tuple[str, ...]] = ("numpy", "rapidfuzz")

    dictionary: Path | None = option(
        None,
        "word translations to begin with: a lexicon, TSV, dictd index, FreeDict TEI or Apertium",
        others=other_files,
    )
    # Sentences of the left side. On FLORES (800 sentences) and manuals more than this changes nothing. Guess.
    sample: _Count = option(6000, "sentences of two languages that words are learned from, at most")
    languages: tuple[Lang, ...] = shared(())
    _known: dict[tuple[Lang, Lang], _Ready] = field(default_factory=dict, init=False, repr=False)

    def check(self) -> None:
        """Read the dictionary, so that a wrong one is told before the work begins, or one of other languages."""
        if self.dictionary:
            found, pairs = read_dictionary(self.dictionary), list(combinations(self.languages, 2))
            if pairs and not any(found.is_between(*pair) for pair in pairs):
                told, wanted = "-".join(found.languages or ()), ", ".join(self.languages)
                raise ConfigError(f"align.aligner.dictionary: {self.dictionary} is {told}, and the run has {wanted}")

    def align(self, left: Text, right: Text) -> list[Bead]:
        """Beads in the order of the left side."""
        if not left.sentences or not right.sentences:
            return _nothing(left, right)
        matter = self._matter(left, right)
        steps = way(matter)
        return _in_order(steps, moved(matter, steps))

    @property
    def learns(self) -> bool:
        """It does: words from all texts of the run."""
        return True

    def learn(self, texts: Iterable[tuple[Text, Text]]) -> list[Any]:
        """Lexicons by languages, as plain values."""
        sample = Sample(self.sample)
        for left, right in texts:
            sample.add(left, right)
        return [
            [list(languages), known.lexicon.plain(), known.ratio]
            for languages, drawn in sample.texts().items()
            for known, _ in [self._study(drawn)]
        ]

    def inform(self, learned: Sequence[Any]) -> None:
        """Take the lexicons of the run."""
        for (left, right), plain, ratio in learned:
            known = Knowledge(Lexicon.read(plain), ratio)
            self._known[left, right] = _Ready(known, known.lexicon.directions())

    def _matter(self, left: Text, right: Text) -> Matter:
        ready = self._known.get((left.language, right.language))
        if ready is None:
            return self._own_matter(left, right)
        words = Words(), Words()
        sides = _read(words[0], left), _read(words[1], right)
        directions = localised(ready.knowledge.lexicon.words, ready.directions, words, self._dictionary(left, right))
        return ready.knowledge.matter(*sides, directions)

    def _own_matter(self, left: Text, right: Text) -> Matter:
        """Two texts that teach their own lexicon."""
        known, [sides] = self._study([(left, right)])
        return known.matter(*sides, known.lexicon.directions())

    def _study(self, texts: Sequence[tuple[Text, Text]]) -> tuple[Knowledge, list[tuple[Side, Side]]]:
        words = Words(), Words()
        sides = [(_read(words[0], left), _read(words[1], right)) for left, right in texts]
        return study(words, sides, self._dictionary(*texts[0]).likely(*words), self.sample), sides

    def _dictionary(self, left: Text, right: Text) -> Dictionary:
        """The dictionary, empty for texts in other languages than its own."""
        found = read_dictionary(self.dictionary) if self.dictionary else Dictionary(())
        return found if found.is_between(left.language, right.language) else Dictionary(())


def _read(words: Words, text: Text) -> Side:
    return words.read(text.sentences, layout_of(text))


def _in_order(steps: Sequence[Step], elsewhere: Sequence[Step]) -> list[Bead]:
    """All beads in the order of the left side; sentences that found a partner elsewhere are no longer alone."""
    left = {step.row + number: step for step in elsewhere for number in range(step.ups)}
    right = {step.column + number for step in elsewhere for number in range(step.across)}
    beads: list[Bead] = []
    for step in steps:
        if step.ups and step.across:
            beads.append(_bead(step))
        elif step.ups and step.row in left:
            beads += [_bead(left[step.row], is_moved=True)] if left[step.row].row == step.row else []
        elif step.ups or step.column not in right:
            beads.append(_bead(step))
    return beads


def _bead(step: Step, *, is_moved: bool = False) -> Bead:
    left, right = range(step.row, step.row + step.ups), range(step.column, step.column + step.across)
    odds = step.value - ALONE * (step.ups + step.across)
    return Bead(tuple(left), tuple(right), _share(odds) if left and right else 0.0, is_moved)


def _share(odds: float) -> float:
    return round(1 / (1 + math.exp(-odds / _SOFTER)), 4)


def _nothing(left: Text, right: Text) -> list[Bead]:
    alone = [Bead((number,), (), 0.0) for number in range(len(left.sentences))]
    return alone + [Bead((), (number,), 0.0) for number in range(len(right.sentences))]
