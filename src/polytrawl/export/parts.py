"""Train, validation and test parts: whole groups of documents, and no sentence of one part in another.

Documents that page pairs join, in any languages, are one group, and a hash of the group's first address says where it
goes. So a page is in one part for all language pairs, it stays there when the crawl grows, and a larger share only adds
to a part. Sentences count as the same where they differ in case, digits and punctuation only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import xxhash

from polytrawl.alike import mark
from polytrawl.export.facts import PairFacts
from polytrawl.records import Lang, SentencePair

__all__ = ["PARTS", "Groups", "Parts"]

PARTS = ("train", "valid", "test")


class Groups:
    """Which addresses hang together (union-find; a group is named after the least of its addresses)."""

    def __init__(self) -> None:
        self._up: dict[str, str] = {}

    def join(self, left: str, right: str) -> None:
        """Two addresses of one page pair."""
        low, high = sorted((self.of(left), self.of(right)))
        self._up[high] = low

    def of(self, url: str) -> str:
        """The name of the group."""
        top = url
        while (above := self._up.setdefault(top, top)) != top:
            top = above
        while self._up[url] != top:  # the way is short the next time
            self._up[url], url = top, self._up[url]
        return top


class Parts:
    """Where each unit goes; `see` all units, then ask."""

    def __init__(self, pairs: Sequence[PairFacts], *, valid: float, test: float) -> None:
        groups = Groups()
        for pair in pairs:
            groups.join(*pair.urls)
        self._groups = {pair.id: groups.of(pair.urls[0]) for pair in pairs}
        self._ends = test, test + valid
        self._held: dict[str, defaultdict[Lang, set[int]]] = {name: defaultdict(set) for name in ("valid", "test")}

    def group_of(self, unit: SentencePair) -> str:
        """The group of its pages."""
        return self._groups[unit.pair]

    def part_of(self, unit: SentencePair) -> str:
        """The part of its pages."""
        place = xxhash.xxh3_64_intdigest(self.group_of(unit).encode("utf-8", "surrogatepass")) / 2**64
        return "test" if place < self._ends[0] else "valid" if place < self._ends[1] else "train"

    def see(self, unit: SentencePair) -> None:
        """Remember the texts of a unit that is held out."""
        name = self.part_of(unit)
        if name in self._held:
            for language, number in _marks(unit):
                self._held[name][language].add(number)

    def reason(self, unit: SentencePair) -> str:
        """Why a unit cannot stay in its part: a later part, which is more precious, has one of its sides; or empty."""
        later = PARTS[: PARTS.index(self.part_of(unit)) : -1]
        marks = _marks(unit)
        known = (name for name in later if any(number in self._held[name][language] for language, number in marks))
        return next((f"a side is in {name}" for name in known), "")


def _marks(unit: SentencePair) -> list[tuple[Lang, int]]:
    languages = unit.source_language, unit.target_language
    return [(language, mark(text)) for language, text in zip(languages, unit.texts, strict=True)]
