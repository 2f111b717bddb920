"""The search for the best translation, by stacks: one for each number of source words that are translated.

For each stack all ways to fill it are ordered by an estimate (language models without context), the best are scored
exactly, those that cannot be told apart from now on are recombined, and the best are kept.
What is translated is said by the first gap and 64 bits from there on: no jump goes further.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from polytrawl.translate.fast import compiled
from polytrawl.translate.lm_core import Automaton, Floats, Ints, step
from polytrawl.translate.options import Options

__all__ = ["WINDOW", "Found", "Limits", "search"]

WINDOW = 62  # source words from the first gap to the end of what is translated
_SEED = np.uint64(0x9E3779B97F4A7C15)
Bits = NDArray[np.uint64]


class Limits(NamedTuple):
    """How widely is looked, and what is added for jumps and by language models."""

    stack: int
    looked_at: int
    reordering: int  # the longest jump
    distortion: float  # weight
    lm: Floats  # weight of log10 p by model


class Found(NamedTuple):
    """Partial translations (nodes), and all ways (arcs) that were scored to come to them."""

    gap: Ints  # by node: the first word that is not translated
    bits: Bits  # by node: what is translated from there on
    end: Ints  # by node: the place after the last phrase
    state: Ints  # by node and language model
    score: Floats  # by node: the best
    total: Floats  # by node: the best, with what is to come
    arc: Ints  # by node: the last way that was found; the others follow
    best: Ints  # by node: the best way
    before: Ints  # by arc: the node it comes from
    option: Ints  # by arc
    reached: Floats  # by arc: the score of this way
    following: Ints  # by arc: one more way to the same node; -1 for none


class _Heap(NamedTuple):
    """The best ways to fill a stack, the worst of them first."""

    estimate: Floats
    node: Ints
    option: Ints


@compiled
def search(lms: Automaton, options: Options, future: Floats, limits: Limits) -> tuple[Found, int]:
    """All that was found, and the node in which all words are translated."""
    size, longest = options.first.shape
    found = _empty(size * limits.looked_at + 1, lms)
    heap = _Heap(np.empty(limits.looked_at), np.empty(limits.looked_at, np.int64), np.empty(limits.looked_at, np.int64))
    slots = np.full(_slots(limits.looked_at), -1)
    kept = np.zeros((size + 1, limits.stack), np.int64)
    kept_size = np.zeros(size + 1, np.int64)
    kept_size[0], nodes, arcs = 1, 1, 0
    for covered in range(1, size + 1):
        filled = 0
        for length in range(1, min(longest, covered) + 1):
            for place in range(kept_size[covered - length]):
                filled = _extend(found, options, future, limits, kept[covered - length, place], length, heap, filled)
        slots[:] = -1
        first = nodes
        for place in range(filled):
            node, option = heap.node[place], heap.option[place]
            is_last = covered == size
            nodes = _score(lms, found, options, future, limits, node, option, is_last, slots, nodes, arcs)
            arcs += 1
        kept_size[covered] = _keep(found, first, nodes, kept[covered])
    return found, int(kept[size, 0])


@compiled
def _slots(looked_at: int) -> int:
    size = 4
    while size < 2 * looked_at:
        size *= 2
    return size


@compiled
def _empty(size: int, lms: Automaton) -> Found:
    models = lms.begin.size
    found = Found(
        np.empty(size, np.int64),
        np.empty(size, np.uint64),
        np.empty(size, np.int64),
        np.empty((size, models), np.int64),
        np.empty(size),
        np.empty(size),
        np.empty(size, np.int64),
        np.empty(size, np.int64),
        np.empty(size, np.int64),
        np.empty(size, np.int64),
        np.empty(size),
        np.empty(size, np.int64),
    )
    found.gap[0] = found.end[0] = 0
    found.bits[0] = np.uint64(0)
    found.score[0] = found.total[0] = 0.0
    found.arc[0] = found.best[0] = -1
    for model in range(models):
        found.state[0, model] = lms.begin[model]
    return found


@compiled
def _extend(
    found: Found, options: Options, future: Floats, limits: Limits, node: int, length: int, heap: _Heap, filled: int
) -> int:
    """Put all ways to translate one more phrase of a length into the heap, as far as they have a chance."""
    size = options.first.shape[0]
    gap, bits, end = found.gap[node], found.bits[node], found.end[node]
    phrase = (np.uint64(1) << np.uint64(length)) - np.uint64(1)
    for start in range(gap, size - length + 1):
        if start > gap and start + length - gap > min(limits.reordering, WINDOW):
            break  # nobody could come back to the gap
        span = phrase << np.uint64(start - gap)
        first, last = options.first[start, length - 1], options.last[start, length - 1]
        jump = abs(start - end)
        if first == last or bits & span or jump > limits.reordering:
            continue
        rest = _rest(future, gap, bits | span)
        base = found.score[node] - limits.distortion * jump + rest
        for option in range(first, last):
            estimate = base + options.estimate[option]
            if filled == heap.node.size:
                if estimate <= heap.estimate[0]:
                    break  # options are sorted
                _replace_worst(heap, estimate, node, option)
            else:
                filled = _push(heap, filled, estimate, node, option)
    return filled


@compiled
def _rest(future: Floats, gap: int, bits: np.uint64) -> float:
    """The estimate for all words that are not translated."""
    size = future.shape[0] - 1
    total, begin, place = 0.0, -1, gap
    while bits:
        if bits & np.uint64(1):
            if begin >= 0:
                total += future[begin, place]
                begin = -1
        elif begin < 0:
            begin = place
        bits >>= np.uint64(1)
        place += 1
    return total + future[place if begin < 0 else begin, size]


@compiled
def _push(heap: _Heap, filled: int, estimate: float, node: int, option: int) -> int:
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
def _replace_worst(heap: _Heap, estimate: float, node: int, option: int) -> None:
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
def _move(heap: _Heap, origin: int, place: int) -> None:
    _put(heap, place, heap.estimate[origin], heap.node[origin], heap.option[origin])


@compiled
def _put(heap: _Heap, place: int, estimate: float, node: int, option: int) -> None:
    heap.estimate[place] = estimate
    heap.node[place] = node
    heap.option[place] = option


@compiled
def _score(
    lms: Automaton,
    found: Found,
    options: Options,
    future: Floats,
    limits: Limits,
    node: int,
    option: int,
    is_last: bool,
    slots: Ints,
    nodes: int,
    arcs: int,
) -> int:
    """Score a way exactly and add it, to a node that is there or as a new one; the number of nodes is given back."""
    start, end = options.start[option], options.start[option] + options.length[option]
    score = found.score[node] + options.score[option] - limits.distortion * abs(start - found.end[node])
    phrase = (np.uint64(1) << np.uint64(options.length[option])) - np.uint64(1)
    gap, bits = found.gap[node], found.bits[node] | (phrase << np.uint64(start - found.gap[node]))
    rest = _rest(future, gap, bits)
    while bits & np.uint64(1):
        bits >>= np.uint64(1)
        gap += 1
    for model in range(limits.lm.size):
        log10, state = 0.0, found.state[node, model]
        for place in range(options.word_at[option], options.word_at[option + 1]):
            more, state = step(lms, state, options.word[model, place])
            log10 += more
        if is_last:
            log10 += step(lms, state, lms.end[model])[0]
            state = lms.root[model]
        score += limits.lm[model] * log10
        found.state[nodes, model] = state
    found.gap[nodes], found.bits[nodes], found.end[nodes] = gap, bits, 0 if is_last else end
    slot = _find_alike(found, nodes, slots)
    same = slots[slot]
    if same < 0:
        same = slots[slot] = nodes
        found.score[same], found.arc[same], found.best[same] = -np.inf, -1, -1
        nodes += 1
    found.before[arcs], found.option[arcs], found.reached[arcs] = node, option, score
    found.following[arcs], found.arc[same] = found.arc[same], arcs
    if score > found.score[same]:
        found.score[same], found.total[same], found.best[same] = score, score + rest, arcs
    return nodes


@compiled
def _find_alike(found: Found, node: int, slots: Ints) -> int:
    """The slot of a node that cannot be told apart from this one from now on, or an empty one."""
    mixed = (found.bits[node] ^ np.uint64(found.gap[node] * 1000 + found.end[node])) * _SEED
    for model in range(found.state.shape[1]):
        mixed = (mixed ^ np.uint64(found.state[node, model])) * _SEED
    slot = np.int64((mixed >> np.uint64(20)) & np.uint64(slots.size - 1))
    while slots[slot] >= 0 and not _is_alike(found, node, slots[slot]):
        slot = (slot + 1) & (slots.size - 1)
    return slot


@compiled
def _is_alike(found: Found, node: int, other: int) -> bool:
    if found.bits[node] != found.bits[other] or found.gap[node] != found.gap[other]:
        return False
    for model in range(found.state.shape[1]):
        if found.state[node, model] != found.state[other, model]:
            return False
    return found.end[node] == found.end[other]


@compiled
def _keep(found: Found, first: int, last: int, kept: Ints) -> int:
    """Keep the best of some new nodes."""
    order = np.argsort(-found.total[first:last], kind="mergesort")
    size = min(order.size, kept.size)
    kept[:size] = first + order[:size]
    return size
