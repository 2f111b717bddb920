"""What was fetched before: to ask only for what has changed, and to store equal payloads once.

A table of its own in the crawl's SQLite file, in the same transactions as the frontier.
"""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from polytrawl.records import WarcRef

_KNOWN = """
SELECT u.url, u.page, u.fetched_at, a.etag, a.modified, a.warc, a.start FROM answers a JOIN urls u ON u.id = a.id
WHERE a.id = ? AND (u.page IS NOT NULL OR u.kind = 'sitemap')
"""
_HOLDER = """
SELECT u.url, u.fetched_at, a.warc, a.start, a.end FROM answers a JOIN urls u ON u.id = a.id
WHERE a.payload = ? AND u.page IS NOT NULL LIMIT 1
"""
# Pages and sitemaps that were fetched.
_REQUEUE = """
UPDATE urls SET state = 'queued', reason = '', detail = '', attempts = 0
WHERE state = 'fetched' AND id IN (SELECT id FROM answers WHERE checked_at <= ? OR checked_at > ?)
"""
_CHECKED = "UPDATE urls SET state = 'fetched', reason = '', detail = ?, attempts = 0 WHERE id = ?"


class Known(NamedTuple):
    """A page or sitemap that is here already."""

    url: str
    page: str | None  # None for sitemaps
    date: str
    etag: str
    modified: str
    place: WarcRef  # of the record of its own, be it a response or a revisit


class Holder(NamedTuple):
    """The record that holds a payload."""

    url: str
    date: str
    place: WarcRef
    end: int


class Answered(NamedTuple):
    """What is kept of an answer."""

    etag: str = ""
    modified: str = ""
    payload: bytes | None = None  # None where another record holds it
    place: WarcRef = WarcRef(file="", offset=0)
    end: int = 0


class History:
    """The answers of a crawl."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def known(self, number: int) -> Known | None:
        """The page that was fetched from the URL with this id the last time."""
        row = self._db.execute(_KNOWN, (number,)).fetchone()
        if row is None:
            return None
        url, page, date, etag, modified, file, start = row
        return Known(url, page, date or "", etag, modified, WarcRef(file=file, offset=start))

    def holder(self, payload: bytes) -> Holder | None:
        """Who holds the payload with this digest."""
        row = self._db.execute(_HOLDER, (payload,)).fetchone()
        return Holder(row[0], row[1], WarcRef(file=row[2], offset=row[3]), row[4]) if row else None

    def keep(self, number: int, answered: Answered, now: float) -> None:
        """Keep an answer in the place of the last one."""
        place = answered.place
        row = (number, now, answered.etag, answered.modified, answered.payload, place.file, place.offset, answered.end)
        self._db.execute("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)

    def unchanged(self, number: int, now: float, detail: str = "") -> None:
        """The page is still what it was; `detail` tells what kept us from knowing it for sure."""
        self._db.execute("UPDATE answers SET checked_at = ? WHERE id = ?", (now, number))
        self._db.execute(_CHECKED, (detail, number))

    def retag(self, number: int, etag: str, modified: str) -> None:
        """Ask with these the next time; empty ones change nothing."""
        query = "UPDATE answers SET etag = iif(? = '', etag, ?), modified = iif(? = '', modified, ?) WHERE id = ?"
        self._db.execute(query, (etag, etag, modified, modified, number))

    def requeue(self, before: float, now: float) -> bool:
        """Ask again for what was last asked for before this time, or by a clock that was ahead of now.

        Gives whether there is anything to ask.
        """
        return self._db.execute(_REQUEUE, (before, now)).rowcount > 0
