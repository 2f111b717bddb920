"""What a term is worth, from 0 to 100.

    weight = 100 * depth * rarity * frequency

    depth      1 / (1 + d) for a page in a category d steps below the one that was asked for
    rarity     idf(term) / idf of a word seen once, from generic frequencies of the language, but at least 0.05;
               1 for all where nothing is known of the language
    frequency  (1 + log(1 + n) / log(1 + m)) / 2, for n occurrences in the texts of the tree, m those of the term that
               occurs most; 1 for all where there are no texts

Depth counts 1, 1/2, 1/3 and so on, since categories drift from the topic with each step. A term that its own category
never uses keeps half of its weight: it is a term because people made a page of it, and texts may be missing or short.
Both are guesses; the weights are there to be edited.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from polytrawl.records import Lang
from polytrawl.relevance.generic import generic_idf
from polytrawl.relevance.words import words

__all__ = ["Weighing", "rarity"]

_LEAST_RARITY = 0.05  # so that no weight is 0, which a topic definition refuses
_LEAST = 0.1


class Weighing(NamedTuple):
    """How terms of one language are weighed."""

    language: Lang
    most_frequent: int  # occurrences of the term that occurs most; 0 where there are no texts

    def weight(self, term: str, depth: int, frequency: int) -> float:
        """The weight of a term.

        >>> weighing = Weighing("en", 99)
        >>> weighing.weight("gypsophila", 0, 99), weighing.weight("gypsophila", 1, 99), weighing.weight("the", 0, 99)
        (100.0, 50.0, 5.0)
        """
        often = (1 + math.log1p(frequency) / math.log1p(self.most_frequent)) / 2 if self.most_frequent else 1.0
        return max(_LEAST, round(100 / (1 + depth) * rarity(term, self.language) * often, 1))


def rarity(term: str, language: Lang) -> float:
    """How rare a term is in texts of all kinds, from 0.05 to 1.

    >>> 0.05 < rarity("garden", "en") < rarity("garden rose", "en") < rarity("gypsophila", "en") == 1.0
    True
    """
    idf = generic_idf(language)
    share: float = idf.value(" ".join(words(term))) / idf.hapax
    return max(_LEAST_RARITY, min(1.0, share))
