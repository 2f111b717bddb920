"""Documents to judge: is it on the topic (5.2 of the paper), and is its language the one that was found (5.3)?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from polytrawl.evaluate.kinds.base import LANGUAGE, NOTE, Kind, Population, Question, Shown, Thing
from polytrawl.evaluate.sheet import folded, language_name, shown
from polytrawl.evaluate.topic_words import topic_words
from polytrawl.records import Document
from polytrawl.report.markup import join, lines
from polytrawl.run import Run

__all__ = ["TOPIC", "Documents", "said"]

TOPIC = Question(
    name="topic",
    title="Domain specificity",
    answers={"yes": "it is about the topic", "no": "it is about something else, or says nothing"},
    outcomes=("yes", "no"),
    shares={"on topic": frozenset({"yes"})},
)


class Documents(Kind):
    """Documents by language."""

    name: ClassVar[str] = "documents"
    one: ClassVar[str] = "document"
    words: ClassVar[str] = "documents"
    stage: ClassVar[str] = "topic"
    about: ClassVar[str] = (
        f"Say of each page whether it is on the topic of the run, and whether its language is right. {NOTE}"
    )
    facts: ClassVar[tuple[str, ...]] = ("url", "language", "title", "beginning")
    questions: ClassVar[tuple[Question, ...]] = (TOPIC, LANGUAGE)

    def more(self, run: Run) -> str:
        """What the topic is."""
        return topic_words(run.directory)

    def things(self, population: Population) -> Iterator[Thing]:
        """The documents that have text, and of which anything can be asked."""
        for one in population.documents():
            asked = tuple(_asked(one)) if one.main else ()
            if asked:
                says = one.reasons[0] if one.reasons else "kept"
                yield Thing(one.id, one.language or "und", "", says, asked, partial(_show, one))


def _asked(one: Document) -> Iterator[str]:
    """A run without a topic asks for the language alone, and a text in no language for the topic."""
    if one.relevance is not None:
        yield TOPIC.name
    if one.language not in (None, "und"):
        yield LANGUAGE.name


def _show(one: Document) -> Shown:
    language = one.language or "und"
    asks = {
        TOPIC.name: "Is it on the topic of the run?",
        LANGUAGE.name: join(("Is its text in ", language_name(language), "?")),
    }
    facts = (one.url, language, one.title, one.text[:300])
    return Shown(facts, asks, lines([shown(one), folded(said(one))]))


def said(document: Document) -> Iterator[str]:
    """What polytrawl says of the topic of a document."""
    relevance = "no relevance" if document.relevance is None else f"relevance {document.relevance:.3f}"
    yield f"{', '.join(document.reasons) or 'on topic'}, {relevance}"
    if document.subtopics:
        yield f"subtopics: {', '.join(document.subtopics)}"
    if terms := dict.fromkeys(term for part in document.paragraphs for term in part.topic_terms):
        yield f"terms: {', '.join(terms)}"
