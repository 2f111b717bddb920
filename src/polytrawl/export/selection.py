"""What is exported: every document, page pair and unit gets a verdict here, and nowhere else.

A verdict is a reason, or the empty string for what is wanted. Of documents with the same text one is kept: first
those that stand in a page pair, the most probable pair first, so that both sides of a pair are kept together; among
pairs that are about as probable those with the shortest addresses, so that all versions of a page are kept together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import xxhash

from polytrawl.records import Cluster, Document, Lang, PagePair, Record, SentencePair, UrlPattern, replace
from polytrawl.work import Shelf

DUPLICATE = "duplicate-of:"


@dataclass(frozen=True, kw_only=True)
class Rules:
    """What is good enough to be exported."""

    tolerate: frozenset[str] = frozenset()  # reasons that do not stand in the way
    min_probability: float = 0.0
    min_score: float = 0.0
    unit_grades: frozenset[str] = frozenset({"parallel"})  # units come from page pairs of these grades


@dataclass
class Selection:
    """Read access to what was selected, streaming; each call reads the run again."""

    shelf: Shelf
    rules: Rules
    languages: tuple[Lang, ...]
    fetch_dates: bool = False
    counts: dict[str, Counter[str]] = field(default_factory=dict)
    _documents: dict[str, str] = field(default_factory=dict)  # document id -> reason
    _pairs: dict[str, str] = field(default_factory=dict)  # page pair id -> reason
    _grades: dict[str, str] = field(default_factory=dict)  # page pair id -> grade

    def __post_init__(self) -> None:
        clusters = self._clusters()
        names = self._judge_documents(clusters)
        self._judge_pairs(clusters, names)
        self.counts = {
            "documents": Counter(map(_kind, self._documents.values())),
            "pairs": Counter(map(_kind, self._pairs.values())),
            "units": Counter(reason for _, reason in self.judged_units()),
        }

    def documents(self) -> Iterator[Document]:
        """The documents that are wanted."""
        for record in self.shelf.records("topic"):
            if isinstance(record, Document) and not self._documents[record.id]:
                yield self._dated(record)

    def pairs(self) -> Iterator[PagePair]:
        """The page pairs that are wanted."""
        for record in self.shelf.records("pair"):
            if isinstance(record, PagePair) and not self._pairs[record.id]:
                yield record

    def patterns(self) -> Sequence[UrlPattern]:
        """The URL patterns of the run, the most credible first."""
        return self.shelf.patterns()

    def units(self) -> Iterator[SentencePair]:
        """The sentence pairs that are wanted."""
        for unit, reason in self.judged_units():
            if not reason:
                yield unit

    def judged_units(self) -> Iterator[tuple[SentencePair, str]]:
        """All sentence pairs with the reason against each; the first of equal units is kept."""
        seen: set[int] = set()
        for record in self.shelf.records("filter"):
            if not isinstance(record, SentencePair):
                continue
            reason = self._unit(record)
            text = f"{record.source_language}\t{record.target_language}\t{record.source}\t{record.target}"
            fingerprint = xxhash.xxh3_64_intdigest(text.encode())
            if not reason and fingerprint in seen:
                reason = "duplicate-unit"
            if not reason:
                seen.add(fingerprint)
            yield record, reason

    def reason(self, record: Record) -> str:
        """The reason against a document or page pair; empty when it is wanted."""
        table = self._pairs if isinstance(record, PagePair) else self._documents
        return table.get(record.id, "")

    def _unit(self, unit: SentencePair) -> str:
        if self._pairs.get(unit.pair, "stale"):
            return "page-pair-not-wanted"
        if self._grades[unit.pair] not in self.rules.unit_grades:
            return f"{self._grades[unit.pair]}-pages"
        if unit.score < self.rules.min_score:
            return "low-score"
        return self._first(unit.reasons)

    def _first(self, reasons: tuple[str, ...]) -> str:
        return next((reason for reason in reasons if reason not in self.rules.tolerate), "")

    def _dated(self, document: Document) -> Document:
        # Equal input gives equal bytes: when it was fetched is told only to those who ask, and how deep in the crawl
        # a link was met depends on which host answered first.
        document = replace(document, links=tuple(replace(link, depth=0) for link in document.links))
        return document if self.fetch_dates else replace(document, fetched_at="")

    def _judge_documents(self, cluster_of: dict[str, Cluster]) -> dict[str, str]:
        """Judge every document by its own reasons; gives the URLs of those that have duplicates."""
        urls: dict[str, str] = {}
        for record in self.shelf.records("topic"):
            if isinstance(record, Document):
                self._documents[record.id] = self._first(record.reasons)
                if record.id in cluster_of:
                    urls[record.id] = record.url
        return urls

    def _judge_pairs(self, cluster_of: dict[str, Cluster], urls: dict[str, str]) -> None:
        kept: dict[str, str] = {}  # cluster id -> the member that is kept
        for pair in sorted(self._slim_pairs(), key=_rank):
            self._pairs[pair.id] = self._pair(pair, cluster_of, kept)
            self._grades[pair.id] = pair.grade
        # Among duplicates that stand in no pair the shortest address is most often the original.
        self._mark_duplicates(sorted(urls, key=lambda member: (len(urls[member]), urls[member])), cluster_of, kept)

    def _slim_pairs(self) -> Iterator[PagePair]:
        for record in self.shelf.records("pair"):
            if isinstance(record, PagePair):
                left, right = replace(record.left, paragraphs=()), replace(record.right, paragraphs=())
                yield replace(record, left=left, right=right)

    def _pair(self, pair: PagePair, cluster_of: dict[str, Cluster], kept: dict[str, str]) -> str:
        sides = (pair.left.id, pair.right.id)
        against = self._first(pair.reasons) or self._against(sides)
        if against:
            return against
        if pair.probability < self.rules.min_probability:
            return "low-probability"
        claims = {cluster_of[side].id: side for side in sides if side in cluster_of}
        if any(kept.get(cluster, side) != side for cluster, side in claims.items()):
            return "duplicate"
        kept.update(claims)
        return ""

    def _against(self, documents: Iterable[str]) -> str:
        return next((reason for one in documents if (reason := self._documents.get(one, "stale"))), "")

    def _clusters(self) -> dict[str, Cluster]:
        clusters = [record for record in self.shelf.records("dedup") if isinstance(record, Cluster)]
        return {member: cluster for cluster in clusters for member in cluster.members}

    def _mark_duplicates(self, members: list[str], cluster_of: dict[str, Cluster], kept: dict[str, str]) -> None:
        for member in members:
            if not self._documents[member]:
                keeper = kept.setdefault(cluster_of[member].id, member)
                self._documents[member] = "" if keeper == member else DUPLICATE + keeper


def _kind(reason: str) -> str:
    """The reason as it is counted: without the id in it."""
    return "duplicate" if reason.startswith(DUPLICATE) else reason


def _rank(pair: PagePair) -> tuple[float, int, str, str]:
    """The better ones are smaller."""
    return -round(pair.probability, 1), len(pair.left.url) + len(pair.right.url), pair.left.url, pair.id
