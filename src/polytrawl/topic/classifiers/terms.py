"""The classifier of ILSP-FC (its section 3.5), after the Combine crawler: weighted terms at weighted places.

    p = sum over terms i and places j of  n_ij * w_i * w_j

with n_ij the occurrences of term i at place j, w_i the weight of the term, and w_j that of the place: 10 for the
title, 4 for the description, 2 for the keywords, 1 for the main text. m is the number of different terms in the main
text. The paper takes a page when p and m are above two thresholds, t1 and t2: here `min_score` and `min_terms`, which
may be reached as well.

p makes long pages relevant because they are long. So there is a third threshold, on relevance = p / (w_max * sum over
places of words_j * w_j), at most 1: the share of the page's words, each counted as its place counts, that are terms,
each counted as its weight counts.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, NamedTuple

import msgspec

from polytrawl.options import option
from polytrawl.records import Document, Lang, Paragraph, replace
from polytrawl.relevance.definition import Definition
from polytrawl.relevance.places import Place, head, p, text
from polytrawl.relevance.terms import Lexicon, lexicon_for, lexicons
from polytrawl.topic.cut import Cutting
from polytrawl.topic.threshold import Threshold


class _Judged(NamedTuple):
    """What was found on a page."""

    places: list[Place]
    paragraphs: list[Place | None]  # None where a paragraph does not count

    @property
    def score(self) -> float:
        """The p of the paper."""
        return p(self.places)

    @property
    def different(self) -> int:
        """The m of the paper."""
        return len({term.text for place in self.paragraphs if place for term in place.terms})


@dataclass(kw_only=True)
class Terms(Cutting, name="terms"):
    """Looks for the terms of the topic definition, stemmed, in title, description, keywords and main text."""

    libraries: ClassVar[tuple[str, ...]] = ("PyStemmer",)

    # Tried on the demo web in four languages: 65 pages on the topic have relevance .02 to .21 and 4 to 20 different
    # terms, 10 others .01 to .04 (their keywords are those of the whole site) and 0 to 1: there the terms decide, and
    # min_relevance is a guess.
    guess: ClassVar[float] = 0.01
    min_relevance: Threshold = option(0.01, 'documents below are off-topic; "auto" picks it from all documents')
    min_terms: Annotated[int, msgspec.Meta(ge=0)] = option(3, "documents with fewer different terms are off-topic")
    min_score: Annotated[float, msgspec.Meta(ge=0)] = option(0.0, "documents whose terms weigh less are off-topic")
    _lexicons: dict[Lang, Lexicon] = field(init=False, repr=False, default_factory=dict)
    _max_weight: float = field(init=False, repr=False, default=1.0)

    def prepare(self, definition: Definition) -> None:
        """Take in the terms."""
        self._max_weight = max((term.weight for term in definition.terms), default=1.0)
        self._lexicons = lexicons(definition.terms)

    def relevance(self, document: Document) -> float | None:
        """The weighted share of terms; None where there are no terms for the document's language."""
        judged = self._judge(document)
        return None if judged is None else self._relevance(judged)

    def classify(self, document: Document) -> Document:
        """The document with relevance, subtopics and terms; as it is where there are no terms for its language."""
        judged = self._judge(document)
        if judged is None:
            return document
        marked = replace(
            document,
            relevance=self._relevance(judged),
            subtopics=_subtopics(judged.places),
            paragraphs=tuple(map(_marked, document.paragraphs, judged.paragraphs)),
        )
        return marked if self._is_relevant(marked, judged) else marked.but("off-topic")

    def _judge(self, document: Document) -> _Judged | None:
        lexicon = lexicon_for(self._lexicons, document.language or "")
        if lexicon is None:
            return None
        texts = [None if one.reason else text(lexicon, one.text) for one in document.paragraphs]
        return _Judged([*head(lexicon, document), *(found for found in texts if found)], texts)

    def _relevance(self, judged: _Judged) -> float:
        size = sum(place.words * place.weight for place in judged.places)
        return round(min(1.0, judged.score / (self._max_weight * size)), 4) if size else 0.0

    def _is_relevant(self, document: Document, judged: _Judged) -> bool:
        is_enough = judged.different >= self.min_terms and judged.score >= self.min_score
        return is_enough and (document.relevance or 0.0) >= self.threshold


def _marked(paragraph: Paragraph, found: Place | None) -> Paragraph:
    terms = tuple(dict.fromkeys(term.text for term in found.terms)) if found else ()
    return replace(paragraph, topic_terms=terms)


def _subtopics(places: list[Place]) -> tuple[str, ...]:
    """The subtopics of the terms found, the heaviest first."""
    weights: Counter[str] = Counter()
    for place in places:
        for term in place.terms:
            for subtopic in term.subtopics:
                weights[subtopic] += round(1000 * term.weight * place.weight)
    return tuple(sorted(weights, key=lambda name: (-weights[name], name)))
