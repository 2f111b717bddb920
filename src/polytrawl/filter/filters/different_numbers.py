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

    # Refuses .007 to .014 of the true pairs of FLORES, .002 of the installation guide and .05 of Text+Berg dev; and of
    # those with a number of which one digit is changed .84 to .87. At .6 these are .004 to .013, .001, .02 and .62 to
    # .82, at .8 .007 to .016, .002, .07 and .93 to .95.
    min_overlap: Annotated[float, msgspec.Meta(ge=0, le=1)] = option(0.7, "smallest share of numbers with a partner")

    def score(self, pair: SentencePair) -> float:
        """Twice the numbers with a partner over all numbers; 1 where there are none."""
        return agreement(pair.source, pair.target)

    def accept(self, score: float) -> bool:
        """At least the smallest share."""
        return score >= self.min_overlap
