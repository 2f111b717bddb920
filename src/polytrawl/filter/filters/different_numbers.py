"""Refuses pairs whose numbers are not the same: the cheapest sign of two sentences that do not belong together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec

from polytrawl.filter.base import Filter
from polytrawl.filter.numbers import agreement
from polytrawl.options import option
from polytrawl.records import SentencePair


@dataclass(kw_only=True)
class DifferentNumbers(Filter, name="different-numbers"):
    """How many of the numbers of both sides have a partner on the other side."""

    min_overlap: Annotated[float, msgspec.Meta(ge=0, le=1)] = option(0.6, "smallest share of numbers with a partner")

    def score(self, pair: SentencePair) -> float:
        """Twice the numbers with a partner over all numbers; 1 where there are none."""
        return agreement(pair.source, pair.target)

    def accept(self, score: float) -> bool:
        """At least the smallest share."""
        return score >= self.min_overlap
