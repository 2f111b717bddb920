"""The documents of one language as they are compared: which words each has, how long it is, and when it was written."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from polytrawl.lexicon.side import Floats, Ints, Words
from polytrawl.records import Document, Lang
from polytrawl.relevance.words import words

__all__ = ["Collection", "Paper"]

_MASK = (1 << 32) - 1


class Paper(NamedTuple):
    """A document without its text."""

    id: str
    url: str
    size: int  # words, as everywhere when a corpus is measured
    tokens: Ints  # the different words of the lexicon that it has, by number
    times: Ints  # how often it has each
    date: str = ""  # when it was published
    fetched: str = ""
    subtopics: tuple[str, ...] = ()


class Collection:
    """The documents of a language. How rare a word is, is told by the paragraphs that have it."""

    def __init__(self, language: Lang) -> None:
        self.language = language
        self.words = Words()
        self.papers: list[Paper] = []
        self._paragraphs = 0
        self._met = np.zeros(1024, np.int64)  # paragraphs with each word; grows with the words

    def add(self, document: Document) -> None:
        """Take a document in; its main text counts."""
        texts = [paragraph.text for paragraph in document.main]
        if not texts:
            return
        side = self.words.read(texts)
        paragraph = np.repeat(np.arange(side.size), side.counts)
        self._count(np.unique(paragraph << 32 | side.words) & _MASK, side.size)
        tokens, times = np.unique(side.words, return_counts=True)
        self.papers.append(
            Paper(
                document.id,
                document.url,
                sum(len(words(text)) for text in texts),
                tokens.astype(np.int32),
                times.astype(np.int32),
                document.date,
                document.fetched_at,
                document.subtopics,
            )
        )

    def _count(self, met: Ints, paragraphs: int) -> None:
        self._paragraphs += paragraphs
        if len(self.words) > len(self._met):
            self._met = np.concatenate((self._met, np.zeros(2 * len(self.words) - len(self._met), np.int64)))
        numbers, times = np.unique(met, return_counts=True)
        self._met[numbers] += times

    def weights(self) -> Floats:
        """What each word counts: the square of log(paragraphs / paragraphs with it); signs count nothing.

        A word that every paragraph has counts nothing, one that a single paragraph has counts most. On the pages of
        MDN of which the docs tell, without the square pages on other topics score .19, with it .11; translations .55
        and .52.
        """
        met = np.zeros(len(self.words), np.int64)
        known = min(len(met), len(self._met))
        met[:known] = self._met[:known]
        is_word = np.array([word[:1].isalnum() for word in self.words.numbers], bool)
        rarity = np.log(max(self._paragraphs, 1) / np.maximum(met, 1))
        return np.where((met > 0) & is_word, rarity**2, 0.0)
