"""What is known of two languages before anything is learned: entries of a lexicon, names, numbers, words of both.

Dictionaries have base forms and texts inflect, so words are known by their stems. Here every word is in one class of
words at most: of the pairs that a lexicon has, those whose words are about as frequent come first.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from polytrawl.lexicon.entries import Entry
from polytrawl.lexicon.from_comparable.texts import Text
from polytrawl.lexicon.side import Ints

__all__ = ["Couple", "Seed", "anchors", "classes", "stem_pairs"]

Couple = tuple[str, str]
Texts = tuple[Text, Text]

# Words written alike in both texts are taken for the same word unless one language has them five times as often:
# `die`, `time`, `normal`. Where a language has no list of frequencies, all of them are.
_OWN = math.log(5)
_SHORTEST = 2


class Seed(NamedTuple):
    """Words of both sides in classes that translate each other: the class of each word, -1 for none."""

    left: Ints
    right: Ints
    size: int


def stem_pairs(lexicon: Iterable[Entry], texts: Texts) -> list[Couple]:
    """The single words of a lexicon that both texts have in some form, as stems, the likest in frequency first."""
    known = _counted(texts[0]), _counted(texts[1])
    totals = [max(1, len(text.running)) for text in texts]
    found: dict[Couple, float] = {}
    for entry in lexicon:
        if " " in entry.source or " " in entry.target:
            continue
        pair = texts[0].stem(entry.source), texts[1].stem(entry.target)
        if pair[0] in known[0] and pair[1] in known[1]:
            shares = [counts[stem] / total for counts, stem, total in zip(known, pair, totals, strict=True)]
            found[pair] = abs(math.log(shares[0] / shares[1]))
    return sorted(found, key=lambda pair: (found[pair], pair))


def _counted(text: Text) -> Counter[str]:
    counts: Counter[str] = Counter()
    for stem, word in zip(text.stems, text.words, strict=True):
        counts[stem] += text.counts[word]
    return counts


def anchors(texts: Texts) -> list[str]:
    """Numbers, names and other words that both texts write alike and that are no words of one language alone."""
    left, right = texts
    return [word for word in left.words if word in right.numbers and len(word) >= _SHORTEST and _is_neutral(left, word)]


def _is_neutral(text: Text, word: str) -> bool:
    return any(map(str.isalnum, word)) and abs(text.native(word)) < _OWN


def classes(texts: Texts, pairs: Iterable[Couple], same: Sequence[str]) -> Seed:
    """Classes of words by pairs of stems, the first ones first, then words that are the same."""
    taken: tuple[dict[str, int], dict[str, int]] = {}, {}
    size = 0
    for left, right in pairs:
        if left not in taken[0] and right not in taken[1]:
            taken[0][left] = taken[1][right] = size
            size += 1
    sides = [np.fromiter(_of(text, own), np.int64, len(text.words)) for text, own in zip(texts, taken, strict=True)]
    for word in same:
        ours, theirs = texts[0].numbers[word], texts[1].numbers[word]
        if sides[0][ours] < 0 and sides[1][theirs] < 0:
            sides[0][ours] = sides[1][theirs] = size
            size += 1
    return Seed(sides[0], sides[1], size)


def _of(text: Text, taken: dict[str, int]) -> Iterator[int]:
    return (taken.get(stem, -1) for stem in text.stems)
