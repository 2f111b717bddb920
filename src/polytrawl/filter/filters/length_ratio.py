"""Refuses pairs whose sides differ too much in length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec

from polytrawl.filter.base import Filter
from polytrawl.options import option
from polytrawl.records import SentencePair
from polytrawl.sentences import width

# Added to both sides, so that "Yes" and "Natürlich" are not far apart. Guess.
_SLACK = 15


@dataclass(kw_only=True)
class LengthRatio(Filter, name="length-ratio"):
    """The longer side over the shorter one, in characters."""

    # Refuses at most .003 of the true and .24 to .61 of randomly joined pairs of Text+Berg dev, FLORES (de-it, en-fr,
    # en-es) and the installation guide; 1.5 refuses .003 to .023 of the true ones, 2.5 only .12 to .52 of the others.
    max_ratio: Annotated[float, msgspec.Meta(ge=1)] = option(
        2.0, "largest length of the longer side over the shorter one"
    )

    def score(self, pair: SentencePair) -> float:
        """The ratio, 1 or more."""
        left, right = width(pair.source) + _SLACK, width(pair.target) + _SLACK
        return max(left, right) / min(left, right)

    def accept(self, score: float) -> bool:
        """At most the largest ratio."""
        return score <= self.max_ratio
