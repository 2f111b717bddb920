"""Refuses pairs with a side that is all capitals: banners, warnings of licences, and tables of names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec

from polytrawl.filter.base import Filter
from polytrawl.options import option
from polytrawl.records import SentencePair


@dataclass(kw_only=True)
class MostlyCapitals(Filter, name="mostly-capitals"):
    """The share of capitals among the letters of the side that has more of them."""

    # Refuses .002 of the true pairs of FLORES, the installation guide and Text+Berg dev, all of them headings and
    # terms of licences; the same at .5 and .7, and .008 at .3.
    max_share: Annotated[float, msgspec.Meta(ge=0, le=1)] = option(0.6, "largest share of capitals on each side")
    min_letters: Annotated[int, msgspec.Meta(ge=1)] = option(
        12, "a side with fewer letters may have as many capitals as it likes: USB, FAQ"
    )

    def score(self, pair: SentencePair) -> float:
        """Capitals over letters that can be capitals; 0 for short sides and scripts without case."""
        return max(self._share(pair.source), self._share(pair.target))

    def accept(self, score: float) -> bool:
        """At most the largest share."""
        return score <= self.max_share

    def _share(self, text: str) -> float:
        capitals, small = sum(map(str.isupper, text)), sum(map(str.islower, text))
        return capitals / (capitals + small) if capitals + small >= self.min_letters else 0.0
