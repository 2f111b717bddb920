"""The best of many ways to go on, by estimate: a heap with the worst of them on top, which a better one replaces."""

from __future__ import annotations

from typing import NamedTuple

from polytrawl.translate.fast import compiled
from polytrawl.translate.lm_core import Floats, Ints

__all__ = ["Heap", "push", "replace_worst"]


class Heap(NamedTuple):
    """The best ways to fill a stack, the worst of them first."""

    estimate: Floats
    node: Ints
    option: Ints


@compiled
def push(heap: Heap, filled: int, estimate: float, node: int, option: int) -> int:
    """Put one more way into a heap that has room; the number of ways is given back."""
    place = filled
    while place > 0:
        above = (place - 1) // 2
        if heap.estimate[above] <= estimate:
            break
        _move(heap, above, place)
        place = above
    _put(heap, place, estimate, node, option)
    return filled + 1


@compiled
def replace_worst(heap: Heap, estimate: float, node: int, option: int) -> None:
    """Put a way into a full heap in place of the worst."""
    size, place = heap.node.size, 0
    while 2 * place + 1 < size:
        below = 2 * place + 1
        if below + 1 < size and heap.estimate[below + 1] < heap.estimate[below]:
            below += 1
        if heap.estimate[below] >= estimate:
            break
        _move(heap, below, place)
        place = below
    _put(heap, place, estimate, node, option)


@compiled
def _move(heap: Heap, origin: int, place: int) -> None:
    _put(heap, place, heap.estimate[origin], heap.node[origin], heap.option[origin])


@compiled
def _put(heap: Heap, place: int, estimate: float, node: int, option: int) -> None:
    heap.estimate[place] = estimate
    heap.node[place] = node
    heap.option[place] = option
