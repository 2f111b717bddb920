"""Dumps become tables of an SQLite file, each loaded once, when it is first needed, in one transaction.

A load that is killed leaves nothing behind; tables that were finished stay. A dump that was replaced is loaded again.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import xxhash

from polytrawl.bootstrap.base import Progress
from polytrawl.bootstrap.dumps.groups import GroupedRows, PlainRows
from polytrawl.bootstrap.dumps.lines import Lines
from polytrawl.bootstrap.dumps.sql import Rows
from polytrawl.bootstrap.dumps.tables import TABLES, Schema, Table
from polytrawl.errors import ConfigError, StageError

__all__ = ["Loaded", "Store"]

_CACHE_KB = 256_000
_MEGABYTE = 1_000_000
_WAIT_S = 5.0  # for another process that writes the file; a load takes minutes
# What is kept of a dump, and how, is said here: tables that other code has made are loaded again.
_LAYOUT = xxhash.xxh3_64_hexdigest(
    b"".join(Path(__file__).with_name(name).read_bytes() for name in ("tables.py", "groups.py", "addresses.py"))
)
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class Loaded(msgspec.Struct, frozen=True):
    """What is known about a table that was loaded."""

    file: str
    size: int
    modified_ns: int
    schema: str
    rows: int
    trouble: str = ""  # why the dump ended too early
    layout: str = ""  # the code that made the table

    def is_of(self, path: Path) -> bool:
        """Whether it was loaded from this file as it is now, as tables are now."""
        stat = path.stat()
        now = path.name, stat.st_size, stat.st_mtime_ns, _LAYOUT
        return (self.file, self.size, self.modified_ns, self.layout) == now


class Store:
    """The tables of one edition."""

    def __init__(self, path: Path, progress: Progress) -> None:
        self._path, self._progress = path, progress
        try:
            self.db = sqlite3.connect(path, isolation_level=None, timeout=_WAIT_S)
            self.db.execute(f"PRAGMA cache_size=-{_CACHE_KB}")
            self.db.execute("PRAGMA synchronous=OFF")  # what a power cut destroys can be loaded again
            self.db.execute("CREATE TABLE IF NOT EXISTS loaded (name TEXT PRIMARY KEY, about TEXT)")
        except sqlite3.Error as err:
            why = f"cannot hold the dumps: {err}; {_advice(err, 'delete it if it is damaged')}"
            raise ConfigError(f"{path}: {why}") from err

    def query(self, asked: str, *values: object) -> list[tuple[Any, ...]]:  # Any: what the query asks for
        """All rows of an answer."""
        try:
            return self.db.execute(asked, values).fetchall()
        except sqlite3.Error as err:
            advice = _advice(err, "delete it, and it is made again from the dumps")
            raise StageError(f"{self._path}: {err}; {advice}") from err

    def loaded(self, name: str) -> Loaded | None:
        """What is known about a table; None where it was not loaded."""
        rows = self.query("SELECT about FROM loaded WHERE name = ?", name)
        return msgspec.json.decode(rows[0][0], type=Loaded) if rows else None

    def ensure(self, name: str, path: Path) -> Loaded:
        """Load a table, unless that was done."""
        known = self.loaded(name)
        if known is not None and known.is_of(path):
            return known
        try:
            self.db.execute("BEGIN IMMEDIATE")
            about = self._load(TABLES[name], path)
            self.db.execute("INSERT OR REPLACE INTO loaded VALUES (?, ?)", (name, msgspec.json.encode(about).decode()))
            self.db.execute("COMMIT")
        except (sqlite3.Error, OSError, ValueError) as err:  # a value that is no number
            raise StageError(f"{path}: cannot be loaded: {err}; {_advice(err, f'is it the dump of {name}?')}") from err
        finally:
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")
        return about

    def _load(self, table: Table, path: Path) -> Loaded:
        stored = table.create.split()[2]
        self.db.execute(f"DROP TABLE IF EXISTS {stored}")
        self.db.execute(table.create)
        lines = Lines(path)
        rows = Rows(lines)
        schema = table.schema_for(rows.columns, str(path))
        self._progress.begin(f"load {path.name} (MB)", lines.size // _MEGABYTE or 1)
        kept, trouble = self._fill(table, schema, rows, lines)
        if table.indexed:
            self.db.execute(table.indexed)
        stat = path.stat()
        return Loaded(path.name, stat.st_size, stat.st_mtime_ns, schema.name, kept, trouble, _LAYOUT)

    def _fill(self, table: Table, schema: Schema, rows: Rows, lines: Lines) -> tuple[int, str]:
        """How many rows are kept, and why there are not more."""
        kept = 0
        stored = (GroupedRows if table.is_grouped else PlainRows)(self.db, table.into)
        for columns in rows.read(schema.columns):
            try:
                values = schema.rows(columns)
            except ValueError:  # no number where one should be
                if not kept:
                    raise
                rows.trouble = "damaged: a number is none"
                break
            kept += stored.add(values)
            self._progress.advance(lines.done // _MEGABYTE, {"rows": kept})
        stored.finish()
        return kept, lines.trouble or rows.trouble

    def close(self) -> None:
        """Close the file."""
        self.db.close()


def _advice(err: Exception, otherwise: str) -> str:
    """What to do: a file that is merely in use must not be deleted."""
    # Errors of SQLite have more precise numbers, whose last byte is the plain one.
    is_busy = isinstance(err, sqlite3.Error) and getattr(err, "sqlite_errorcode", 0) & 0xFF in _BUSY
    return "another process is writing it; wait until that has ended, and call again" if is_busy else otherwise
