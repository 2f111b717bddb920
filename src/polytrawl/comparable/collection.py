"""The documents of one language as they are compared: which words each has, how long it is, and when it was written."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from polytrawl.lexicon.side import Floats, Ints, Words
from polytrawl.lexicon.words import tokens
from polytrawl.records import Document, Lang
from polytrawl.relevance.generic import RAREST, generic_frequencies
from polytrawl.relevance.words import words

__all__ = ["Collection", "Paper"]

_MASK = (1 << 32) - 1
# What is more frequent in a language counts nothing. On the pages of MDN of which the docs tell, by how rare words are
# there alone (squared), in the language alone (squared), and by both: the chance that a translation is more comparable
# than another page on its topic is .992, .990, .993 without units and .994, .988, .992 with them; that a page on the
# topic is more comparable than one on another, .744, .798, .783 and .702, .788, .772.
_FREQUENT = 0.01


class Paper(NamedTuple):
    """A document without its text."""

    id: str
    url: str
    size: int  # words, as `polytrawl stats` counts them
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
        numbers, times = np.unique(side.words, return_counts=True)
        self.papers.append(
            Paper(
                document.id,
                document.url,
                sum(len(words(text)) for text in texts),
                numbers.astype(np.int32),
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
        """What each word counts: how rare it is here, times how rare it is in its language; signs count nothing.

        Here, that is log(paragraphs / paragraphs with it). Where nothing is known of the language, it is squared.
        """
        met = np.zeros(len(self.words), np.int64)
        known = min(len(met), len(self._met))
        met[:known] = self._met[:known]
        is_word = np.array([word[:1].isalnum() for word in self.words.numbers], bool)
        here = np.log(max(self._paragraphs, 1) / np.maximum(met, 1))
        generic = _generic(self.language)
        everywhere = (
            here if generic is None else np.array([_rarity(generic.get(word, 0.0)) for word in self.words.numbers])
        )
        return np.where((met > 0) & is_word, here * everywhere, 0.0)


def _rarity(frequency: float) -> float:
    return max(0.0, math.log(_FREQUENT / max(frequency, RAREST)))


def _generic(language: Lang) -> dict[str, float] | None:
    """The share of the lexicon's words in texts of all kinds; None where nothing is known of the language."""
    listed = generic_frequencies(language)
    if listed is None:
        return None
    found: dict[str, float] = {}
    for word, frequency in listed.items():
        for token in tokens(word):
            found[token] = found.get(token, 0.0) + frequency
    return found
