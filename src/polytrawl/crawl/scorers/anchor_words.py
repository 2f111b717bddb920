"""Anchor words: links that speak of the topic come first."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import ClassVar

from polytrawl.crawl.base import LinkScorer
from polytrawl.options import option
from polytrawl.records import Document, Link

_WORD = re.compile(r"\w+")


@dataclass(kw_only=True)
class AnchorWords(LinkScorer, name="anchor-words"):
    """Prefer links whose anchor text mentions the topic's words."""

    reads: ClassVar[str] = "anchors"

    # Not a set: options travel in signatures, and the order of a set changes from process to process.
    words: tuple[str, ...] = field(metadata={"help": "the words to look for, upper and lower case alike"})
    weight: float = option(1.0, "what each word counts")

    def __post_init__(self) -> None:
        self._words = frozenset(word.casefold() for word in self.words)

    def score(self, link: Link, source: Document) -> float:  # noqa: ARG002 - part of the contract
        """The number of words that the anchor mentions, times the weight."""
        return self.weight * len(self._words.intersection(_WORD.findall(link.anchor.casefold())))
