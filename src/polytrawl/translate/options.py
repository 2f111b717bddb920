"""What can be said for the phrases of a sentence, best first, under given weights."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from polytrawl.translate.fast import compiled
from polytrawl.translate.lm_core import Automaton, Floats, Ints, score_words
from polytrawl.translate.lms import Models
from polytrawl.translate.model import Model
from polytrawl.translate.phrases import Phrases

__all__ = ["LN10", "UNKNOWN", "Options", "Weighted", "fluencies", "weigh"]

LN10 = float(np.log(10.0))
UNKNOWN = -100.0  # the feature of a copied word, as in Moses


class Options(NamedTuple):
    """Translations of the phrases of one sentence; those of a span stand together, best first."""

    first: Ints  # by start, and length less 1: the first option
    last: Ints  # likewise: the one after the last
    pair: Ints  # by option: the phrase pair; -1 for a word that is copied
    start: Ints  # by option
    length: Ints  # by option, in source words
    score: Floats  # by option: all that does not depend on what stands before
    estimate: Floats  # by option: the same, and language models without context
    word: Ints  # by model and place: the nodes of target words
    word_at: Ints  # by option, and one more


class Weighted(NamedTuple):
    """The best phrase pairs of each source phrase under some weights."""

    first: Ints  # by group, and one more: its first place
    pair: Ints  # by place
    score: Floats  # by pair
    estimate: Floats  # by pair
    copied: float  # the score of a word that is copied
    lm: Floats  # weight of log10 p by model


def weigh(phrases: Phrases, fluency: Floats, model: Model) -> Weighted:
    """Score all phrase pairs and keep the best of each source phrase; `fluency` is log10 p by model and pair."""
    vector = np.array(model.vector())
    scores, lms = phrases.scores.shape[1], len(model.lms)
    weights = model.weights
    score = phrases.scores @ vector[:scores] - weights.words * phrases.lengths() + weights.phrases
    lm = vector[scores : scores + lms] * LN10
    estimate = score + lm @ fluency
    sizes = np.diff(phrases.first)
    group = np.repeat(np.arange(sizes.size), sizes)
    order = np.lexsort((-estimate, group))
    is_kept = np.arange(order.size) - np.repeat(phrases.first[:-1], sizes) < model.search.options
    first = np.concatenate(([0], np.cumsum(np.minimum(sizes, model.search.options))))
    copied = UNKNOWN * weights.unknown - weights.words + weights.phrases
    return Weighted(first, order[is_kept], score, estimate, copied, lm)


def fluencies(phrases: Phrases, models: Models, nodes: Ints) -> Floats:
    """log10 p of the words of each phrase pair without context, by model and pair."""
    made = np.zeros((len(models.words), len(phrases.targets)))
    for number in range(made.shape[0]):
        _score_pairs(
            models.automaton, models.automaton.root[number], nodes[number][phrases.word], phrases.word_at, made[number]
        )
    return made


@compiled
def _score_pairs(lms: Automaton, root: int, word: Ints, word_at: Ints, found: Floats) -> None:
    for pair in range(found.size):
        found[pair] = score_words(lms, root, word[word_at[pair] : word_at[pair + 1]])[0]
