"""The sheet on which a reader judges: what is to be seen of each thing, and below it questions with answers.

One HTML file that needs nothing but itself. Its only script keeps the answers and hands them out as a table; the page
forbids every other script by a digest, so that whatever stands in a web page cannot run in it.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import Template
from typing import NamedTuple

from polytrawl.files import packaged
from polytrawl.records import Document, Lang
from polytrawl.report.markup import Html, element, escape, join, lines, nothing, paragraph
from polytrawl.report.wording import clip, direction, link

__all__ = ["PREFIX", "Item", "Sheet", "folded", "language_name", "render", "shown"]

PREFIX = "judged_"  # of the columns that a judge fills in
_BEGINNING = 900  # letters of each page: about what fits on a screen beside another. Guess.


class Item(NamedTuple):
    """One thing to judge."""

    id: str
    row: str  # its line of the table, without the answers
    content: Html
    asks: Mapping[str, str]  # the questions that make sense for it, in words, by column
    answers: Mapping[str, str] = {}  # where it was judged before, by column


class Sheet(NamedTuple):
    """What is asked, and of what."""

    run: str
    what: str  # in the plural: page pairs
    about: str
    answers: Mapping[str, Mapping[str, str]]  # by column, and of each answer what it means
    lines: Sequence[str]  # with which the table begins; the last has the names of the columns
    file: str  # the name of the table
    items: Sequence[Item]


def render(sheet: Sheet) -> str:
    """The sheet as one HTML page."""
    script = packaged("polytrawl.evaluate", "sheet.js")
    items = lines(_item(sheet, number, item) for number, item in enumerate(sheet.items, 1))
    head = {"data_head": "\n".join(sheet.lines), "data_columns": " ".join(sheet.answers), "data_file": sheet.file}
    return Template(packaged("polytrawl.evaluate", "sheet.html")).substitute(
        title=escape(f"{sheet.run}: {sheet.what} to judge"),
        digest=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        style=packaged("polytrawl.report", "style.css") + packaged("polytrawl.evaluate", "sheet.css"),
        script=script,
        file=escape(sheet.file),
        head=_head(sheet),
        content=element("ol", items, class_="items", **head)
        if sheet.items
        else nothing(f"There are no {sheet.what} to judge."),
    )


def _head(sheet: Sheet) -> Html:
    meanings = {
        f"{column.removeprefix(PREFIX)}: {word}" if len(sheet.answers) > 1 else word: said
        for column, answers in sheet.answers.items()
        for word, said in answers.items()
    }
    told = (element("div", element("dt", name), element("dd", said)) for name, said in meanings.items())
    return lines(
        [
            paragraph(f"polytrawl: {sheet.what} to judge", "eyebrow"),
            element("h1", element("bdi", clip(sheet.run, 120) or "(without a name)")),
            paragraph(sheet.about, "intro"),
            element("dl", lines(told), class_="facts"),
        ]
    )


def _item(sheet: Sheet, number: int, item: Item) -> Html:
    asked = [column for column in sheet.answers if column in item.asks]
    first = 1
    fields = []
    for column in asked:
        fields.append(_fields(item, column, sheet.answers[column], first))
        first += len(sheet.answers[column])
    content = lines([element("h2", f"{number}"), item.content, *fields])
    return element("li", content, id=item.id, data_row=item.row, tabindex=-1)


def _fields(item: Item, column: str, answers: Mapping[str, str], first: int) -> Html:
    fields = (_answer(item, column, one, key) for key, one in enumerate(answers.items(), first))
    return element("fieldset", element("legend", item.asks[column]), join(fields), data_column=column)


def _answer(item: Item, column: str, answer: tuple[str, str], key: int) -> Html:
    word, meaning = answer
    checked = " checked" if word == item.answers.get(column) else ""
    name = escape(f"{item.id} {column}")
    field = Html(f'<input type="radio" name="{name}" value="{escape(word)}"{checked}>')
    return element("label", field, " ", word, " ", element("kbd", str(key)), title=meaning)


def language_name(language: Lang) -> Html:
    """A language; the sheet writes its name beside the tag, where the browser knows it."""
    return element("b", language, data_language=language)


def shown(document: Document) -> Html:
    """What a reader sees of a page: where it is, its title, and how its main text begins."""
    language = document.language or "und"
    way = direction(language)
    origin = element("p", element("span", language, class_="tag"), " ", link(document.url), class_="fine")
    title = element("h3", document.title or "(without a title)", lang=language, dir=way)
    text = (element("p", part) for part in _beginning(document))
    said = element("div", lines(text), lang=language, dir=way, class_="said")
    return element("div", lines([origin, title, said]), class_="page")


def _beginning(document: Document) -> Iterator[str]:
    left = _BEGINNING
    for part in document.main:
        yield clip(part.text, left)
        left -= len(part.text)
        if left < 2:  # noqa: PLR2004 - no letter beside the mark of a cut
            break


def folded(reasons: Iterable[str]) -> Html:
    """What polytrawl says itself, folded up, so that the reader makes up their own mind first."""
    said = element("ul", lines(element("li", reason) for reason in reasons))
    return element("details", element("summary", "What polytrawl says, and why"), said, class_="evidence")
