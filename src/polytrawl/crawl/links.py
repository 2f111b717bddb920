"""From the links of a page to URLs for the queue: which may be followed, and how promising each is."""

from __future__ import annotations

import dataclasses
import logging
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from polytrawl import urls
from polytrawl.crawl.base import LinkScorer
from polytrawl.crawl.faults import traceback_of
from polytrawl.crawl.feeds import FEED
from polytrawl.crawl.scope import Scope
from polytrawl.crawl.store import OUT_OF_SCOPE, Found
from polytrawl.records import Document, Link, replace

_log = logging.getLogger(__name__)

SEED_SCORE = math.inf  # whatever a scorer says, seeds and sitemaps come first
# Blogs have a feed of comments for every page, which would double the requests: those of the first pages are enough.
_FEED_DEPTH = 2


class Mishaps:
    """What befalls pages and is to be counted by kind: errors of plug-ins, which the crawl outlives, and traps."""

    def __init__(self, keep: Callable[[str, str, Exception], None] = lambda *_: None) -> None:
        self._keep = keep  # called with address, kind and error
        self._shown: set[str] = set()
        self._kinds: list[str] = []
        self.first: Exception | None = None  # the first error

    def add(self, err: Exception, url: str) -> None:
        """Note an error that a plug-in raised over a page."""
        kind = f"error:{type(err).__name__}"
        self._kinds.append(kind)
        self.first = self.first or err
        self._keep(url, kind, err)
        if kind not in self._shown:
            self._shown.add(kind)
            told = "crawl: %s: a plug-in failed; shown once for each kind of error\n%s"
            _log.warning(told, url, traceback_of(err))

    def note(self, kind: str) -> None:
        """Note something that needs no log."""
        self._kinds.append(kind)

    def take(self) -> list[str]:
        """The kinds since the last time, to be counted."""
        kinds, self._kinds = self._kinds, []
        return kinds


def is_nofollow(link: Link) -> bool:
    """Whether the page asks not to follow a link."""
    return bool(link.rel) and "nofollow" in link.rel.lower().split()


@dataclass(frozen=True)
class Links:
    """Makes URLs for the queue."""

    scope: Scope
    strategy: LinkScorer
    honours_nofollow: bool = True
    languages: tuple[str, ...] = ()  # only pages in these lead on; empty means all
    mishaps: Mishaps = field(default_factory=Mishaps)

    # Ten times the links of the longest index pages; what comes after them on a page is not followed.
    MAX_LINKS: ClassVar[int] = 50_000

    def of(self, document: Document, depth: int) -> Iterable[Found]:
        """The links of a document that may be followed, each target once with its best score."""
        if trap := self.scope.traps and self.scope.traps.seen(document):
            self.mishaps.note(trap)
            return ()
        if not self._leads_on(document):
            return ()
        found: dict[str, Found] = {}
        for one in self._scored(self._targets(document, depth), document):
            if one.url not in found or found[one.url].score < one.score:
                found[one.url] = one
        return found.values()

    def without_traps(self) -> Links:
        """The same, for pages that were seen before and must not be counted twice."""
        return dataclasses.replace(self, scope=self.scope._replace(traps=None))

    def _targets(self, document: Document, depth: int) -> list[Link]:
        """The links that may be followed, with their addresses as the queue has them."""
        join = urls.joiner(document.url)
        links: list[Link] = []
        different: set[str] = set()
        for link in (*document.links, *document.alternates):
            target = join(link.target)
            if target is None or (self.honours_nofollow and is_nofollow(link)):
                continue
            if link.rel == FEED and depth > _FEED_DEPTH:
                continue
            is_same = link.target == target and link.depth == depth
            links.append(link if is_same else replace(link, target=target, depth=depth))
            different.add(target)
            if len(different) >= self.MAX_LINKS:
                break
        return links

    def _leads_on(self, document: Document) -> bool:
        if self.honours_nofollow and "nofollow" in document.consent:
            return False
        language = (document.language or "").partition("-")[0]
        return not self.languages or language in ("", "und", *self.languages)

    def sitemaps(self, targets: Iterable[str], source: str) -> list[Found]:
        """Sitemaps that may be read."""
        if not self.scope.reads_sitemaps:
            return []
        wanted = (one for one in targets if not self.scope.reason_against(one, 0))
        return [Found(one, SEED_SCORE, 0, parent=source, kind="sitemap") for one in wanted]

    def _scored(self, links: Sequence[Link], document: Document) -> Iterable[Found]:
        reasons = [self.scope.reason_against(link.target, link.depth) for link in links]
        inside = [link for link, reason in zip(links, reasons, strict=True) if reason != OUT_OF_SCOPE]
        scores = iter(self._scores(inside, document))
        for link, reason in zip(links, reasons, strict=True):
            # Should the scope be widened later, the shallow ones come first.
            score = float(-link.depth) if reason == OUT_OF_SCOPE else next(scores)
            yield Found(link.target, score, link.depth, parent=document.url, reason=reason)

    def _scores(self, links: Sequence[Link], document: Document) -> Sequence[float]:
        if type(self.strategy).score_all is LinkScorer.score_all:  # an error costs one link only
            return [self._score(link, document) for link in links]
        try:
            scores = list(map(float, self.strategy.score_all(links, document)))
            pairs = list(zip(scores, links, strict=True))
        except Exception as err:  # noqa: BLE001 - whatever a plug-in raises, the crawl goes on
            self.mishaps.add(err, document.url)
            return [0.0] * len(links)
        return [self._number(score, link.target, document) for score, link in pairs]

    def _score(self, link: Link, document: Document) -> float:
        try:
            score = float(self.strategy.score(link, document))
        except Exception as err:  # noqa: BLE001 - whatever a plug-in raises, the crawl goes on
            self.mishaps.add(err, document.url)
            return 0.0
        return self._number(score, link.target, document)

    def _number(self, score: float, target: str, document: Document) -> float:
        if math.isnan(score):
            self.mishaps.add(ArithmeticError(f"the score of {target} is not a number"), document.url)
            return 0.0
        return score

    def tell(self, document: Document) -> None:
        """Let the strategy know what was fetched."""
        try:
            self.strategy.observe(document)
        except Exception as err:  # noqa: BLE001 - as above
            self.mishaps.add(err, document.url)

    def miss(self, url: str) -> None:
        """Let the strategy know that there is no page at a URL."""
        try:
            self.strategy.missed(url)
        except Exception as err:  # noqa: BLE001 - as above
            self.mishaps.add(err, url)

    def revised(self, document: Document) -> Mapping[str, float]:
        """The URLs to which the strategy gives another score after this document."""
        try:
            revised = self.strategy.revised()
            return {url: self._number(float(score), url, document) for url, score in revised.items()}
        except Exception as err:  # noqa: BLE001 - as above
            self.mishaps.add(err, document.url)
            return {}
