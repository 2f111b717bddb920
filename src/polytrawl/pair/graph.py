"""Pages whose neighbours are paired: translations link to, and are linked from, translations of the same pages."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from polytrawl.pair.couples import Couples, Floats
from polytrawl.records import Document

__all__ = ["Graph", "Partners"]

Partners = Mapping[tuple[int, str], tuple[int, float]]  # of a page in a language: which, and how probable
_MOST_LINKS = 200  # of a page; more are an index of everything. Guess.


class Graph:
    """The links between the documents of one language."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._languages = [document.language or "und" for document in documents]
        self._out = _links(documents)
        self._into: list[list[int]] = [[] for _ in documents]
        for number, targets in enumerate(self._out):
            for target in targets:
                self._into[target].append(number)

    def support(self, couples: Couples, partners: Partners) -> Floats:
        """How much of what each couple links to is paired with each other, and of what links to it; two columns."""
        ways = ((self._out, self._into), (self._into, self._out))
        columns = [self._shares(couples, partners, here, self._rarity(there)) for here, there in ways]
        return np.array(columns).T.reshape(-1, 2)

    def both_link(self, couples: Couples) -> npt.NDArray[np.bool_]:
        """Which couples are of two pages that link to others."""
        links = np.array([bool(own) for own in self._out], dtype=bool)
        found: npt.NDArray[np.bool_] = links[couples.left] & links[couples.right]
        return found

    def _rarity(self, links: Sequence[Sequence[int]]) -> list[float]:
        """What every page of a language links to, such as a menu, tells nothing."""
        pages = Counter(self._languages)
        return [math.log((pages[one] + 1) / (len(own) + 1)) for one, own in zip(self._languages, links, strict=True)]

    def _shares(
        self, couples: Couples, partners: Partners, links: Sequence[Sequence[int]], weights: Sequence[float]
    ) -> list[float]:
        totals = [sum(weights[one] for one in own) for own in links]
        sets = [frozenset(own) for own in links]
        found = []
        for left, right in couples.numbers():
            few, many = (left, right) if len(links[left]) <= len(links[right]) else (right, left)
            language, matched = self._languages[many], 0.0
            for one in links[few]:
                partner = partners.get((one, language))
                if partner and partner[0] in sets[many]:
                    matched += weights[one] * partner[1]
            found.append(matched / (max(totals[left], totals[right]) + 1))
        return found

    def beside(self, partners: Partners, likely: float) -> Couples:
        """New couples: what stands in the same place among the links of two pages that are a pair."""
        found: list[tuple[int, int]] = []
        for (page, _), (other, probability) in partners.items():
            if page < other and probability >= likely:
                found += _in_same_place(self._out[page], self._out[other])
        return Couples.of(found)


def _links(documents: Sequence[Document]) -> list[list[int]]:
    """Of each document the others of its language that it links to, in page order."""
    places: dict[str, list[int]] = defaultdict(list)
    for number, document in enumerate(documents):
        places[document.url].append(number)
    return [
        list(
            dict.fromkeys(
                target
                for link in document.links
                for target in places.get(link.target, ())
                if target != number and documents[target].language == document.language
            )
        )[:_MOST_LINKS]
        for number, document in enumerate(documents)
    ]


def _in_same_place(left: Sequence[int], right: Sequence[int]) -> list[tuple[int, int]]:
    """The links of two pages by their order, and one further on each side: one may be missing."""
    found = list(zip(left, right, strict=False))
    found += list(zip(left[::-1], right[::-1], strict=False))
    if len(left) != len(right):
        found += [(one, other) for one, (_, other) in zip(left, pairwise(right), strict=False)]
        found += [(one, other) for (_, one), other in zip(pairwise(left), right, strict=False)]
    return found
