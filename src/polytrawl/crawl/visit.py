"""What becomes of one URL: its host's rules are learnt, it is refused, or fetched, kept and its links queued."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from polytrawl import urls
from polytrawl.crawl import feeds, policy, robots
from polytrawl.crawl.browser import FAILED, Browser, is_shell
from polytrawl.crawl.consent import read_head
from polytrawl.crawl.fetch import Fetched, Fetcher, TryAgain, Wanted, media_type
from polytrawl.crawl.frontier import Found, Frontier, Queued, Stored
from polytrawl.crawl.guard import NO_CONTACT, PRIVATE_ADDRESS
from polytrawl.crawl.links import Links
from polytrawl.crawl.policy import Policies
from polytrawl.crawl.politeness import Pace, iso_time
from polytrawl.crawl.results import pack
from polytrawl.crawl.sitemap import parse_sitemap
from polytrawl.errors import FetchError
from polytrawl.records import Document, Page, make_id
from polytrawl.shards import encode
from polytrawl.work import Judge

if TYPE_CHECKING:
    from polytrawl.warc import WarcWriter

_MAX_HOPS = 10  # a guess: browsers follow 20
_REFUSALS = frozenset({robots.REFUSED, robots.UNREACHABLE, PRIVATE_ADDRESS, NO_CONTACT})


@dataclass(frozen=True)
class Visitor:
    """Visits URLs. Between two awaits it has the frontier and the WARC to itself."""

    frontier: Frontier
    fetcher: Fetcher
    writer: WarcWriter
    judge: Judge
    links: Links
    policies: Policies
    pace: Pace
    max_bytes: int
    types: frozenset[str]  # of what is kept as a page
    browser: Browser | None = None

    async def visit(self, queued: Queued) -> None:
        """Do what comes next for a URL: learn its host's rules, refuse it, or fetch it."""
        try:
            if missing := self.policies.missing(queued.url):
                await self._learn(queued, missing)
            elif refusal := self.policies.refusal(queued.url):
                self._refuse(queued, refusal.reason, refusal.detail)
            elif queued.kind != "sitemap" and not self.policies.robots(queued.url).allows(queued.url):
                self._refuse(queued, robots.REFUSED)
            else:
                await self._fetch(queued, self._delay_s(queued))
        finally:
            self.frontier.land(queued)

    def _refuse(self, queued: Queued, reason: str, detail: str = "") -> None:
        with self.frontier.step():
            self.frontier.settle(queued, _state(reason), reason, detail)

    async def _learn(self, queued: Queued, file: str) -> None:
        """Ask for one of the files in which a host tells its rules. The URL stays queued until its next turn."""
        learnt = await self.policies.learn(self.fetcher, queued.url, file)
        delay_s = self._delay_s(queued)
        if learnt.error:
            delay_s = self._wait_after(learnt.error, learnt.attempts - 1, delay_s) or delay_s
        source = policy.origin_of(queued.url) + file
        with self.frontier.step():
            self.frontier.add(self.links.sitemaps(learnt.sitemaps, source))
            self.frontier.add(self._in_sitemap(source, queued.site, learnt.sitemap))
            if learnt.is_back:
                self.frontier.again([queued.host], (robots.UNREACHABLE, *policy.NETWORK_REASONS))
            self.frontier.pause(queued.host, time.time() + delay_s)

    def _delay_s(self, queued: Queued) -> float:
        return self.pace.after_answer(self.policies.robots(queued.url).delay_s)

    def _wait_after(self, err: FetchError, attempts: int, delay_s: float) -> float | None:
        """Seconds until the next attempt; None when there is none."""
        if isinstance(err, TryAgain) and attempts + 1 < self.pace.attempts:
            return self.pace.after_trouble(delay_s, attempts + 1, err.wait_s)
        return None

    async def _fetch(self, queued: Queued, delay_s: float) -> None:
        try:
            wanted = Wanted(self.max_bytes, html_only=queued.kind == "page", types=self.types | feeds.TYPES)
            answer = await self.fetcher.fetch(queued.url, wanted)
        except FetchError as err:
            self._fail(queued, err, delay_s)
            return
        is_page = queued.kind == "page" and (not answer.content_type or media_type(answer.content_type) in self.types)
        if self.browser and is_page and not answer.location and is_shell(answer.body):
            answer = await self._render(answer)
        ended = time.time()
        page = None if answer.location or not is_page else self._store(queued, answer, ended)
        document, kept = self._judged(page) if page else (None, None)
        with self.frontier.step():
            if page:
                self.policies.note_signals(page.id, page.consent)
                self.frontier.fetched(queued, Stored(page, self.writer.end.offset, kept, self.judge.signature))
                self.frontier.add(self.links.of(document, queued.depth + 1) if document else ())
            elif answer.location:
                self._redirect(queued, answer)
            elif queued.kind == "page":
                self._read_feed(queued, answer)
            else:
                self._read_sitemap(queued, answer)
            for kind in self.links.mishaps.take():
                self.frontier.tally(kind)
            self.frontier.pause(queued.host, ended + delay_s)

    async def _render(self, answer: Fetched) -> Fetched:
        """The page as a browser shows it; what the server sent stands before it in the WARC."""
        rendered = await self.browser.render(answer) if self.browser else None
        if rendered is None:
            self.frontier.tally(FAILED)
            return answer
        self.writer.append(url=answer.url, date=iso_time(time.time()), head=answer.head, body=answer.body)
        return rendered

    def _fail(self, queued: Queued, err: FetchError, delay_s: float) -> None:
        wait_s = self._wait_after(err, queued.attempts, delay_s)
        with self.frontier.step():
            if wait_s is None:
                self.frontier.settle(queued, _state(err.reason), err.reason, err.detail)
            else:
                self.frontier.retry(queued)
            self.frontier.pause(queued.host, time.time() + (wait_s or delay_s))

    def _store(self, queued: Queued, answer: Fetched, now: float) -> Page:
        date = iso_time(now)
        warc = self.writer.append(url=queued.url, date=date, head=answer.head, body=answer.body)
        return Page(
            id=Page.identify(queued.url, answer.body),
            url=queued.url,
            site=queued.site,
            status=answer.status,
            content_type=answer.content_type,
            warc=warc,
            fetched_at=date,
            depth=queued.depth,
            parent=queued.parent,
            consent=self.policies.signals(queued.url),
            content=answer.body,
            headers=read_head(answer.head),
        )

    def _judged(self, page: Page) -> tuple[Document | None, bytes | None]:
        try:
            verdict = self.judge.judge(page)
        except Exception as err:  # noqa: BLE001 - whatever a plug-in raises, the crawl goes on
            self.links.mishaps.add(err, page.url)
            return None, None
        return verdict.document, None if verdict.kept is None else pack(encode(verdict.kept))

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
            found = self._in_list(queued.url, queued.site, answer.body)
        except FetchError as err:
            self.frontier.settle(queued, "failed", err.reason, err.detail)
            return
        self.frontier.settle(queued, "fetched")
        self.frontier.add(found)

    def _read_feed(self, queued: Queued, answer: Fetched) -> None:
        try:
            found = feeds.parse_feed(queued.url, answer.body) if feeds.is_feed(answer.body) else None
        except FetchError as err:
            self.frontier.settle(queued, "failed", err.reason, err.detail)
            return
        if found is None:
            self.frontier.settle(queued, "failed", "not-html", answer.content_type)
            return
        self.frontier.settle(queued, "failed", feeds.FEED, f"{len(found)} links")
        source = Document(id=make_id("d", queued.url), page="", url=queued.url, site=queued.site, links=found)
        self.frontier.add(self.links.of(source, max(queued.depth, 1)))

    def _in_sitemap(self, url: str, site: str, body: bytes) -> list[Found]:
        try:
            return self._in_list(url, site, body) if body else []
        except FetchError:
            return []  # it was only a guess that there is one

    def _in_list(self, url: str, site: str, body: bytes) -> list[Found]:
        sitemap = parse_sitemap(url, body)
        # Scorers look at links from a document; a sitemap is one without a text.
        source = Document(id=make_id("d", url), page="", url=url, site=site, links=sitemap.links)
        return [*self.links.of(source, 1), *self.links.sitemaps(sitemap.sitemaps, url)]


def _state(reason: str) -> str:
    return "refused" if reason in _REFUSALS else "failed"
