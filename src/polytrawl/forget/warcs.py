"""Takes pages out of the WARC files of a crawl.

Records are blanked in place, so that no other page moves. A payload that another page has too is stored once, under the
page that brought it first: if that one goes, the other one gets a record of its own at the end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from polytrawl.crawl.schema import connect, fingerprint, note, note_end, noted, noted_end
from polytrawl.errors import StageError
from polytrawl.records import WarcRef
from polytrawl.urls import normalise

if TYPE_CHECKING:
    import sqlite3

    from polytrawl.warc import Original, WarcReader, WarcWriter
    from polytrawl.warc.blank import Place

__all__ = ["Cuts", "cut", "cut_torn", "find_cuts", "move"]

_MOVED = "forgetting-moved"  # the plan for which pages have got records of their own is noted under this
_END = "warc"


class Span(msgspec.Struct, frozen=True, array_like=True):
    """A part of a file."""

    file: str
    start: int
    length: int


class Edit(msgspec.Struct, frozen=True, array_like=True):
    """What is to stand at a place of a file."""

    file: str
    start: int
    data: bytes


class Move(msgspec.Struct, frozen=True, array_like=True):
    """A page that stays, whose payload stands in a record that goes."""

    url: str
    date: str
    file: str  # of its own record
    start: int
    holder_file: str
    holder_start: int


class Cuts(msgspec.Struct, frozen=True):
    """What is to be done to the WARC files."""

    blanks: list[Span] = []
    edits: list[Edit] = []
    moves: list[Move] = []


def find_cuts(folder: Path, urls: frozenset[str]) -> Cuts:
    """What must be done to the WARC files of a crawl for these addresses to be gone."""
    cuts = Cuts([], [], [])
    holders: dict[str, Place] = {}  # records that go, by their ids
    for path in sorted(folder.glob("*.warc.gz")):
        for place in _places(path):
            url = normalise(place.url) or place.url
            if url in urls:
                holders[place.name] = place
                cuts.blanks.append(Span(place.file, place.start, place.length))
            elif place.refers_to_id in holders and place.is_same_payload:
                holder = holders[place.refers_to_id]
                cuts.moves.append(Move(url, place.date, place.file, place.start, holder.file, holder.start))
                cuts.blanks.append(Span(place.file, place.start, place.length))
            elif place.via and place.via in urls:
                _forget_via(path, place, cuts)
    return cuts


def _places(path: Path) -> Iterator[Place]:
    from polytrawl.warc.blank import places  # noqa: PLC0415 - slow to import

    try:
        yield from places(path)
    except (OSError, EOFError) as err:
        raise StageError(f"{path}: cannot be read to its end: {err}; bring it back from a copy, then forget") from err


def _forget_via(path: Path, place: Place, cuts: Cuts) -> None:
    from polytrawl.warc.blank import without_via  # noqa: PLC0415 - slow to import

    with path.open("rb") as file:
        file.seek(place.start)
        data = without_via(file.read(place.length))
    if data is None:
        cuts.blanks.append(Span(place.file, place.start, place.length))
    else:
        cuts.edits.append(Edit(place.file, place.start, data))


def cut_torn(folder: Path) -> None:
    """Cut off what a killed crawl has left behind the last page that it noted."""
    from polytrawl.warc import WarcWriter  # noqa: PLC0415 - slow to import

    db = connect(folder)
    try:
        if end := noted_end(db, _END):
            WarcWriter(folder, end=end).close()
    finally:
        db.close()


def cut(folder: Path, cuts: Cuts) -> None:
    """Blank and edit; can be done twice."""
    from polytrawl.warc.blank import blank, overwrite  # noqa: PLC0415 - slow to import

    pieces: defaultdict[str, list[tuple[int, bytes]]] = defaultdict(list)
    for one in cuts.blanks:
        pieces[one.file].append((one.start, blank(one.file, one.start, one.length)))
    for edit in cuts.edits:
        pieces[edit.file].append((edit.start, edit.data))
    for name, own in pieces.items():
        overwrite(folder / name, sorted(own))


def move(folder: Path, moves: list[Move], plan: str) -> None:
    """Give pages that stay records of their own; the frontier knows of them in one transaction, or not at all."""
    from polytrawl.warc import WarcReader, WarcWriter  # noqa: PLC0415 - slow to import

    db = connect(folder)
    try:
        if not moves or noted(db, _MOVED) == plan:
            return
        writer = WarcWriter(folder, end=noted_end(db, _END))
        db.execute("BEGIN IMMEDIATE")
        with WarcReader() as reader:
            mover = _Mover(folder, db, writer, reader)
            for one in moves:
                mover.move(one)
        writer.close()
        note_end(db, _END, writer.end)
        note(db, _MOVED, plan)
        db.execute("COMMIT")
    finally:
        db.close()


class _Home(NamedTuple):
    """Where a payload stands from now on."""

    original: Original
    end: int


class _Mover:
    """Writes records of pages whose payload would go, each payload once."""

    def __init__(self, folder: Path, db: sqlite3.Connection, writer: WarcWriter, reader: WarcReader) -> None:
        self._folder, self._db, self._writer, self._reader = folder, db, writer, reader
        self._homes: dict[tuple[str, int], _Home] = {}

    def move(self, one: Move) -> None:
        """Write the page anew, and tell the frontier."""
        from polytrawl.warc import Exchange, Original, digest  # noqa: PLC0415 - slow to import

        holder = one.holder_file, one.holder_start
        body = self._reader.read(self._folder / one.holder_file, one.holder_start).body
        exchange = Exchange(one.url, one.date, _head(self._folder / one.file, one.start), body)
        home = self._homes.get(holder)
        place = self._writer.write(exchange, home.original if home else None)
        end = self._writer.end.offset
        if home is None:
            home = self._homes[holder] = _Home(Original(one.url, one.date, place), end)
            payload: bytes | None = digest(body)
        else:
            payload = None
        self._tell(one, place, end, home, payload)

    def _tell(self, one: Move, place: WarcRef, end: int, home: _Home, payload: bytes | None) -> None:
        key, at = fingerprint(one.url), home.original.place
        self._db.execute(
            "UPDATE urls SET warc = ?, start = ?, end = ? WHERE fingerprint = ? AND warc = ? AND start = ?",
            (at.file, at.offset, home.end, key, one.holder_file, one.holder_start),
        )
        self._db.execute(
            "UPDATE answers SET payload = ?, warc = ?, start = ?, end = ? WHERE warc = ? AND start = ?"
            " AND id = (SELECT id FROM urls WHERE fingerprint = ?)",
            (payload, place.file, place.offset, end, one.file, one.start, key),
        )


def _head(path: Path, offset: int) -> bytes:
    """The head of an answer, as a revisit record has it."""
    from fastwarc.warc import ArchiveIterator  # noqa: PLC0415 - slow to import

    with path.open("rb") as file:
        file.seek(offset)
        record = next(iter(ArchiveIterator(file, parse_http=False)))
        data: bytes = record.reader.read()
    return data
