"""Two made-up languages that share no word: what an aligner finds between them, it has learned from the texts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from polytrawl.align.base import Block, Text

_ONSETS, _VOWELS = ("bdgklm", "fhprtvz"), ("aei", "ouy")


class Pair(NamedTuple):
    """Two texts, sentence by sentence, and which of them belong together."""

    left: list[str]
    right: list[str]
    beads: list[tuple[tuple[int, ...], tuple[int, ...]]]


class Languages:
    """Sentences with their translations."""

    def __init__(self, seed: int = 1, words: int = 400) -> None:
        self._random = random.Random(seed)
        self.words = [(self._word(0), self._word(1)) for _ in range(words)]
        self._weights = [1 / (number + 3) for number in range(words)]

    def sentence(self) -> tuple[str, str]:
        """A sentence and its translation: its words, a few of them missing, nearly in the same order."""
        chosen = self._random.choices(self.words, self._weights, k=self._random.randint(5, 14))
        theirs = [other for _, other in chosen if self._random.random() < 0.95] or ["fo"]
        at = self._random.randrange(len(theirs))
        theirs[at : at + 2] = theirs[at : at + 2][::-1]
        return " ".join(word for word, _ in chosen) + ".", " ".join(theirs) + "."

    def pair(self, size: int, *, lost: float = 0.0, joined: float = 0.0) -> Pair:
        """Two texts with shares of sentences that one of them does not have, or has two of in one."""
        left: list[str] = []
        right: list[str] = []
        beads: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        while len(left) < size:
            ours, theirs = self.sentence()
            chance = self._random.random()
            if chance < lost:
                left.append(ours)
                beads.append(((len(left) - 1,), ()))
            elif chance < lost + joined:
                more, others = self.sentence()
                left += [ours, more]
                right.append(f"{theirs[:-1]}, {others}")
                beads.append(((len(left) - 2, len(left) - 1), (len(right) - 1,)))
            else:
                left.append(ours)
                right.append(theirs)
                beads.append(((len(left) - 1,), (len(right) - 1,)))
        return Pair(left, right, beads)

    def _word(self, language: int) -> str:
        letters = (_ONSETS[language], _VOWELS[language])
        return "".join(self._random.choice(letters[number % 2]) for number in range(self._random.randint(2, 3) * 2))


def text(language: str, *blocks: Sequence[str], kind: str = "text") -> Text:
    """A text of some paragraphs, each given as its sentences."""
    return Text(language, tuple(Block(kind, tuple(block)) for block in blocks))
