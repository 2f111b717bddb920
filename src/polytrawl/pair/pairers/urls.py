"""Evidence from URLs that differ in one place: /de/x.html and /it/x.html, e0.htm and c0.htm, /x and /x?lang=de.

The patterns are learned from the URLs of the site, as Kit & Ng (2007) and PupSniffer (Zhang, Yao & Kit 2013) do. Beyond
the papers, patterns that name the languages of their pages are believed from the first pair on; `known = false` and
`min_pairs = 1` give the method as published.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

import msgspec

from polytrawl.options import option
from polytrawl.pair.base import Candidate, Pairer
from polytrawl.pair.instances import Key
from polytrawl.pair.patterns import Found, Pattern, find_patterns, global_credibility
from polytrawl.records import Document, Site

_Probability = Annotated[float, msgspec.Meta(ge=0, le=1)]

_PUBLISHED_SITES = 12_800  # over which the paper sums up the credibility that it compares with 500

# The least global credibility that rescues in a run of few sites: that of 10 pages of 100, as strong as a pattern must
# be on its own site. Without it two sites with one chance pair each would rescue each other. Guess.
_MIN_LIMIT = 1.0


class Credit(msgspec.Struct, frozen=True):
    """The patterns whose global credibility is high enough to rescue weak ones, and the limit they exceed."""

    limit: float
    patterns: tuple[tuple[Key, float], ...]


@dataclass(kw_only=True)
class Urls(Pairer, name="urls"):
    """URLs that differ in one place, by patterns learned from all URLs of the site."""

    surveys: ClassVar[bool] = True

    min_local: _Probability = option(0.1, "local credibility C(p,w) that a pattern must exceed on its site")
    min_global: Annotated[float, msgspec.Meta(ge=0)] = option(
        500.0,
        "global credibility C(p) on other sites of the run that rescues a pattern too weak on its own; meant for "
        "12 800 sites as in the paper, and scaled to the number of sites in the run",
    )
    # As published 1. One pair of URLs may differ in one place by chance: /a.html and /b.html.
    min_pairs: Annotated[int, msgspec.Meta(ge=1)] = option(2, "pairs that a pattern must match unless it is known")
    known: bool = option(default=True, help="believe patterns that name the languages of their pages from one pair on")
    # All three are guesses, to be learned from sites with known pairs; the paper's pairs are right in 94 of 100 cases.
    marked: _Probability = option(0.9, "probability when both URLs have the text of a pattern")
    unmarked: _Probability = option(0.8, "probability when one URL is the other with something left out")
    disagreement: _Probability = option(0.1, "factor when a page is in another language than others of the pattern")

    _limit: float = field(init=False, default=0.0)
    _credit: Mapping[Key, float] = field(init=False, default_factory=dict)

    def candidates(self, site: Site) -> Iterable[Candidate]:
        """Pages that a believed pattern matches, each in the first pattern that does."""
        best: dict[tuple[str, str], float] = {}
        for found in self.patterns(site.documents):
            for left, right, probability in self._pairs(found):
                pair = (min(left.id, right.id), max(left.id, right.id))
                best[pair] = max(best.get(pair, 0.0), probability)
        return [Candidate(left, right, probability) for (left, right), probability in sorted(best.items())]

    def patterns(self, documents: Sequence[Document]) -> list[Found]:
        """The patterns of a site that are believed, and what they match."""
        return [found for found in self._find(documents) if self.is_believed(found.pattern)]

    def is_believed(self, pattern: Pattern) -> bool:
        """Whether a pattern is strong enough on its site, on others, or by its name."""
        # A weak pattern cannot rescue itself: only other sites count.
        elsewhere = self._credit.get(pattern.key, 0.0) - pattern.credibility * pattern.pages
        is_rescued = pattern.key in self._credit and elsewhere > self._limit
        return self.is_strong(pattern) or is_rescued

    def is_strong(self, pattern: Pattern) -> bool:
        """Whether a pattern is strong enough on its site or by its name, so that no other site must rescue it."""
        if self.known and pattern.is_known:
            return True
        return pattern.credibility > self.min_local and pattern.pages >= 2 * self.min_pairs

    # the run

    def survey(self, site: Site) -> list[Pattern]:
        """All patterns of a site, also the weak ones."""
        return [found.pattern for found in self._find(site.documents)]

    def summarise(self, surveys: Sequence[Any]) -> Credit:
        """The patterns with which other sites can rescue a weak one."""
        limit = max(_MIN_LIMIT, self.min_global * len(surveys) / _PUBLISHED_SITES)
        credit = global_credibility(msgspec.convert(surveys, list[list[Pattern]]))
        return Credit(limit, tuple((key, value) for key, value in credit.items() if value > limit))

    def inform(self, summary: Any) -> None:  # noqa: ANN401 - what `summarise` gave, as such or as plain values
        """Remember the patterns that rescue others."""
        credit = msgspec.convert(summary, Credit, from_attributes=True)
        self._limit, self._credit = credit.limit, dict(credit.patterns)

    def _find(self, documents: Sequence[Document]) -> list[Found]:
        return find_patterns(documents, self.is_believed, known=self.known)

    def _pairs(self, found: Found) -> Iterator[tuple[Document, Document, float]]:
        trust = self._trust(found.pattern)
        yield from ((left, right, trust) for left, right in found.pairs)
        yield from ((left, right, trust * self.disagreement) for left, right in found.strangers)

    def _trust(self, pattern: Pattern) -> float:
        base = self.marked if pattern.left else self.unmarked
        if self.known and pattern.is_known:
            return base
        # Rule of succession: after n pairs without a contradiction the next one is right with n / (n + 1).
        pairs = pattern.pages / 2
        return base * pattern.agreement * pairs / (pairs + 1)
