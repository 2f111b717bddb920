"""Which words of two languages stand for each other: by a dictionary, by translated sentences, by their letters.

Numbers and names are the same in both, and so are words that differ in accents or script only. None of the rest is
needed; whatever there is helps.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from polytrawl.lexicon.cognates import Likely
from polytrawl.lexicon.dictionary import Dictionary
from polytrawl.lexicon.learn import Piece, learn
from polytrawl.lexicon.lexicon import Direction, Lexicon
from polytrawl.lexicon.side import Ints, Words
from polytrawl.lexicon.words import latin

__all__ = ["MOST_UNITS", "Links", "Translations", "translations"]

# Probability of a learned translation, in both directions. On the pages of MDN of which the docs tell, with .3 the
# chance that a translation is more comparable than another page on the same topic falls from .990 to .989 (measured
# while all words of a page were compared).
_SURE = 0.1
MOST_UNITS = 20_000  # that translations are learned from; guess
_DIGITS = 2  # of a number that tells anything
_LETTERS = 3  # of a word that is the same in two languages; shorter ones are so by chance

Flags = NDArray[np.bool_]
_Couples = list[tuple[int, int]]


class Links(NamedTuple):
    """From each word to its translations: those of word n are targets[starts[n]:starts[n + 1]]."""

    starts: Ints
    targets: Ints

    @classmethod
    def of(cls, sources: Ints, targets: Ints, size: int) -> Links:
        """These links, in the order of their sources."""
        order = np.argsort(sources, kind="stable")
        return cls(np.searchsorted(sources[order], np.arange(size + 1)), targets[order])


class Translations(NamedTuple):
    """The translations between two languages, seen from either."""

    links: tuple[Links, Links]  # there and back
    known: tuple[Flags, Flags]  # of each word of a side: whether its translation would be known
    learned: int = 0  # translations that were learned from units


def translations(
    words: tuple[Words, Words], units: Iterable[tuple[str, str]] = (), dictionary: Dictionary | None = None
) -> Translations:
    """What is known of the words of two languages; those of the units are added to them."""
    learned = _learned(words, list(islice(units, MOST_UNITS)))
    entries = dictionary.likely(*words) if dictionary else _NOTHING
    couples = [*learned, *_same(words), *zip(entries.left.tolist(), entries.right.tolist(), strict=True)]
    table = np.array(sorted(set(couples)), dtype=np.int64).reshape(-1, 2)
    left, right = table[:, 0], table[:, 1]
    links = Links.of(left, right, len(words[0])), Links.of(right, left, len(words[1]))
    known = _known(words[0], left), _known(words[1], right)
    if dictionary:
        listed = _listed(words, dictionary)
        known = known[0] | listed[0], known[1] | listed[1]
    return Translations(links, known, len(learned))


_NOTHING = Likely(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))


def _known(words: Words, linked: Ints) -> Flags:
    """Words with translations, and numbers."""
    found = np.array([_is_number(word) for word in words.numbers], bool)
    found[linked] = True
    return found


def _listed(words: tuple[Words, Words], dictionary: Dictionary) -> tuple[Flags, Flags]:
    """Words with entries, also where no text has their translations; the dictionary may be from right to left."""
    ways = [
        tuple(
            np.array([dictionary.has(word, side) for word in own.numbers], bool)
            for own, side in zip(words, sides, strict=True)
        )
        for sides in ((0, 1), (1, 0))
    ]
    left, right = max(ways, key=lambda way: sum(int(flags.sum()) for flags in way))
    return left, right


def _same(words: tuple[Words, Words]) -> _Couples:
    """Words with the same letters, and equal numbers."""
    by_letters: dict[str, list[int]] = defaultdict(list)
    for word, number in words[1].numbers.items():
        if key := _key(word):
            by_letters[key].append(number)
    return [(number, other) for word, number in words[0].numbers.items() for other in by_letters.get(_key(word), ())]


def _key(word: str) -> str:
    if word[:1].isalpha():
        return latin(word) if len(word) >= _LETTERS else ""
    return word if _is_number(word) else ""


def _is_number(word: str) -> bool:
    return word[:1].isdigit() and len(word) >= _DIGITS


def _learned(words: tuple[Words, Words], units: Sequence[tuple[str, str]]) -> _Couples:
    """Translations that both directions of a model of the units believe in."""
    if not units:
        return []
    own = Words(), Words()
    left, right = own[0].read([one for one, _ in units]), own[1].read([other for _, other in units])
    pieces = [Piece(left.cut(n, n + 1), right.cut(n, n + 1), 1.0) for n in range(len(units))]
    lexicon = learn(Lexicon.of(*own, [(left, right)], _NOTHING), pieces, is_first=False)
    there, back = (_sure(one) for one in lexicon.directions())
    both = there & {(one, other) for other, one in back}
    names = list(own[0].numbers), list(own[1].numbers)
    return [(_number(words[0], names[0][one]), _number(words[1], names[1][other])) for one, other in sorted(both)]


def _sure(direction: Direction) -> set[tuple[int, int]]:
    sources = np.repeat(np.arange(len(direction.starts) - 1), np.diff(direction.starts))
    is_sure = direction.probabilities >= _SURE
    return set(zip(sources[is_sure].tolist(), direction.targets[is_sure].tolist(), strict=True))


def _number(words: Words, word: str) -> int:
    return words.numbers.setdefault(word, len(words.numbers))
