"""The best ways through what a search has found: best first from the end, for how good the rest is at best is known."""

from __future__ import annotations

import heapq

import numpy as np

from polytrawl.translate.fast import compiled
from polytrawl.translate.found_core import Found
from polytrawl.translate.lm_core import Ints

__all__ = ["best_path", "best_paths"]


@compiled
def best_path(found: Found, last: int) -> Ints:
    """The options of the best translation, in target order."""
    size, node = 0, last
    while found.best[node] >= 0:
        node = found.before[found.best[node]]
        size += 1
    made = np.empty(size, np.int64)
    node = last
    while size:
        size -= 1
        made[size] = found.option[found.best[node]]
        node = found.before[found.best[node]]
    return made


@compiled
def best_paths(found: Found, last: int, number: int) -> tuple[Ints, Ints]:
    """The options of the best translations one after the other, each in target order, and where each begins."""
    chosen = [-1]  # arcs
    after = [-1]  # by chosen arc the chosen arc that follows in the translation
    queue = [(-found.score[last], 0, last)]
    paths = [0 for _ in range(0)]
    starts = [0]
    while queue and len(starts) <= number:
        cost, way, node = heapq.heappop(queue)
        if found.best[node] < 0:
            while chosen[way] >= 0:
                paths.append(found.option[chosen[way]])
                way = after[way]
            starts.append(len(paths))
            continue
        arc = found.arc[node]
        while arc >= 0:
            chosen.append(arc)
            after.append(way)
            lost = found.score[node] - found.reached[arc]
            heapq.heappush(queue, (cost + lost, len(chosen) - 1, found.before[arc]))
            arc = found.following[arc]
    return np.array(paths, np.int64), np.array(starts, np.int64)
