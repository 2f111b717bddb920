"""The frontier: every URL the crawl has seen, what became of it, and which one is next.

One SQLite file in WAL mode. All that a fetched page brings (its place in the WARC, what the judge kept, its links) is
kept in one transaction, so that a crawl that is killed at any instant forgets at most the pages it was just fetching,
and never a link. URLs in flight are noted in a temporary table: they stay queued on disk.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from polytrawl.crawl.place import place_of
from polytrawl.crawl.politeness import MAX_PAUSE_S
from polytrawl.crawl.schema import connect, fingerprint, note, note_end, noted, noted_end
from polytrawl.records import Page, WarcRef

# What is counted but not listed among the records: a crawl of one site sees links to half the web.
OUT_OF_SCOPE = "out-of-scope"
TOO_DEEP = "too-deep"

_END = "warc"
_MAX_DETAIL = 2000

_FLYING = "CREATE TEMP TABLE flying (id INTEGER PRIMARY KEY, host TEXT NOT NULL)"

# The best queued URL of each host that may be asked now; the best of those. Work grows with the number of hosts that
# have URLs, not with the number of URLs.
_POP = """
SELECT u.id, u.url, u.host, u.site, u.kind, u.score, u.depth, u.parent, u.hops, u.attempts
FROM hosts h JOIN urls u ON u.id = (
    SELECT id FROM urls WHERE host = h.host AND state = 'queued' AND id NOT IN (SELECT id FROM flying)
    ORDER BY score DESC, id LIMIT 1)
WHERE h.next_at <= ? AND (SELECT count(*) FROM flying f WHERE f.host = h.host) < ?
ORDER BY u.score DESC, u.id LIMIT 1
"""
_WAKE = """
SELECT min(h.next_at) FROM hosts h
WHERE (SELECT count(*) FROM flying f WHERE f.host = h.host) < ?
AND EXISTS (SELECT 1 FROM urls WHERE host = h.host AND state = 'queued' AND id NOT IN (SELECT id FROM flying))
"""
_KNOWN = "SELECT id, reason, iif(state = 'queued', score, NULL), depth FROM urls WHERE fingerprint = ?"
_INSERT = """
INSERT INTO urls (fingerprint, url, host, site, kind, state, reason, score, depth, parent, hops)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_COUNT = """
SELECT reason, count(*) FROM urls WHERE state <> 'queued' AND NOT (kind = 'sitemap' AND state = 'fetched') GROUP BY 1
UNION ALL SELECT reason, number FROM tally
"""
_DOUBTFUL = """
SELECT id, url, host, depth, kind FROM urls
WHERE id > ? AND (state IN ('queued', 'refused')
    OR reason IN ('too-large', 'not-html', 'timeout', 'connection-error', 'unknown-host', 'refused-connection'))
ORDER BY id LIMIT 1000
"""
_AGAIN = """
UPDATE urls SET state = 'queued', reason = '', detail = '', attempts = 0
WHERE host IN (SELECT value FROM json_each(?)) AND reason IN (SELECT value FROM json_each(?))
"""
_RULE = "UPDATE urls SET state = ?, reason = ?, detail = '', attempts = 0 WHERE id = ?"


class Found(NamedTuple):
    """A URL to be added. A reason says why it is not to be fetched."""

    url: str
    score: float
    depth: int
    parent: str = ""
    kind: str = "page"
    hops: int = 0  # redirects that led here
    reason: str = ""


class Queued(NamedTuple):
    """A URL that is to be fetched now."""

    id: int
    url: str
    host: str
    site: str
    kind: str
    score: float
    depth: int
    parent: str
    hops: int
    attempts: int


class Host(NamedTuple):
    """What is known of a host. `robots` is None until its robots.txt was asked for."""

    robots: bytes | None = None
    reason: str = ""
    detail: str = ""
    attempts: int = 0


class Stored(NamedTuple):
    """A page that stands in the WARC, and what the judge kept of it."""

    page: Page
    end: int  # where its record ends
    kept: bytes | None
    signature: str


class Frontier:
    """The store of a crawl. One process writes; others may read at the same time."""

    def __init__(self, folder: Path) -> None:
        self._db = connect(folder)
        self._db.execute(_FLYING)
        self.counts = self._count()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @contextmanager
    def step(self) -> Iterator[None]:
        """One transaction: all of it is kept, or nothing."""
        self._db.execute("BEGIN IMMEDIATE")
        before = self.counts.copy()
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            self.counts = before
            raise
        self._db.execute("COMMIT")

    def _count(self) -> Counter[str]:
        return Counter(dict(self._db.execute(_COUNT)))

    def add(self, found: Iterable[Found]) -> None:
        """Queue URLs that are new; those found again keep their best score and their smallest depth."""
        for one in found:
            key = fingerprint(one.url)
            known = self._db.execute(_KNOWN, (key,)).fetchone()
            if known is None:
                self._insert(key, one)
            elif not one.reason:
                self._improve(one, *known)

    def _insert(self, key: int, one: Found) -> None:
        place = place_of(one.url)
        state = "refused" if one.reason else "queued"
        row = (key, one.url, *place, one.kind, state, one.reason, one.score, one.depth, one.parent, one.hops)
        self._db.execute(_INSERT, row)
        self.counts[one.reason] += bool(one.reason)
        self._know(place.host, one.reason)

    def _improve(self, one: Found, number: int, reason: str, score: float | None, depth: int) -> None:
        if reason == TOO_DEEP:  # and now found nearer to a seed
            self.counts[TOO_DEEP] -= 1
            self._know(place_of(one.url).host, "")
        elif score is None or (score >= one.score and depth <= one.depth):
            return
        row = (one.score if score is None else max(score, one.score), min(depth, one.depth), number)
        self._db.execute("UPDATE urls SET state = 'queued', reason = '', score = ?, depth = ? WHERE id = ?", row)

    def _know(self, host: str, reason: str) -> None:
        if not reason:
            self._db.execute("INSERT OR IGNORE INTO hosts (host) VALUES (?)", (host,))

    def reconsider(self, rule: Callable[[str, int], str]) -> None:
        """Put the question to every URL that is still waiting or was refused: a reason against it, or none.

        The rule is given URL and depth. What failed for want of time or room gets another chance as well.
        """
        last = 0
        while rows := self._db.execute(_DOUBTFUL, (last,)).fetchall():
            for number, url, host, depth, kind in rows:
                reason = rule(url, depth) if kind == "page" else ""
                self._db.execute(_RULE, ("refused" if reason else "queued", reason, number))
                self._know(host, reason)
            last = rows[-1][0]
        self._db.execute("UPDATE hosts SET robots = NULL, robots_reason = '', attempts = 0 WHERE robots_reason <> ''")
        self.counts = self._count()

    def again(self, hosts: Sequence[str], reasons: Sequence[str]) -> None:
        """Queue the URLs of these hosts that were given up for one of these reasons."""
        if hosts:
            self._db.execute(_AGAIN, (json.dumps(hosts), json.dumps(reasons)))
            self.counts = self._count()

    def pop(self, now: float, per_host: int) -> Queued | None:
        """The best URL among the hosts that may be asked now; it is in flight until it is told what became of it."""
        row = self._db.execute(_POP, (now, per_host)).fetchone()
        if row is None:
            return None
        queued = Queued(*row)
        self._db.execute("INSERT INTO flying VALUES (?, ?)", (queued.id, queued.host))
        return queued

    def wake_at(self, per_host: int) -> float | None:
        """When the next host may be asked; None when there is nothing to wait for but what is in flight."""
        found: float | None = self._db.execute(_WAKE, (per_host,)).fetchone()[0]
        return found

    def land(self, queued: Queued) -> None:
        """The URL is not in flight any more."""
        self._db.execute("DELETE FROM flying WHERE id = ?", (queued.id,))

    def fetched(self, queued: Queued, stored: Stored) -> None:
        """The page is here."""
        page, ref = stored.page, stored.page.warc or WarcRef(file="", offset=0)
        self._db.execute(
            "UPDATE urls SET state = 'fetched', page = ?, status = ?, content_type = ?, warc = ?, start = ?, end = ?,"
            " fetched_at = ? WHERE id = ?",
            (page.id, page.status, page.content_type, ref.file, ref.offset, stored.end, page.fetched_at, queued.id),
        )
        if stored.kept is not None:
            row = (page.id, stored.signature, stored.kept)
            self._db.execute("INSERT OR REPLACE INTO judged VALUES (?, ?, ?)", row)
        self.note_warc_end(WarcRef(file=ref.file, offset=stored.end))
        self.counts[""] += 1

    def settle(self, queued: Queued, state: str, reason: str = "", detail: str = "") -> None:
        """There is no page at this URL, and why."""
        row = (state, reason, detail[:_MAX_DETAIL], queued.id)
        self._db.execute("UPDATE urls SET state = ?, reason = ?, detail = ? WHERE id = ?", row)
        self.counts[reason] += bool(reason)

    def retry(self, queued: Queued) -> None:
        """The URL stays in the queue after one more vain attempt."""
        self._db.execute("UPDATE urls SET attempts = attempts + 1 WHERE id = ?", (queued.id,))

    def target_of(self, url: str) -> str | None:
        """Where a URL redirects to, if it is known to redirect."""
        query = "SELECT detail FROM urls WHERE fingerprint = ? AND state = 'redirected'"
        row = self._db.execute(query, (fingerprint(url),)).fetchone()
        return None if row is None else str(row[0])

    def host(self, host: str) -> Host:
        """What is known of a host."""
        query = "SELECT robots, robots_reason, robots_detail, attempts FROM hosts WHERE host = ?"
        row = self._db.execute(query, (host,)).fetchone()
        return Host(*row) if row else Host()

    def keep_host(self, name: str, host: Host) -> None:
        """Keep what was learnt of a host."""
        query = "UPDATE hosts SET robots = ?, robots_reason = ?, robots_detail = ?, attempts = ? WHERE host = ?"
        self._db.execute(query, (*host, name))

    def pause(self, host: str, until: float) -> None:
        """Ask the host no more before this time."""
        self._db.execute("UPDATE hosts SET next_at = max(next_at, ?) WHERE host = ?", (until, host))

    def resume(self, delay_s: float) -> None:
        """Treat hosts that were asked before as if just asked; let none wait for ever, whatever the clock did."""
        now = time.time()
        query = "UPDATE hosts SET next_at = min(max(next_at, ?), ?) WHERE next_at > 0"
        self._db.execute(query, (now + delay_s, now + max(delay_s, MAX_PAUSE_S)))

    def tally(self, reason: str) -> None:
        """Count something that is no URL: a plug-in's error."""
        self._db.execute(
            "INSERT INTO tally VALUES (?, 1) ON CONFLICT (reason) DO UPDATE SET number = number + 1", (reason,)
        )
        self.counts[reason] += 1

    def note(self, key: str, value: str) -> None:
        """Keep a small fact about the crawl."""
        note(self._db, key, value)

    def noted(self, key: str) -> str:
        """A fact kept by `note`; empty where there is none."""
        return noted(self._db, key)

    def note_warc_end(self, end: WarcRef) -> None:
        """Keep where the last page in the WARC ends."""
        note_end(self._db, _END, end)

    def warc_end(self) -> WarcRef | None:
        """Where the last page in the WARC ends."""
        return noted_end(self._db, _END)

    def forget_after(self, end: WarcRef) -> None:
        """Queue the pages again whose bytes do not stand before this place: a power cut took them."""
        query = (
            "UPDATE urls SET state = 'queued', page = NULL"
            " WHERE state = 'fetched' AND (warc > ? OR (warc = ? AND end > ?))"
        )
        self._db.execute(query, (end.file, end.file, end.offset))
        row = self._db.execute("SELECT max(end) FROM urls WHERE page IS NOT NULL AND warc = ?", (end.file,)).fetchone()
        self.note_warc_end(WarcRef(file=end.file, offset=row[0] or 0))
        self.counts = self._count()
