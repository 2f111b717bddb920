"""Refuses pairs that are numbers, symbols or lines more than words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec

from polytrawl.filter.base import Filter
from polytrawl.options import option
from polytrawl.records import SentencePair


@dataclass(kw_only=True)
class NoLetters(Filter, name="no-letters"):
    """The share of letters on the side that has fewer of them."""

    # Refuses no true pair of FLORES or the installation guide and .013 of Text+Berg dev ("1. 1950 :"); .5 refuses
    # headings such as "2.4.3. Rete" too.
    min_share: Annotated[float, msgspec.Meta(ge=0, le=1)] = option(0.3, "smallest share of letters on each side")

    def score(self, pair: SentencePair) -> float:
        """Letters over characters that are not white space."""
        return min(_share(pair.source), _share(pair.target))

    def accept(self, score: float) -> bool:
        """At least the smallest share."""
        return score >= self.min_share


def _share(text: str) -> float:
    visible = "".join(text.split())
    return sum(map(str.isalpha, visible)) / len(visible) if visible else 0.0
