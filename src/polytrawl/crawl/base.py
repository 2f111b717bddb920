"""The plug-in kind of the crawl: who says which link is worth following first."""

from __future__ import annotations

from typing import ClassVar

from polytrawl.plugin import Plugin
from polytrawl.records import Document, Link


class LinkScorer(Plugin, kind="scorer"):
    """Gives a link its place in the queue: the highest score is fetched first."""

    combine: ClassVar[str] = "max"  # the score of a URL that is found again: max, mean, sum or last
    # What it looks at: document, or just links (no more than addresses, rel and depth) or anchors (their text as well),
    # which are cheaper to have.
    reads: ClassVar[str] = "document"

    def score(self, link: Link, source: Document) -> float:
        """How promising the link is, seen from the document on which it stands."""
        raise NotImplementedError
