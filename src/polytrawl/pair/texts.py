"""The documents of a site, made ready to be compared two by two: shared words, shape, length, links, lexicon."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import chain

import numpy as np
from rapidfuzz.distance import Levenshtein

from polytrawl.fingerprint import fingerprint
from polytrawl.pair.alike import alike
from polytrawl.pair.couples import Couples, Floats, best_others
from polytrawl.pair.graph import Graph, Partners
from polytrawl.pair.lexicon import Lexicon, Segment, beside, learn
from polytrawl.pair.likeness import Likeness
from polytrawl.pair.overlap import Overlap
from polytrawl.pair.translated import Translated
from polytrawl.pair.words import shared_tokens, words_of
from polytrawl.records import Document
from polytrawl.sentences import width

__all__ = ["COLUMNS", "FIRST", "SECOND", "Texts"]

# What is measured of couples, in the order of the columns: at first, and once some pairs are known.
FIRST = ("shared", "shared-rival", "shape", "shape-rival", "length", "paragraphs")
SECOND = ("links-out", "links-in", "links-out-rival", "links-in-rival", "lexicon", "lexicon-rival", "lexicon-usual")

# What of them is told to people, and how it is read.
COLUMNS: Mapping[str, Callable[[Mapping[str, float]], float]] = {
    "shared-words": lambda told: math.exp(told["shared"]) - _NONE,
    "shape": lambda told: told["shape"],
    "neighbours": lambda told: max(told["links-out"], told["links-in"]),
    "lexicon": lambda told: told["lexicon"],
}

_NONE = 0.01  # added to shares before their logarithm is taken
_FAR = 2.0  # logarithm of a ratio beyond which it does not matter; guess
_MOST_NUMBERS = 400  # of a fingerprint; guess
# Width of classes of lengths, as a logarithm; each length is in one of two rows of classes, half a width apart. F1 of
# shared words and shape on eight manuals, each held out: .35 .890, .5 .895, .7 .896; with one row .885, .890, .889;
# with the exact edit distance, which takes twenty times as long, .899.
_CLASS = 0.5
_NEAREST_SHAPES = 2  # couples of like numbers of paragraphs and nearest lengths, on each side: where no word is shared
_UNSURE = 20.0  # added to the weight of known words, so that few of them say little; guess
_SEEDS = 500  # pairs that the lexicon of two languages is learned from, at most; the most probable. Guess.


class Texts:
    """The documents of a site."""

    def __init__(self, documents: Sequence[Document], outside: Mapping[str, Likeness] | None = None) -> None:
        self.documents = documents
        self._outside = outside or {}
        self.names = [document.language or "und" for document in documents]
        self.pages = [document.page for document in documents]
        numbers = {name: number for number, name in enumerate(sorted(set(self.names)))}
        self.languages = np.array([numbers[name] for name in self.names], dtype=np.int64)
        self._overlap = Overlap([shared_tokens(document) for document in documents], self.languages)
        shapes = [fingerprint(document)[:_MOST_NUMBERS] for document in documents]
        self._shapes = [[_classes(shape, shift) for shift in (0.0, 0.5)] for shape in shapes]
        # Shared words, likeness of shape, and likeness by each outside source.
        self._compared: dict[tuple[int, int], tuple[float, ...]] = {}
        self._lengths = np.log([width(document.text) + 50 for document in documents])
        self._paragraphs = np.log([len(document.main) + 2 for document in documents])

    @cached_property
    def graph(self) -> Graph:
        """The links between documents."""
        return Graph(self.documents)

    @cached_property
    def _translated(self) -> Translated:
        return Translated([words_of(document.text) for document in self.documents], self.names)

    def nearest(self, most: int) -> list[tuple[int, int]]:
        """Couples that share most, some for each document and language, and those of nearest length and shape."""
        counts = [len(document.main) for document in self.documents]
        keys = ((count, count + 1) for count in counts)
        by_shape = alike(keys, self.names, self._lengths.tolist(), _NEAREST_SHAPES)
        by_words = [one.nearest(most).numbers() for one in (self._overlap, *self._outside.values())]
        return [*chain.from_iterable(by_words), *by_shape]

    def measure(self, couples: Couples) -> Floats:
        """The first columns."""
        left, right = couples
        shared, shape, *outside = self._measured(couples)
        return np.column_stack(
            [
                np.log(shared + _NONE),
                sum((self._ahead(couples, one) for one in outside), self._ahead(couples, shared)),
                shape,
                shape - best_others(couples, shape, self.languages),
                np.minimum(np.abs(self._lengths[left] - self._lengths[right]), _FAR),
                np.minimum(np.abs(self._paragraphs[left] - self._paragraphs[right]), _FAR),
            ]
        )

    def outside(self, couples: Couples) -> dict[str, Floats]:
        """How much couples are alike by each outside source."""
        return dict(zip(self._outside, self._measured(couples)[2:], strict=True))

    def _measured(self, couples: Couples) -> Floats:
        new = Couples.of(couple for couple in couples.numbers() if couple not in self._compared)
        columns = [one.cosines(new).tolist() for one in (self._overlap, *self._outside.values())]
        for couple, (share, *others) in zip(new.numbers(), zip(*columns, strict=True), strict=True):
            self._compared[couple] = share, self._likeness(*couple), *others
        rows = [self._compared[one] for one in couples.numbers()]
        return np.array(rows, dtype=float).reshape(-1, 2 + len(self._outside)).T

    def _ahead(self, couples: Couples, shares: Floats) -> Floats:
        """By how much each couple shares more than its best rival; what several sources say of it adds up.

        With a small dictionary, pages cut short, de-it on six sites: F1 .623, by half of it .610, without .604. Counted
        among the words of the lexicon as well it is .640, but .014 worse on whole pages, and worse with translations.
        """
        found: Floats = np.log((shares + _NONE) / (best_others(couples, shares, self.languages) + _NONE))
        return found

    def _likeness(self, left: int, right: int) -> float:
        rows = zip(self._shapes[left], self._shapes[right], strict=True)
        return sum(Levenshtein.normalized_similarity(one, other) for one, other in rows) / 2

    def measure_again(self, couples: Couples, partners: Partners, likely: float) -> Floats:
        """The second columns, given which pages are pairs as far as is known."""
        part, whole = self._translated.parts(couples, self._lexicons(partners, likely))
        known = part / (whole + _UNSURE)
        usual = (part - self._usual_share(couples, partners, part, whole) * whole) / (whole + _UNSURE)
        out, into = self.graph.support(couples, partners).T
        columns = (out, into, known)
        ahead = [one - best_others(couples, one, self.languages) for one in columns]
        return np.column_stack([out, into, ahead[0], ahead[1], known, ahead[2], usual])

    def _usual_share(self, couples: Couples, partners: Partners, part: Floats, whole: Floats) -> Floats:
        """For each couple, how much is translated on most pages of these two languages that are pairs so far."""
        many = int(self.languages.max(initial=0)) + 1
        one, other = self.languages[couples.left], self.languages[couples.right]
        keys = np.minimum(one, other) * many + np.maximum(one, other)
        is_pair = np.array(
            [partners.get((left, self.names[right]), (-1, 0.0))[0] == right for left, right in couples.numbers()], bool
        )
        found = np.zeros(len(couples))
        for key in np.unique(keys):
            own = (keys == key) & is_pair & (whole > _UNSURE)
            found[keys == key] = np.median(part[own] / whole[own]) if own.any() else 0.0
        return found

    def _lexicons(self, partners: Partners, likely: float) -> dict[tuple[str, str], Lexicon]:
        seeds = [(-value, page, other) for (page, _), (other, value) in partners.items() if page < other]
        segments: dict[tuple[str, str], list[Segment]] = defaultdict(list)
        pages: dict[tuple[str, str], int] = defaultdict(int)
        for value, page, other in sorted(seeds):
            left, right = (page, other) if self.names[page] < self.names[other] else (other, page)
            languages = self.names[left], self.names[right]
            pages[languages] += 1
            if -value >= likely and pages[languages] <= _SEEDS:
                segments[languages] += beside(self.documents[left].main, self.documents[right].main)
        found: dict[tuple[str, str], Lexicon] = {}
        for (left_name, right_name), own in segments.items():
            found[left_name, right_name], found[right_name, left_name] = learn(own)
        return found


def _classes(numbers: Sequence[int], shift: float) -> list[int]:
    """A fingerprint with lengths in classes."""
    return [one if one < 0 else int(math.log(one + 1) / _CLASS + shift) for one in numbers]
