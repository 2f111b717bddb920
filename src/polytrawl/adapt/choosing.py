"""The steps of choosing test sentences: what corpora have of the candidates, who is out and why, and the draw."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import xxhash

from polytrawl.alike import mark
from polytrawl.records import Lang
from polytrawl.relevance.definition import Term
from polytrawl.relevance.terms import Lexicon
from polytrawl.tokens import is_word, tokens

__all__ = ["Candidate", "Choice", "Met", "draw", "meet", "reasons_against", "seen_documents", "share_known", "words_of"]

# Share of a document's sentences in one corpus that makes it a page of that corpus. Of 40 Spanish pages of LilyPond's
# manuals 27 share less than 0.3 of their sentences with 343 others (titles, notes that recur), 3 from 0.3 to 0.5, and
# 10 from 0.5 on: snippets that stand in two manuals.
SEEN_DOCUMENT = 0.5


class Candidate(NamedTuple):
    """A sentence of a held-out document, with its translation where it is known."""

    document: str
    source: str
    target: str = ""

    @property
    def marks(self) -> set[int]:
        """Of both sides: a corpus may have the translation alone."""
        return {mark(text) for text in (self.source, self.target) if text.strip()}


@dataclass(frozen=True, kw_only=True)
class Choice:
    """What is wanted."""

    number: int = 100  # as published
    seed: int = 1
    fewest_words: int = 4  # guess: shorter ones are headings and labels, of which BLEU counts no four words in a row
    most_words: int = 22  # sentences of 23 or more words were dropped, as published
    most_per_document: int = 0  # by default five times an even share
    language: Lang = "und"
    terms: Sequence[str] = ()  # one of which a sentence must have

    def most_of_each(self, documents: int) -> int:
        """How many sentences of one document may be drawn.

        Five times an even share, three at least: guess; pages differ in length, and one must not be the test set.
        """
        return self.most_per_document or max(3, math.ceil(5 * self.number / max(1, documents)))


@dataclass
class Met:
    """What was met in one corpus."""

    sentences: int = 0
    marks: set[int] = field(default_factory=set)  # of those that candidates have
    words: set[str] = field(default_factory=set)  # of those that candidates have
    digest: xxhash.xxh3_64 = field(default_factory=xxhash.xxh3_64)


def words_of(one: Candidate, language: Lang) -> Iterator[str]:
    """The words of both sides, case folded."""
    return _words(f"{one.source} {one.target}", language)


def _words(text: str, language: Lang) -> Iterator[str]:
    return (word.casefold() for word in tokens(text, language) if is_word(word))


def meet(lines: Iterable[str], candidates: tuple[set[int], set[str]], language: Lang) -> Met:
    """Read a corpus once; only what the candidates have, their marks and words, is remembered of it."""
    met, (marks, vocabulary) = Met(), candidates
    for line in lines:
        met.sentences += 1
        number = mark(line)
        met.digest.update(number.to_bytes(8, "big"))
        if number in marks:
            met.marks.add(number)
        met.words.update(vocabulary.intersection(_words(line, language)))
    return met


def seen_documents(given: Sequence[Candidate], met: Met) -> set[str]:
    """The documents of which a corpus has a good part."""
    sizes = Counter(one.document for one in given)
    there = Counter(one.document for one in given if not met.marks.isdisjoint(one.marks))
    return {name for name, number in there.items() if number >= SEEN_DOCUMENT * sizes[name]}


def reasons_against(given: Sequence[Candidate], choice: Choice, seen: tuple[set[int], set[str]]) -> list[str]:
    """Why each candidate is left out: by the marks and documents that corpora have, by length, by terms; or empty."""
    topic = Lexicon(choice.language, [Term(1.0, text, (), choice.language) for text in choice.terms])
    return [_reason(one, choice, seen, topic) for one in given]


def _reason(one: Candidate, choice: Choice, seen: tuple[set[int], set[str]], topic: Lexicon) -> str:
    length = sum(1 for _ in _words(one.source, choice.language))
    rules = (
        ("document-in-a-corpus", one.document in seen[1]),
        ("sentence-in-a-corpus", not seen[0].isdisjoint(one.marks)),
        ("too-short", length < choice.fewest_words),
        ("too-long", length > choice.most_words),
    )
    for reason, holds in rules:
        if holds:
            return reason
    return "no-term" if choice.terms and not any(topic.find(topic.stems(one.source))) else ""


def draw(free: Sequence[Candidate], choice: Choice, most: int) -> tuple[list[Candidate], Counter[str]]:
    """The candidates in an order that only the seed decides, without repeats, and so many of a document at most."""
    given: Counter[str] = Counter()
    before: set[int] = set()
    drawn, left = [], Counter[str]()
    for one in sorted(free, key=lambda one: (_place(one, choice.seed), one)):
        if not before.isdisjoint(one.marks):
            left["repeated"] += 1
            continue
        before |= one.marks
        given[one.document] += 1
        if given[one.document] <= most:
            drawn.append(one)
        else:
            left["enough-of-the-document"] += 1
    return drawn, left


def _place(one: Candidate, seed: int) -> int:
    return xxhash.xxh3_64_intdigest("\t".join(one).encode("utf-8", "replace"), seed)


def share_known(sentences: Sequence[Candidate], words: set[str], language: Lang) -> float:
    """The share of running words that a corpus has."""
    running = [word for one in sentences for word in words_of(one, language)]
    return sum(word in words for word in running) / len(running) if running else 0.0
