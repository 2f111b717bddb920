"""N-grams of language models as one automaton, in arrays.

A node is an n-gram that a model has; node and next word lead to another node by a hash table; where there is none, the
weight of the node is added and its longest suffix is asked, as ARPA files want it. All models share the arrays.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from polytrawl.translate.fast import compiled

__all__ = ["Automaton", "find_link", "find_next", "has_next", "insert", "score_words", "step"]

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
_MIX = np.uint64(0x9E3779B97F4A7C15)  # 2 to the 64 by the golden ratio: neighbouring keys go far apart
WORD_BITS = 26  # of a key: words of all models together


class Automaton(NamedTuple):
    """Language models. Words are given as nodes of 1-grams, which each model has of its own."""

    slots: Ints  # key and node in turn; a node of 0 is an empty slot
    shift: int  # 64 less the bits of a number of slots
    log10: Floats  # by node
    weight: Floats  # by node: what backing off costs, log10
    link: Ints  # by node: the longest suffix that is a node; the root's is itself
    state: Ints  # by node: what of it can matter for words to come
    root: Ints  # by model: the empty n-gram
    begin: Ints  # by model: <s>
    end: Ints  # by model: </s>


@compiled
def find_next(slots: Ints, shift: int, node: int, word: int) -> int:
    """The node after a node and a word; 0 for none."""
    key = (node << WORD_BITS) | word
    last = slots.size // 2 - 1
    slot = np.int64((np.uint64(key) * _MIX) >> np.uint64(shift))
    while slots[2 * slot + 1] != 0:
        if slots[2 * slot] == key:
            return int(slots[2 * slot + 1])
        slot = (slot + 1) & last
    return 0


@compiled
def insert(slots: Ints, shift: int, keys: Ints, first: int) -> None:
    """Put keys into the hash table; their nodes are numbered from `first` on."""
    last = slots.size // 2 - 1
    for number in range(keys.size):
        slot = np.int64((np.uint64(keys[number]) * _MIX) >> np.uint64(shift))
        while slots[2 * slot + 1] != 0:
            slot = (slot + 1) & last
        slots[2 * slot] = keys[number]
        slots[2 * slot + 1] = first + number


@compiled
def find_link(slots: Ints, shift: int, link: Ints, keys: Ints, first: int) -> None:
    """Fill in the longest suffixes of the nodes of one order; those of lower orders are known."""
    for number in range(keys.size):
        word = keys[number] & ((1 << WORD_BITS) - 1)
        node = link[keys[number] >> WORD_BITS]
        found = 0
        while link[node] != node:
            found = find_next(slots, shift, node, word)
            if found:
                break
            node = link[node]
        link[first + number] = found or word


@compiled
def has_next(keys: Ints, found: NDArray[np.bool_]) -> None:
    """Mark the nodes that keys begin with."""
    for number in range(keys.size):
        found[keys[number] >> WORD_BITS] = True


@compiled
def step(lms: Automaton, node: int, word: int) -> tuple[float, int]:
    """log10 p of a word after a node, and the node after it."""
    log10 = 0.0
    while lms.link[node] != node:
        after = find_next(lms.slots, lms.shift, node, word)
        if after:
            return log10 + lms.log10[after], lms.state[after]
        log10 += lms.weight[node]
        node = lms.link[node]
    return log10 + lms.log10[word], lms.state[word]


@compiled
def score_words(lms: Automaton, node: int, words: Ints) -> tuple[float, int]:
    """log10 p of some words after a node, and the node after them."""
    total = 0.0
    for word in words:
        log10, node = step(lms, node, word)
        total += log10
    return total, node
