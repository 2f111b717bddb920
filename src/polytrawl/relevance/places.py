"""Terms at the places of a page, after ILSP-FC (its section 3.5) and the Combine crawler.

    p = sum over terms i and places j of  n_ij * w_i * w_j

with n_ij the occurrences of term i at place j, w_i the weight of the term, and w_j that of the place: 10 for the
title, 4 for the description, 2 for the keywords, 1 for the main text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from polytrawl.records import Document
from polytrawl.relevance.definition import Term
from polytrawl.relevance.terms import Lexicon

__all__ = ["Place", "head", "p", "text"]

_TITLE, _DESCRIPTION, _KEYWORDS, _TEXT = 10, 4, 2, 1


class Place(NamedTuple):
    """What was found at one place of a page."""

    weight: int
    words: int
    terms: tuple[Term, ...]


def head(lexicon: Lexicon, document: Document) -> Iterator[Place]:
    """Title, description and keywords; terms do not run from one keyword into the next."""
    yield _found(lexicon, [document.title], _TITLE)
    yield _found(lexicon, [document.description], _DESCRIPTION)
    yield _found(lexicon, document.keywords, _KEYWORDS)


def text(lexicon: Lexicon, paragraph: str) -> Place:
    """A paragraph of the main text."""
    return _found(lexicon, [paragraph], _TEXT)


def p(places: Iterable[Place]) -> float:
    """The p of the paper."""
    return sum(place.weight * term.weight for place in places for term in place.terms)


def _found(lexicon: Lexicon, texts: Iterable[str], weight: int) -> Place:
    cut = [lexicon.stems(one) for one in texts]
    return Place(weight, sum(map(len, cut)), tuple(term for stems in cut for term in lexicon.find(stems)))
