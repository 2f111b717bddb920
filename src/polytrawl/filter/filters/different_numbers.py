"""Refuses pairs whose numbers are not the same: the cheapest sign of two sentences that do not belong together."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from typing import Annotated

import msgspec

from polytrawl.filter.base import Filter
from polytrawl.options import option
from polytrawl.records import SentencePair

# 1,000 = 1.000 = 1 000 = 1'000: a separator goes away before groups of three digits; elsewhere it parts two numbers, so
# that 1,000.5 and 1.000,5 are both "1000" and "5".
_GROUPS = re.compile(r"(?<!\d)\d{1,3}(?:[.,'\u2019 \u00a0\u202f]\d{3})+(?!\d)")
_DIGITS = re.compile(r"\d+")


@dataclass(kw_only=True)
class DifferentNumbers(Filter, name="different-numbers"):
    """How many of the numbers of both sides have a partner on the other side."""

    # Refuses .02 to .04 of the true and .39 of randomly joined pairs of FLORES, .008 and .63 of the installation guide,
    # .07 and .73 of Text+Berg dev. One side may write a number as a word, or a date in another form.
    min_overlap: Annotated[float, msgspec.Meta(ge=0, le=1)] = option(0.6, "smallest share of numbers with a partner")

    def score(self, pair: SentencePair) -> float:
        """Twice the common numbers over all numbers; 1 where there are none."""
        left, right = numbers(pair.source), numbers(pair.target)
        total = left.total() + right.total()
        return 2 * (left & right).total() / total if total else 1.0

    def accept(self, score: float) -> bool:
        """At least the smallest share."""
        return score >= self.min_overlap


def numbers(text: str) -> Counter[str]:
    """The digit sequences of a text, without thousands separators and leading zeros.

    >>> numbers("1.000,5") == numbers("1,000.5"), numbers("Nr. 07") == numbers("7")
    (True, True)
    """
    joined = _GROUPS.sub(lambda match: "".join(_DIGITS.findall(match[0])), text)
    return Counter(_plain(match[0]) for match in _DIGITS.finditer(joined))


def _plain(digits: str) -> str:
    return "".join(str(unicodedata.digit(digit)) for digit in digits).lstrip("0") or "0"
