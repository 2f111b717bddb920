"""The tables of the crawl's one SQLite file, shared by those who write it and those who read it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import xxhash

from polytrawl.records import WarcRef

FILE = "frontier.sqlite"
_CACHE_KB = 64 << 10  # holds the hot part of the indexes of some million URLs
# Each new URL changes a random page of two indexes, so pages are small, and brought home many at a time. Tried with
# a million URLs on 1000 hosts, microseconds to add and to take one: pages of 4096 bytes and a log of 4 MB 43 and 67,
# 4096 and 80 MB 36 and 76, 1024 and 4 MB 45 and 44, 1024 and 80 MB 38 and 33. 32 MB is a guess between the two.
_PAGE_BYTES = 1024
_WAL_BYTES = 32 << 20

_SCHEMA = """
CREATE TABLE IF NOT EXISTS urls (
    id INTEGER PRIMARY KEY,              -- the order in which URLs were found
    fingerprint INTEGER NOT NULL UNIQUE,
    url TEXT NOT NULL, host INTEGER NOT NULL, -- the id of its host
    kind TEXT NOT NULL DEFAULT 'page',   -- page, sitemap
    state TEXT NOT NULL DEFAULT 'queued', -- queued, fetched, failed, redirected, refused, absent
    score REAL NOT NULL, found INTEGER NOT NULL DEFAULT 1, -- how often
    depth INTEGER NOT NULL, parent TEXT NOT NULL, hops INTEGER NOT NULL DEFAULT 0,
    reason TEXT NOT NULL DEFAULT '', detail TEXT NOT NULL DEFAULT '', attempts INTEGER NOT NULL DEFAULT 0,
    page TEXT, status INTEGER, content_type TEXT, warc TEXT, start INTEGER, end INTEGER, fetched_at TEXT
);
CREATE INDEX IF NOT EXISTS queue ON urls (host, score DESC, id) WHERE state = 'queued';
CREATE TABLE IF NOT EXISTS hosts (
    id INTEGER PRIMARY KEY, host TEXT NOT NULL UNIQUE, site TEXT NOT NULL,
    next_at REAL NOT NULL DEFAULT 0, asked INTEGER NOT NULL DEFAULT 0,
    trouble TEXT NOT NULL DEFAULT '', trouble_detail TEXT NOT NULL DEFAULT ''  -- why it is given up
);
CREATE TABLE IF NOT EXISTS answers (     -- what to ask with the next time, and who holds which payload
    id INTEGER PRIMARY KEY, checked_at REAL NOT NULL, etag TEXT NOT NULL, modified TEXT NOT NULL,
    payload BLOB, warc TEXT NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS payloads ON answers (payload) WHERE payload IS NOT NULL;
CREATE TABLE IF NOT EXISTS judged (     -- what the judge kept of a page
    page TEXT PRIMARY KEY, signature TEXT NOT NULL, record BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS tally (reason TEXT PRIMARY KEY, number INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS saved (
    fingerprint INTEGER PRIMARY KEY, url TEXT NOT NULL, site TEXT NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL,
    page TEXT, status INTEGER, content_type TEXT, warc TEXT, start INTEGER, fetched_at TEXT
);
"""

# Tables that the crawls of older versions did not make: what sitemaps say (the languages and addresses of a page's
# versions, as JSON), URLs that no link led to, with the language in which a page there is kept, what each page has
# brought, in order, with the signature of who judged it, and the paragraphs of wanted pages.
_ADDED = {
    "versions": "(fingerprint INTEGER PRIMARY KEY, links TEXT NOT NULL)",
    "promised": "(id INTEGER PRIMARY KEY, language TEXT NOT NULL)",
    "gains": "(number INTEGER PRIMARY KEY, page TEXT NOT NULL UNIQUE, standard TEXT NOT NULL, relevance REAL,"
    " is_wanted INTEGER NOT NULL, new_words INTEGER NOT NULL)",
    "paragraphs": "(fingerprint INTEGER PRIMARY KEY)",
}


def connect(folder: Path) -> sqlite3.Connection:
    """The file, made where it is missing, for the one process that writes."""
    folder.mkdir(parents=True, exist_ok=True)
    db = sqlite3.connect(folder / FILE, isolation_level=None)
    db.execute(f"PRAGMA page_size = {_PAGE_BYTES}")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute(f"PRAGMA wal_autocheckpoint = {_WAL_BYTES // _PAGE_BYTES}")
    db.execute("PRAGMA synchronous = NORMAL")  # survives a kill; a power cut may cost the last pages
    db.execute(f"PRAGMA cache_size = -{_CACHE_KB}")
    db.executescript(_SCHEMA)
    for name, columns in _ADDED.items():
        db.execute(f"CREATE TABLE IF NOT EXISTS {name} {columns}")
    if "is_wanted" in [column[1] for column in db.execute("PRAGMA table_info(judged)")]:
        db.execute("ALTER TABLE judged DROP COLUMN is_wanted")  # older versions kept it there; `gains` has it now
    return db


def connect_to_read(folder: Path) -> sqlite3.Connection | None:
    """The file, for those who only read; None where there is none."""
    path = folder / FILE
    if not path.exists():
        return None
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    there = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for name in _ADDED.keys() - there:
        db.execute(f"CREATE TEMP TABLE {name} {_ADDED[name]}")  # empty, and in memory only
    return db


def fingerprint(url: str) -> int:
    """The key of a URL: 64 bits, so that among a million URLs two collide with a chance of 1 in 30 million."""
    return xxhash.xxh3_64_intdigest(url.encode()) - (1 << 63)  # SQLite's integers are signed


def note(db: sqlite3.Connection, key: str, value: str) -> None:
    """Keep a small fact."""
    db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def noted(db: sqlite3.Connection, key: str) -> str:
    """A fact kept by `note`; empty where there is none."""
    row = db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return str(row[0]) if row else ""


def note_end(db: sqlite3.Connection, key: str, end: WarcRef) -> None:
    """Keep where the last record of a WARC ends."""
    note(db, key, f"{end.offset} {end.file}")


def noted_end(db: sqlite3.Connection, key: str) -> WarcRef | None:
    """What `note_end` kept; None where there is nothing."""
    offset, _, file = noted(db, key).partition(" ")
    return WarcRef(file=file, offset=int(offset)) if file else None
