"""Prefer short addresses: pages near the root of a site come before those deep in its folders."""

from dataclasses import dataclass

from polytrawl.crawl.base import LinkScorer
from polytrawl.records import Document, Link


@dataclass(kw_only=True)
class PreferShortUrls(LinkScorer, name="prefer-short-urls"):
    """Follow short addresses first."""

    per_slash: float = 10.0  # how many characters a slash counts for

    def score(self, link: Link, source: Document) -> float:
        """The shorter the address and the fewer its folders, the higher."""
        return -len(link.target) - self.per_slash * link.target.count("/")
