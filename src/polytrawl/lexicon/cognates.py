"""Words of two languages that are written alike: names, numbers, and what both have borrowed from a third.

Candidates come from an index of pairs of letters with their places, never from all words with all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from rapidfuzz.distance import LCSseq
from rapidfuzz.process import cpdist

from polytrawl.lexicon.side import Floats, Ints, spread
from polytrawl.lexicon.words import PREFIX, latin

__all__ = ["Likely", "cognates", "join"]

# Of the letters of the longer word, how many stand in both in the same order. .6 changes no F1 by more than .001.
_ALIKE = 0.7
_SHORTEST = 4  # letters; shorter words look alike by chance, unless they are equal
_SHARED = 2  # pairs of letters in like places that words must share to be compared
_COMMON = 400  # words with the same pair of letters in the same place; more tell nothing and cost most


class Likely(NamedTuple):
    """Words that are likely translations of each other, by number, and how likely, 0..1."""

    left: Ints
    right: Ints
    weights: Floats


def cognates(left: Sequence[str], right: Sequence[str]) -> Likely:
    """The words of two lists that look alike; those that are equal have the weight 1.

    >>> found = cognates(["museum", "3.14"], ["il", "3.14", "museus"])
    >>> found.left.tolist(), found.right.tolist(), found.weights.round(2).tolist()
    ([1, 0], [1, 2], [1.0, 0.3])
    """
    numbers = {word: number for number, word in enumerate(right)}
    equal = [(number, numbers[word]) for number, word in enumerate(left) if word and word in numbers]
    ours, theirs = list(map(latin, left)), list(map(latin, right))
    rows, columns = (part.tolist() for part in _candidates(_Keys(ours), _Keys(theirs)))
    couples = [(i, j) for i, j in zip(rows, columns, strict=True) if left[i] != right[j]]
    shares = cpdist(
        [ours[i] for i, _ in couples],
        [theirs[j] for _, j in couples],
        scorer=LCSseq.normalized_similarity,
        dtype=np.float64,
    ).ravel()
    alike = [couple for couple, share in zip(couples, shares.tolist(), strict=True) if share >= _ALIKE]
    # Steep: of words that differ in a quarter of their letters, few are translations.
    weights = ((shares[shares >= _ALIKE] - 0.5) / 0.5) ** 3
    found = np.array([*equal, *alike], dtype=np.int64).reshape(-1, 2)
    return Likely(found[:, 0], found[:, 1], np.concatenate((np.ones(len(equal)), weights)))


def join(parts: Iterable[Likely]) -> Likely:
    """Several lists as one."""
    every = list(parts)
    return Likely(*(np.concatenate([one[number] for one in every]) for number in range(3)))


class _Keys:
    """Pairs of letters in words, with their places halved: what words that look alike have in common."""

    def __init__(self, words: Sequence[str]) -> None:
        self.lengths = np.array([len(word) if word[:1].isalpha() else 0 for word in words], dtype=np.int64)
        letters = np.array(words, dtype=f"U{PREFIX}").view(np.uint32).reshape(len(words), PREFIX).astype(np.int64)
        keys = (letters[:, :-1] << 23) + (letters[:, 1:] << 2) + np.arange(PREFIX - 1) // 2
        is_pair = (letters[:, 1:] > 0) & (self.lengths >= _SHORTEST)[:, None]
        self.words = np.nonzero(is_pair)[0]
        self.keys = keys[is_pair]


def _candidates(left: _Keys, right: _Keys) -> tuple[Ints, Ints]:
    """Words that share some keys, and are not too different in length to be alike."""
    order = np.argsort(right.keys, kind="stable")
    known = right.keys[order]
    starts, stops = np.searchsorted(known, left.keys), np.searchsorted(known, left.keys, side="right")
    counts = np.where(stops - starts <= _COMMON, stops - starts, 0)
    ours, theirs = np.repeat(left.words, counts), right.words[order[spread(starts, counts)]]
    sizes = left.lengths[ours], right.lengths[theirs]
    near = np.minimum(*sizes) >= _ALIKE * np.maximum(*sizes)
    size = max(1, len(right.lengths))
    couples, shared = np.unique(ours[near] * size + theirs[near], return_counts=True)
    couples = couples[shared >= _SHARED]
    return couples // size, couples % size
