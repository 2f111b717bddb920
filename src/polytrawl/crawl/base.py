"""The plug-in kind of the crawl: who says which link is worth following first."""

from __future__ import annotations

from polytrawl.plugin import Plugin
from polytrawl.records import Document, Link


class LinkScorer(Plugin, kind="scorer"):
    """Gives a link its place in the queue: the highest score is fetched first."""

    def score(self, link: Link, source: Document) -> float:
        """How promising the link is, seen from the document on which it stands."""
        raise NotImplementedError
