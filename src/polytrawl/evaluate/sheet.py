"""The sheet on which a reader judges pairs: both pages side by side, the evidence in words, three answers.

One HTML file that needs nothing but itself. Its only script keeps the answers and hands them out as a table; the page
forbids every other script by a digest, so that whatever stands in a web page cannot run in it.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from importlib.resources import files
from string import Template

from polytrawl import evidence
from polytrawl.evaluate.sample import COLUMNS, JUDGEMENTS, row_of, table
from polytrawl.records import Document, PagePair
from polytrawl.report.markup import Html, element, escape, join, lines, nothing, paragraph
from polytrawl.report.wording import clip, count, counted, direction, link

__all__ = ["render"]

_BEGINNING = 900  # letters of each page: about what fits on a screen beside the other. Guess.
_MEANINGS = {
    "parallel": "a translation, but for a little",
    "comparable": "the same subject; parts are translated, or told anew",
    "no": "different pages, or not translated",
}
_ABOUT = (
    "Say of each pair whether its pages are translations of each other. Answers are kept in this browser while you "
    "work; when you are done, take them away as a table and let `polytrawl evaluate pairs DIR --judged judged.tsv` "
    "count them. Do not let the probability decide for you: it is what is being tested."
)


def render(pairs: Sequence[PagePair], run: str, population: int) -> str:
    """The sheet as one HTML page."""
    script = _data("polytrawl.evaluate", "sheet.js")
    return Template(_data("polytrawl.evaluate", "sheet.html")).substitute(
        title=escape(f"{run}: pairs to judge"),
        digest=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        style=_data("polytrawl.report", "style.css") + _data("polytrawl.evaluate", "sheet.css"),
        script=script,
        head=_head(run, len(pairs), population),
        content=element("ol", lines(map(_pair, range(1, len(pairs) + 1), pairs)), class_="pairs", **_columns())
        if pairs
        else nothing("There are no pairs to judge."),
    )


def _data(package: str, name: str) -> str:
    return files(package).joinpath(name).read_text(encoding="utf-8")


def _columns() -> dict[str, str]:
    return {"data_columns": "\t".join(COLUMNS)}


def _head(run: str, number: int, population: int) -> Html:
    meanings = (element("div", element("dt", name), element("dd", said)) for name, said in _MEANINGS.items())
    return lines(
        [
            paragraph("polytrawl: pairs to judge", "eyebrow"),
            element("h1", element("bdi", clip(run, 120) or "(without a name)")),
            paragraph(f"{counted(number, 'pair')}, drawn blindly from {count(population)}. {_ABOUT}", "intro"),
            element("dl", lines(meanings), class_="facts"),
        ]
    )


def _pair(number: int, pair: PagePair) -> Html:
    sides = element("div", _side(pair.left), _side(pair.right), class_="sides")
    row = table([row_of(pair)]).splitlines()[1]
    return element(
        "li",
        lines([element("h2", f"{number}"), sides, _evidence(pair), _answers(pair)]),
        id=pair.id,
        data_row=row.rpartition("\t")[0],
    )


def _side(document: Document) -> Html:
    language = document.language or "und"
    way = direction(language)
    origin = element("p", element("span", language, class_="tag"), " ", link(document.url), class_="fine")
    title = element("h3", document.title or "(without a title)", lang=language, dir=way)
    text = (element("p", part) for part in _beginning(document))
    return element("div", lines([origin, title, element("div", lines(text), lang=language, dir=way, class_="said")]))


def _beginning(document: Document) -> Iterator[str]:
    left = _BEGINNING
    for part in document.main:
        yield clip(part.text, left)
        left -= len(part.text)
        if left < 2:  # noqa: PLR2004 - no letter beside the mark of a cut
            break


def _evidence(pair: PagePair) -> Html:
    # Folded up, so that the reader makes up their own mind first.
    verdict = f"{pair.grade}, with a probability of {pair.probability:.2f}"
    said = (element("li", reason) for reason in (verdict, *evidence.reasons(pair)))
    return element(
        "details", element("summary", "What polytrawl says, and why"), element("ul", lines(said)), class_="evidence"
    )


def _answers(pair: PagePair) -> Html:
    fields = (_answer(pair.id, name) for name in JUDGEMENTS)
    return element("fieldset", element("legend", "These pages are", class_="hidden"), join(fields))


def _answer(name: str, answer: str) -> Html:
    field = Html(f'<input type="radio" name="{escape(name)}" value="{escape(answer)}">')
    return element("label", field, " ", answer, title=_MEANINGS[answer])
