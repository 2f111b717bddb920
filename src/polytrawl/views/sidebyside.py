"""A page pair as people can check it: both pages beside each other, sentence by sentence, in their own order.

What was aligned stands in one row, with its score and the reasons against it; what stands alone is marked. One HTML
file in the look of the report, without script, that needs nothing but itself. `index` leads to all page pairs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from string import Template
from typing import NamedTuple

from polytrawl import evidence
from polytrawl.files import packaged
from polytrawl.records import Document, PagePair, SentencePair
from polytrawl.report.markup import Html, element, escape, lines, nothing, paragraph
from polytrawl.report.wording import clip, count, counted, direction, link

__all__ = ["Cell", "Entry", "Row", "index", "render", "tally"]

_TITLE_LENGTH = 90
_KEPT, _REFUSED, _ALONE, _NOTE = "kept", "refused", "alone", "note"
_FOOT = "Made by polytrawl. Nothing is left out: what is not exported keeps its place, with the reason."
_SHOWN_SCORES = {"adequacy": "adequacy", "fluency-source": "fluency left", "fluency-target": "fluency right"}


class Cell(NamedTuple):
    """One side of a row: a text, and the kind of paragraph it stands in."""

    text: str
    kind: str = "text"


class Row(NamedTuple):
    """A unit, a sentence that stands alone, or the place from which a sentence was moved beside its other side."""

    left: Cell | None = None
    right: Cell | None = None
    unit: SentencePair | None = None
    reasons: tuple[str, ...] = ()
    is_kept: bool = False
    is_moved: bool = False
    moved_to: str = ""  # id of the unit

    @property
    def state(self) -> str:
        """What became of it."""
        if self.unit:
            return _KEPT if self.is_kept else _REFUSED
        return _NOTE if self.moved_to else _ALONE


class Entry(NamedTuple):
    """A page pair in the index."""

    pair: PagePair  # without texts
    file: str
    states: Counter[str]


def tally(rows: Iterable[Row]) -> Counter[str]:
    """How many rows there are of each state."""
    return Counter(row.state for row in rows)


def render(pair: PagePair, rows: Sequence[Row], back: str) -> str:
    """The page of a page pair; `back` is the index, seen from it."""
    states = tally(rows)
    content = [*_inputs(), _choices(states), _rows(pair, rows)] if rows else [nothing("Neither page has any text.")]
    title = f"{_name(pair.left)} / {_name(pair.right)}"
    return _page(title, lines([_back(back), *_head(pair)]), lines(content))


def index(entries: Sequence[Entry]) -> str:
    """The page that leads to all page pairs."""
    head = [paragraph("polytrawl: page pairs side by side", "eyebrow"), element("h1", "Page pairs")]
    if not entries:
        return _page("Page pairs", lines(head), nothing("There are no page pairs. The report of the run says why."))
    ordered = sorted(entries, key=lambda entry: (_languages(entry.pair), entry.pair.left.url, entry.pair.right.url))
    tables = (_table(name, list(group)) for name, group in groupby(ordered, key=lambda entry: _languages(entry.pair)))
    return _page("Page pairs", lines([*head, paragraph(f"{counted(len(entries), 'page pair')}.")]), lines(tables))


def _page(title: str, head: Html, content: Html) -> str:
    style = packaged("polytrawl.report", "style.css") + packaged("polytrawl.views", "sidebyside.css")
    template = Template(packaged("polytrawl.views", "sidebyside.html"))
    return template.substitute(title=escape(title), style=style, head=head, content=content, foot=escape(_FOOT))


def _name(side: Document) -> str:
    return clip(side.title or side.url, _TITLE_LENGTH)


def _languages(pair: PagePair) -> str:
    return f"{pair.left.language or 'und'}-{pair.right.language or 'und'}"


# One page pair


def _back(address: str) -> Html:
    return element("p", element("a", "All page pairs", href=address), class_="eyebrow")


def _head(pair: PagePair) -> Iterator[Html]:
    sides = (element("div", *_side(side)) for side in (pair.left, pair.right))
    yield element("div", lines(sides), class_="sides")
    told = "; ".join(evidence.in_words(one) for one in pair.evidence)
    sure = f"{pair.grade} with probability {pair.probability:.2f}"
    yield element("p", element("bdi", f"{sure}: {told}" if told else sure), class_="fine")


def _side(side: Document) -> Iterator[Html]:
    language = side.language or "und"
    way = direction(language)
    yield element("h1", _name(side), lang=language, dir=way)
    yield element("p", element("span", language, class_="tag"), " ", link(side.url), class_="fine", dir=way)


_CHOICES = (
    ("all", "Everything"),
    (_KEPT, "Exported units"),
    (_REFUSED, "Refused units"),
    (_ALONE, "Without a counterpart"),
)


def _inputs() -> Iterator[Html]:
    for key, _ in _CHOICES:
        checked = "checked" if key == "all" else None
        made = element("input", type="radio", name_="shown", id=f"show-{key}", class_="hidden", checked=checked)
        yield Html(made.removesuffix("</input>"))


def _choices(states: Counter[str]) -> Html:
    numbers = {**states, "all": states.total() - states[_NOTE]}
    labels = (
        element("label", f"{word} ", element("span", count(numbers.get(key, 0)), class_="figure"), for_=f"show-{key}")
        for key, word in _CHOICES
    )
    return element("div", lines(labels), class_="choices")


def _rows(pair: PagePair, rows: Iterable[Row]) -> Html:
    languages = pair.left.language or "und", pair.right.language or "und"
    return element("ol", lines(_row(row, languages) for row in rows), class_="beads")


def _row(row: Row, languages: tuple[str, str]) -> Html:
    cells = (_cell(cell, language) for cell, language in zip((row.left, row.right), languages, strict=True))
    name = row.unit.id if row.unit else None
    return element("li", *cells, element("p", *_facts(row), class_="facts-of"), class_=f"is-{row.state}", id=name)


def _cell(cell: Cell | None, language: str) -> Html:
    if cell is None:
        return element("p", class_="said is-empty")
    kind = "".join(char if char.isalnum() else "-" for char in cell.kind)
    return element("p", cell.text, class_=f"said kind-{kind}", lang=language, dir=direction(language))


def _facts(row: Row) -> Iterator[Html]:
    if row.moved_to:
        yield element("a", "shown beside its other side", href=f"#{row.moved_to}")
    elif row.unit is None:
        yield element("span", "no counterpart", class_="why")
    else:
        yield from _unit_facts(row, row.unit)


def _unit_facts(row: Row, unit: SentencePair) -> Iterator[Html]:
    yield element("span", f"{unit.score:.2f}", class_="score", title="alignment score")
    if unit.bead != "1-1":
        yield element("span", unit.bead, class_="tag", title="sentences on each side")
    if row.is_moved:
        yield element("span", "moved", class_="tag", title="it stands elsewhere on the right page")
    for score in unit.scores:
        if score.name in _SHOWN_SCORES:
            yield element("span", f"{_SHOWN_SCORES[score.name]} {score.value:.2f}", title=score.name)
    for reason in row.reasons:
        yield element("span", reason, class_="why" if not row.is_kept else "tolerated")
    if unit.repairs:
        yield element("span", f"repaired: {', '.join(unit.repairs)}")


# The index


def _table(languages: str, entries: Sequence[Entry]) -> Html:
    heads = ("page pair", "probability", "exported", "refused", "alone")
    cells = (element("th", name, scope="col", class_=None if name == heads[0] else "number") for name in heads)
    parts = (
        element("caption", languages),
        element("thead", element("tr", *cells)),
        element("tbody", lines(map(_entry, entries))),
    )
    return element("table", lines(parts), class_="pairs")


def _entry(entry: Entry) -> Html:
    names = (element("bdi", _name(side), lang=side.language or "und") for side in (entry.pair.left, entry.pair.right))
    figures = [f"{entry.pair.probability:.2f}", *(count(entry.states[state]) for state in (_KEPT, _REFUSED, _ALONE))]
    return element(
        "tr",
        element("th", element("a", *names, href=entry.file), scope="row"),
        *(element("td", figure, class_="number") for figure in figures),
    )
