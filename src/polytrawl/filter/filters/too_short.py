"""Refuses pairs with next to nothing on one side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec

from polytrawl.filter.base import Filter
from polytrawl.options import option
from polytrawl.records import SentencePair
from polytrawl.sentences import width


@dataclass(kw_only=True)
class TooShort(Filter, name="too-short"):
    """The length of the shorter side in characters."""

    # Guess: shorter ones are list numbers and single letters; real words of three letters ("Yes") pass.
    min_characters: Annotated[int, msgspec.Meta(ge=0)] = option(3, "fewest characters on each side")

    def score(self, pair: SentencePair) -> float:
        """Characters without white space at the ends."""
        return float(min(width(pair.source.strip()), width(pair.target.strip())))

    def accept(self, score: float) -> bool:
        """At least the fewest."""
        return score >= self.min_characters
