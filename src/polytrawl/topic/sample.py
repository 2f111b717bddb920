"""Active learning: the documents whose judgement teaches most, as a table to be filled in.

Half of them are those nearest to where the topic ends; the other half are the most relevant ones, since a classifier
that has seen few pages may be wrong about where that is. What was judged in earlier rounds is not asked again, and
stands at the end of the table: it holds all judgements.

Tried with one article to learn from on 600 pages of "Wikipedia for Schools", three rounds of 10 judgements each, F1 on
600 others (health, storms, dinosaurs; storms has only 4 pages there): .26 .35 .61 before; in the end .61 .22 .50 with
the unsure alone, .67 .29 .92 with half of each, .36 .30 .50 with documents drawn by chance.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from polytrawl.characters import one_line
from polytrawl.errors import ConfigError
from polytrawl.files import write_whole
from polytrawl.records import Document, Lang, Record
from polytrawl.topic.examples import read_rows

__all__ = ["COLUMNS", "JUDGEMENTS", "Row", "line_of", "write_sample"]

FILE = "evaluate/sample-examples.tsv"
_SHOWN = 300  # characters of a document's text
_SPARE = 1000  # rows that are held beside those wanted, so that they are seldom sorted


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
    rows = _Rows(run, known)
    seen = _look(rows)
    if not seen.rows:
        raise ConfigError(f"{run.path}: no document has a relevance; give the run a topic")
    drawn = [*_choose(rows, size, seen), *_judged(seen.judged, known)]
    path.parent.mkdir(exist_ok=True)
    write_whole(path, "".join(f"{line}\n" for line in ("\t".join(COLUMNS), *map(line_of, drawn))))
    return path.resolve(), drawn


def line_of(row: Row) -> str:
    """A row as it stands in the table."""
    # A cell must not hold what separates cells and rows.
    return "\t".join(one_line(str(getattr(row, name))) for name in COLUMNS)


def _word(said: bool | None) -> str:  # noqa: FBT001 - a judgement, where there is one
    return "" if said is None else JUDGEMENTS[not said]


def _judged_in(path: Path) -> dict[str, bool]:
    rows = read_rows(path)
    if not all(row.document for row in rows):
        raise ConfigError(f"{path}: has judgements on pages that are no documents of this run; move it away first")
    return {row.document: row.is_on_topic for row in rows}


def _judged(found: Mapping[str, Row], known: Mapping[str, bool]) -> list[Row]:
    """What was judged, in the order of ids; nothing is lost of documents that the run does not have any more."""
    gone = {name: Row(document=name, judgement=_word(said)) for name, said in known.items() if name not in found}
    return [row for _, row in sorted({**found, **gone}.items())]


class _Rows:
    """The documents of a run as rows, made anew whenever they are looked at: a run may have millions."""

    def __init__(self, run: Directory, judged: Mapping[str, bool]) -> None:
        self._run, self._judged = run, judged

    def __iter__(self) -> Iterator[Row]:
        for one in self._run.records("topic"):
            if isinstance(one, Document) and one.relevance is not None and not set(one.reasons) - {"off-topic"}:
                yield _row(one, one.relevance, self._judged.get(one.id))


def _row(one: Document, relevance: float, said: bool | None) -> Row:  # noqa: FBT001 - as above
    return Row(
        document=one.id,
        url=one.url,
        language=one.language or "und",
        relevance=relevance,
        title=one.title,
        beginning=one.text[:_SHOWN],
        judgement=_word(said),
        is_on_topic=not one.reasons,
    )


class _Look(NamedTuple):
    """What is known of all rows after a first look."""

    rows: int
    border: float  # the relevance where the topic ends
    judged: dict[str, Row]


def _look(rows: Iterable[Row]) -> _Look:
    number, judged = 0, {}
    least, most = math.inf, -math.inf  # of what is on the topic, and of what is not
    for row in rows:
        number += 1
        if row.judgement:
            judged[row.document] = row
        if row.is_on_topic:
            least = min(least, row.relevance)
        else:
            most = max(most, row.relevance)
    bounds = [one for one in (least, most) if math.isfinite(one)]
    return _Look(number, sum(bounds) / max(1, len(bounds)), judged)


class _Best:
    """The first of many rows by some rank; of those that begin alike, one. It never holds many more than it gives."""

    def __init__(self, size: int, rank: Callable[[Row], tuple[float, str]]) -> None:
        self._size, self._rank = size, rank
        self._kept: dict[tuple[str, str], Row] = {}

    def add(self, row: Row) -> None:
        key = _begin(row)
        if key not in self._kept or self._rank(row) < self._rank(self._kept[key]):
            self._kept[key] = row
        if len(self._kept) > 2 * self._size + _SPARE:
            self._kept = {_begin(one): one for one in self.rows()}

    def rows(self) -> list[Row]:
        return sorted(self._kept.values(), key=self._rank)[: self._size]


def _begin(row: Row) -> tuple[str, str]:
    return row.title, row.beginning


def _by_relevance(row: Row) -> tuple[float, str]:
    return -row.relevance, row.url


def _choose(rows: Iterable[Row], size: int, seen: _Look) -> list[Row]:
    """The documents to judge, the most relevant first; none that begins like one that was judged."""
    best = _Best(size // 2, _by_relevance)
    unsure = _Best(size, lambda row: (abs(row.relevance - seen.border), row.url))
    judged = {_begin(row) for row in seen.judged.values()}
    for row in rows:
        if _begin(row) not in judged:
            best.add(row)
            unsure.add(row)
    chosen = {_begin(row): row for row in best.rows()}
    others = [row for row in unsure.rows() if _begin(row) not in chosen]
    return sorted([*chosen.values(), *others[: size - len(chosen)]], key=_by_relevance)
