"""Random: an order that knows nothing, to compare others with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from polytrawl.crawl.base import LinkScorer
from polytrawl.crawl.schema import fingerprint
from polytrawl.options import option
from polytrawl.records import Document, Link


@dataclass(kw_only=True)
class AtRandom(LinkScorer, name="random"):
    """Follow links in any order; the same each time."""

    reads: ClassVar[str] = "links"

    seed: int = option(0, "another number gives another order")

    def score(self, link: Link, source: Document) -> float:  # noqa: ARG002 - part of the contract
        """A number that depends on the address alone."""
        return fingerprint(f"{self.seed} {link.target}") / (1 << 63)
