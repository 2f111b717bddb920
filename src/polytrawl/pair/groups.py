"""One partner in each language: pages are put together into groups that have at most one page of each language.

So the pairs of three and more languages agree: where A is a translation of B and of C, B and C are one of each other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

__all__ = ["grouped"]

_IMPLIED = 0.9  # of the weaker of two pairs, for the pair that follows from them. Guess.

Probabilities = Mapping[tuple[int, int], float]


def grouped(
    probabilities: Probabilities, languages: Sequence[str], least: float, pages: Sequence[str] | None = None
) -> dict[tuple[int, int], float]:
    """The pairs, the smaller number first, and how probable each is by itself or by what it follows from.

    `pages` names the page of each document: the parts of a page in two languages are never in one group.

    >>> grouped({(0, 1): 0.9, (0, 2): 0.8, (1, 3): 0.7}, ["en", "de", "it", "it"], 0.5)
    {(0, 1): 0.9, (0, 2): 0.8, (1, 2): 0.72}
    >>> grouped({(0, 1): 0.9, (0, 2): 0.8}, ["en", "de", "it"], 0.5, pages=["a", "b", "b"])
    {(0, 1): 0.9}
    """
    pages = pages or [str(number) for number in range(len(languages))]
    members = {number: {language: number} for number, language in enumerate(languages)}
    for (left, right), probability in sorted(probabilities.items(), key=lambda one: (-one[1], one[0])):
        if probability < least:
            break
        ones, others = members[left], members[right]
        if ones is not others and ones.keys().isdisjoint(others) and not _share_a_page(ones, others, pages):
            ones |= others
            for number in others.values():
                members[number] = ones
    groups = {id(group): sorted(group.values()) for group in members.values()}
    found = {pair: value for group in groups.values() for pair, value in _pairs(group, probabilities)}
    return {pair: round(found[pair], 6) for pair in sorted(found) if found[pair] >= least}


def _share_a_page(ones: Mapping[str, int], others: Mapping[str, int], pages: Sequence[str]) -> bool:
    return not {pages[one] for one in ones.values()}.isdisjoint(pages[one] for one in others.values())


def _pairs(group: Sequence[int], probabilities: Probabilities) -> Iterator[tuple[tuple[int, int], float]]:
    own: dict[int, dict[int, float]] = defaultdict(dict)
    for left, right in combinations(group, 2):
        own[left][right] = own[right][left] = probabilities.get((left, right), 0.0)
    for left, right in combinations(group, 2):
        over = (min(own[left][one], own[one][right]) for one in group if one not in (left, right))
        yield (left, right), max(own[left][right], _IMPLIED * max(over, default=0.0))
