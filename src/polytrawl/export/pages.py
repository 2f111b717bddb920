"""Verdicts on documents and page pairs.

A verdict is a reason, or the empty string for what is wanted. Of documents with the same text one is kept: first
those that stand in a page pair, the most probable pair first, so that both sides of a pair are kept together; among
pairs that are about as probable those with the shortest addresses, so that all versions of a page are kept together.
"""

from __future__ import annotations

from collections.abc import Iterable

from polytrawl.export.facts import Facts, PairFacts
from polytrawl.export.licences import reason_against
from polytrawl.export.rules import Rules

__all__ = ["DUPLICATE", "Pages", "kind_of"]

DUPLICATE = "duplicate-of:"


class Pages:
    """The reason against each document and page pair under some rules."""

    def __init__(self, facts: Facts, rules: Rules) -> None:
        self.facts = facts
        self.rules = rules
        self.documents = {name: self._own(name, reasons) for name, reasons in facts.documents.items()}
        kept: dict[str, str] = {}  # cluster id -> the member that is kept
        self.pairs = {pair.id: self._pair(pair, kept) for pair in facts.pairs.values()}
        self._mark_duplicates(kept)

    def _own(self, name: str, reasons: Iterable[str]) -> str:
        against = reason_against(self.rules.licence, self.facts.licences.get(name, ""))
        return self._first((*reasons, against))

    def _first(self, reasons: Iterable[str]) -> str:
        return next((reason for reason in reasons if reason and reason not in self.rules.tolerate), "")

    def _pair(self, pair: PairFacts, kept: dict[str, str]) -> str:
        against = self._first(pair.reasons) or self._against(pair.sides)
        if against:
            return against
        if pair.probability < self.rules.min_probability:
            return "low-probability"
        clusters = self.facts.clusters
        claims = {clusters[side]: side for side in pair.sides if side in clusters}
        if any(kept.get(cluster, side) != side for cluster, side in claims.items()):
            return "duplicate"
        kept.update(claims)
        return ""

    def _against(self, documents: Iterable[str]) -> str:
        return next((reason for one in documents if (reason := self.documents.get(one, "stale"))), "")

    def _mark_duplicates(self, kept: dict[str, str]) -> None:
        """Among duplicates that stand in no pair the shortest address is most often the original."""
        urls = self.facts.urls
        for member in sorted(urls, key=lambda one: (len(urls[one]), urls[one])):
            if not self.documents[member]:
                keeper = kept.setdefault(self.facts.clusters[member], member)
                self.documents[member] = "" if keeper == member else DUPLICATE + keeper


def kind_of(reason: str) -> str:
    """The reason as it is counted: without the id in it."""
    return "duplicate" if reason.startswith(DUPLICATE) else reason
