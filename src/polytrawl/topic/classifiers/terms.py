"""The classifier of ILSP-FC (its section 3.5), after the Combine crawler: weighted terms at weighted places.

    p = sum over terms i and places j of  n_ij * w_i * w_j

with n_ij the occurrences of term i at place j, w_i the weight of the term, and w_j that of the place: 10 for the
title, 4 for the description, 2 for the keywords, 1 for the main text. The paper compares p itself with a threshold,
which makes long pages relevant because they are long. Here relevance = p / (w_max * sum over places of words_j * w_j),
at most 1: the share of the page's words, each counted as its place counts, that are terms, each counted as its weight
counts. m is the number of different terms in the main text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, NamedTuple

import msgspec

from polytrawl.options import option
from polytrawl.records import Document, Lang, Paragraph, replace
from polytrawl.relevance.definition import Definition, Term
from polytrawl.relevance.terms import Lexicon
from polytrawl.topic.base import Classifier

_TITLE, _DESCRIPTION, _KEYWORDS, _TEXT = 10, 4, 2, 1


class _Place(NamedTuple):
    """What was found at one place of a page."""

    weight: int
    words: int
    terms: tuple[Term, ...]


@dataclass(kw_only=True)
class Terms(Classifier, name="terms"):
    """Looks for the terms of the topic definition, stemmed, in title, description, keywords and main text."""

    libraries: ClassVar[tuple[str, ...]] = ("PyStemmer",)

    # Tried on the demo web in four languages: 65 pages on the topic have relevance .02 to .21 and 4 to 20 different
    # terms, 10 others .01 to .04 (their keywords are those of the whole site) and 0 to 1: there the terms decide, and
    # min_relevance is a guess.
    min_relevance: Annotated[float, msgspec.Meta(ge=0, le=1)] = option(0.01, "documents below are off-topic")
    min_terms: Annotated[int, msgspec.Meta(ge=0)] = option(3, "documents with fewer different terms are off-topic")
    _lexicons: dict[Lang, Lexicon] = field(init=False, repr=False, default_factory=dict)
    _max_weight: float = field(init=False, repr=False, default=1.0)

    def prepare(self, definition: Definition) -> None:
        """Take in the terms."""
        self._max_weight = max(term.weight for term in definition.terms)
        self._lexicons = {
            language: Lexicon(language, (term for term in definition.terms if term.language == language))
            for language in definition.languages
        }

    def classify(self, document: Document) -> Document:
        """The document with relevance, subtopics and terms; as it is where there are no terms for its language."""
        lexicon = self._lexicon(document.language or "")
        if lexicon is None:
            return document
        texts = [None if one.reason else _found(lexicon, one.text, _TEXT) for one in document.paragraphs]
        places = [*_head(lexicon, document), *(found for found in texts if found)]
        marked = replace(
            document,
            relevance=self._relevance(places),
            subtopics=_subtopics(places),
            paragraphs=tuple(map(_marked, document.paragraphs, texts)),
        )
        return marked if self._is_relevant(marked) else marked.but("off-topic")

    def _lexicon(self, language: Lang) -> Lexicon | None:
        return self._lexicons.get(language) or self._lexicons.get(language.partition("-")[0])

    def _relevance(self, places: list[_Place]) -> float:
        p = sum(term.weight * place.weight for place in places for term in place.terms)
        size = sum(place.words * place.weight for place in places)
        return round(min(1.0, p / (self._max_weight * size)), 4) if size else 0.0

    def _is_relevant(self, document: Document) -> bool:
        different = {term for paragraph in document.main for term in paragraph.topic_terms}
        return (document.relevance or 0.0) >= self.min_relevance and len(different) >= self.min_terms


def _found(lexicon: Lexicon, text: str, weight: int) -> _Place:
    stems = lexicon.stems(text)
    return _Place(weight, len(stems), tuple(lexicon.find(stems)))


def _head(lexicon: Lexicon, document: Document) -> Iterator[_Place]:
    yield _found(lexicon, document.title, _TITLE)
    yield _found(lexicon, document.description, _DESCRIPTION)
    yield from (_found(lexicon, keyword, _KEYWORDS) for keyword in document.keywords)


def _marked(paragraph: Paragraph, found: _Place | None) -> Paragraph:
    terms = tuple(dict.fromkeys(term.text for term in found.terms)) if found else ()
    return replace(paragraph, topic_terms=terms)


def _subtopics(places: list[_Place]) -> tuple[str, ...]:
    """The subtopics of the terms found, the heaviest first."""
    weights: Counter[str] = Counter()
    for place in places:
        for term in place.terms:
            for subtopic in term.subtopics:
                weights[subtopic] += round(1000 * term.weight * place.weight)
    return tuple(sorted(weights, key=lambda name: (-weights[name], name)))
