"""Refuses units that stand on very many pages: menus, notices and other text that comes with every page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

import msgspec
import xxhash

from polytrawl.filter.base import Filter
from polytrawl.filter.likeness import folded
from polytrawl.options import option
from polytrawl.records import SentencePair

_MOST = 1_000_000  # units that are counted at a time; some 100 MB
_TOLD = 50_000  # units that go to the workers, those on most pages first; 600 KB


@dataclass(kw_only=True)
class BoilerplateLike(Filter, name="boilerplate-like"):
    """The number of page pairs of the run on which a unit stands."""

    # Of 9 605 units of 122 page pairs of four manuals, en-de, from which the clean stage has taken boilerplate, one
    # stands on more than 20 of them ("Table of Contents") and five on more than 5 ("Note", "Yes.").
    max_pages: Annotated[int, msgspec.Meta(ge=1)] = option(20, "most page pairs with the same unit")
    _counts: dict[int, int] = field(init=False, repr=False, compare=False, default_factory=dict)
    _page: str = field(init=False, repr=False, compare=False, default="")
    _on_page: set[int] = field(init=False, repr=False, compare=False, default_factory=set)

    def score(self, pair: SentencePair) -> float:
        """How many page pairs have it; 1 where that is less than a few."""
        return float(self._counts.get(_mark(pair), 1)) if self._counts else 1.0

    def accept(self, score: float) -> bool:
        """At most the most."""
        return score <= self.max_pages

    def meet(self, pair: SentencePair) -> None:
        """Count the unit, once for each page pair: units come in the order of pages."""
        if pair.pair != self._page:
            self._page, self._on_page = pair.pair, set()
        mark = _mark(pair)
        if mark not in self._on_page:
            self._on_page.add(mark)
            self._counts[mark] = self._counts.get(mark, 0) + 1
            if len(self._counts) > _MOST:
                self._forget()

    def _forget(self) -> None:
        """Drop what has been met least among a million: what stands on many pages comes again, and is counted then."""
        least = 0
        while len(self._counts) > _MOST // 2:
            least += 1
            self._counts = {mark: count for mark, count in self._counts.items() if count > least}

    def learned(self) -> dict[int, int]:
        """The units on several pages, and on how many."""
        often = sorted(((count, mark) for mark, count in self._counts.items() if count > 1), reverse=True)[:_TOLD]
        return {mark: count for count, mark in often}

    def inform(self, learned: Mapping[int, int]) -> None:
        """Take the counts."""
        self._counts = dict(learned)


def _mark(pair: SentencePair) -> int:
    return xxhash.xxh3_64_intdigest(f"{folded(pair.source)}\t{folded(pair.target)}".encode("utf-8", "surrogatepass"))
