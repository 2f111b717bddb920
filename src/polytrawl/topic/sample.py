"""Active learning: the documents whose judgement teaches most, as a table to be filled in.

Half of them are those nearest to where the topic ends; the other half are the most relevant ones, since a classifier
that has seen few pages may be wrong about where that is. What was judged in earlier rounds is not asked again, and
stands at the end of the table: it holds all judgements.

Tried with one article to learn from on 600 pages of "Wikipedia for Schools", three rounds of 10 judgements each, F1 on
600 others (health, storms, dinosaurs; storms has only 4 pages there): .26 .35 .61 before; in the end .61 .22 .50 with
the unsure alone, .67 .29 .92 with half of each, .36 .30 .50 with documents drawn by chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

import msgspec

from polytrawl.errors import ConfigError
from polytrawl.files import write_whole
from polytrawl.records import Document, Lang, Record
from polytrawl.topic.examples import read_rows

__all__ = ["COLUMNS", "JUDGEMENTS", "Row", "choose", "line_of", "write_sample"]

FILE = "judge.tsv"
_SHOWN = 300  # characters of a document's text


class Row(msgspec.Struct, frozen=True):
    """A line of the table."""

    document: str
    url: str = ""
    language: Lang = "und"
    relevance: float = 0.0
    title: str = ""
    beginning: str = ""
    judgement: str = ""
    is_on_topic: bool = False  # as the classifier says; not in the table, so that it cannot sway the judge


COLUMNS = Row.__struct_fields__[:-1]
JUDGEMENTS = ("yes", "no")


class Directory(Protocol):
    """Where the records of stages are."""

    path: Path

    def records(self, stage: str) -> Iterable[Record]:
        """All records of a stage."""


def write_sample(run: Directory, size: int, judged: Mapping[str, bool] | None = None) -> tuple[Path, list[Row]]:
    """Write the table into the run directory: so many new documents, and those that were judged before.

    `judged` are judgements by the ids of documents; those in the table that is there already are kept as well.
    """
    path = run.path / FILE
    known = {**(judged or {}), **(_judged_in(path) if path.exists() else {})}
    rows = _rows(run.records("topic"), known)
    if not rows:
        raise ConfigError(f"{run.path}: no document has a relevance; give the run a topic")
    drawn = [*choose(rows, size), *_judged(rows, known)]
    write_whole(path, "".join(f"{line}\n" for line in ("\t".join(COLUMNS), *map(line_of, drawn))))
    return path.resolve(), drawn


def line_of(row: Row) -> str:
    """A row as it stands in the table."""
    # A cell must not hold what separates cells and rows.
    return "\t".join(" ".join(str(getattr(row, name)).split()) for name in COLUMNS)


def _word(said: bool | None) -> str:  # noqa: FBT001 - a judgement, where there is one
    return "" if said is None else JUDGEMENTS[not said]


def _judged_in(path: Path) -> dict[str, bool]:
    rows = read_rows(path)
    if not all(row.document for row in rows):
        raise ConfigError(f"{path}: has judgements on pages that are no documents of this run; move it away first")
    return {row.document: row.is_on_topic for row in rows}


def _judged(rows: Iterable[Row], known: Mapping[str, bool]) -> list[Row]:
    """What was judged, in the order of ids; nothing is lost of documents that the run does not have any more."""
    found = {row.document: row for row in rows if row.judgement}
    gone = {name: Row(document=name, judgement=_word(said)) for name, said in known.items() if name not in found}
    return [row for _, row in sorted({**found, **gone}.items())]


def _rows(records: Iterable[Record], judged: Mapping[str, bool]) -> list[Row]:
    return [
        Row(
            document=one.id,
            url=one.url,
            language=one.language or "und",
            relevance=one.relevance,
            title=one.title,
            beginning=one.text[:_SHOWN],
            judgement=_word(judged.get(one.id)),
            is_on_topic=not one.reasons,
        )
        for one in records
        if isinstance(one, Document) and one.relevance is not None and not set(one.reasons) - {"off-topic"}
    ]


def choose(rows: Iterable[Row], size: int) -> list[Row]:
    """The documents to judge, the most relevant first; of those that begin alike, one, and none that was judged."""
    # Judged ones come last, so that they stand for those that begin alike.
    found = {(row.title, row.beginning): row for row in sorted(rows, key=lambda row: bool(row.judgement))}.values()
    ranked = sorted(found, key=lambda row: (-row.relevance, row.url))
    border = _border(ranked)
    open_ = [row for row in ranked if not row.judgement]
    best = open_[: size // 2]
    unsure = sorted(open_[len(best) :], key=lambda row: (abs(row.relevance - border), row.url))
    return sorted([*best, *unsure[: size - len(best)]], key=lambda row: (-row.relevance, row.url))


def _border(rows: list[Row]) -> float:
    """The relevance where the topic ends: between the least of what is on it and the most of what is not."""
    on = [row.relevance for row in rows if row.is_on_topic]
    off = [row.relevance for row in rows if not row.is_on_topic]
    return (min(on, default=max(off, default=0.0)) + max(off, default=min(on, default=0.0))) / 2
