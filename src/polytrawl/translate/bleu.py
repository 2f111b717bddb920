"""BLEU from counts that can be added up (Papineni and others 2002); words are what spaces part.

A row of counts is: matches of 1- to 4-grams, n-grams of the translation, its length, the length of the reference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from polytrawl.translate.lm_core import Floats

__all__ = ["COUNTS", "bleu", "bleu_counts", "sentence_bleu"]

_ORDERS = 4
COUNTS = 2 * _ORDERS + 2
_MATCHES, _TOTALS = slice(0, _ORDERS), slice(_ORDERS, 2 * _ORDERS)


def bleu_counts(translation: str, references: Sequence[str]) -> Floats:
    """The counts of a translation; of several references the one nearest in length gives its length."""
    words, others = translation.split(), [one.split() for one in references]
    made = np.zeros(COUNTS)
    grams = _grams(words)
    allowed: Counter[tuple[str, ...]] = Counter()
    for other in others:
        allowed |= _grams(other)
    for gram, count in grams.items():
        made[len(gram) - 1] += min(count, allowed[gram])
        made[_ORDERS + len(gram) - 1] += count
    made[-2] = len(words)
    made[-1] = min((abs(len(other) - len(words)), len(other)) for other in others)[1]
    return made


def bleu(counts: Floats) -> Floats:
    """BLEU, from 0 to 1, of each row of counts, which most often is a sum.

    An order without matches counts as half a match, the next as a quarter..., as in sacrebleu; one without n-grams
    makes it 0.
    """
    matches, totals = counts[..., _MATCHES], counts[..., _TOTALS]
    is_none = (matches == 0) & (totals > 0)
    smoothed = np.where(is_none, 0.5 ** np.cumsum(is_none, axis=-1), matches)
    precision = np.where(totals > 0, smoothed, 1.0) / np.maximum(totals, 1.0)
    found = _penalty(counts) * np.exp(np.log(precision).mean(axis=-1))
    made: Floats = np.where((totals.min(axis=-1) > 0) & (matches.sum(axis=-1) > 0), found, 0.0)
    return made


def sentence_bleu(counts: Floats) -> Floats:
    """BLEU+1 of each row: one is added to the counts of orders above 1 (Lin and Och 2004)."""
    more = np.array([0.0] + [1.0] * (_ORDERS - 1))
    matches, totals = counts[..., _MATCHES] + more, counts[..., _TOTALS] + more
    precision = np.maximum(matches, 1e-9) / np.maximum(totals, 1.0)
    made: Floats = _penalty(counts) * np.exp(np.log(precision).mean(axis=-1))
    return made


def _penalty(counts: Floats) -> Floats:
    """What too short translations lose."""
    made: Floats = np.exp(np.minimum(0.0, 1.0 - counts[..., -1] / np.maximum(counts[..., -2], 1e-9)))
    return made


def _grams(words: Sequence[str]) -> Counter[tuple[str, ...]]:
    return Counter(_all_grams(words))


def _all_grams(words: Sequence[str]) -> Iterable[tuple[str, ...]]:
    for order in range(1, _ORDERS + 1):
        for at in range(len(words) - order + 1):
            yield tuple(words[at : at + order])
