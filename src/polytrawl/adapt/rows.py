"""Tables of pages: a name, then figures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from polytrawl.report.markup import Html, element, lines

__all__ = ["number_row", "number_rows", "text_rows", "wide"]


def number_rows(names: Sequence[str], rows: Iterable[Sequence[str]]) -> Html:
    """A table with a head; the first column names the row, the others are figures."""
    head = (element("th", name, scope="col", class_="number" if place else None) for place, name in enumerate(names))
    return wide(element("thead", element("tr", *head)), element("tbody", lines(map(number_row, rows))))


def text_rows(names: Sequence[str], rows: Iterable[Sequence[str]]) -> Html:
    """A table with a head, whose cells are words."""
    head = element("tr", *(element("th", name, scope="col") for name in names))
    body = (element("tr", *(element("td", cell) for cell in row)) for row in rows)
    return wide(element("thead", head), element("tbody", lines(body)))


def number_row(cells: Sequence[str]) -> Html:
    """One row."""
    first, *rest = cells
    return element("tr", element("th", first, scope="row"), *(element("td", cell, class_="number") for cell in rest))


def wide(*parts: Html) -> Html:
    """A table of head and body, or of a body alone, that scrolls by itself where the screen is narrow."""
    return element("div", element("table", lines(parts)), class_="wide")
