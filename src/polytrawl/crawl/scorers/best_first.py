"""Best-First: the links of the pages that are nearest to the query come first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from polytrawl.crawl.topical import NGrams
from polytrawl.records import Document, Link


@dataclass(kw_only=True)
class BestFirst(NGrams, name="best-first"):
    """Follow the links of the pages that are most similar to the query; all links of a page are worth the same.

    Best-N-First, which takes N links from the queue before it looks at what they brought, is this with N connections.
    """

    def rate(self, links: Sequence[Link], source: Document) -> Sequence[float]:
        """The similarity of the page, for each link."""
        return [self.nearness(source)] * len(links)
