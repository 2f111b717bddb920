"""Pages that share something, as candidates for a closer look: never all pages against all.

Each page has some keys. Pages of two languages that share a key are candidates; where many share one, those of nearest
size are taken, so that a key of k pages gives some k candidates and not k squared.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from polytrawl.pair.markers import same_language
from polytrawl.records import Lang

__all__ = ["alike"]


def alike(
    keys: Iterable[Iterable[Hashable]], languages: Sequence[Lang], sizes: Sequence[float], nearest: int
) -> Counter[tuple[int, int]]:
    """Pairs of page numbers, the smaller first, and how many keys they share: pages in two languages, some a key.

    >>> alike([["x"], ["x", "y"], ["y"]], ["de", "it", "it"], [1, 1, 1], nearest=5)
    Counter({(0, 1): 1})
    """
    index: dict[Hashable, dict[Lang, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, own in enumerate(keys):
        for key in dict.fromkeys(own):
            index[key][languages[number]].append(number)
    found: Counter[tuple[int, int]] = Counter()
    for groups in index.values():
        for left, right in combinations(sorted(groups), 2):
            if not same_language(left, right):
                found.update(set(_nearest(groups, left, right, sizes, nearest)))
    return found


def _nearest(
    groups: Mapping[Lang, list[int]], left: Lang, right: Lang, sizes: Sequence[float], nearest: int
) -> Iterator[tuple[int, int]]:
    for ones, others in ((groups[left], groups[right]), (groups[right], groups[left])):
        ordered = sorted(others, key=lambda number: sizes[number])
        measures = [sizes[number] for number in ordered]
        for one in ones:
            middle = bisect_left(measures, sizes[one])
            for other in ordered[max(0, middle - nearest) : middle + nearest]:
                yield (one, other) if one < other else (other, one)
