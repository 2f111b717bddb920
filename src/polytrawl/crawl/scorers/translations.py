"""Translations first: links that name another wanted language come before all others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from polytrawl.crawl.base import LinkScorer
from polytrawl.crawl.tongues import leads_to
from polytrawl.options import shared
from polytrawl.records import Document, Link


@dataclass(kw_only=True)
class Translations(LinkScorer, name="translations"):
    """Follow links that say they lead to a wanted language first, then the others level by level.

    Few pages of a site then hold many pairs: each page is followed by its version in the other language.
    """

    reads: ClassVar[str] = "anchors"

    languages: tuple[str, ...] = shared(())

    def score_all(self, links: Sequence[Link], source: Document) -> Sequence[float]:
        """1 for a link to a translation of a page, less for others the further they are from a seed."""
        own = (source.language or "").partition("-")[0]
        others = [one for one in self.languages if one.partition("-")[0] != own]
        return [1.0 if leads_to(link, others) else -float(link.depth) for link in links]

    def score(self, link: Link, source: Document) -> float:
        """The same for one link."""
        return self.score_all([link], source)[0]
