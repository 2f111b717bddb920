"""The search for the best translation, by stacks: one for each number of source words that are translated.

For each stack all ways to fill it are ordered by an estimate (language models without context), the best are scored
exactly, those that cannot be told apart from now on are recombined, and the best are kept.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from polytrawl.translate.fast import compiled
from polytrawl.translate.found_core import Found, empty, find_alike, rest_of
from polytrawl.translate.heap_core import Heap, push, replace_worst
from polytrawl.translate.lm_core import Automaton, Floats, Ints, step
from polytrawl.translate.options import Options

__all__ = ["WINDOW", "Limits", "Task", "search"]

WINDOW = 62  # source words from the first gap to the end of what is translated


class Limits(NamedTuple):
    """How widely is looked, and what is added for jumps and by language models."""

    stack: int
    looked_at: int
    reordering: int  # the longest jump
    distortion: float  # weight
    lm: Floats  # weight of log10 p by model


class Task(NamedTuple):
    """What is to be translated, and by what."""

    lms: Automaton
    options: Options
    future: Floats  # by start and length, and last to the end
    limits: Limits


@compiled
def search(task: Task) -> tuple[Found, int]:
    """All that was found, and the node in which all words are translated."""
    limits = task.limits
    size, longest = task.options.first.shape
    found = empty(size * limits.looked_at + 1, task.lms)
    heap = Heap(np.empty(limits.looked_at), np.empty(limits.looked_at, np.int64), np.empty(limits.looked_at, np.int64))
    slots = np.full(_slots(limits.looked_at), -1)
    kept = np.zeros((size + 1, limits.stack), np.int64)
    kept_size = np.zeros(size + 1, np.int64)
    kept_size[0], nodes, arcs = 1, 1, 0
    for covered in range(1, size + 1):
        filled = 0
        for length in range(1, min(longest, covered) + 1):
            for place in range(kept_size[covered - length]):
                filled = _extend(task, found, kept[covered - length, place], length, heap, filled)
        slots[:] = -1
        first = nodes
        for place in range(filled):
            nodes = _score(task, found, heap.node[place], heap.option[place], slots, nodes, arcs)
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
def _extend(task: Task, found: Found, node: int, length: int, heap: Heap, filled: int) -> int:
    """Put all ways to translate one more phrase of a length into the heap, as far as they have a chance."""
    options, limits = task.options, task.limits
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
        rest = rest_of(task.future, gap, bits | span)
        base = found.score[node] - limits.distortion * jump + rest
        for option in range(first, last):
            estimate = base + options.estimate[option]
            if filled == heap.node.size:
                if estimate <= heap.estimate[0]:
                    break  # options are sorted
                replace_worst(heap, estimate, node, option)
            else:
                filled = push(heap, filled, estimate, node, option)
    return filled


@compiled
def _score(task: Task, found: Found, node: int, option: int, slots: Ints, nodes: int, arcs: int) -> int:
    """Score a way exactly and add it, to a node that is there or as a new one; the number of nodes is given back."""
    lms, options, limits = task.lms, task.options, task.limits
    start, end = options.start[option], options.start[option] + options.length[option]
    score = found.score[node] + options.score[option] - limits.distortion * abs(start - found.end[node])
    phrase = (np.uint64(1) << np.uint64(options.length[option])) - np.uint64(1)
    gap, bits = found.gap[node], found.bits[node] | (phrase << np.uint64(start - found.gap[node]))
    rest = rest_of(task.future, gap, bits)
    while bits & np.uint64(1):
        bits >>= np.uint64(1)
        gap += 1
    is_last = gap == options.first.shape[0]
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
    slot = find_alike(found, nodes, slots)
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
def _keep(found: Found, first: int, last: int, kept: Ints) -> int:
    """Keep the best of some new nodes."""
    order = np.argsort(-found.total[first:last], kind="mergesort")
    size = min(order.size, kept.size)
    kept[:size] = first + order[:size]
    return size
