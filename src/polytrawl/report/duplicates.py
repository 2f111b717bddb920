"""Documents with the same text, and which of them is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from polytrawl.report.bars import Row, Words, bar_table
from polytrawl.report.markup import Html, element, lines, nothing, paragraph, section
from polytrawl.report.wording import counted, link

if TYPE_CHECKING:
    from polytrawl.summary import ClusterRow, Duplicates, Summary

_ABOUT = (
    "Documents of one language with the same text, or much of it. One of each is kept, and members of page pairs come "
    "first; the others stay in the run, with the reason."
)
_NOTHING = "No two documents have the same text."
_NO_KEEPER = "none of them is wanted"


def duplicates(summary: Summary) -> Html:
    """The section with the clusters."""
    found = summary.duplicates
    if not (found.clusters or found.known or found.repeated):
        return section("duplicates", "Duplicates", _ABOUT, nothing(_NOTHING))
    content = [paragraph(_said(found), "said")]
    if found.clusters:
        rows = [Row(f"{size} documents", number) for size, number in found.sizes.items()]
        content.append(element("div", bar_table(rows, Words("Clusters by size", "size", "cluster"))))
        content.append(_largest(found.largest))
    return section("duplicates", "Duplicates", _ABOUT, *content)


def _said(found: Duplicates) -> str:
    said = (
        (found.clusters, f"{counted(found.documents, 'document')} in {counted(found.clusters, 'cluster')}."),
        (found.known, f"{counted(found.known, 'document')} with the text of an earlier run."),
        (found.repeated, f"{counted(found.repeated, 'paragraph')} that the same document says before."),
    )
    return " ".join(words for number, words in said if number)


def _largest(rows: list[ClusterRow]) -> Html:
    heads = element("tr", *(element("th", name, scope="col") for name in ("kept", "not kept", "why")))
    body = element("tbody", lines(map(_cluster, rows)))
    table = (element("caption", "The largest clusters"), element("thead", heads), body)
    return element("div", element("table", lines(table), class_="clusters"), class_="wide")


def _cluster(row: ClusterRow) -> Html:
    others = [element("li", link(url)) for url in row.others]
    rest = row.documents - len(row.others) - bool(row.kept)
    if rest > 0:
        others.append(element("li", f"and {rest:,} more", class_="more"))
    return element(
        "tr",
        element("th", link(row.kept) if row.kept else _NO_KEEPER, scope="row"),
        element("td", element("ul", lines(others))),
        element("td", f"{row.language}, {row.method}", element("small", row.why)),
    )
