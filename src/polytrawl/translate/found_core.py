"""Partial translations and the ways to them; what is translated is said by the first gap and 64 bits from there on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from polytrawl.translate.fast import compiled
from polytrawl.translate.lm_core import Automaton, Floats, Ints

__all__ = ["Bits", "Found", "empty", "find_alike", "rest_of"]

_SEED = np.uint64(0x9E3779B97F4A7C15)
Bits = NDArray[np.uint64]


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


@compiled
def empty(size: int, lms: Automaton) -> Found:
    """Room for some nodes and arcs, of which the first node is the start."""
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
def rest_of(future: Floats, gap: int, bits: np.uint64) -> float:
    """The estimate for all words that are not translated."""
    total, begin, place = 0.0, -1, gap
    while bits:
        if bits & np.uint64(1):
            if begin >= 0:
                total += future[begin, place - begin]
                begin = -1
        elif begin < 0:
            begin = place
        bits >>= np.uint64(1)
        place += 1
    return float(total + future[place if begin < 0 else begin, -1])


@compiled
def find_alike(found: Found, node: int, slots: Ints) -> int:
    """The slot of a node that cannot be told apart from this one from now on, or an empty one."""
    mixed = (found.bits[node] ^ np.uint64(found.gap[node] * 1000 + found.end[node])) * _SEED
    for model in range(found.state.shape[1]):
        mixed = (mixed ^ np.uint64(found.state[node, model])) * _SEED
    slot = np.int64((mixed >> np.uint64(20)) & np.uint64(slots.size - 1))
    while slots[slot] >= 0 and not _is_alike(found, node, slots[slot]):
        slot = (slot + 1) & (slots.size - 1)
    return int(slot)


@compiled
def _is_alike(found: Found, node: int, other: int) -> bool:
    if found.bits[node] != found.bits[other] or found.gap[node] != found.gap[other]:
        return False
    for model in range(found.state.shape[1]):
        if found.state[node, model] != found.state[other, model]:
            return False
    return bool(found.end[node] == found.end[other])
