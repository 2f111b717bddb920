"""One side of a comparable corpus: its sentences in numbers, without repeats and without sentences of the other side.

Manuals quote programs and menus, and half-translated pages keep whole paragraphs: of the Spanish LilyPond pages four
sentences in ten are more English than Spanish. Left in, they make every English word its own best translation.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property

import numpy as np

from polytrawl.lexicon.side import Floats, Ints
from polytrawl.records import Lang
from polytrawl.relevance.generic import RAREST, generic_frequencies
from polytrawl.relevance.terms import Lexicon as TopicTerms
from polytrawl.relevance.terms import has_stemmer
from polytrawl.sentences import split
from polytrawl.tokens import is_word, tokens

__all__ = ["Text", "nativeness"]

_MOST_NATIVE = 5.0  # more is no surer: frequencies of rare words are guesses


class Text:
    """The sentences of one language, as sequences of words in small letters."""

    def __init__(self, language: Lang, other: Lang, lines: Iterable[str] = ()) -> None:
        self.language = language
        self.dropped: Counter[str] = Counter()
        self.sentences: list[list[str]] = []
        self._native = nativeness(language, other)
        self._seen: set[str] = set()
        for line in lines:
            self.add(line)

    def add(self, paragraph: str) -> None:
        """Take in a paragraph."""
        for sentence in split(paragraph, self.language) if paragraph.strip() else ():
            words = [word.lower() for word in tokens(sentence, self.language)]
            reason = self._against(sentence, words)
            if reason:
                self.dropped[reason] += 1
            else:
                self._seen.add(sentence)
                self.sentences.append(words)

    def _against(self, sentence: str, words: list[str]) -> str:
        if not any(map(is_word, words)):
            return "no-words"
        if sentence in self._seen:
            return "duplicate"
        return "foreign" if sum(self._native.get(word, 0.0) for word in words) < 0 else ""

    def native(self, word: str) -> float:
        """How much more frequent a word is in this language than in the other one, as a logarithm, -5..5."""
        return self._native.get(word, 0.0)

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each word stands there."""
        return Counter(word for sentence in self.sentences for word in sentence)

    @cached_property
    def words(self) -> list[str]:
        """The different words that stand there, the most frequent first."""
        return sorted(self.counts, key=lambda word: (-self.counts[word], word))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The place of each word among them."""
        return {word: number for number, word in enumerate(self.words)}

    @cached_property
    def frequencies(self) -> Floats:
        """How often each of the words stands there."""
        return np.array([self.counts[word] for word in self.words], dtype=float)

    @cached_property
    def running(self) -> Ints:
        """The whole text in numbers of words."""
        numbers = self.numbers
        return np.array([numbers[word] for sentence in self.sentences for word in sentence], dtype=np.int64)

    @cached_property
    def owners(self) -> Ints:
        """Beside each running word, the number of its sentence."""
        return np.repeat(np.arange(len(self.sentences)), [len(sentence) for sentence in self.sentences])

    @cached_property
    def stems(self) -> list[str]:
        """The stem of each of the words; the words themselves where no stemmer is known."""
        return [self.stem(word) for word in self.words]

    def stem(self, text: str) -> str:
        """The stem of a word."""
        if self._stemmer is None:
            return text.lower()
        return " ".join(self._stemmer.stems(text)) or text.lower()

    @cached_property
    def _stemmer(self) -> TopicTerms | None:
        return TopicTerms(self.language, ()) if has_stemmer(self.language) else None


def nativeness(language: Lang, other: Lang) -> Mapping[str, float]:
    """Of each listed word log(share in the language / share in the other); empty where one of them has no list.

    >>> native = nativeness("es", "en")
    >>> native["nota"] > 0 > native["note"]
    True
    """
    ours, theirs = generic_frequencies(language), generic_frequencies(other)
    if ours is None or theirs is None:
        return {}
    ratios = {w: math.log(max(ours.get(w, 0), RAREST) / max(theirs.get(w, 0), RAREST)) for w in {*ours, *theirs}}
    return {word: max(-_MOST_NATIVE, min(_MOST_NATIVE, ratio)) for word, ratio in ratios.items()}
