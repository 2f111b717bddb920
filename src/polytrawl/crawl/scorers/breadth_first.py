"""Breadth first: the pages nearest to the seeds come first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from polytrawl.crawl.base import LinkScorer
from polytrawl.records import Document, Link


@dataclass(kw_only=True)
class BreadthFirst(LinkScorer, name="breadth-first"):
    """Follow links in the order in which they are found, level by level."""

    reads: ClassVar[str] = "links"

    def score(self, link: Link, source: Document) -> float:  # noqa: ARG002 - part of the contract
        """The nearer to a seed, the higher."""
        return -float(link.depth)
