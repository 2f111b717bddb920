"""The stages and the exported files as tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING
from urllib.parse import quote

from polytrawl.export.listing import kind_of
from polytrawl.report.markup import Html, element, lines, nothing, paragraph, section
from polytrawl.report.wording import NONE, clip, clip_middle, count, counted, decimal, ranked, size

if TYPE_CHECKING:
    from polytrawl.summary import StageRow, Summary

_REASONS = 8
_FILES = 100
_NAME_LENGTH = 80
_REASON_LENGTH = 60
_STAGE_HEADS = ("stage", "state", "records", "seconds", "errors")
_NO_FILES = (
    "No files were exported. Is the stage `export` complete, and does `exporters` in its table of run.toml name a "
    "format?"
)


def stages(summary: Summary) -> Html:
    """The table of stages."""
    about = "What each stage did. Begun and missing stages are made by `polytrawl run DIR`."
    if not summary.stages:
        return section("stages", "Stages", about, nothing("No stage is known. Is this the folder of a run?"))
    table = _table("Stages and reasons", _STAGE_HEADS, map(_stage, summary.stages), look="stages")
    return section("stages", "Stages", about, table)


def _table(caption: str, heads: Iterable[str], bodies: Iterable[Html], look: str = "files") -> Html:
    cells = (element("th", name, scope="col", class_=_look(name)) for name in heads)
    head = element("thead", element("tr", *cells))
    return element("table", lines([element("caption", caption), head, *bodies]), class_=look)


def _look(name: str) -> str | None:
    return "number" if name in {"records", "seconds", "errors", "size"} else None


def _stage(row: StageRow) -> Html:
    figures = (count(row.records), decimal(row.seconds), count(row.errors))
    if row.state == "missing":
        figures = (NONE, NONE, NONE)
    cells = (
        element("th", row.stage, scope="row"),
        element("td", element("span", row.state, class_=f"state {row.state}")),
        *(element("td", figure, class_="number") for figure in figures),
    )
    return element("tbody", lines([element("tr", *cells), *_reasons(row)]))


def _reasons(row: StageRow) -> Iterator[Html]:
    reasons = ranked(row.counts)
    if reasons:
        parts = [_list(reasons[:_REASONS])]
        if len(reasons) > _REASONS:
            more = element("summary", f"and {counted(len(reasons) - _REASONS, 'more reason')}")
            parts.append(element("details", more, _list(reasons[_REASONS:])))
        yield element("tr", element("td", *parts, colspan=len(_STAGE_HEADS)), class_="reasons")


def _list(reasons: list[tuple[str, int]]) -> Html:
    items = (element("li", element("bdi", clip(name, _REASON_LENGTH)), f" {count(number)}") for name, number in reasons)
    return element("ul", lines(items))


def files(summary: Summary) -> Html:
    """The exported files."""
    about = "All in the folder `export` beside this report."
    if not summary.files:
        return section("files", "Files", about, nothing(_NO_FILES))
    # What lies in folders comes last: a run may have one file per document there.
    found = sorted(summary.files.items(), key=lambda file: (file[0].count("/"), file[0]))
    rows = element("tbody", lines(_file(name, number) for name, number in found[:_FILES]))
    table = _table("Exported files", ("file", "content", "size"), [rows])
    return section("files", "Files", about, lines([table, *_more_files(found[_FILES:])]))


def _more_files(rest: list[tuple[str, int]]) -> Iterator[Html]:
    if rest:
        together = size(sum(number for _, number in rest))
        yield paragraph(f"and {counted(len(rest), 'more file')}, together {together}", "more")


def _file(name: str, number: int) -> Html:
    address = "export/" + quote(name, safe="/", errors="replace")
    return element(
        "tr",
        element("th", element("a", element("bdi", clip_middle(name, _NAME_LENGTH)), href=address), scope="row"),
        element("td", kind_of(name)[0]),
        element("td", size(number), class_="number"),
    )
