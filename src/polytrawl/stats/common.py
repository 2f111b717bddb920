"""Words that belong to a language and not to a topic, without any list of function words.

Where there is a list of generic frequencies, they are its most frequent words, but for those of them that are far more
frequent here: in a corpus on safety at work, "work" is no function word. Where there is none, they are those that are
frequent in most documents.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from polytrawl.characters import UNSPACED
from polytrawl.records import Lang
from polytrawl.relevance.counts import Counts
from polytrawl.relevance.generic import RAREST, generic_frequencies
from polytrawl.stats.measures import Reals, log_likelihood, log_ratio

__all__ = ["SURE", "Common", "common"]

SURE = 15.13  # log-likelihood: p < 0.0001 by the chi-squared distribution, as in Rayson, Berridge and Francis (2004)
# Share in generic texts: about 100 words of a language, which are function words whatever the corpus, and about 300,
# which are unless they are surely four times as frequent here. Of the 40 best terms of the demo web, by eye, 2 in
# German and 4 in English begin or end with a function word; where all 300 need only be twice as frequent, 24 and 15.
_ALWAYS, _FREQUENT = 1e-3, 3e-4
_FAR_MORE_FREQUENT = 2.0  # log ratio
# Without a list: share of documents, and of words; with few documents, most have the words of the topic as well. Guess.
_MOST_DOCUMENTS, _OFTEN, _FEW_DOCUMENTS = 0.5, 2e-3, 10
# Of the words in texts. On the pages of the extraction benchmark .83 to .98 in fourteen languages, but .33 in Korean,
# where the list has particles apart from their words.
_LEAST_LISTED = 0.5
_UNSPACED = re.compile(f"[{UNSPACED}]")
_PAIRS = 0.5  # of the words; where so many are pairs of characters, they are no words


class Common(NamedTuple):
    """What is known of the words of a language, each in the place of its number less 1."""

    shares: Reals | None  # in generic texts
    ratios: Reals | None  # log ratio
    is_function_word: NDArray[np.bool_]
    reason: str  # why nothing can be said about keywords
    is_in_words: bool  # whether words are words, not pairs of characters


def common(counts: Counts, language: Lang) -> Common:
    """What is common in a language."""
    vocabulary, table = counts.vocabulary, counts.table(1)
    is_in_words = _share(counts, np.array([bool(_UNSPACED.search(word)) for word in vocabulary], bool)) < _PAIRS
    generic = generic_frequencies(language)
    reason = _reason(counts, vocabulary, generic, language) if is_in_words else _NO_WORDS
    if reason or generic is None:
        is_common = (table.documents > _MOST_DOCUMENTS * counts.documents) & (table.times > _OFTEN * counts.words)
        is_common &= counts.documents >= _FEW_DOCUMENTS
        return Common(None, None, is_common, reason, is_in_words)
    shares = np.array([max(generic.get(word, 0.0), RAREST) for word in vocabulary])
    ratios = log_ratio(table.times, counts.words, shares)
    is_typical = (ratios >= _FAR_MORE_FREQUENT) & (log_likelihood(table.times, counts.words, shares) >= SURE)
    is_common = (shares >= _ALWAYS) | ((shares >= _FREQUENT) & ~is_typical)
    return Common(shares, ratios, is_common, "", is_in_words)


_NO_WORDS = "its words are not set apart by spaces, and pairs of characters are no words to the generic list"


def _reason(counts: Counts, vocabulary: list[str], generic: Mapping[str, float] | None, language: Lang) -> str:
    if generic is None:
        return f"there is no list of generic frequencies for {language}"
    listed = _share(counts, np.array([word in generic for word in vocabulary], bool))
    if listed < _LEAST_LISTED:
        return f"only {listed:.0%} of the words are in the generic list for {language}, which cuts them in another way"
    return ""


def _share(counts: Counts, chosen: NDArray[np.bool_]) -> float:
    """The share of words in texts that are among those chosen."""
    times = counts.table(1).times
    return float(times[chosen].sum() / max(times.sum(), 1))
