"""Refuses pairs whose web and e-mail addresses are not the same."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import Annotated

import msgspec

from polytrawl.filter.base import Filter
from polytrawl.language_tags import primary
from polytrawl.options import option
from polytrawl.records import SentencePair

_ADDRESS = re.compile(
    r"(?:(?:https?|ftp)://|www\.)[^\s<>\"'«»“”„]{3,}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}", re.IGNORECASE
)
_SCHEME = re.compile(r"^(?:[a-z]+://)?(?:www\d?\.)?", re.IGNORECASE)
_PARTS = re.compile(r"[/.?&=_#+@-]+")
_MOST = 50  # addresses of a side that are compared one by one
_ALMOST = 0.5  # what a partner counts that shares most of its parts


@dataclass(kw_only=True)
class DifferentUrls(Filter, name="different-urls"):
    """How many of the addresses of both sides have a partner on the other side."""

    # Refuses .003 of the true pairs of the installation guide, which has addresses of each country, and none of FLORES.
    min_overlap: Annotated[float, msgspec.Meta(ge=0, le=1)] = option(
        0.5, "smallest share of addresses with a partner; one that shares most of its parts counts half"
    )

    def score(self, pair: SentencePair) -> float:
        """Twice the addresses in common over all addresses; 1 where there are none."""
        languages = frozenset((primary(pair.source_language), primary(pair.target_language), "en"))
        left, right = addresses(pair.source, languages), addresses(pair.target, languages)
        total = left.total() + right.total()
        if not total:
            return 1.0
        common = left & right
        rest = _almost(left - common, right - common)
        return 2 * (common.total() + _ALMOST * rest) / total

    def accept(self, score: float) -> bool:
        """At least the smallest share."""
        return score >= self.min_overlap


Address = frozenset[str]


def addresses(text: str, languages: frozenset[str]) -> Counter[Address]:
    """The addresses of a text by their parts, without those that name one of the languages.

    >>> one = addresses("siehe https://www.example.org/de/hilfe.", frozenset({"de"}))
    >>> one == addresses("(example: http://example.org/hilfe/)", frozenset({"de"}))
    True
    """
    if "@" not in text and "://" not in text and "www." not in text.lower():
        return Counter()
    return Counter(_parts(found.rstrip(".,;:!?)]}>"), languages) for found in _ADDRESS.findall(text))


def _parts(address: str, languages: frozenset[str]) -> Address:
    parts = _PARTS.split(_SCHEME.sub("", address).lower())
    return frozenset(part for part in parts if part and primary(part) not in languages)


def _almost(left: Counter[Address], right: Counter[Address]) -> int:
    """How many addresses share at least half of their parts with one of the other side; each partner is taken once."""
    free, found = list(islice(right.elements(), _MOST)), 0
    for address in islice(left.elements(), _MOST):
        best = max(free, key=lambda other: len(other & address), default=None)
        if best is not None and 2 * len(best & address) >= max(len(best), len(address)):
            free.remove(best)
            found += 1
    return found
