"""How much of two sentences is translated in the other one, for the few sentences that may be its translation.

    score(x, y) = (found(x, y) + found(y, x)) / (all(x) + all(y))

all(x) is what the words of x weigh; found(x, y) what those of them weigh that have a translation in y. Candidates share
rare words, which an index finds; only they are scored.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from polytrawl.comparable.score import linked
from polytrawl.comparable.search import Index
from polytrawl.comparable.translations import Links, Translations
from polytrawl.lexicon.side import Floats, Ints, spread
from polytrawl.mine.sentences import Sentences

__all__ = ["Scored", "scored"]

_CANDIDATES = 20  # of each sentence
_MOST_TIMES = 2.0  # as long as its translation


class Scored(NamedTuple):
    """Pairs of sentences that were compared, by number."""

    left: Ints
    right: Ints
    scores: Floats


def scored(left: Sentences, right: Sentences, translations: Translations, *, within: bool) -> Scored:
    """Each sentence of the left side with its candidates; `within` the documents of the same number only."""
    sides = _Sides(left, right, translations.links[0])
    rows = [sides.scores(number, sides.candidates(number, within=within)) for number in range(len(left))]
    owners = np.repeat(np.arange(len(left)), [len(found) for found, _ in rows])
    nothing = np.zeros(0, np.int64), np.zeros(0)
    return Scored(owners, *(np.concatenate([nothing[n], *(row[n] for row in rows)]) for n in (0, 1)))


class _Sides:
    """Both sides with their index."""

    def __init__(self, left: Sentences, right: Sentences, links: Links) -> None:
        self._left, self._right, self._links = left, right, links
        self._weights = _grown(left.weights, len(left.words)), _grown(right.weights, len(right.words))
        self._index = Index(right.tokens, self._weights[1])
        self._sizes = left.widths, right.widths
        self._totals = np.array([self._weights[1][tokens].sum() for tokens in right.tokens])

    def candidates(self, number: int, *, within: bool) -> Ints:
        """The sentences that share most rare words with one of the left side."""
        found, shared = self._index.sharing(self._links, self._left.tokens[number])
        times = self._sizes[0][number] / self._sizes[1][found]
        good = np.maximum(times, 1 / times) <= _MOST_TIMES
        if within:
            mine = self._left.documents[number]
            good &= np.array([not mine.isdisjoint(self._right.documents[one]) for one in found.tolist()], bool)
        found, shared = found[good], shared[good]
        # What is long shares much with everything: what is shared is seen beside what is there.
        best: Ints = found[np.argsort(-shared / np.sqrt(self._totals[found] + 1), kind="stable")[:_CANDIDATES]]
        return best

    def scores(self, number: int, candidates: Ints) -> tuple[Ints, Floats]:
        """The candidates and the score of each, all of them at once."""
        tokens, others = self._left.tokens[number], [self._right.tokens[one] for one in candidates.tolist()]
        words = np.concatenate([np.zeros(0, np.int64), *others])
        places = np.repeat(np.arange(len(others)), [len(one) for one in others])
        owners, targets = linked(self._links, tokens)
        order = np.argsort(targets, kind="stable")
        starts = np.searchsorted(targets[order], words)
        counts = np.searchsorted(targets[order], words, side="right") - starts
        theirs = np.bincount(places, self._weights[1][words] * (counts > 0), minlength=len(others))
        pairs = np.unique(np.repeat(places, counts) * len(tokens) + owners[order[spread(starts, counts)]])
        ours = np.bincount(pairs // len(tokens), self._weights[0][tokens[pairs % len(tokens)]], minlength=len(others))
        whole = self._weights[0][tokens].sum() + self._totals[candidates]
        return candidates, (ours + theirs) / np.maximum(whole, 1e-9)


def _grown(weights: Floats, size: int) -> Floats:
    """Words that only a dictionary or a learned unit has weigh nothing here."""
    return np.concatenate((weights, np.zeros(max(0, size - len(weights)))))
