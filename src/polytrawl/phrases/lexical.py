"""Lexical weights (Koehn, Och and Marcu 2003): how well the words of a phrase pair translate each other.

From all links of the corpus w(f|e) = count(f, e) / sum over f' of count(f', e); a word without links counts as linked
to NULL. With the links a of a phrase pair f_1..f_n, e_1..e_m

    lex(f|e, a) = product over i of  1/|{j: (i, j) in a}|  x  sum over (i, j) in a of w(f_i|e_j)

and w(f_i|NULL) where f_i has no link. A word within a phrase pair is linked to words within it only: so the factor
of each word is the same for all phrase pairs that it is part of, and a weight is a difference of two sums of
logarithms.
"""

from __future__ import annotations

import numpy as np

from polytrawl.phrases.side import Array

__all__ = ["log_factors", "log_weights"]


def log_factors(ours: Array, theirs: Array, source: Array, target: Array) -> Array:
    """Logarithm of the factor of each of our words; links are by places, words by their numbers."""
    null = int(theirs.max(initial=-1)) + 1
    unlinked = np.setdiff1d(np.arange(ours.size), source)
    places = np.concatenate((source, unlinked))
    given = np.concatenate((theirs[target], np.full(unlinked.size, null)))
    _, found, counts = np.unique(
        given.astype(np.int64) * (int(ours.max(initial=0)) + 1) + ours[places], return_inverse=True, return_counts=True
    )
    totals = np.bincount(given, minlength=null + 1)
    weights = counts[found] / totals[given]
    sums = np.bincount(places, weights, minlength=ours.size)
    return np.log(sums / np.maximum(np.bincount(places, minlength=ours.size), 1))


def log_weights(factors: Array, starts: Array, lengths: Array) -> Array:
    """Logarithms of the lexical weights of phrases, by where they begin and how many words they have."""
    sums: Array = np.concatenate(([0.0], np.cumsum(factors)))
    found: Array = sums[starts + lengths] - sums[starts]
    return found
