"""Refuses pairs that were not translated."""

from __future__ import annotations

import re
from dataclasses import dataclass

from polytrawl.filter.base import Filter
from polytrawl.records import SentencePair

_WORD = re.compile(r"\w+")


@dataclass(kw_only=True)
class EqualSides(Filter, name="equal-sides"):
    """Whether both sides have the same words; case and punctuation do not count."""

    def score(self, pair: SentencePair) -> float:
        """1 when equal, else 0."""
        return float(_words(pair.source) == _words(pair.target))

    def accept(self, score: float) -> bool:
        """Not equal."""
        return score < 1


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
