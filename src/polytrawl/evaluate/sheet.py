"""The sheet on which a reader judges pages or pairs of pages: what is to be seen of each, and some answers below.

One HTML file that needs nothing but itself. Its only script keeps the answers and hands them out as a table; the page
forbids every other script by a digest, so that whatever stands in a web page cannot run in it.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from string import Template
from typing import NamedTuple

from polytrawl.records import Document
from polytrawl.report.markup import Html, element, escape, join, lines, nothing, paragraph
from polytrawl.report.wording import clip, direction, link

__all__ = ["Item", "Sheet", "folded", "render", "shown"]

_BEGINNING = 900  # letters of each page: about what fits on a screen beside another. Guess.


class Item(NamedTuple):
    """One thing to judge."""

    id: str
    row: str  # its line of the table, without the judgement
    content: Html
    judgement: str = ""  # where it was judged before


class Sheet(NamedTuple):
    """What is asked, and of what."""

    run: str
    what: str  # in the plural: pairs
    about: str
    question: str  # before the answers, for who does not see the page
    meanings: Mapping[str, str]  # of each answer
    columns: Sequence[str]
    items: Sequence[Item]


def render(sheet: Sheet) -> str:
    """The sheet as one HTML page."""
    script = _data("polytrawl.evaluate", "sheet.js")
    items = lines(_item(sheet, number, item) for number, item in enumerate(sheet.items, 1))
    return Template(_data("polytrawl.evaluate", "sheet.html")).substitute(
        title=escape(f"{sheet.run}: {sheet.what} to judge"),
        digest=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        style=_data("polytrawl.report", "style.css") + _data("polytrawl.evaluate", "sheet.css"),
        script=script,
        head=_head(sheet),
        content=element("ol", items, class_="items", data_columns="\t".join(sheet.columns))
        if sheet.items
        else nothing(f"There are no {sheet.what} to judge."),
    )


def _data(package: str, name: str) -> str:
    return files(package).joinpath(name).read_text(encoding="utf-8")


def _head(sheet: Sheet) -> Html:
    meanings = (element("div", element("dt", name), element("dd", said)) for name, said in sheet.meanings.items())
    return lines(
        [
            paragraph(f"polytrawl: {sheet.what} to judge", "eyebrow"),
            element("h1", element("bdi", clip(sheet.run, 120) or "(without a name)")),
            paragraph(sheet.about, "intro"),
            element("dl", lines(meanings), class_="facts"),
        ]
    )


def _item(sheet: Sheet, number: int, item: Item) -> Html:
    answers = (_answer(item, name, meaning) for name, meaning in sheet.meanings.items())
    fields = element("fieldset", element("legend", sheet.question, class_="hidden"), join(answers))
    return element("li", lines([element("h2", f"{number}"), item.content, fields]), id=item.id, data_row=item.row)


def _answer(item: Item, answer: str, meaning: str) -> Html:
    checked = " checked" if answer == item.judgement else ""
    field = Html(f'<input type="radio" name="{escape(item.id)}" value="{escape(answer)}"{checked}>')
    return element("label", field, " ", answer, title=meaning)


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
