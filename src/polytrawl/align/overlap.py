"""What two texts in one language share: words, stems and pairs of words, each worth what it says.

A word that stands in df of N sentences is shared by chance with probability df / N, and by a translation and its
original with probability LAMBDA; so a shared word is worth log(LAMBDA N / df), and one that is not shared costs
-log(1 - LAMBDA). Both are taken as logarithms of likelihood ratios and added over the words of both sides.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from polytrawl.outside.words import words_of

# Guess: Apertium keeps about a half of the words of a reference, other systems more. .3 and .7: see `Mt`.
_LAMBDA = 0.5
# A word that one of so many sentences has says all that a word can say. Guess.
_RAREST = 200
# Features in more than this many sentences on either side link nothing: work stays linear in the number of sentences.
_FREQUENT = 60
_STEM = 5  # characters
_PAIR = 0.25  # of what two words in a row are worth by themselves


def features_of(words: Sequence[str]) -> dict[str, float]:
    """What can be shared, and which share of a word it is worth."""
    found: dict[str, float] = {}
    for word in words:
        if len(word) > _STEM:
            found[word] = found[word[:_STEM] + "-"] = 0.5
        else:
            found[word] = 1.0
    for first, second in pairwise(words):
        found[f"{first} {second}"] = _PAIR
    return found


@dataclass(frozen=True)
class Links:
    """How much sentences share: for each left sentence the right ones and what they share is worth."""

    rows: list[dict[int, float]]
    left_costs: list[float]  # of each sentence with a partner that shares none of its words
    right_costs: list[float]


def link(left: Sequence[str], right: Sequence[str]) -> Links:
    """What the sentences of two texts share.

    What a sentence shares with several is counted for the one alone with which it shares most in all: otherwise words
    that are shared by chance would draw more and more sentences into a bead.
    """
    words = [[words_of(sentence) for sentence in side] for side in (left, right)]
    features = [[features_of(sentence) for sentence in side] for side in words]
    worth = _worth_of_all(features)
    places = [_places(side, worth) for side in features]
    totals = [_totals(features[side], places[1 - side], worth) for side in (0, 1)]
    rows: list[dict[int, float]] = [defaultdict(float) for _ in left]
    for side in (0, 1):
        for number, found in enumerate(features[side]):
            total = totals[side][number]
            for feature, share in found.items():
                if partners := places[1 - side].get(feature):
                    partner = max(partners, key=lambda one: (total[one], -abs(one - number)))
                    i, j = (number, partner) if side == 0 else (partner, number)
                    rows[i][j] += share * worth[feature] / 2
    costs = [[-math.log(1 - _LAMBDA) / 2 * len(set(sentence)) for sentence in side] for side in words]
    return Links(rows, costs[0], costs[1])


def _worth_of_all(features: Sequence[Sequence[Mapping[str, float]]]) -> dict[str, float]:
    """What features that both sides have, and not too often, are worth."""
    counts = [Counter(feature for one in side for feature in one) for side in features]
    sizes = len(features[0]), len(features[1])
    shared = (one for one in counts[0] if one in counts[1] and max(counts[0][one], counts[1][one]) <= _FREQUENT)
    return {feature: _worth(counts, feature, sizes) for feature in shared}


def _places(features: Sequence[Mapping[str, float]], worth: Mapping[str, float]) -> dict[str, list[int]]:
    """The sentences in which each feature stands."""
    places: dict[str, list[int]] = defaultdict(list)
    for number, found in enumerate(features):
        for feature in found:
            if feature in worth:
                places[feature].append(number)
    return places


def _totals(
    features: Sequence[Mapping[str, float]], places: Mapping[str, list[int]], worth: Mapping[str, float]
) -> list[dict[int, float]]:
    """What each sentence shares with each of the other side, everything counted."""
    totals: list[dict[int, float]] = []
    for found in features:
        total: dict[int, float] = defaultdict(float)
        for feature, share in found.items():
            for number in places.get(feature, ()):
                total[number] += share * worth[feature]
        totals.append(total)
    return totals


def _worth(counts: Sequence[Counter[str]], feature: str, sizes: tuple[int, int]) -> float:
    """What it is worth that a feature is shared, the mean of both sides."""
    odds = math.log(_LAMBDA / (1 - _LAMBDA))
    gains = [odds + math.log(min(size / side[feature], _RAREST)) for side, size in zip(counts, sizes, strict=True)]
    return max(0.0, sum(gains) / 2)


def likeness(left: Sequence[str], right: Sequence[str]) -> float:
    """The share of words and stems that two texts have in common, 0..1."""
    both = [Counter(word[:_STEM] for sentence in side for word in words_of(sentence)) for side in (left, right)]
    total = both[0].total() + both[1].total()
    return 2 * (both[0] & both[1]).total() / total if total else 0.0
