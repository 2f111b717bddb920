"""A look at a crawl from outside, while it runs or after: pages, rate, harvest, hosts, queue, errors.

It only reads the frontier's file, so any number may look on. What the crawl has not committed yet is not seen.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from datetime import datetime
from pathlib import Path

import msgspec

from polytrawl.crawl.harvest import ENDED, LAST_PAGES, LATELY, Harvest, Lately, totals
from polytrawl.crawl.politeness import iso_time
from polytrawl.crawl.schema import connect_to_read, noted

_WINDOW_S = 60.0

_COUNT = """
SELECT state, reason, count(*), coalesce(sum(fetched_at >= ?), 0), min(fetched_at), count(page) FROM urls GROUP BY 1, 2
"""
# Seeds and sitemaps have an infinite score, and are left out.
_QUARTERS = """
SELECT count(*), min(score), max(score) FROM (
    SELECT score, ntile(4) OVER (ORDER BY score DESC) AS quarter FROM urls WHERE state = 'queued' AND score < 9e999)
GROUP BY quarter ORDER BY quarter
"""
_PROMISED = "SELECT count(*), count(page) FROM urls JOIN promised USING (id)"
_HOSTS = "SELECT count(*), coalesce(sum(next_at > ?), 0) FROM hosts WHERE asked > 0"


class Quarter(msgspec.Struct, frozen=True):
    """A quarter of the queue: how many URLs, and between which scores."""

    urls: int
    lowest: float
    highest: float


class Live(msgspec.Struct, frozen=True, kw_only=True):
    """A crawl in figures."""

    pages: int
    pages_per_s: float  # over the last minute
    harvest: float | None  # share of the judged pages in a wanted language and on topic; None where none was judged
    avp: float | None  # mean relevance of these pages; None where there is no topic
    new_words: int  # in paragraphs of wanted pages that stood on no wanted page before
    lately: Lately  # the same of the last pages, as `crawl.saturation` looks at them
    ended: str  # why the crawl is over; empty while it runs, and where it was broken off
    hosts: int
    resting_hosts: int  # left alone for now
    queued: int
    queue: list[Quarter]  # the best quarter first
    promised: int  # addresses that no link led to
    kept_promises: int  # those of them at which there is a page as promised
    errors: dict[str, int]  # what failed, by reason, the most frequent first
    refused: dict[str, int]  # what was not asked for, by reason


def read(folder: Path, now: float | None = None) -> Live | None:
    """The figures of the crawl in a folder; None where there is none."""
    db = connect_to_read(folder)
    if db is None:
        return None
    with closing(db):
        return _read(db, time.time() if now is None else now)


def _read(db: sqlite3.Connection, now: float) -> Live:
    rows = db.execute(_COUNT, (iso_time(now - _WINDOW_S),)).fetchall()
    recent = sum(row[3] for row in rows)
    first = min((row[4] for row in rows if row[4]), default=None)
    hosts, resting = db.execute(_HOSTS, (now,)).fetchone()
    promised, kept = db.execute(_PROMISED).fetchone()
    failed = [(reason, number) for state, reason, number, *_ in rows if state == "failed"]
    errors = [*failed, *db.execute("SELECT reason, number FROM tally")]
    found = totals(db)
    return Live(
        pages=sum(row[5] for row in rows),
        pages_per_s=round(recent / _seconds(first, now), 2),
        harvest=found.rate,
        avp=found.precision,
        new_words=found.new_words,
        lately=Harvest(db).lately(int(noted(db, LAST_PAGES) or LATELY)),
        ended=noted(db, ENDED),
        hosts=hosts,
        resting_hosts=resting,
        queued=sum(row[2] for row in rows if row[0] == "queued"),
        queue=[Quarter(*row) for row in db.execute(_QUARTERS)],
        promised=promised,
        kept_promises=kept,
        errors=_most_first(errors),
        refused=_most_first([(row[1], row[2]) for row in rows if row[0] == "refused"]),
    )


def _seconds(first: str | None, now: float) -> float:
    """How long the crawl has been at it, at most the length of the window."""
    began = datetime.fromisoformat(first).timestamp() if first else now
    return min(_WINDOW_S, max(now - began, 1.0))


def _most_first(counts: list[tuple[str, int]]) -> dict[str, int]:
    return dict(sorted(counts, key=lambda one: (-one[1], one[0])))
