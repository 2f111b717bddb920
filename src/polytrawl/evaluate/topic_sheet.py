"""Documents to judge by their topic, as a table and as a sheet: how they begin, and two answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from polytrawl.evaluate import sheet
from polytrawl.evaluate.sheet import Item, Sheet, folded, shown
from polytrawl.files import write_whole
from polytrawl.records import Document
from polytrawl.report.markup import lines
from polytrawl.report.wording import counted
from polytrawl.rundir import RunDir
from polytrawl.topic.examples import read_rows
from polytrawl.topic.sample import COLUMNS, JUDGEMENTS, Row, line_of
from polytrawl.topic.sample import write_sample as write_table

__all__ = ["write_sample"]

_MEANINGS = ("it is about the topic", "it is about something else, or says nothing")
_ABOUT = (
    "Say of each page whether it is on the topic of the run. Answers are kept in this browser while you work; when you "
    "are done, take them away as a table, and let the classifier `learned` learn from it: `polytrawl run DIR --from "
    "topic --set topic.classifier=learned --set topic.examples=judged.tsv`."
)


def write_sample(run: RunDir, size: int) -> tuple[list[Path], int, int]:
    """Write table and sheet; gives the files, how many documents are to be judged, and how many were judged before."""
    path, rows = write_table(run, size, _judged(run))
    page = path.with_suffix(".html")
    write_whole(page, _render(run, rows))
    judged = sum(bool(row.judgement) for row in rows)
    return [path, page], len(rows) - judged, judged


def _judged(run: RunDir) -> dict[str, bool]:
    """The judgements on documents that the topic stage has learned from."""
    manifest = run.manifest("topic")
    file = manifest.options.get("examples") if manifest else None
    rows = read_rows(Path(file)) if file and Path(file).exists() else []
    return {row.document: row.is_on_topic for row in rows if row.document}


def _render(run: RunDir, rows: Sequence[Row]) -> str:
    names = {row.document for row in rows}
    found = {one.id: one for one in run.records("topic") if isinstance(one, Document) and one.id in names}
    items = list(_items(rows, found))
    return sheet.render(
        Sheet(
            run=run.path.resolve().name,
            what="documents",
            about=f"{counted(len(items), 'document')}, those judged before at the end. {_ABOUT}",
            question="This page is on the topic:",
            meanings=dict(zip(JUDGEMENTS, _MEANINGS, strict=True)),
            columns=COLUMNS,
            items=items,
        )
    )


def _items(rows: Sequence[Row], found: Mapping[str, Document]) -> Iterator[Item]:
    for row in rows:
        document = found.get(row.document) or Document(id=row.document, page="", url=row.url, site="")
        content = lines([shown(document), folded(_said(document))])
        yield Item(row.document, line_of(row).rpartition("\t")[0], content, row.judgement)


def _said(document: Document) -> Iterator[str]:
    relevance = "no relevance" if document.relevance is None else f"relevance {document.relevance:.3f}"
    yield f"{', '.join(document.reasons) or 'on topic'}, {relevance}"
    if document.subtopics:
        yield f"subtopics: {', '.join(document.subtopics)}"
    if terms := dict.fromkeys(term for part in document.paragraphs for term in part.topic_terms):
        yield f"terms: {', '.join(terms)}"
