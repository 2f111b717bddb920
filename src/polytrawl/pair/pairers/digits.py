"""Evidence from numbers: pages that have the same numbers in the same order, as later versions of ILSP-FC use them.

The numbers of a text (runs of digits) are a sequence that translation leaves as it is. Two sequences are alike by their
longest common subsequence: 2 |LCS| / (m + n).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated

import msgspec
from rapidfuzz.distance import Indel

from polytrawl.options import option
from polytrawl.pair.alike import alike
from polytrawl.pair.base import Candidate, Pairer
from polytrawl.pair.facts import Facts, facts_of, ratio
from polytrawl.pair.rivals import Alike, candidates_of
from polytrawl.records import Site

_Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
_Count = Annotated[int, msgspec.Meta(ge=0)]

_NUMBER = re.compile(r"\d+")
# Numbers of one page that are compared. Tables with thousands of them take a millisecond a pair; guess.
_MAX_NUMBERS = 1000


@dataclass(kw_only=True)
class Digits(Pairer, name="digits"):
    """Pages with the same numbers in the same order."""

    min_similarity: _Share = option(0.6, "how much the sequences of numbers must be alike")
    min_numbers: Annotated[int, msgspec.Meta(ge=1)] = option(3, "pages with fewer numbers are left out")
    min_token_ratio: _Share = option(0.4, "words of the shorter text over those of the longer one")
    max_depth_difference: _Count = option(1, "difference of depth in the folders of the site")
    rarest: Annotated[int, msgspec.Meta(ge=1)] = option(
        10, "numbers and neighbours of numbers, the rarest of each page, by which pages are found"
    )
    nearest: Annotated[int, msgspec.Meta(ge=1)] = option(
        10, "pages next in length, on each side, that a page is compared with among those that share a rare number"
    )
    # Guess: of equal sequences without a rival; falls with the similarity, and is shared among rivals.
    probability: _Share = option(0.9, "probability of a pair with the same numbers and no rivals")

    def candidates(self, site: Site) -> Iterable[Candidate]:
        """Pages of two languages whose numbers are alike."""
        numbers = [numbers_of(document.text) for document in site.documents]
        facts = [facts_of(document) for document in site.documents]
        near: list[Alike] = []
        for left, right in self._pairs(numbers, facts):
            if self._may_be_pair(facts[left], facts[right]):
                similarity = Indel.normalized_similarity(numbers[left], numbers[right])
                if similarity >= self.min_similarity:
                    near.append(Alike(facts[left], facts[right], similarity))
        return candidates_of(near, self.probability)

    def _pairs(self, numbers: Sequence[Sequence[str]], facts: Sequence[Facts]) -> list[tuple[int, int]]:
        """Pages that share a number, or two neighbouring ones, that few pages have."""
        keys = [_keys(own) if len(own) >= self.min_numbers else frozenset() for own in numbers]
        frequencies = Counter(key for own in keys for key in own)
        rare = (sorted(own, key=lambda key: (frequencies[key], str(key)))[: self.rarest] for own in _shared(keys))
        return sorted(alike(rare, [one.language for one in facts], [one.words for one in facts], self.nearest))

    def _may_be_pair(self, one: Facts, other: Facts) -> bool:
        return (
            one.page != other.page
            and ratio(one.words, other.words) >= self.min_token_ratio
            and abs(one.depth - other.depth) <= self.max_depth_difference
        )


def numbers_of(text: str) -> list[str]:
    """The numbers of a text in order, in digits of any script as those of ASCII.

    >>> numbers_of("§ 3: 10.5 Watt, ٣ Volt")
    ['3', '10', '5', '3']
    """
    return [str(int(one)) if len(one) < _LONG else one for one in _NUMBER.findall(text)[:_MAX_NUMBERS]]


_LONG = 20  # digits: no number that anybody would write in another script


def _keys(numbers: Sequence[str]) -> frozenset[Hashable]:
    return frozenset([*numbers, *pairwise(numbers)])


def _shared(keys: Sequence[frozenset[Hashable]]) -> list[frozenset[Hashable]]:
    """The keys that more than one page has: the rarest of all would be those that find nothing."""
    counts = Counter(key for own in keys for key in own)
    return [frozenset(key for key in own if counts[key] > 1) for own in keys]
