"""Tables whose middle column is a bar plot: the figure and its picture in one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from polytrawl.report.markup import Html, element, lines, paragraph
from polytrawl.report.plots import Part, bar
from polytrawl.report.wording import count, counted

_ROWS = 30


@dataclass(frozen=True)
class Row:
    """One line of a bar table."""

    label: str
    number: int
    note: str = ""
    muted: bool = False


@dataclass(frozen=True)
class Words:
    """What is said about a bar table: its caption and the nouns for a row and for what is counted."""

    caption: str
    row: str
    of: str


def bar_table(rows: Sequence[Row], words: Words) -> Html:
    """The first rows as a table, and in words how many more there are."""
    maximum = max((row.number for row in rows), default=0)
    heads = (
        element("th", element("span", name, class_="hidden"), scope="col")
        for name in (words.row, "plot", f"{words.of}s")
    )
    body = (_row(row, maximum) for row in rows[:_ROWS])
    parts = (
        element("caption", words.caption),
        element("thead", element("tr", *heads)),
        element("tbody", lines(body)),
    )
    return lines([element("table", lines(parts), class_="bars"), *_more(rows[_ROWS:], words)])


def _row(row: Row, maximum: int) -> Html:
    note = [element("small", row.note)] if row.note else []
    part = Part(row.label, row.number, "other" if row.muted else "kept")
    return element(
        "tr",
        element("th", element("bdi", row.label), *note, scope="row"),
        element("td", bar([part], maximum, title=f"{row.label}: {count(row.number)}"), class_="plot"),
        element("td", count(row.number), class_="number"),
    )


def _more(rest: Sequence[Row], words: Words) -> Iterable[Html]:
    if rest:
        together = counted(sum(row.number for row in rest), words.of)
        yield paragraph(f"and {counted(len(rest), f'more {words.row}')} with {together}", "more")
