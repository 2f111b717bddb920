"""Refuses pairs with a side too long for a translation unit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec

from polytrawl.filter.base import Filter
from polytrawl.options import option
from polytrawl.records import SentencePair
from polytrawl.sentences import width


@dataclass(kw_only=True)
class TooLong(Filter, name="too-long"):
    """The length of the longer side in characters."""

    # True pairs of Text+Berg dev and FLORES are all under 1000; .006 of the paragraphs of the installation guide lie
    # between 1000 and 1500.
    max_characters: Annotated[int, msgspec.Meta(ge=1)] = option(1500, "most characters on each side")

    def score(self, pair: SentencePair) -> float:
        """Characters of the longer side."""
        return float(max(width(pair.source), width(pair.target)))

    def accept(self, score: float) -> bool:
        """At most the most."""
        return score <= self.max_characters
