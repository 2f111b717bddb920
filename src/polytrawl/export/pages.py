"""Verdicts on documents and page pairs.

A verdict is a reason, or the empty string for what is wanted. Of documents with the same text one is kept: first
those that stand in a page pair, the most probable pair first, so that both sides of a pair are kept together; among
pairs that are about as probable those with the shortest addresses, so that all versions of a page are kept together.
Among others it is the longest, and of equally long ones that with the shortest address. A document that is mostly part
of a longer one goes when that is kept, unless it stands in a page pair; the longer one never goes for the shorter.
"""

from __future__ import annotations

from collections.abc import Iterable

from polytrawl.export.facts import Facts, PairFacts
from polytrawl.export.licences import reason_against
from polytrawl.export.rules import Rules
from polytrawl.records import SentencePair

__all__ = ["DUPLICATE", "KNOWN", "Pages", "kind_of"]

DUPLICATE = "duplicate-of:"
KNOWN = "known:"  # the text is in the index of an earlier run, from the document named

_PAIRED = "it stands in a page pair"
_LONGEST = "it is the longest"
_SHORTEST = "of equally long ones its address is the shortest"
_ONLY = "no other one is wanted"


def kind_of(reason: str) -> str:
    """The reason as it is counted: without the id in it."""
    kinds = {DUPLICATE: "duplicate", KNOWN: "known"}
    return next((kind for prefix, kind in kinds.items() if reason.startswith(prefix)), reason)


class Pages:
    """The reason against each document and page pair under some rules."""

    def __init__(self, facts: Facts, rules: Rules) -> None:
        self.facts = facts
        self.rules = rules
        self.documents = {name: self._own(name, reasons) for name, reasons in facts.documents.items()}
        self._paired: dict[str, str] = {}  # group -> the member that is kept for its page pair
        self.pairs = {pair.id: self._pair(pair) for pair in facts.pairs.values()}
        both = *facts.pairs.values(), *facts.matches.values()
        self._mined = {pair.id: self._against_mined(pair) for pair in both}
        self._best = self._choose()
        wanted = [one for one in facts.urls if not self.documents[one]]
        self.documents |= {one: self._against_copy(one) for one in wanted}
        self.why_kept = self._reasons_to_keep(wanted)  # document id -> why it is the one that is kept, in words

    def _own(self, name: str, reasons: Iterable[str]) -> str:
        against = reason_against(self.rules.licence, self.facts.licences.get(name, ""))
        return self._first((*reasons, against))

    def _first(self, reasons: Iterable[str]) -> str:
        return next((reason for reason in reasons if reason and reason not in self.rules.tolerate), "")

    def _pair(self, pair: PairFacts) -> str:
        against = self._first(pair.reasons) or self._against(pair.sides)
        if against:
            return against
        if pair.probability < self.rules.min_probability:
            return "low-probability"
        copies = self.facts.copies
        if all(map(copies.text_before, pair.sides)):
            return "known"
        claims = {copies.group[side]: side for side in pair.sides if side in copies.group}
        if any(self._paired.get(group, side) != side for group, side in claims.items()):
            return "duplicate"
        if all(self._is_part_of_paired(side) for side in pair.sides):
            return "duplicate"
        self._paired.update(claims)
        return ""

    def against(self, unit: SentencePair) -> str:
        """The reason against the pages of a unit; those that are in the run no more are stale."""
        return (self._mined if unit.is_mined else self.pairs).get(unit.pair, "stale")

    def _against_mined(self, pair: PairFacts) -> str:
        """The reason against pages as those of mined units, which need be no pair, and may be copies."""
        is_known = all(map(self.facts.copies.text_before, pair.sides))
        return self._first(pair.reasons) or self._against(pair.sides) or ("known" if is_known else "")

    def _is_part_of_paired(self, document: str) -> bool:
        copies = self.facts.copies
        return any(group in self._paired for group in copies.longer(copies.group.get(document, "")))

    def _against(self, documents: Iterable[str]) -> str:
        return next((reason for one in documents if (reason := self.documents.get(one, "stale"))), "")

    def _choose(self) -> dict[str, str]:
        """The member of each group that is the best: in a page pair, or the longest with the shortest address.

        Among duplicates of one length the shortest address is most often the original.
        """
        urls, copies = self.facts.urls, self.facts.copies
        best = dict(self._paired)
        for member in sorted(urls, key=lambda one: (-copies.size.get(one, 0), len(urls[one]), urls[one])):
            if not self.documents[member]:
                best.setdefault(copies.group[member], member)
        return best

    def _against_copy(self, document: str) -> str:
        group = self.facts.copies.group[document]
        before = "" if group in self._paired else self.facts.copies.text_before(document)
        if before:
            return KNOWN + before
        keeper = self._keeper(group)
        return "" if keeper == document else DUPLICATE + keeper

    def _keeper(self, group: str) -> str:
        """The document that is kept for a group: its best, or that of a group that it is part of."""
        keeper = self._best[group]
        if group not in self._paired:
            for longer in self.facts.copies.longer(group):
                keeper = self._best.get(longer, keeper)
                if longer in self._paired:
                    break
        return keeper

    def _reasons_to_keep(self, wanted: Iterable[str]) -> dict[str, str]:
        copies = self.facts.copies
        sizes: dict[str, list[int]] = {}
        for one in wanted:
            sizes.setdefault(copies.group[one], []).append(copies.size.get(one, 0))
        wholes = frozenset(copies.above.values())

        def why(document: str) -> str:
            group = copies.group[document]
            if self._paired.get(group) == document:
                return _PAIRED
            if group in wholes or min(sizes[group]) < max(sizes[group]):
                return _LONGEST
            return _SHORTEST if len(sizes[group]) > 1 else _ONLY

        return {one: why(one) for one in wanted if not self.documents[one]}
