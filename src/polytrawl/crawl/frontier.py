"""The frontier: every URL the crawl has seen, what became of it, and which one is next.

One SQLite file in WAL mode. All that a fetched page brings (its place in the WARC, what the judge kept, its links) is
one step, and a few steps are one transaction: a crawl that is killed at any instant forgets the last few pages and
those it was just fetching, fetches them again, and never loses a link. What is in flight is known in memory only: on
disk it stays queued.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from polytrawl.crawl import chances
from polytrawl.crawl.harvest import Harvest
from polytrawl.crawl.history import History
from polytrawl.crawl.lines import LAST, Line, Lines, Place
from polytrawl.crawl.place import place_of
from polytrawl.crawl.politeness import Clock
from polytrawl.crawl.schema import connect, fingerprint, note, note_end, noted, noted_end
from polytrawl.crawl.scores import RULES, Known, Seen
from polytrawl.crawl.store import NO_LIMIT, OUT_OF_SCOPE, TOO_DEEP, Budget, Found, Host, Queued, Stored
from polytrawl.crawl.tombstones import read_tombstones
from polytrawl.records import Lang, Promise, WarcRef

__all__ = ["OUT_OF_SCOPE", "TOO_DEEP", "Budget", "Found", "Frontier", "Host", "Queued", "Stored"]

_END, _ASKED = "warc", "requests"
SEED_SCORE = math.inf
PROMISE_SCORE = SEED_SCORE  # like seeds: one request for each decides about a page in a language that is missing
_MAX_DETAIL = 2000
# What a kill costs at most. Tried with pages that bring five new links: a transaction for each page takes 144 us, for
# 4 pages 110, for 16 pages 85, for 64 pages 73.
_KEEP_S, _KEEP_STEPS = 0.1, 16

_LINES = """
SELECT h.id, h.host, h.site, h.next_at, h.asked, -u.score, u.id FROM hosts h JOIN urls u ON u.id = (
    SELECT id FROM urls WHERE host = h.id AND state = 'queued' ORDER BY score DESC, id LIMIT 1)
"""
_BEST = "SELECT -score, id FROM urls WHERE host = ? AND state = 'queued' ORDER BY score DESC, id LIMIT ?"
_ROW = """
SELECT url, kind, score, depth, parent, hops, attempts, coalesce(language, '')
FROM urls LEFT JOIN promised USING (id) WHERE id = ?
"""
_PROMISE = "INSERT INTO promised SELECT id, ? FROM urls WHERE fingerprint = ? AND id > ?"
_KNOWN = """
SELECT fingerprint, id, host, state, reason, score, found, depth FROM urls
WHERE fingerprint IN (SELECT value FROM json_each(?))
"""
_INSERT = """
INSERT INTO urls (id, fingerprint, url, host, kind, state, reason, score, depth, parent, hops)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_IMPROVE = "UPDATE urls SET state = 'queued', reason = '', score = ?, found = ?, depth = ? WHERE id = ?"
_COUNT = """
SELECT reason, count(*) FROM urls WHERE state <> 'queued' AND NOT (kind = 'sitemap' AND state = 'fetched') GROUP BY 1
UNION ALL SELECT reason, number FROM tally
"""


class Frontier:
    """The store of a crawl. One process writes; others may read at the same time."""

    def __init__(self, folder: Path, *, combine: str = "max", budget: Budget = NO_LIMIT) -> None:
        self._db = connect(folder)
        self._forgotten = read_tombstones(folder)
        self.history = History(self._db)
        self.harvest = Harvest(self._db)
        self._combine = RULES[combine]
        self._counts_findings = combine == "mean"
        self.asking = 0  # requests under way
        self._flying: dict[int, Line | None] = {}  # URLs in our hands, with their lines while those are being asked
        self._unsettled: set[int] = set()
        self._lines = Lines(self._fill, budget)
        self._changed: set[int] = set()  # hosts whose times are not on disk yet
        self._begun = 0.0
        self._steps = 0
        self.now = Clock().now
        self._load()

    def _load(self) -> None:
        """Take everything that is held in memory from the disk."""
        self._seen = Seen(self._combine)
        self._changed.clear()
        self._host_ids: dict[str, int] = {}
        self._read_lines()
        [(self._last,)] = self._db.execute("SELECT coalesce(max(id), 0) FROM urls")
        self._end = noted_end(self._db, _END)
        self.asked = int(noted(self._db, _ASKED) or 0)
        self.counts = self._count()

    def _read_lines(self) -> None:
        asking = Counter(line.id for line in self._flying.values() if line)
        self._lines.clear()
        for number, host, site, next_at, asked, *best in self._db.execute(_LINES).fetchall():
            place = (best[0], best[1])  # the rest is read when its turn comes
            line = Line(number, host, site, next_at, asked, asking=asking[number], bound=place)
            line.best = [] if place[1] in self._flying else [place]
            self._lines.show(self._lines.open(line))
        for number, flown in list(self._flying.items()):
            self._flying[number] = flown and (self._lines.get(flown.id) or self._lines.open(flown))

    def _count(self) -> Counter[str]:
        return Counter(dict(self._db.execute(_COUNT)))

    def close(self) -> None:
        """Keep everything, and close the file."""
        self.keep()
        self._db.close()

    # Transactions

    @contextmanager
    def step(self) -> Iterator[None]:
        """All of it is kept, or nothing."""
        self._begin()
        self._db.execute("SAVEPOINT step")
        try:
            yield
        except BaseException:
            if self._db.in_transaction:  # not where the disk is full: then SQLite has ended it
                self._db.execute("ROLLBACK TO step")
                self._flush()
            self._load()
            raise
        self._db.execute("RELEASE step")
        self._steps += 1
        if self._steps >= _KEEP_STEPS or time.monotonic() - self._begun >= _KEEP_S:
            self.keep()

    def _begin(self) -> None:
        if not self._db.in_transaction:
            self._db.execute("BEGIN IMMEDIATE")
            self._begun, self._steps = time.monotonic(), 0

    def keep(self) -> None:
        """Make what the last steps brought safe from a kill."""
        if not self._db.in_transaction and not self._changed:
            return
        self._begin()
        self._flush()
        self._db.execute("COMMIT")

    def _flush(self) -> None:
        """Write what is held in memory only; to be done before anything is read anew."""
        times = [(line.next_at, line.asked, line.id) for line in map(self._lines.get, self._changed) if line]
        self._db.executemany("UPDATE hosts SET next_at = ?, asked = ? WHERE id = ?", times)
        self._changed.clear()
        if self._end is not None:
            note_end(self._db, _END, self._end)
        note(self._db, _ASKED, str(self.asked))

    def _reload(self) -> None:
        """After many URLs were changed at once: take everything from the disk, and lose nothing that was not on it."""
        self._flush()
        self._load()

    # What is found

    def add(self, found: Iterable[Found]) -> None:
        """Queue URLs that are new; the scores of those found again are combined, their smallest depth counts.

        Of what was forgotten on request not even the address is noted.
        """
        self._begin()
        todo: dict[int, Found] = {}
        for one in found:
            if self._forgotten.has(one.url):
                continue
            key = fingerprint(one.url)
            if key in todo:  # once more in one go: in the order of finding
                self._add(todo)
                todo = {}
            if not self._seen.settles(key, one):
                todo[key] = one
        if todo:
            self._add(todo)

    def rescore(self, scores: Mapping[str, float]) -> None:
        """Give URLs that wait other scores, whatever the rule of combining says. A seed stays a seed."""
        if not scores:
            return
        self._begin()
        new = {fingerprint(url): (url, score) for url, score in scores.items()}
        for key, *row in self._db.execute(_KNOWN, (msgspec.json.encode(list(new)),)).fetchall():
            known, (url, score) = Known(*row), new[key]
            if known.state == "queued" and score != known.score < SEED_SCORE:
                self._db.execute("UPDATE urls SET score = ? WHERE id = ?", (score, known.id))
                if known.id not in self._flying:
                    self._lines.move(self._line(known.host, url), (-known.score, known.id), (-score, known.id))
                self._seen.note(key, Found(url, score, known.depth))

    def promise(self, promises: Sequence[Promise]) -> int:
        """Queue URLs that no link led to before all others, as deep as their sources; gives how many of them are new.

        Of those that are known already, the ones that are still waiting come first now.
        """
        languages = {fingerprint(one.url): one.language for one in promises}
        before = self._last
        self.add(Found(one.url, PROMISE_SCORE, self._depth(one.source), one.source) for one in promises)
        self._db.executemany(_PROMISE, [(language, key, before) for key, language in languages.items()])
        if self._last > before:
            self.harvest.begin_anew()  # a crawl that was at its end tries these all the same
        return int(self._last - before)

    def note_versions(self, versions: Mapping[str, Sequence[tuple[Lang, str]]]) -> None:
        """Keep what a sitemap says about the versions of pages in other languages."""
        self._begin()
        rows = [
            (fingerprint(url), msgspec.json.encode(links).decode())
            for url, links in versions.items()
            if not self._forgotten.has(url)
        ]
        self._db.executemany("INSERT OR REPLACE INTO versions VALUES (?, ?)", rows)

    def _depth(self, url: str) -> int:
        query = "SELECT depth FROM urls WHERE fingerprint = ?"
        row = self._db.execute(query, (fingerprint(url),)).fetchone()
        return int(row[0]) if row else 0

    def _add(self, todo: dict[int, Found]) -> None:
        rows = self._db.execute(_KNOWN, (msgspec.json.encode(list(todo)),)).fetchall()
        for key, *row in rows:
            self._again(key, todo.pop(key), Known(*row))
        if todo:
            new = [self._new(key, one) for key, one in todo.items()]
            self._db.executemany(_INSERT, new)
            for (key, one), (number, _, _, host, *_) in zip(todo.items(), new, strict=True):
                self._join(host, one, number)
                if one.reason != TOO_DEEP:  # which is not the last word
                    self._seen.note(key, None if one.reason else one)

    def _new(self, key: int, one: Found) -> tuple[int, int, str, int, str, str, str, float, int, str, int]:
        self._last += 1
        state = "refused" if one.reason else "queued"
        host = self._host_id(one.url)
        return self._last, key, one.url, host, one.kind, state, one.reason, one.score, one.depth, one.parent, one.hops

    def _join(self, host: int, one: Found, number: int) -> None:
        if one.reason:
            self.counts[one.reason] += 1
        else:
            self._lines.put(self._line(host, one.url), (-one.score, number))

    def _again(self, key: int, one: Found, known: Known) -> None:
        if known.reason == TOO_DEEP and not one.reason:  # and now found nearer to a seed
            self.counts[TOO_DEEP] -= 1
            self._db.execute(_IMPROVE, (one.score, 1, min(known.depth, one.depth), known.id))
            self._join(known.host, one, known.id)
        elif known.state == "queued" and not one.reason:
            score = self._combine(known.score, one.score, known.found)
            depth = min(known.depth, one.depth)
            if (score, depth) != (known.score, known.depth) or self._counts_findings:
                self._db.execute(_IMPROVE, (score, known.found + 1, depth, known.id))
            if score != known.score and known.id not in self._flying:
                self._lines.move(self._line(known.host, one.url), (-known.score, known.id), (-score, known.id))
            self._seen.note(key, one._replace(score=score, depth=depth))
        elif known.reason != TOO_DEEP:
            self._seen.note(key, None)

    def _host_id(self, url: str) -> int:
        """The number of a host, which may be new."""
        place = place_of(url)
        number = self._host_ids.get(place.host)
        if number is None:
            self._db.execute("INSERT OR IGNORE INTO hosts (host, site) VALUES (?, ?)", place)
            [(number,)] = self._db.execute("SELECT id FROM hosts WHERE host = ?", (place.host,))
            if len(self._host_ids) >= 1 << 17:
                self._host_ids.clear()
            self._host_ids[place.host] = number
        return number

    def _line(self, host: int, url: str) -> Line:
        line = self._lines.get(host)
        if line is None:
            query = "SELECT next_at, asked FROM hosts WHERE id = ?"
            line = self._lines.open(Line(host, *place_of(url), *self._db.execute(query, (host,)).fetchone()))
        return line

    # Second chances

    def reconsider(self, rule: Callable[[str, int], str]) -> None:
        """Put the question to every URL that is still waiting or was refused: a reason against it, or none.

        The rule is given URL and depth. What failed for want of time or room gets another chance as well.
        """
        chances.reconsider(self._db, rule)
        self._reload()

    def forgive(self) -> None:
        """Queue again what failed for reasons that may have passed."""
        if chances.forgive(self._db):
            self._reload()

    def again(self, hosts: Sequence[str], reasons: Sequence[str]) -> None:
        """Queue the URLs of these hosts that were given up for one of these reasons."""
        if hosts and chances.again(self._db, hosts, reasons):
            self._reload()

    def refresh(self, before: float) -> None:
        """Queue the pages again that were last asked for before this time; they stay pages until an answer is here."""
        if self.history.requeue(before, time.time()):
            self.harvest.begin_anew()
            self._reload()

    def forget_after(self, end: WarcRef) -> None:
        """Queue the pages again whose bytes do not stand before this place: a power cut took them."""
        self.note_warc_end(chances.forget_after(self._db, end))
        self._reload()

    # What is next

    def _fill(self, line: Line, length: int) -> None:
        """Read the best URLs of a host."""
        length += len(self._flying)
        rows: list[Place] = self._db.execute(_BEST, (line.id, length)).fetchall()
        line.bound = rows[-1] if len(rows) == length else LAST
        line.best = [place for place in rows if place[1] not in self._flying]

    def pop(self, now: float, per_host: int) -> Queued | None:
        """The best URL among the hosts that may be asked now; it is in flight until it is told what became of it."""
        taken = self._lines.take(now, per_host)
        if taken is None:
            return None
        line, (_, number) = taken
        self._flying[number] = line
        self._unsettled.add(number)
        line.asking += 1
        line.asked += 1
        line.asked_now += 1
        self.asked += 1
        self.asking += 1
        self._lines.show(line)
        url, kind, *rest = self._db.execute(_ROW, (number,)).fetchone()
        return Queued(number, url, line.host, line.site, kind, *rest)

    @property
    def is_waiting(self) -> bool:
        """Whether there is any URL in the queue."""
        return len(self._lines) > 0

    def wake_at(self, per_host: int) -> float | None:
        """When the next host may be asked; None when there is nothing to wait for but what is in flight."""
        return self._lines.wake_at(per_host)

    def free(self, queued: Queued, next_at: float) -> None:
        """The host has answered, and may be asked again at this time. The URL is still in our hands."""
        line = self._flying.get(queued.id)
        if line is not None:
            self._flying[queued.id] = None
            line.asking -= 1
            self.asking -= 1
            self._pause(line, next_at)

    def spare(self, queued: Queued) -> None:
        """The host was not asked after all."""
        self.asked -= 1
        if line := self._flying.get(queued.id):
            line.asked -= 1
            line.asked_now -= 1

    def land(self, queued: Queued) -> None:
        """The URL is not in flight any more; where it was not settled it is in the queue again."""
        self.free(queued, 0.0)
        self._flying.pop(queued.id, None)
        if queued.id in self._unsettled:
            self._unsettled.discard(queued.id)
            # Found again in the meantime, it may have another score.
            for score, host in self._db.execute("SELECT score, host FROM urls WHERE id = ?", (queued.id,)):
                self._lines.put(self._line(host, queued.url), (-score, queued.id))

    # What became of it

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
        self.note_warc_end(stored.warc_end)
        self._settled(queued)
        self.counts[""] += 1

    def settle(self, queued: Queued, state: str, reason: str = "", detail: str = "") -> None:
        """There is no page at this URL, and why."""
        row = (state, reason, detail[:_MAX_DETAIL], queued.id)
        self._db.execute("UPDATE urls SET state = ?, reason = ?, detail = ?, page = NULL WHERE id = ?", row)
        self._settled(queued)
        self.counts[reason] += bool(reason)

    def unchanged(self, queued: Queued, now: float, detail: str = "") -> None:
        """The page that is here is still the page at this URL, or nothing better is known."""
        self.history.unchanged(queued.id, now, detail[:_MAX_DETAIL])
        self._settled(queued)
        self.counts[""] += queued.kind == "page"

    def _settled(self, queued: Queued) -> None:
        self._unsettled.discard(queued.id)
        self._seen.note(fingerprint(queued.url), None)

    def retry(self, queued: Queued) -> None:
        """The URL stays in the queue after one more vain attempt."""
        self._db.execute("UPDATE urls SET attempts = attempts + 1 WHERE id = ?", (queued.id,))

    def target_of(self, url: str) -> str | None:
        """Where a URL redirects to, if it is known to redirect."""
        query = "SELECT detail FROM urls WHERE fingerprint = ? AND state = 'redirected'"
        row = self._db.execute(query, (fingerprint(url),)).fetchone()
        return None if row is None else str(row[0])

    # Hosts

    def host(self, host: str) -> Host:
        """What is known of a host."""
        query = "SELECT trouble, trouble_detail FROM hosts WHERE host = ?"
        row = self._db.execute(query, (host,)).fetchone()
        return Host(*row) if row else Host()

    def keep_host(self, name: str, host: Host) -> None:
        """Keep what was learnt of a host."""
        query = "UPDATE hosts SET trouble = ?, trouble_detail = ? WHERE host = ?"
        self._db.execute(query, (*host, name))

    def pause(self, host: str, until: float) -> None:
        """Ask the host no more before this time."""
        number = self._host_ids.get(host)
        if number is None:
            number = next((row[0] for row in self._db.execute("SELECT id FROM hosts WHERE host = ?", (host,))), -1)
        if line := self._lines.get(number):
            self._pause(line, until)

    def _pause(self, line: Line, until: float) -> None:
        line.next_at = max(line.next_at, until)
        self._changed.add(line.id)
        self._lines.show(line)

    def resume(self, delay_s: float, max_pause_s: float) -> None:
        """Treat hosts that were asked before as if just asked; let none wait for longer than a host may have to.

        Else a clock that was ahead when they were asked would keep them waiting for as long.
        """
        now = self.now()
        query = "UPDATE hosts SET next_at = min(max(next_at, ?), ?) WHERE next_at > 0"
        self._db.execute(query, (now + delay_s, now + max(delay_s, max_pause_s)))
        self._read_lines()

    # Small facts

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
        self._end = end

    def warc_end(self) -> WarcRef | None:
        """Where the last page in the WARC ends."""
        return self._end
