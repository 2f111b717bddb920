"""Answers of an API, kept in an SQLite file, so that a bootstrap that was killed goes on where it was."""

from __future__ import annotations

import sqlite3
import zlib
from pathlib import Path

from polytrawl.errors import ConfigError, StageError

__all__ = ["Answers"]


class Answers:
    """What was asked, and what was said."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._path = path
        try:
            # Each answer is a transaction: one that came is never asked for again.
            self._db = sqlite3.connect(path, isolation_level=None)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=NORMAL")
            self._db.execute("CREATE TABLE IF NOT EXISTS answers (url TEXT PRIMARY KEY, body BLOB) WITHOUT ROWID")
        except sqlite3.DatabaseError as err:
            raise ConfigError(f"{path}: cannot be used for answers: {err}; delete it, or choose another --out") from err

    def get(self, url: str) -> bytes | None:
        """The answer to a question that was asked before."""
        try:
            row = self._db.execute("SELECT body FROM answers WHERE url = ?", (url,)).fetchone()
            return zlib.decompress(row[0]) if row else None
        except (sqlite3.Error, zlib.error) as err:
            raise self._damaged(err) from err

    def keep(self, url: str, body: bytes) -> None:
        """Keep an answer."""
        try:
            self._db.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (url, zlib.compress(body, 3)))
        except sqlite3.Error as err:
            raise self._damaged(err) from err

    def _damaged(self, err: Exception) -> StageError:
        return StageError(f"{self._path}: {err}; free the disk if it is full, else delete the file and ask again")

    def forget(self) -> None:
        """Forget all answers, to ask anew."""
        self._db.execute("DELETE FROM answers")

    def close(self) -> None:
        """Close the file."""
        self._db.close()
