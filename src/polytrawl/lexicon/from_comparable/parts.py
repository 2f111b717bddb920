"""Terms by the translations of their words: *time signature* and *indicación de compás* by *indicación*, *compás*.

Of the words of each of the two terms, the share that the other one translates; both shares multiplied. Words that are
among the commonest of their language do not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from polytrawl.lexicon.from_comparable.measures import Table
from polytrawl.lexicon.from_comparable.seed import Couple
from polytrawl.lexicon.from_comparable.terms import Terms
from polytrawl.lexicon.from_comparable.texts import Text
from polytrawl.relevance.generic import generic_idf

__all__ = ["by_parts", "by_stems"]

_FUNCTION = 1.0  # generic IDF


def by_parts(texts: tuple[Text, Text], terms: tuple[Terms, Terms], known: Iterable[Couple]) -> Table:
    """How far the words of two terms translate each other, 0..1; 0 where both terms are single words."""
    found = _shares(texts, terms, list(known))
    are_single = np.ix_(terms[0].sizes == 1, terms[1].sizes == 1)
    found[are_single] = 0
    return found


def by_stems(texts: tuple[Text, Text], terms: tuple[Terms, Terms], known: Iterable[Couple]) -> Table:
    """1 where two single words are a known pair, else 0."""
    found = _shares(texts, terms, list(known))
    are_single = (terms[0].sizes == 1)[:, None] & (terms[1].sizes == 1)[None, :]
    return np.where(are_single, found, 0).astype(np.float32)


def _shares(texts: tuple[Text, Text], terms: tuple[Terms, Terms], known: Sequence[Couple]) -> Table:
    left, right = (_stems_of(text, own) for text, own in zip(texts, terms, strict=True))
    rows, columns = _numbers(left), _numbers(right)
    links = np.zeros((len(rows), len(columns)), np.float32)
    for one, other in known:
        if one in rows and other in columns:
            links[rows[one], columns[other]] = 1
    ours, theirs = _members(left, rows), _members(right, columns)
    translated = ((ours @ links > 0).astype(np.float32)) @ theirs.T
    translating = ours @ (links @ theirs.T > 0).astype(np.float32)
    sizes = np.maximum(ours.sum(axis=1), 1)[:, None], np.maximum(theirs.sum(axis=1), 1)[None, :]
    found: Table = (translated / sizes[1] * (translating / sizes[0])).astype(np.float32)
    return found


def _stems_of(text: Text, terms: Terms) -> list[list[str]]:
    idf = generic_idf(text.language)
    parts = [name.split(" ") for name in terms.names]
    return [[text.stem(w) for w in words if len(words) == 1 or idf.value(w) >= _FUNCTION] for words in parts]


def _numbers(stems: Iterable[Iterable[str]]) -> dict[str, int]:
    found: dict[str, int] = {}
    for stem in (stem for one in stems for stem in one):
        found.setdefault(stem, len(found))
    return found


def _members(stems: Sequence[Sequence[str]], numbers: dict[str, int]) -> Table:
    found = np.zeros((len(stems), len(numbers)), np.float32)
    for row, one in enumerate(stems):
        found[row, [numbers[stem] for stem in one]] = 1
    return found
