"""Sentences of one side as they are mined: their words in numbers, and what each word weighs."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from polytrawl.lexicon.side import Floats, Ints, Words
from polytrawl.records import Lang
from polytrawl.sentences import split, width

__all__ = ["Sentences"]

_FEWEST = 3  # words of a sentence that is mined: shorter ones are headings, and translate a dozen others


class Sentences:
    """The different sentences of one language, each with the numbers of the documents that have it."""

    def __init__(self, language: Lang) -> None:
        self.language = language
        self.words = Words()
        self.texts: list[str] = []
        self.documents: list[set[int]] = []
        self.tokens: list[Ints] = []  # the different words of each, by number
        self.dropped = 0  # too short
        self._places: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.texts)

    def add(self, document: int, paragraphs: Iterable[str]) -> None:
        """Take in the sentences of a document."""
        for paragraph in paragraphs:
            for sentence in split(paragraph, self.language) if paragraph.strip() else ():
                self.add_sentence(document, sentence)

    def add_sentence(self, document: int, sentence: str) -> None:
        """Take in one sentence; one that is there already is in this document, too."""
        if sentence in self._places:
            self.documents[self._places[sentence]].add(document)
            return
        side = self.words.read([sentence])
        names = [word for word in sentence.split() if any(map(str.isalpha, word))]
        if len(names) < _FEWEST:
            self.dropped += 1
            return
        self._places[sentence] = len(self.texts)
        self.texts.append(sentence)
        self.documents.append({document})
        self.tokens.append(np.unique(side.words))

    @property
    def widths(self) -> Floats:
        """How long each sentence is."""
        return np.array([width(text) + 1 for text in self.texts], dtype=float)

    @property
    def weights(self) -> Floats:
        """What each word counts: log(sentences / sentences with it); signs count nothing."""
        size = len(self.words)
        met = np.bincount(np.concatenate([np.zeros(0, np.int64), *self.tokens]), minlength=size)
        is_word = np.array([word[:1].isalnum() for word in self.words.numbers], bool)
        return np.where(is_word & (met > 0), np.log((len(self) + 1) / np.maximum(met, 1)), 0.0)
