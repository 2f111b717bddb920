"""What each origin (scheme, host and port) tells crawlers in files of its own, and how long that is believed.

Before the first page of an origin these files are asked for, one request at a time and at the pace of all others:
robots.txt; where reservations are honoured, the two files that make them; and, where robots.txt names no sitemap,
/sitemap.xml. What they said is kept for 24 hours, over restarts too, in an SQLite file of its own, so that the
frontier's transactions need not know of it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from polytrawl import urls
from polytrawl.crawl.consent import AI_TXT, TDM, Reservations
from polytrawl.crawl.fetch import Fetcher, TryAgain, Wanted
from polytrawl.crawl.robots import MAX_BYTES, UNREACHABLE, Robots
from polytrawl.errors import FetchError

ROBOTS, TDMREP, AI, SITEMAP = "/robots.txt", "/.well-known/tdmrep.json", "/ai.txt", "/sitemap.xml"
FILE = "policy.sqlite"
ALLOWED, NONE = "allowed", "none"
ROBOTS_SAID = "robots:"  # stands before that among the signals of a page

_MAX_AGE_S = 24 * 3600.0  # RFC 9309, 2.4
_RETRY_S = 3600.0  # guess: a server that was down is asked again after an hour
_GIVE_UP_S = 30 * 24 * 3600.0  # RFC 9309, 2.3.1.4: for so long an unreachable robots.txt forbids everything
_CLOCK_SLACK_S = 3600.0  # a guess: what was asked for further ahead of now was noted by a clock that was wrong
_MAX_REDIRECTS = 5  # RFC 9309, 2.3.1.2
_MAX_SITEMAP_BYTES = 50 << 20  # the limit of the sitemap protocol
# The page itself would fail in the same way, so the plainer word is used.
NETWORK_REASONS = ("unknown-host", "refused-connection", "private-address", "no-contact", "tls-error", "bad-url")

_SCHEMA = """
CREATE TABLE IF NOT EXISTS files (
    origin TEXT NOT NULL, file TEXT NOT NULL,
    body BLOB, asked_at REAL NOT NULL,      -- the body is NULL until there was an answer
    failing_since REAL, attempts INTEGER NOT NULL, reason TEXT NOT NULL, detail TEXT NOT NULL,
    PRIMARY KEY (origin, file)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS signals (page TEXT PRIMARY KEY, words TEXT NOT NULL) WITHOUT ROWID;
"""


class Known(NamedTuple):
    """A file as last seen, and since when it cannot be had."""

    body: bytes | None
    asked_at: float
    failing_since: float | None = None
    attempts: int = 0
    reason: str = ""
    detail: str = ""


class Learnt(NamedTuple):
    """What one request brought."""

    sitemaps: tuple[str, ...] = ()  # named by robots.txt
    sitemap: bytes = b""  # found where it was guessed
    error: FetchError | None = None
    attempts: int = 0  # in vain, this one included
    is_back: bool = False  # robots.txt can be had again


@dataclass
class _Origin:
    """One origin in memory."""

    files: dict[str, Known] = field(default_factory=dict)

    @cached_property
    def robots(self) -> Robots:
        return Robots(self._body(ROBOTS))

    @cached_property
    def reservations(self) -> Reservations:
        return Reservations(tdmrep=self._body(TDMREP), ai_txt=self._body(AI))

    def _body(self, file: str) -> bytes:
        known = self.files.get(file)
        return (known and known.body) or b""


class Policies:
    """The rules of all origins. `attempts` is how often robots.txt is tried before the host is given up for a while."""

    def __init__(
        self,
        folder: Path,
        *,
        honour: Collection[str],
        attempts: int,
        sitemaps: bool = True,
        clock: Callable[[], float],
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(folder / FILE, isolation_level=None)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.executescript(_SCHEMA)
        self._asides = [file for file, word in ((TDMREP, TDM), (AI, AI_TXT)) if word in honour]
        self._guesses = [SITEMAP] if sitemaps else []
        self._attempts = attempts
        self._clock = clock
        self._origin = lru_cache(maxsize=1024)(self._load)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _load(self, origin: str) -> _Origin:
        query = "SELECT file, body, asked_at, failing_since, attempts, reason, detail FROM files WHERE origin = ?"
        return _Origin({file: Known(*rest) for file, *rest in self._db.execute(query, (origin,))})

    def missing(self, url: str) -> str:
        """The file that must be asked for before the URL may be; empty where all is known."""
        origin, now = self._origin(origin_of(url)), self._clock()
        robots = origin.files.get(ROBOTS)
        if robots is None or now >= self._due(robots):
            return ROBOTS
        if _refusal(robots, now):
            return ""
        wanted = self._asides if origin.robots.has_sitemaps else [*self._asides, *self._guesses]
        return next((file for file in wanted if self._is_wanted(origin, file, now)), "")

    def _due(self, robots: Known) -> float:
        """When robots.txt is to be asked for again."""
        if robots.asked_at > self._clock() + _CLOCK_SLACK_S:
            return 0.0
        if robots.failing_since is None:
            return robots.asked_at + _MAX_AGE_S
        return robots.asked_at + (0.0 if robots.attempts < self._attempts else _RETRY_S)

    def _is_wanted(self, origin: _Origin, file: str, now: float) -> bool:
        known = origin.files.get(file)
        if known is None:
            return origin.robots.allows(file)
        is_old = not -_CLOCK_SLACK_S < now - known.asked_at < _MAX_AGE_S
        return file != SITEMAP and is_old and origin.robots.allows(file)

    async def learn(self, fetcher: Fetcher, url: str, file: str) -> Learnt:
        """Ask for a file, and keep what was said."""
        origin = origin_of(url)
        if file != ROBOTS:
            return self._keep_aside(origin, file, await _aside(fetcher, origin + file))
        before = self._origin(origin).files.get(ROBOTS)
        try:
            body = await fetch_robots(fetcher, origin + file)
        except FetchError as err:
            return self._keep_failure(origin, before, err)
        sitemaps = Robots(body).sitemaps(url)  # before it is kept: what cannot be read is not believed
        self._keep(origin, file, Known(body, self._clock()))
        return Learnt(tuple(sitemaps), is_back=before is not None and bool(before.reason))

    def keep_failure(self, url: str, file: str, err: FetchError) -> Learnt:
        """Keep that a file cannot be had: without robots.txt nothing is fetched; the others need not be there."""
        origin = origin_of(url)
        if file != ROBOTS:
            return self._keep_aside(origin, file, b"")
        return self._keep_failure(origin, self._origin(origin).files.get(ROBOTS), FetchError(UNREACHABLE, str(err)))

    def _keep_aside(self, origin: str, file: str, body: bytes) -> Learnt:
        is_sitemap = file == SITEMAP
        self._keep(origin, file, Known(b"" if is_sitemap else body, self._clock()))
        return Learnt(sitemap=body if is_sitemap else b"")

    def _keep_failure(self, origin: str, before: Known | None, err: FetchError) -> Learnt:
        now = self._clock()
        # After the last attempt each later one is alone: the next comes after an hour.
        attempts = min(before.attempts + 1 if before else 1, self._attempts)
        if not isinstance(err, TryAgain):
            attempts = self._attempts  # another attempt now would give the same
        since = min(before.failing_since, now) if before and before.failing_since is not None else now
        known = Known(before and before.body, now, since, attempts, err.reason, err.detail)
        self._keep(origin, ROBOTS, known)
        return Learnt(error=err, attempts=attempts)

    def _keep(self, origin: str, file: str, known: Known) -> None:
        self._db.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (origin, file, *known))
        one = self._origin(origin)
        one.files[file] = known
        for name in ("robots", "reservations"):  # to be read anew
            one.__dict__.pop(name, None)

    def refusal(self, url: str) -> Known | None:
        """Why nothing of this origin may be fetched, because its robots.txt cannot be had; None where it is known."""
        known = self._origin(origin_of(url)).files.get(ROBOTS)
        return known if known and _refusal(known, self._clock()) else None

    def robots(self, url: str) -> Robots:
        """The rules that hold for a URL."""
        return self._origin(origin_of(url)).robots

    def signals(self, url: str) -> tuple[str, ...]:
        """The reservations that the origin makes for a URL."""
        return self._origin(origin_of(url)).reservations.signals(url)

    def robots_word(self, url: str) -> str:
        """What robots.txt says of a URL that may be fetched: allowed, or none where the origin has no robots.txt."""
        known = self._origin(origin_of(url)).files.get(ROBOTS)
        return ALLOWED if known and known.body else NONE

    def note_signals(self, page: str, words: Collection[str]) -> None:
        """Keep what the origin said about a page when it was fetched."""
        if words:
            self._db.execute("INSERT OR REPLACE INTO signals VALUES (?, ?)", (page, " ".join(words)))

    def forget_failures(self) -> None:
        """Let robots.txt be asked for anew where it could not be had."""
        self._db.execute("DELETE FROM files WHERE file = ? AND reason <> '' AND body IS NULL", (ROBOTS,))
        self._origin.cache_clear()


@contextmanager
def noted_signals(folder: Path) -> Iterator[Callable[[str], tuple[str, ...]]]:
    """Looks up, by page id, what origins said about pages when they were fetched."""
    path = folder / FILE
    if not path.exists():
        yield lambda _: ()
        return
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)

    def look_up(page: str) -> tuple[str, ...]:
        row = db.execute("SELECT words FROM signals WHERE page = ?", (page,)).fetchone()
        return tuple(row[0].split()) if row else ()

    try:
        yield look_up
    finally:
        db.close()


def origin_of(url: str) -> str:
    """Scheme, host and port: what the rules of a robots.txt hold for (RFC 9309, 2.3).

    >>> origin_of("https://a.test:8080/x?y"), origin_of("http://a.test/")
    ('https://a.test:8080', 'http://a.test')
    """
    end = url.find("/", 8)
    return url if end < 0 else url[:end]


def _refusal(robots: Known, now: float) -> bool:
    """Whether everything is forbidden: the file was never had, and is not yet failing for too long to believe in it."""
    return robots.body is None and now < (robots.failing_since or 0.0) + _GIVE_UP_S


async def fetch_robots(fetcher: Fetcher, target: str) -> bytes:
    """A robots.txt. Empty, so that all is allowed, where the host says that it has none.

    A host that cannot answer (5xx, no connection) disallows everything: `TryAgain`, or a `FetchError` where
    another attempt would give the same. Status 429 counts as such, and not as the "no robots.txt" of other 4xx.
    """
    try:
        return await _through_redirects(fetcher, target, Wanted(MAX_BYTES, html_only=False, cut=True))
    except TryAgain as err:
        raise TryAgain(_reason(err), f"{target}: {err}", err.wait_s) from err
    except FetchError as err:
        if err.reason.startswith("http-5") or not err.reason.startswith("http-"):
            raise FetchError(_reason(err), f"{target}: {err}") from err
    return b""


async def _through_redirects(fetcher: Fetcher, target: str, wanted: Wanted) -> bytes:
    for _ in range(_MAX_REDIRECTS + 1):
        answer = await fetcher.fetch(target, wanted)
        next_url = urls.normalise(answer.location, target) if answer.location else None
        if next_url is None:
            return answer.body
        target = next_url
    return b""  # more redirects than the standard asks us to follow


async def _aside(fetcher: Fetcher, target: str) -> bytes:
    """A file that need not be there; empty where it is not."""
    try:
        return await _through_redirects(fetcher, target, Wanted(_MAX_SITEMAP_BYTES, html_only=False))
    except FetchError:
        return b""


def _reason(err: FetchError) -> str:
    return err.reason if err.reason in NETWORK_REASONS else UNREACHABLE
