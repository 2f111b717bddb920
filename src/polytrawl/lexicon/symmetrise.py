"""Two word alignments of the same sentences, one from each side, as one: grow-diag-final-and.

As Koehn, Och and Marcu (2003) and Moses have it: begin with the links that both directions have; grow by links of
either one that stand beside or diagonally beside a link, as long as one of their words has none; at last take those
links of either direction both of whose words still have none. The work is linear in the number of links.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

__all__ = ["Bitext", "Link", "Ways", "grow_diag_final_and"]

Link = tuple[int, int]  # the places of a source word and of a target word
Bitext = Sequence[tuple[Sequence[str], Sequence[str]]]  # sentence pairs as words
Ways = Iterator[tuple[list[Link], list[Link]]]  # the links of each sentence pair: from the source, and from the target
_BESIDE = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))


def grow_diag_final_and(forth: Iterable[Link], back: Iterable[Link]) -> list[Link]:
    """The links of a sentence pair, in order.

    >>> grow_diag_final_and([(0, 0), (1, 1), (1, 2)], [(0, 0), (1, 1), (3, 4)])
    [(0, 0), (1, 1), (1, 2), (3, 4)]
    """
    ways = set(forth), set(back)
    chosen, every = ways[0] & ways[1], ways[0] | ways[1]
    sources, targets = {i for i, _ in chosen}, {j for _, j in chosen}
    waiting = deque(sorted(chosen))
    while waiting:
        place = waiting.popleft()
        for link in ((place[0] + down, place[1] + along) for down, along in _BESIDE):
            if link in every and link not in chosen and (link[0] not in sources or link[1] not in targets):
                chosen.add(link)
                waiting.append(link)
                sources.add(link[0])
                targets.add(link[1])
    for way in ways:
        for link in sorted(way - chosen):
            if link[0] not in sources and link[1] not in targets:
                chosen.add(link)
                sources.add(link[0])
                targets.add(link[1])
    return sorted(chosen)
