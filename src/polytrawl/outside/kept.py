"""What took long to make, kept in a file of the run: whoever is killed need not make it again.

Things are found by what they were made from, so nothing in the file can be out of date.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import xxhash

from polytrawl.errors import StageError

__all__ = ["Kept", "key_of"]

_PATIENCE_S = 60.0  # other workers write into the same file
_AT_ONCE = 500  # keys in one question; SQLite takes 999 and more


def key_of(*parts: str) -> bytes:
    """The key of what is made from some texts."""
    return xxhash.xxh3_128_digest("\0".join(parts).encode("utf-8", "surrogatepass"))


class Kept:
    """Bytes by key, in a file; without one nothing is kept."""

    def __init__(self, file: Path | None) -> None:
        self._file = file

    def find(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """What is there of these."""
        found: dict[bytes, bytes] = {}
        with self._opened() as table:
            for at in range(0, len(keys), _AT_ONCE):
                some = keys[at : at + _AT_ONCE]
                marks = ",".join("?" * len(some))
                found.update(table.execute(f"SELECT key, value FROM kept WHERE key IN ({marks})", some))  # noqa: S608 - question marks
        return found

    def add(self, made: Mapping[bytes, bytes]) -> None:
        """Keep these; they are safe when this returns."""
        with self._opened() as table:
            table.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?)", made.items())
            table.commit()

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        try:
            with closing(sqlite3.connect(self._file or ":memory:", timeout=_PATIENCE_S)) as table:
                table.execute("CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID")
                yield table
        except sqlite3.Error as err:
            raise StageError(f"{self._file} cannot be used ({err}); delete it: what it has is made anew") from err
