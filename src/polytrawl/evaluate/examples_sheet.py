"""Documents whose judgement teaches the topic's classifier most, as a table and as a sheet: examples, not a sample.

They are chosen by what the classifier is unsure of, so that nothing can be told from them about all the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from polytrawl.evaluate import sheet
from polytrawl.evaluate.kinds.documents import TOPIC, said
from polytrawl.evaluate.sheet import Item, Sheet, folded, shown
from polytrawl.evaluate.topic_words import topic_words
from polytrawl.files import write_whole
from polytrawl.records import Document
from polytrawl.report.markup import lines
from polytrawl.report.wording import counted
from polytrawl.rundir import RunDir
from polytrawl.topic.examples import read_rows
from polytrawl.topic.sample import COLUMNS, Row, line_of
from polytrawl.topic.sample import write_sample as write_table

__all__ = ["write_examples"]

_JUDGEMENT = "judgement"  # the column that `topic.examples` reads
_FILE = "examples-judged.tsv"
_ABOUT = (
    "Say of each page whether it is on the topic of the run. Answers are kept in this browser while you work; when you "
    "are done, take them away as a table, and let the classifier `learned` learn from it: `polytrawl run DIR --from "
    f"topic --set topic.classifier=learned --set topic.examples={_FILE}`."
)


def write_examples(run: RunDir, size: int) -> tuple[list[Path], int, int]:
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
            about=f"{counted(len(items), 'document')}, those judged before at the end. {topic_words(run)} {_ABOUT}",
            answers={_JUDGEMENT: TOPIC.answers},
            lines=("\t".join(COLUMNS),),
            file=_FILE,
            items=items,
        )
    )


def _items(rows: Sequence[Row], found: Mapping[str, Document]) -> Iterator[Item]:
    asks = {_JUDGEMENT: "Is it on the topic of the run?"}
    for row in rows:
        document = found.get(row.document) or Document(id=row.document, page="", url=row.url, site="")
        content = lines([shown(document), folded(said(document))])
        answers = {_JUDGEMENT: row.judgement} if row.judgement else {}
        yield Item(row.document, line_of(row).rpartition("\t")[0], content, asks, answers)
