"""Modified Kneser-Ney probabilities, interpolated, with pruning, as lmplz defines them.

For an n-gram of context h and word w, where h' is h without its first word:

    p(w | h) = (a(h w) - D(a(h w))) / sum_v a(h v) + gamma(h) p(w | h')

a is the count for the highest order and for n-grams that begin with <s>, else how many different words stand before
the n-gram. Below words, p is 1 / V, where V has </s> and <unk> in it but not <s>. An n-gram that was seen no more often
than the threshold of its order is pruned: its a goes to gamma whole, as does D(a) of the others. gamma is the back-off
weight. Discounts are estimated with pruned n-grams in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from polytrawl.lm.chunk import Array
from polytrawl.lm.discounts import Discounts, discounts_of
from polytrawl.lm.merge import Grams
from polytrawl.lm.space import Space
from polytrawl.lm.vocabulary import BOS, EOS, UNK

__all__ = ["Estimates", "estimate"]

_AT_ONCE = 1 << 21  # rows that are worked on at once


@dataclass
class Estimates:
    """What is known of one order: which rows are kept, with probability; weights are those of the order above."""

    grams: Grams
    kept: Array  # rows
    probability: Array  # of the kept rows
    weight: Array | None  # gamma of all rows; None for the highest order
    discounts: Discounts


def estimate(orders: Sequence[Grams], thresholds: Sequence[int], space: Space) -> list[Estimates]:
    """The estimates of all orders, from words up."""
    made: list[Estimates] = []
    full = np.empty(0)  # probabilities of all rows of the order below; only those of kept ones count
    for order, grams in enumerate(orders):
        counts = _adjusted(orders, order, space)
        discounts = discounts_of(_counts_of_counts(counts))
        is_kept = grams.count[:] > thresholds[order]
        if order == 0:
            is_kept[: EOS + 1] = True
            full = _words(counts, discounts, is_kept)
        else:
            below = made[-1]
            below.weight = space.empty(len(below.grams), np.float64)
            below.weight[:] = 1.0
            full = _above(grams, counts, discounts, is_kept, full, below.weight, space)
        kept = space.keep(np.flatnonzero(is_kept))
        made.append(Estimates(grams, kept, full[kept], None, discounts))
    return made


def _adjusted(orders: Sequence[Grams], order: int, space: Space) -> Array:
    grams = orders[order]
    counts = space.empty(len(grams), np.int64)
    if order + 1 == len(orders):
        counts[:] = grams.count
    else:
        counts[:] = 0
        suffix = orders[order + 1].suffix
        for start in range(0, suffix.size, _AT_ONCE):
            _add_ones(counts, suffix[start : start + _AT_ONCE])
        begun = _begun(orders, order)
        counts[:begun] = grams.count[:begun]
    if order == 0:
        counts[[UNK, BOS]] = 0
    return counts


def _add_ones(counts: Array, rows: Array) -> None:
    if rows.size * 8 < counts.size:  # few rows: what is not named should not be touched
        np.add.at(counts, rows, 1)
    else:
        counts += np.bincount(rows, minlength=counts.size)


def _begun(orders: Sequence[Grams], order: int) -> int:
    """How many n-grams begin with <s>: they stand before all others."""
    begun = BOS + 1
    for grams in orders[1 : order + 1]:
        begun = int(np.searchsorted(grams.key, begun << grams.word_bits))
    return begun


def _counts_of_counts(counts: Array) -> list[int]:
    found = np.zeros(6, np.int64)
    for start in range(0, counts.size, _AT_ONCE):
        found += np.bincount(np.minimum(counts[start : start + _AT_ONCE], 5), minlength=6)
    return [int(number) for number in found[1:5]]


def _words(counts: Array, discounts: Discounts, is_kept: Array) -> Array:
    taken = np.where(is_kept, discounts.of(counts), counts)
    total = counts.sum()
    gamma = taken.sum() / total
    made = (counts - taken) / total + gamma / (is_kept.sum() - 1)
    made[BOS] = 1.0  # is never predicted: this lets programs score it with a sentence
    return np.asarray(made)


def _above(
    grams: Grams, counts: Array, discounts: Discounts, is_kept: Array, below: Array, weight: Array, space: Space
) -> Array:
    """The probabilities of kept rows, in their places; fills in the weights of the order below."""
    made = space.empty(len(grams), np.float64)
    for start, end in _stretches(grams):
        prefix = grams.prefix(start, end)
        a = np.asarray(counts[start:end])
        taken = np.where(is_kept[start:end], discounts.of(a), a)
        is_first = np.ones(prefix.size, bool)
        np.not_equal(prefix[1:], prefix[:-1], out=is_first[1:])
        starts = np.flatnonzero(is_first)
        total = np.add.reduceat(a, starts)
        gamma = np.add.reduceat(taken, starts) / total
        weight[prefix[starts]] = gamma
        kept = np.flatnonzero(is_kept[start:end])
        context = (np.cumsum(is_first) - 1)[kept]
        lower = below[grams.suffix[start:end][kept]]
        made[start + kept] = (a - taken)[kept] / total[context] + gamma[context] * lower
    return made


def _stretches(grams: Grams) -> Iterator[tuple[int, int]]:
    """Rows to work on together; those of one context are never parted."""
    start = 0
    while start < len(grams):
        end = min(start + _AT_ONCE, len(grams))
        if end < len(grams):
            last = int(grams.prefix(end - 1, end)[0])
            end = int(np.searchsorted(grams.key, (last + 1) << grams.word_bits))
        yield start, end
        start = end
