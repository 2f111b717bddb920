"""What judging needs to know of a run's documents and page pairs, read once: some hundred bytes for each of them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from polytrawl.export.copies import Copies
from polytrawl.plugin import MINE
from polytrawl.records import Cluster, Document, PagePair
from polytrawl.work import Shelf

__all__ = ["Facts", "PairFacts"]


class PairFacts(NamedTuple):
    """A page pair without its texts."""

    id: str
    sides: tuple[str, str]  # document ids
    urls: tuple[str, str]
    probability: float
    grade: str
    methods: tuple[str, ...]
    reasons: tuple[str, ...]
    fetched_at: tuple[str, str]
    licences: tuple[str, str] = ("", "")
    consent: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    @property
    def rank(self) -> tuple[float, int, str, str]:
        """The better ones are smaller."""
        return -round(self.probability, 1), sum(map(len, self.urls)), self.urls[0], self.id


@dataclass(frozen=True)
class Facts:
    """Documents, their clusters and page pairs of a run."""

    documents: dict[str, tuple[str, ...]]  # document id -> reasons against it
    copies: Copies  # which documents have the same text
    urls: dict[str, str]  # document id -> URL, where it has duplicates
    pairs: dict[str, PairFacts]  # page pair id -> what is known, the best first
    licences: dict[str, str] = field(default_factory=dict)  # document id -> its licence, where it has one
    matches: dict[str, PairFacts] = field(default_factory=dict)  # pairs of other pages that units were mined from

    @classmethod
    def read(cls, shelf: Shelf) -> Facts:
        """The facts of a run."""
        copies = Copies.read(_clusters(shelf))
        documents: dict[str, tuple[str, ...]] = {}
        urls: dict[str, str] = {}
        licences: dict[str, str] = {}
        for record in shelf.records("topic"):
            if isinstance(record, Document):
                documents[record.id] = record.reasons
                if record.licence:
                    licences[record.id] = sys.intern(record.licence)
                if record.id in copies.group:
                    urls[record.id] = record.url
        pairs = {pair.id: pair for pair in sorted(_pairs(shelf, "pair"), key=lambda pair: pair.rank)}
        matches = {pair.id: pair for pair in _pairs(shelf, MINE) if pair.id not in pairs}
        return cls(documents, copies, urls, pairs, licences, matches)

    def pair(self, name: str) -> PairFacts | None:
        """What is known of the pages that a unit comes from; None where they are in the run no more."""
        return self.pairs.get(name) or self.matches.get(name)


def _clusters(shelf: Shelf) -> Iterator[Cluster]:
    yield from (record for record in shelf.records("dedup") if isinstance(record, Cluster))


def _pairs(shelf: Shelf, folder: str) -> Iterator[PairFacts]:
    for record in shelf.records(folder):
        if isinstance(record, PagePair):
            left, right = record.left, record.right
            yield PairFacts(
                id=record.id,
                sides=(left.id, right.id),
                urls=(left.url, right.url),
                probability=record.probability,
                grade=record.grade,
                methods=tuple(score.name for score in record.evidence),
                reasons=record.reasons,
                fetched_at=(left.fetched_at, right.fetched_at),
                licences=(sys.intern(left.licence), sys.intern(right.licence)),
                consent=(left.terms, right.terms),
            )
