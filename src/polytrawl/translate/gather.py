"""The options of one sentence, and how much what is not yet translated will cost at least, as far as can be told."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from polytrawl.translate.fast import compiled
from polytrawl.translate.lm_core import Automaton, Floats, Ints, step
from polytrawl.translate.options import Options

__all__ = ["Known", "futures", "gather"]

_NEAR = 64  # words: no bits of a partial translation tell of more, so no gap before its end is longer
_WHOLE = 256  # words of a line of which all spans are looked at: 3 million sums, and of 3000 words 4500 million


class Known(NamedTuple):
    """What the compiled loops need of phrase pairs and their weights."""

    first: Ints
    pair: Ints
    score: Floats
    estimate: Floats
    copied: float
    lm: Floats
    word: Ints  # by model and place: nodes of target words
    word_at: Ints


@compiled
def gather(known: Known, lms: Automaton, groups: Ints, copies: Ints) -> Options:
    """The options of a sentence, by the group of each start and length (-1: none) and the nodes of copied words."""
    size, longest = groups.shape
    options, words = _sizes(known, groups)
    made = Options(
        np.zeros((size, longest), np.int64),
        np.zeros((size, longest), np.int64),
        np.empty(options, np.int64),
        np.empty(options, np.int64),
        np.empty(options, np.int64),
        np.empty(options),
        np.empty(options),
        np.empty((copies.shape[0], words), np.int64),
        np.zeros(options + 1, np.int64),
    )
    at = 0
    for start in range(size):
        for shorter in range(longest):
            group = groups[start, shorter]
            made.first[start, shorter] = at
            if group >= 0:
                for place in range(known.first[group], known.first[group + 1]):
                    at = _add_pair(made, at, known, known.pair[place])
            elif shorter == 0:
                at = _add_copy(made, at, known, lms, copies[:, start])
            made.last[start, shorter] = at
            made.start[made.first[start, shorter] : at] = start
            made.length[made.first[start, shorter] : at] = shorter + 1
    return made


@compiled
def _sizes(known: Known, groups: Ints) -> tuple[int, int]:
    """How many options there will be, and how many target words they have."""
    options, words = 0, 0
    for start in range(groups.shape[0]):
        for shorter in range(groups.shape[1]):
            group = groups[start, shorter]
            if group >= 0:
                options += known.first[group + 1] - known.first[group]
                for place in range(known.first[group], known.first[group + 1]):
                    pair = known.pair[place]
                    words += known.word_at[pair + 1] - known.word_at[pair]
            elif shorter == 0:
                options, words = options + 1, words + 1
    return options, words


@compiled
def _add_pair(made: Options, at: int, known: Known, pair: int) -> int:
    made.pair[at] = pair
    made.score[at] = known.score[pair]
    made.estimate[at] = known.estimate[pair]
    begin, first, last = made.word_at[at], known.word_at[pair], known.word_at[pair + 1]
    for place in range(first, last):
        for model in range(made.word.shape[0]):
            made.word[model, begin + place - first] = known.word[model, place]
    made.word_at[at + 1] = begin + last - first
    return at + 1


@compiled
def _add_copy(made: Options, at: int, known: Known, lms: Automaton, nodes: Ints) -> int:
    made.pair[at] = -1
    made.score[at] = known.copied
    made.estimate[at] = known.copied
    for model in range(made.word.shape[0]):
        made.word[model, made.word_at[at]] = nodes[model]
        made.estimate[at] += known.lm[model] * step(lms, lms.root[model], nodes[model])[0]
    made.word_at[at + 1] = made.word_at[at] + 1
    return at + 1


@compiled
def futures(options: Options) -> Floats:
    """By start and number of words the best estimate for these words; in the last column for all to the end.

    The search asks for spans within a window, and for all to the end. Of a usual line all spans are looked at, of a
    long one only those, so that time and room grow as its length.
    """
    size, longest = options.first.shape
    width = size if size <= _WHOLE else _NEAR
    best = np.full((size + 1, width + 2), -np.inf)
    best[:, 0] = 0.0
    for length in range(1, width + 1):
        for start in range(size + 1 - length):
            if length <= longest and options.first[start, length - 1] < options.last[start, length - 1]:
                best[start, length] = options.estimate[options.first[start, length - 1]]
            for before in range(1, length):
                together = best[start, before] + best[start + before, length - before]
                best[start, length] = max(best[start, length], together)
    for start in range(size, -1, -1):
        if size - start <= width:
            best[start, -1] = best[start, size - start]
            continue
        for length in range(1, width + 1):  # no phrase is longer
            best[start, -1] = max(best[start, -1], best[start, length] + best[start + length, -1])
    return best
