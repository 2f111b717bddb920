"""From the links of a page to URLs for the queue: which may be followed, and how promising each is."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from polytrawl import urls
from polytrawl.crawl.base import LinkScorer
from polytrawl.crawl.scope import Scope
from polytrawl.crawl.store import OUT_OF_SCOPE, Found
from polytrawl.records import Document, Link, replace

_log = logging.getLogger(__name__)

SEED_SCORE = math.inf  # whatever a scorer says, seeds and sitemaps come first


class Mishaps:
    """Errors of plug-ins: the crawl outlives them, and counts them by kind."""

    def __init__(self) -> None:
        self._shown: set[str] = set()
        self._kinds: list[str] = []

    def add(self, err: Exception, url: str) -> None:
        """Note an error that a plug-in raised over a page."""
        kind = f"error:{type(err).__name__}"
        self._kinds.append(kind)
        if kind not in self._shown:
            self._shown.add(kind)
            _log.warning("crawl: %s: a plug-in failed; shown once for each kind of error", url, exc_info=err)

    def take(self) -> list[str]:
        """The kinds since the last time, to be counted."""
        kinds, self._kinds = self._kinds, []
        return kinds


@dataclass(frozen=True)
class Links:
    """Makes URLs for the queue."""

    scope: Scope
    strategy: LinkScorer
    mishaps: Mishaps = field(default_factory=Mishaps)

    def of(self, document: Document, depth: int) -> Iterable[Found]:
        """The links of a document that may be followed, each target once with its best score."""
        found: dict[str, Found] = {}
        join = urls.joiner(document.url)
        for link in (*document.links, *document.alternates):
            target = join(link.target)
            if target is None or (link.rel and "nofollow" in link.rel.lower().split()):
                continue
            is_same = link.target == target and link.depth == depth
            one = self._found(link if is_same else replace(link, target=target, depth=depth), document)
            if target not in found or found[target].score < one.score:
                found[target] = one
        return found.values()

    def sitemaps(self, targets: Iterable[str], source: str) -> list[Found]:
        """Sitemaps that may be read."""
        wanted = (one for one in targets if not self.scope.reason_against(one, 0))
        return [Found(one, SEED_SCORE, 0, parent=source, kind="sitemap") for one in wanted]

    def _found(self, link: Link, document: Document) -> Found:
        reason = self.scope.reason_against(link.target, link.depth)
        # Should the scope be widened later, the shallow ones come first.
        score = float(-link.depth) if reason == OUT_OF_SCOPE else self._score(link, document)
        return Found(link.target, score, link.depth, parent=document.url, reason=reason)

    def _score(self, link: Link, document: Document) -> float:
        try:
            score = float(self.strategy.score(link, document))
        except Exception as err:  # noqa: BLE001 - whatever a plug-in raises, the crawl goes on
            self.mishaps.add(err, document.url)
            return 0.0
        if math.isnan(score):
            self.mishaps.add(ArithmeticError(f"the score of {link.target} is not a number"), document.url)
            return 0.0
        return score
