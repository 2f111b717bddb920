"""What becomes of one URL: its host's rules are learnt, it is refused, or fetched, kept and its links queued."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from polytrawl import urls
from polytrawl.crawl import robots
from polytrawl.crawl.archive import Archive, page_of
from polytrawl.crawl.fetch import Fetched, Fetcher, TryAgain, Wanted
from polytrawl.crawl.guard import NO_CONTACT, PRIVATE_ADDRESS
from polytrawl.crawl.history import Answered
from polytrawl.crawl.judging import Judging
from polytrawl.crawl.links import Links
from polytrawl.crawl.politeness import Pace, Troubles
from polytrawl.crawl.results import pack
from polytrawl.crawl.sitemap import parse_sitemap
from polytrawl.crawl.store import Found, Host, Queued, Store, Stored
from polytrawl.errors import FetchError
from polytrawl.records import Document, Page, make_id
from polytrawl.shards import encode

VANISHED, HOST_TROUBLE = "vanished", "host-trouble"
_GONE = frozenset({"http-404", "http-410"})
_MAX_HOPS = 10  # a guess: browsers follow 20
_REFUSALS = frozenset({robots.REFUSED, robots.UNREACHABLE, PRIVATE_ADDRESS, NO_CONTACT, HOST_TROUBLE})


@dataclass(frozen=True)
class Visitor:
    """Visits URLs. Between two awaits it has the frontier and the WARC to itself."""

    frontier: Store
    fetcher: Fetcher
    archive: Archive
    judge: Judging
    links: Links
    pace: Pace
    troubles: Troubles
    max_bytes: int
    when_free: Callable[[], None]  # called when a host has answered, and another may be asked

    async def visit(self, queued: Queued) -> None:
        """Do what comes next for a URL: learn its host's rules, refuse it, or fetch it."""
        try:
            host = self.frontier.host(queued.host)
            if host.reason:
                self._refuse(queued, host.reason, host.detail)
            elif host.robots is None:
                await self._learn(queued, host)
            elif queued.kind == "page" and not _rules(host.robots).allows(queued.url):
                self._refuse(queued, robots.REFUSED)
            else:
                await self._fetch(queued, self.pace.after_answer(_rules(host.robots).delay_s))
        finally:
            self.frontier.land(queued)

    def _refuse(self, queued: Queued, reason: str, detail: str = "") -> None:
        self.frontier.spare(queued)
        with self.frontier.step():
            self._give_up(queued, FetchError(reason, detail), keeps_page=reason != robots.REFUSED)

    def _give_up(self, queued: Queued, err: FetchError, *, keeps_page: bool) -> None:
        """Nothing came of this URL. A page fetched earlier stays where that may be different another day."""
        known = self.frontier.history.known(queued.id)
        if known and keeps_page:
            self.frontier.unchanged(queued, time.time(), f"could not be asked for again: {err}")
            return
        reason = VANISHED if known and err.reason in _GONE else err.reason
        self.frontier.settle(queued, _state(reason), reason, err.detail if reason == err.reason else str(err))

    async def _learn(self, queued: Queued, host: Host) -> None:
        """Ask for robots.txt. The URL stays queued: its turn comes when the host may be asked again."""
        delay_s, sitemaps = self.pace.delay_s, list[str]()
        try:
            host = Host(robots=await robots.fetch_robots(self.fetcher, queued.url))
            delay_s = self.pace.after_answer(_rules(host.robots or b"").delay_s)
            sitemaps = _rules(host.robots or b"").sitemaps(queued.url)
        except FetchError as err:
            wait_s = self._wait_after(err, host.attempts, delay_s)
            host = host._replace(attempts=host.attempts + 1)
            if wait_s is None:
                host = host._replace(reason=err.reason, detail=err.detail)
            delay_s = wait_s or delay_s
        with self.frontier.step():
            self.frontier.keep_host(queued.host, host)
            self.frontier.add(self.links.sitemaps(sitemaps, robots.robots_url(queued.url)))
            self.frontier.pause(queued.host, time.time() + delay_s)

    def _wait_after(self, err: FetchError, attempts: int, delay_s: float) -> float | None:
        """Seconds until the next attempt; None when there is none."""
        if isinstance(err, TryAgain) and attempts + 1 < self.pace.attempts:
            return self.pace.after_trouble(delay_s, attempts + 1, err.wait_s)
        return None

    async def _fetch(self, queued: Queued, delay_s: float) -> None:
        try:
            wanted = Wanted(self.max_bytes, html_only=queued.kind == "page")
            known = self.frontier.history.known(queued.id)
            asked = wanted._replace(etag=known.etag, modified=known.modified) if known else wanted
            answer = await self.fetcher.fetch(queued.url, asked)
        except FetchError as err:
            self._fail(queued, err, delay_s)
            return
        ended = time.time()
        self.troubles.answered(queued.host)
        self.frontier.free(queued, ended + self.pace.adapted(delay_s, answer.seconds))
        self.when_free()
        is_same = known is not None and self.archive.is_seen_again(queued, known, answer, ended)
        is_page = queued.kind == "page" and not answer.location and not is_same
        page = page_of(queued, answer, ended) if is_page else None
        document, kept = await self._judged(page) if page else (None, None)
        with self.frontier.step():
            if is_same:
                self.frontier.unchanged(queued, ended)
                self.frontier.history.retag(queued.id, answer.etag, answer.modified)
                self.frontier.note_warc_end(self.archive.end)
            elif page:
                # Not before the judge is heard: what stands in the WARC before the noted end is known to the frontier.
                stored = self.archive.store(page, queued, answer, ended)
                place = Stored(stored.page, stored.end, kept, self.judge.signature, self.archive.end)
                self.frontier.fetched(queued, place)
                self.frontier.history.keep(queued.id, stored.answered, ended)
                self.frontier.add(self.links.of(document, queued.depth + 1) if document else ())
            elif answer.location:
                self._redirect(queued, answer)
            else:
                self._read_sitemap(queued, answer)
                self.frontier.history.keep(queued.id, Answered(answer.etag, answer.modified), ended)
            for kind in self.links.mishaps.take():
                self.frontier.tally(kind)

    def _fail(self, queued: Queued, err: FetchError, delay_s: float) -> None:
        failures = self.troubles.failed(queued.host, err.reason)
        wait_s = self._wait_after(err, queued.attempts, delay_s)
        pause_s = self.pace.after_trouble(delay_s, failures, None) if failures else delay_s
        with self.frontier.step():
            if wait_s is None:
                self._give_up(queued, err, keeps_page=isinstance(err, TryAgain))
            else:
                self.frontier.retry(queued)
            if self.troubles.is_hopeless(queued.host):
                detail = f"{failures} failures in a row, at last {err}"
                host = self.frontier.host(queued.host)._replace(reason=HOST_TROUBLE, detail=detail)
                self.frontier.keep_host(queued.host, host)
            self.frontier.pause(queued.host, time.time() + max(wait_s or 0.0, pause_s))

    async def _judged(self, page: Page) -> tuple[Document | None, bytes | None]:
        try:
            verdict = await self.judge.verdict(page)
        except Exception as err:  # noqa: BLE001 - whatever a plug-in raises, the crawl goes on
            self.links.mishaps.add(err, page.url)
            return None, None
        if verdict.kept is None:
            return verdict.document, None
        return verdict.document, pack(verdict.kept if isinstance(verdict.kept, bytes) else encode(verdict.kept))

    def _redirect(self, queued: Queued, answer: Fetched) -> None:
        target = urls.normalise(answer.location, queued.url)
        if target is None:
            self.frontier.settle(queued, "failed", "bad-redirect", answer.location)
            return
        if queued.hops >= _MAX_HOPS:
            self.frontier.settle(queued, "failed", "too-many-redirects", target)
            return
        name = "redirect-loop" if self._loops(queued.url, target) else "redirect"
        self.frontier.settle(queued, "redirected", name, target)
        reason = self.links.scope.reason_against(target, queued.depth)
        self.frontier.add([Found(target, queued.score, queued.depth, queued.url, queued.kind, queued.hops + 1, reason)])

    def _loops(self, url: str, target: str) -> bool:
        for _ in range(_MAX_HOPS):
            if target == url:
                return True
            target = self.frontier.target_of(target) or ""
        return False

    def _read_sitemap(self, queued: Queued, answer: Fetched) -> None:
        try:
            sitemap = parse_sitemap(queued.url, answer.body)
        except FetchError as err:
            self.frontier.settle(queued, "failed", err.reason, err.detail)
            return
        self.frontier.settle(queued, "fetched")
        # Scorers look at links from a document; a sitemap is one without a text.
        identity = make_id("d", queued.url)
        source = Document(id=identity, page="", url=queued.url, site=queued.site, links=sitemap.links)
        self.frontier.add(self.links.of(source, 1))
        self.frontier.add(self.links.sitemaps(sitemap.sitemaps, queued.url))


def _state(reason: str) -> str:
    return "refused" if reason in _REFUSALS else "failed"


@lru_cache(maxsize=256)
def _rules(body: bytes) -> robots.Robots:
    return robots.Robots(body)
