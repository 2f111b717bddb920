"""The plug-in kind of the crawl: who says which link is worth following first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from polytrawl.plugin import Plugin
from polytrawl.records import Document, Link


class LinkScorer(Plugin, kind="scorer"):
    """Gives a link its place in the queue: the highest score is fetched first.

    A scorer that looks at one link at a time has just `score`. One that learns has more: for each page that was fetched
    the crawl calls `observe`, then `score_all` for the links of the page, then `revised`; where there was none it calls
    `missed`.
    """

    combine: ClassVar[str] = "max"  # the score of a URL that is found again: max, mean, sum or last
    # What it looks at: document, or just links (no more than addresses, rel and depth) or anchors (their text as well),
    # which are cheaper to have.
    reads: ClassVar[str] = "document"

    @property
    def learns(self) -> bool:
        """Whether it remembers pages: a crawl that is started again tells it of all earlier ones.

        A class that always does says `learns = True`.
        """
        return False

    def prepare(self) -> None:
        """Called once before the first page: the place to load what scoring needs, and to refuse what is missing."""

    def score(self, link: Link, source: Document) -> float:
        """How promising the link is, seen from the document on which it stands."""
        raise NotImplementedError

    def score_all(self, links: Sequence[Link], source: Document) -> Sequence[float]:
        """The same for all links of a document at once, in their order."""
        return [self.score(link, source) for link in links]

    def observe(self, document: Document) -> None:
        """A page was fetched, and this is what came of it; called before its links are scored."""

    def missed(self, url: str) -> None:
        """No page came of a URL: it was refused, failed, or leads on to another address."""

    def revised(self) -> Mapping[str, float]:
        """New scores of URLs that were scored before, for what the last page has taught; they replace the old ones."""
        return {}
