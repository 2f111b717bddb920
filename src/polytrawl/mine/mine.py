"""Mining: candidates, a score, a margin, and a second look with what the surest pairs have taught.

A sentence that is like everything is a translation of nothing. So a pair counts by its ratio margin (Artetxe and
Schwenk 2019): its score over the mean score of both sentences with their k best candidates,

    margin(x, y) = score(x, y) / ((mean of the k best scores of x + mean of the k best scores of y) / 2)

Each sentence is in one pair at most: the pair that is best for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from polytrawl.comparable.translations import translations
from polytrawl.errors import ConfigError
from polytrawl.lexicon.dictionary import Dictionary
from polytrawl.lexicon.side import Floats, Ints
from polytrawl.mine.score import Scored, scored
from polytrawl.mine.sentences import Sentences
from polytrawl.records import MINED, Score, SentencePair, make_id

__all__ = ["Mined", "Options", "mine", "units"]


_SURE = 1.4, 0.3  # margin and score of pairs that the next round learns words from; guess


@dataclass(frozen=True, kw_only=True)
class Options:
    """What is taken for a translation."""

    # On 2000 sentences a side of Debian manuals, of which 400 have translations (benchmarks/mine.py), precision and
    # recall with FreeDict after three rounds: 1.2 and .3 .606 .848; 1.4 and .3 .787 .703; 1.4 and .4 .845 .695; 1.6
    # and .4 .926 .532. After one round 1.4 and .4 give .873 .517. On LilyPond's manual, which had no say: .837
    # .695.
    min_margin: float = 1.4
    min_score: float = 0.4
    nearest: int = 4  # k, as in the paper
    rounds: int = 3
    within: bool = False  # only within the n-th documents of both sides


@dataclass(frozen=True)
class Mined:
    """Two sentences that are taken for translations of each other."""

    left: int
    right: int
    score: float  # 0..1
    margin: float


def mine(
    left: Sentences,
    right: Sentences,
    dictionary: Dictionary | None = None,
    options: Options | None = None,
    *,
    known_units: Sequence[tuple[str, str]] = (),
) -> list[Mined]:
    """The pairs of translations, the surest first; words are learned from known units, too."""
    options = options or Options()
    for side in (left, right):
        if not len(side):
            raise ConfigError(f"no sentences of {side.language} with three words or more: nothing can be mined")
    found: list[Mined] = []
    for number in range(1, options.rounds + 1):
        units = [*((left.texts[one.left], right.texts[one.right]) for one in found), *known_units]
        known = translations((left.words, right.words), units, dictionary)
        # What is learned from does not hang on what the user asks for in the end.
        limits = options if number == options.rounds else replace(options, min_margin=_SURE[0], min_score=_SURE[1])
        found = _chosen(scored(left, right, known, within=options.within), limits)
    return found


def _chosen(pairs: Scored, options: Options) -> list[Mined]:
    if not len(pairs.left):
        return []
    margins = _margins(pairs, options.nearest)
    good = (margins >= options.min_margin) & (pairs.scores >= options.min_score)
    order = np.lexsort((pairs.right, pairs.left, -margins * pairs.scores))
    taken: tuple[set[int], set[int]] = set(), set()
    found = []
    for place in order.tolist():
        one, other = int(pairs.left[place]), int(pairs.right[place])
        if one in taken[0] or other in taken[1]:
            continue
        taken[0].add(one)
        taken[1].add(other)
        if good[place]:
            found.append(Mined(one, other, float(pairs.scores[place]), float(margins[place])))
    return found


def _margins(pairs: Scored, nearest: int) -> Floats:
    means = (
        _means(pairs.left, pairs.scores, nearest)[pairs.left] + _means(pairs.right, pairs.scores, nearest)[pairs.right]
    )
    found: Floats = pairs.scores / np.maximum(means / 2, 1e-9)
    return found


def _means(owners: Ints, scores: Floats, nearest: int) -> Floats:
    """Of each sentence the mean of its greatest scores; candidates that are missing count 0."""
    order = np.lexsort((-scores, owners))
    sorted_owners = owners[order]
    ranks = np.arange(len(order)) - np.searchsorted(sorted_owners, sorted_owners)
    first = ranks < nearest
    sums = np.bincount(sorted_owners[first], scores[order][first], minlength=int(owners.max()) + 1)
    return sums / nearest


def units(found: Sequence[Mined], left: Sentences, right: Sentences) -> list[SentencePair]:
    """Mined pairs as records, with the margin as a score; where they stand is for those to say who know it."""
    return [
        SentencePair(
            id=make_id("s", "mined", left.texts[one.left], right.texts[one.right]),
            pair="mined",
            source=left.texts[one.left],
            target=right.texts[one.right],
            source_language=left.language,
            target_language=right.language,
            source_url="",
            target_url="",
            source_page="",
            target_page="",
            method=MINED,
            score=min(1.0, one.score),
            scores=(Score(name="margin", value=round(one.margin, 6)),),
        )
        for one in found
    ]
