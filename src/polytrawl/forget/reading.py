"""Everything that stands in a run directory, as text: compressed files unpacked, tables read row by row.

Each piece comes with the address of the page it belongs to, where it is what a page said itself and not what was made
of it: in the WARC files, in what the crawl's judge kept, and in the clean stage.
"""

from __future__ import annotations

import gzip
import importlib.util
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from polytrawl.urls import normalise

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

__all__ = ["Piece", "pieces"]

_MARKUP = (".html", ".xml", ".tmx", ".vert")
_BLOCK = 1 << 20  # characters that are looked at together
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"


class _File(Protocol):
    """A file that is open, packed or not."""

    def __iter__(self) -> Iterator[bytes]: ...

    def close(self) -> None: ...


class Piece(NamedTuple):
    """A text in a file."""

    text: str
    owner: str = ""  # the address of the page that says it
    is_markup: bool = False
    is_whole: bool = True  # a sentence does not go on in the next piece


class _Owned(msgspec.Struct):
    url: str = ""


_owner = msgspec.json.Decoder(_Owned)


def pieces(root: Path, path: Path) -> Iterator[Piece]:
    """The texts of a file of the run directory."""
    stage = path.relative_to(root).parts[0]
    for end, read in _READERS.items():
        if path.name.endswith(end):
            return read(path)
    if path.suffix == ".zst":
        with_owner = stage == "clean" and path.name.startswith("part-")
        return _lines(zstd.open(path, "rb"), with_owner=with_owner)
    if path.suffix == ".gz":
        return _blocks(gzip.open(path, "rb"), is_markup=False)
    return _blocks(path.open("rb"), is_markup=path.suffix in _MARKUP)


def _warc(path: Path) -> Iterator[Piece]:
    from polytrawl.clean.decode import decode  # noqa: PLC0415 - slow to import
    from polytrawl.warc import Entry, iterate  # noqa: PLC0415 - slow to import
    from polytrawl.warc.blank import places  # noqa: PLC0415 - slow to import

    for place in places(path):
        yield Piece(f"{place.url} {place.via} {place.refers_to}", normalise(place.url) or place.url)
    for entry in iterate(path):
        if isinstance(entry, Entry):
            kind = next((value for name, value in entry.headers if name.lower() == "content-type"), "")
            text = decode(entry.body, kind) or entry.body.decode("utf-8", "replace")
            yield Piece(text, normalise(entry.url) or entry.url, is_markup=True)


def _lines(file: _File, *, with_owner: bool) -> Iterator[Piece]:
    with closing(file):
        for line in file:
            yield Piece(line.decode("utf-8", "replace"), _owner.decode(line).url if with_owner else "")


def _sqlite(path: Path) -> Iterator[Piece]:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            rows = db.execute(f'SELECT * FROM "{table}"')  # noqa: S608 - names from the file itself
            names = [column[0] for column in rows.description]
            for row in rows:
                yield _row(dict(zip(names, row, strict=True)))


def _row(row: dict[str, object]) -> Piece:
    texts, owner = [], str(row.get("url", ""))
    for value in row.values():
        if isinstance(value, bytes) and value.startswith(_ZSTD_MAGIC):
            line = zstd.decompress(value)
            owner = _owner.decode(line).url
            texts.append(line.decode("utf-8", "replace"))
        elif isinstance(value, bytes):
            texts.append(value.decode("utf-8", "replace"))
        elif isinstance(value, str):
            texts.append(value)
    return Piece("\n".join(texts), owner)


def _parquet(path: Path) -> Iterator[Piece]:
    if importlib.util.find_spec("pyarrow") is None:
        yield Piece(path.read_bytes().decode("utf-8", "replace"))  # not made here, or its maker is gone
        return
    import pyarrow.parquet as pq  # noqa: PLC0415 - an extra

    for batch in pq.ParquetFile(path).iter_batches():
        for row in batch.to_pylist():
            yield Piece("\n".join(str(value) for value in row.values()))


def _blocks(file: _File, *, is_markup: bool) -> Iterator[Piece]:
    """A text file in blocks of whole lines; a sentence may stand on several lines."""
    with closing(file):
        held: list[bytes] = []
        size = 0
        for line in file:
            held.append(line)
            size += len(line)
            if size >= _BLOCK:
                yield Piece(b"".join(held).decode("utf-8", "replace"), is_markup=is_markup, is_whole=False)
                held, size = [], 0
        yield Piece(b"".join(held).decode("utf-8", "replace"), is_markup=is_markup, is_whole=False)


def _log(_: Path) -> Iterator[Piece]:
    """The logs of SQLite are swept when rows are deleted, and read with their file."""
    return iter(())


_READERS = {"-wal": _log, "-shm": _log, ".warc.gz": _warc, ".sqlite": _sqlite, ".parquet": _parquet}
