"""Counting the texts of one language; `polytrawl.relevance.counts` tells how memory is bounded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from polytrawl.records import Lang
from polytrawl.relevance.counts import Counts
from polytrawl.sentences import split
from polytrawl.stats.parts import parts
from polytrawl.stats.results import Sizes

__all__ = ["LONGEST", "Gathered", "Text"]

LONGEST = 3
STRETCH = 1000  # words: what WordSmith takes for its standardised type-token ratio


class Text(NamedTuple):
    """A document: its main text alone."""

    language: Lang
    url: str
    paragraphs: Sequence[str]

    def sentences(self) -> Iterator[str]:
        """Its sentences; none runs over the end of a paragraph."""
        for paragraph in self.paragraphs:
            yield from split(paragraph, self.language)


class Gathered:
    """What is counted of a language."""

    def __init__(self, language: Lang, largest: int) -> None:
        self.language = language
        self.counts = Counts(LONGEST, largest=largest)
        self._paragraphs = self._sentences = 0
        self._stretch: list[str] = []
        self._ratios = self._stretches = 0.0

    def add(self, text: Text) -> None:
        """Count a document."""
        cut: list[list[str]] = []
        for sentence in text.sentences():
            found = parts(sentence)
            self._sentences += bool(found)
            cut += found
        self._paragraphs += len(text.paragraphs)
        self.counts.add_parts(cut)
        for part in cut:
            self._stretch += part
        self._measure_stretches()

    def _measure_stretches(self) -> None:
        whole = len(self._stretch) // STRETCH * STRETCH
        for start in range(0, whole, STRETCH):
            self._ratios += len(set(self._stretch[start : start + STRETCH])) / STRETCH
            self._stretches += 1
        del self._stretch[:whole]

    def sizes(self) -> Sizes:
        """How much there is."""
        words, times = self.counts.words, self.counts.table(1).times
        return Sizes(
            documents=self.counts.documents,
            paragraphs=self._paragraphs,
            sentences=self._sentences,
            words=words,
            types=len(times),
            type_token_ratio=len(times) / max(words, 1),
            standard_ratio=self._ratios / self._stretches if self._stretches else None,
            hapax_share=int(np.count_nonzero(times == 1)) / max(len(times), 1),
            sentence_length=words / max(self._sentences, 1),
        )
