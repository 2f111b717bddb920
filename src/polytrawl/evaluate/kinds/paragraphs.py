"""Paragraphs to judge: is the language right (5.3 of the paper), and is it main text or boilerplate (5.4)?

Text and what was taken for boilerplate are drawn apart, each as if it were alone: so it can be told how much of the
text should not be there, and how much of the rest should. The paper judged all paragraphs of its sample of documents,
where one odd document had most of the errors; paragraphs that are drawn one by one do not hang together like that.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from polytrawl.evaluate.kinds.base import LANGUAGE, Kind, Population, Question, Shown, Thing
from polytrawl.evaluate.sheet import folded, language_name
from polytrawl.records import Document, Paragraph
from polytrawl.report.markup import Html, element, join, lines
from polytrawl.report.wording import clip, direction, link

__all__ = ["Paragraphs"]

TEXT, BOILERPLATE = "text", "boilerplate"
RIGHT, LOST, MISSED = "right", "good lost", "bad kept"
_OF_TEXT = frozenset({"", "out-of-language", "repeated"})  # reasons of paragraphs that are no boilerplate
_AROUND = 200  # letters of the paragraphs before and after; guess
_LONGEST = 2000  # letters of a paragraph on a sheet; guess


def _outcome(says: str, answer: str) -> str:
    if (says in _MARKED_TEXT) == (answer == "yes"):
        return RIGHT
    return MISSED if says in _MARKED_TEXT else LOST


_MARKED_TEXT = frozenset(reason or TEXT for reason in _OF_TEXT)
MAIN = Question(
    name="text",
    title="Boilerplate removal",
    answers={
        "yes": "it belongs to what the page has to say",
        "no": "it frames the page: menus, advertisements, notices, names of buttons",
    },
    outcomes=(RIGHT, LOST, MISSED),
    shares={"errors": frozenset({LOST, MISSED})},
    outcome=_outcome,
)


class Paragraphs(Kind):
    """Paragraphs by language of their document, and by whether they were taken for text."""

    name: ClassVar[str] = "paragraphs"
    one: ClassVar[str] = "paragraph"
    words: ClassVar[str] = "paragraphs"
    stage: ClassVar[str] = "topic"
    about: ClassVar[str] = (
        "Say of each paragraph whether it belongs to the main text of its page, and whether it is in the language that "
        "was found. What stands before and after it on the page is shown in grey. What polytrawl took it for is not "
        "told before you unfold it."
    )
    facts: ClassVar[tuple[str, ...]] = ("url", "language", "text")
    questions: ClassVar[tuple[Question, ...]] = (MAIN, LANGUAGE)

    def things(self, population: Population) -> Iterator[Thing]:
        """All paragraphs of documents that have text."""
        for document in population.documents():
            for number, one in enumerate(document.paragraphs) if document.main else ():
                if one.text.strip():
                    yield _thing(document, number, one)


def _thing(document: Document, number: int, one: Paragraph) -> Thing:
    part = TEXT if one.reason in _OF_TEXT else BOILERPLATE
    has_language = one.language not in (None, "und")  # also of boilerplate: else the question would give it away
    asked = (MAIN.name, LANGUAGE.name) if has_language else (MAIN.name,)
    languages = document.language or "und"
    name = f"{document.id}:{number}"
    return Thing(name, languages, part, one.reason or TEXT, asked, partial(_show, document, number, one))


def _show(document: Document, number: int, one: Paragraph) -> Shown:
    language = one.language or "und"
    asks = {
        MAIN.name: "Does it belong to the main text?",
        LANGUAGE.name: join(("Is it in ", language_name(language), "?")),
    }
    origin = element("p", link(document.url), " ", document.title, class_="fine")
    before, after = _around(document, number - 1, is_before=True), _around(document, number + 1, is_before=False)
    way = direction(language)
    text = element("p", clip(one.text, _LONGEST), lang=language, dir=way, class_="said asked")
    says = f"{one.reason or 'main text'}, {one.kind}; boilerplate score {one.boilerplate:.2f}, language {language}"
    return Shown(
        (document.url, language, clip(one.text, _LONGEST)), asks, lines([origin, before, text, after, folded([says])])
    )


def _around(document: Document, place: int, *, is_before: bool) -> Html:
    """A neighbour; of one that stands before the paragraph the end, of one after it the beginning."""
    if not 0 <= place < len(document.paragraphs):
        return Html("")
    text = document.paragraphs[place].text
    is_cut = is_before and len(text) > _AROUND
    shown = f"\u2026{text[-_AROUND:]}" if is_cut else clip(text, _AROUND)
    return element("p", shown, class_="around", dir="auto")
