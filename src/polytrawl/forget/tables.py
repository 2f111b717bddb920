"""Takes pages out of the SQLite files of a crawl, and the bytes they left behind."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Collection, Iterator
from contextlib import closing
from pathlib import Path

from polytrawl.crawl.place import place_of
from polytrawl.crawl.policy import FILE as POLICY
from polytrawl.crawl.schema import FILE as FRONTIER
from polytrawl.crawl.schema import connect, connect_to_read, fingerprint
from polytrawl.records import Document
from polytrawl.shards import decode

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

__all__ = ["PARENT", "addresses", "clear_frontier", "clear_policies", "judged"]

PARENT = "(forgotten)"  # stands where the address of a forgotten page stood, as the page on which a link was found
_BY_FINGERPRINT = ("urls", "saved", "versions")


def addresses(folder: Path) -> Iterator[tuple[str, str | None]]:
    """All addresses of a crawl, and the ids of their pages."""
    db = connect_to_read(folder)
    if db is None:
        return
    with closing(db):
        yield from db.execute("SELECT url, page FROM urls UNION ALL SELECT url, page FROM saved")


def judged(folder: Path) -> Iterator[bytes]:
    """What the judge kept of all pages, also of what they were before they changed; encoded."""
    db = connect_to_read(folder)
    if db is None:
        return
    with closing(db):
        for (record,) in db.execute("SELECT record FROM judged"):
            yield zstd.decompress(record)


def clear_frontier(folder: Path, urls: Collection[str], pages: Collection[str], hosts: Collection[str]) -> None:
    """Remove addresses and all that is known of their pages; can be done twice."""
    if not (folder / FRONTIER).exists():
        return
    with closing(connect(folder)) as db:
        db.execute("PRAGMA secure_delete = ON")
        db.execute("CREATE TEMP TABLE gone (fingerprint INTEGER PRIMARY KEY, url TEXT NOT NULL)")
        db.execute("CREATE TEMP TABLE gone_pages (page TEXT PRIMARY KEY)")
        db.executemany("INSERT OR IGNORE INTO gone VALUES (?, ?)", [(fingerprint(url), url) for url in urls])
        db.executemany("INSERT OR IGNORE INTO gone_pages VALUES (?)", [(page,) for page in pages])
        db.execute("BEGIN IMMEDIATE")
        _delete(db)
        unused = "DELETE FROM hosts WHERE host = ? AND id NOT IN (SELECT host FROM urls)"
        db.executemany(unused, [(host,) for host in hosts])
        db.execute("COMMIT")
        _sweep(db)


def _delete(db: sqlite3.Connection) -> None:
    own = "id IN (SELECT id FROM urls WHERE fingerprint IN (SELECT fingerprint FROM gone))"
    for table in ("answers", "promised"):
        db.execute(f"DELETE FROM {table} WHERE {own}")  # noqa: S608 - our own names
    _delete_paragraphs(db)
    for table in ("judged", "gains"):
        db.execute(f"DELETE FROM {table} WHERE page IN (SELECT page FROM gone_pages)")  # noqa: S608 - as above
    for table in _BY_FINGERPRINT:
        db.execute(f"DELETE FROM {table} WHERE fingerprint IN (SELECT fingerprint FROM gone)")  # noqa: S608 - as above
    db.execute("UPDATE urls SET parent = ? WHERE parent IN (SELECT url FROM gone)", (PARENT,))


def _delete_paragraphs(db: sqlite3.Connection) -> None:
    """Remove the fingerprints of what the pages say; where others say it too, it is counted as new once more."""
    for (record,) in db.execute("SELECT record FROM judged WHERE page IN (SELECT page FROM gone_pages)").fetchall():
        document = decode(zstd.decompress(record))
        if isinstance(document, Document):
            texts = [(fingerprint(one.text),) for one in document.paragraphs]
            db.executemany("DELETE FROM paragraphs WHERE fingerprint = ?", texts)


def clear_policies(folder: Path, pages: Collection[str], hosts: Collection[str]) -> None:
    """Remove what hosts said about pages, and the files of hosts that are forgotten as a whole."""
    if not (folder / POLICY).exists():
        return
    with closing(sqlite3.connect(folder / POLICY, isolation_level=None)) as db:
        db.execute("PRAGMA secure_delete = ON")
        db.execute("BEGIN IMMEDIATE")
        db.executemany("DELETE FROM signals WHERE page = ?", [(page,) for page in pages])
        origins = [row for row in db.execute("SELECT DISTINCT origin FROM files") if place_of(row[0]).host in hosts]
        db.executemany("DELETE FROM files WHERE origin = ?", origins)
        db.execute("COMMIT")
        _sweep(db)


def _sweep(db: sqlite3.Connection) -> None:
    """Write the file anew, so that nothing deleted is left in it or in its log."""
    db.execute("VACUUM")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
