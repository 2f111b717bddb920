"""A comparable corpus of two collections: its pairs of documents, and how comparable it is as a whole."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec
import numpy as np

from polytrawl.comparable.collection import Collection, Paper
from polytrawl.comparable.dates import day_of, days_apart
from polytrawl.comparable.match import Match, balanced, one_to_one
from polytrawl.comparable.score import Comparer
from polytrawl.comparable.search import Index
from polytrawl.comparable.translations import Translations
from polytrawl.lexicon.side import Ints
from polytrawl.records import Lang

__all__ = ["Corpus", "Rules", "Summary", "compare"]

_CANDIDATES = 20  # for each document; guess
PARALLEL = "parallel"

Grades = Mapping[tuple[str, str], str]  # of page pairs, by the ids of their documents, left and right as here


@dataclass(frozen=True, kw_only=True)
class Rules:
    """Which documents may be a pair, and what the corpus must be like."""

    # Of 1500 pairs of pages of MDN from different areas, 5 % score above .10 without units, and above .15 with units.
    min_score: float = 0.15
    max_days: float = 365.0
    max_ratio: float = 3.0
    balance: float = 0.1
    with_parallel: bool = True


class Side(msgspec.Struct, frozen=True):
    """One language of a corpus."""

    language: Lang
    documents: int
    words: int
    of_documents: int  # that could have been chosen
    of_words: int


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A corpus in numbers."""

    left: Side
    right: Side
    pairs: int
    parallel: int  # of the pairs: those that are translations
    score: float | None  # comparability of the corpus; None where it is empty
    score_of_all: float | None  # where documents that were not chosen count 0
    vocabulary: float | None  # comparability of all words of one side with all of the other
    days: float | None  # median of the days between the two documents of a pair, where they are known
    dated: int  # pairs where they are
    learned: int  # translations of words that were learned from units


class Corpus(NamedTuple):
    """The pairs, the best first, and the summary."""

    matches: list[Match]
    summary: Summary


def compare(
    left: Collection, right: Collection, translations: Translations, rules: Rules, grades: Grades | None = None
) -> Corpus:
    """The comparable corpus of two collections."""
    search = _Search(left, right, translations, rules, grades or {})
    matches = sorted(balanced(one_to_one(search.matches()), rules.balance), key=lambda one: (-one.score, one.left.id))
    return Corpus(matches, _summary(left, right, matches, search.comparer, translations.learned))


@dataclass
class _Search:
    """Looks for documents that may be pairs."""

    left: Collection
    right: Collection
    translations: Translations
    rules: Rules
    grades: Grades
    comparer: Comparer = field(init=False)

    def __post_init__(self) -> None:
        weights = self.left.weights(), self.right.weights()
        self.comparer = Comparer(self.translations, weights)
        self._telling = [self.comparer.telling(one.tokens, one.times, 1) for one in self.right.papers]
        self._index = Index(self._telling, weights[1])
        self._sizes = np.array([paper.size for paper in self.right.papers], float)
        self._published = np.array([day_of(paper.date) for paper in self.right.papers])
        self._fetched = np.array([day_of(paper.fetched) for paper in self.right.papers])

    def matches(self) -> Iterator[Match]:
        for paper in self.left.papers:
            yield from self._of(paper)

    def _of(self, paper: Paper) -> Iterator[Match]:
        telling = self.comparer.telling(paper.tokens, paper.times, 0)
        others, shared = self._index.sharing(self.translations.links[0], telling)
        days = days_apart(day_of(paper.date), day_of(paper.fetched), self._published[others], self._fetched[others])
        ratios = np.maximum(self._sizes[others], 1) / max(paper.size, 1)
        is_near = ~(days > self.rules.max_days) & (np.maximum(ratios, 1 / ratios) <= self.rules.max_ratio)
        best = np.flatnonzero(is_near)[np.argsort(-shared[is_near], kind="stable")[:_CANDIDATES]]
        for place in best.tolist():
            other = int(others[place])
            score = self.comparer.comparability(telling, self._telling[other])
            match = self._match(paper, self.right.papers[other], score, float(days[place]))
            if score >= self.rules.min_score and self._is_wanted(match):
                yield match

    def _match(self, left: Paper, right: Paper, score: float, days: float) -> Match:
        grade = self.grades.get((left.id, right.id), "")
        return Match(left, right, score, None if math.isnan(days) else days, grade)

    def _is_wanted(self, match: Match) -> bool:
        topics = match.left.subtopics, match.right.subtopics
        is_other_topic = all(topics) and set(topics[0]).isdisjoint(topics[1])
        return not is_other_topic and (self.rules.with_parallel or match.grade != PARALLEL)


def _summary(left: Collection, right: Collection, matches: list[Match], comparer: Comparer, learned: int) -> Summary:
    sides = _side(left, [one.left for one in matches]), _side(right, [one.right for one in matches])
    reached = sum(one.score * (one.left.size + one.right.size) for one in matches)
    known = [one.days for one in matches if one.days is not None]
    words = _tokens([one.left for one in matches]), _tokens([one.right for one in matches])
    return Summary(
        left=sides[0],
        right=sides[1],
        pairs=len(matches),
        parallel=sum(one.grade == PARALLEL for one in matches),
        score=_share(reached, sum(side.words for side in sides)),
        score_of_all=_share(reached, sum(side.of_words for side in sides)),
        vocabulary=round(comparer.comparability(*words), 4) if matches else None,
        days=float(np.median(known)) if known else None,
        dated=len(known),
        learned=learned,
    )


def _side(collection: Collection, papers: list[Paper]) -> Side:
    every = collection.papers
    return Side(collection.language, len(papers), _words(papers), len(every), _words(every))


def _words(papers: list[Paper]) -> int:
    return sum(paper.size for paper in papers)


def _share(part: float, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def _tokens(papers: list[Paper]) -> Ints:
    return np.unique(np.concatenate([np.zeros(0, np.int64), *(paper.tokens for paper in papers)]))
