"""Second chances: URLs of the frontier that are queued again, many at once."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence

import msgspec

from polytrawl.records import WarcRef

_DOUBTFUL = """
SELECT id, url, depth, kind FROM urls
WHERE id > ? AND page IS NULL AND (state IN ('queued', 'refused')
    OR reason IN (
        'fault', 'too-large', 'not-html', 'timeout', 'connection-error', 'unknown-host', 'refused-connection'
    ))
ORDER BY id LIMIT 1000
"""
_AGAIN = """
UPDATE urls SET state = 'queued', reason = '', detail = '', attempts = 0
WHERE host IN (SELECT id FROM hosts WHERE host IN (SELECT value FROM json_each(?)))
    AND reason IN (SELECT value FROM json_each(?))
"""
# Reasons that a new start looks at again: the network was down, or a server had trouble.
PASSING = (
    *("timeout", "connection-error", "unknown-host", "refused-connection", "robots-unreachable", "host-trouble"),
    *("truncated", "proxy-error", *(f"http-{status}" for status in (408, 425, 429, 500, 502, 503, 504))),
)
_RULE = "UPDATE urls SET state = ?, reason = ?, detail = '', attempts = 0 WHERE id = ?"
_LOST = """
UPDATE urls SET state = 'queued', page = NULL WHERE state = 'fetched' AND (warc > ? OR (warc = ? AND end > ?))
"""


def reconsider(db: sqlite3.Connection, rule: Callable[[str, int], str]) -> None:
    """Put the question to every URL that is still waiting or was refused: a reason against it, or none."""
    last = 0
    while rows := db.execute(_DOUBTFUL, (last,)).fetchall():
        for number, url, depth, kind in rows:
            reason = rule(url, depth) if kind == "page" else ""
            db.execute(_RULE, ("refused" if reason else "queued", reason, number))
        last = rows[-1][0]
    db.execute("UPDATE hosts SET trouble = '', trouble_detail = '' WHERE trouble <> ''")


def forgive(db: sqlite3.Connection) -> bool:
    """Queue again what failed for reasons that may have passed; whether there was anything."""
    marks = ", ".join("?" * len(PASSING))
    row = "state = 'queued', reason = '', detail = '', attempts = 0"
    found = db.execute(f"UPDATE urls SET {row} WHERE reason IN ({marks})", PASSING)  # noqa: S608 - marks only
    db.execute(f"UPDATE hosts SET trouble = '', trouble_detail = '' WHERE trouble IN ({marks})", PASSING)  # noqa: S608 - as above
    return found.rowcount > 0


def again(db: sqlite3.Connection, hosts: Sequence[str], reasons: Sequence[str]) -> bool:
    """Queue the URLs of these hosts that were given up for one of these reasons; whether there were any."""
    return db.execute(_AGAIN, (msgspec.json.encode(hosts), msgspec.json.encode(reasons))).rowcount > 0


def forget_after(db: sqlite3.Connection, end: WarcRef) -> WarcRef:
    """Queue the pages again whose bytes do not stand before this place; where the last one that is left ends."""
    db.execute(_LOST, (end.file, end.file, end.offset))
    row = db.execute("SELECT max(end) FROM urls WHERE page IS NOT NULL AND warc = ?", (end.file,)).fetchone()
    return WarcRef(file=end.file, offset=row[0] or 0)
