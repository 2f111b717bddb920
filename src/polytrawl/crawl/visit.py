"""What becomes of one URL: its host's rules are learnt, it is refused, or fetched, kept and its links queued."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from polytrawl import urls
from polytrawl.crawl import feeds, policy, robots
from polytrawl.crawl.archive import Archive, page_of
from polytrawl.crawl.browser import FAILED, Browser, is_shell
from polytrawl.crawl.faults import FAULT, Faults, is_ours
from polytrawl.crawl.fetch import Fetched, Fetcher, TryAgain, Wanted, media_type
from polytrawl.crawl.guard import NO_CONTACT, PRIVATE_ADDRESS
from polytrawl.crawl.history import Answered, Known
from polytrawl.crawl.judging import Judging
from polytrawl.crawl.links import Links
from polytrawl.crawl.policy import Learnt, Policies
from polytrawl.crawl.politeness import Pace, Troubles
from polytrawl.crawl.results import pack
from polytrawl.crawl.sitemap import parse_sitemap
from polytrawl.crawl.store import Found, Host, Queued, Store, Stored
from polytrawl.errors import FetchError
from polytrawl.records import Document, Page, make_id
from polytrawl.shards import encode

T = TypeVar("T")

VANISHED, HOST_TROUBLE = "vanished", "host-trouble"
# Of addresses that no link led to: there is nothing, or not what was promised. The site has done nothing wrong.
NO_COUNTERPART, WRONG_LANGUAGE, _ABSENT = "no-counterpart", "wrong-language", "absent"
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
    policies: Policies
    pace: Pace
    troubles: Troubles
    faults: Faults
    max_bytes: int
    types: frozenset[str]  # of what is kept as a page
    when_free: Callable[[], None]  # called when a host has answered, and another may be asked
    browser: Browser | None = None

    async def visit(self, queued: Queued) -> None:
        """Do what comes next for a URL. Whatever raises meanwhile costs this URL, unless nothing can go on at all."""
        try:
            await self._visit(queued)
        except Exception as err:
            if is_ours(err):
                raise
            self._fall(queued, err)
        finally:
            self.frontier.land(queued)

    async def _visit(self, queued: Queued) -> None:
        """Learn the rules of the URL's host, refuse it, or fetch it."""
        host = self.frontier.host(queued.host)
        if host.reason:
            self._refuse(queued, host.reason, host.detail)
        elif missing := self.policies.missing(queued.url):
            await self._learn(queued, missing)
            return
        elif refusal := self.policies.refusal(queued.url):
            self._refuse(queued, refusal.reason, refusal.detail)
        elif queued.kind != "sitemap" and not self.policies.robots(queued.url).allows(queued.url):
            self._refuse(queued, robots.REFUSED)
        else:
            await self._fetch(queued, self._delay_s(queued))
        self.faults.passed()

    def _fall(self, queued: Queued, fault: Exception) -> None:
        """Give a URL up for a fault. A host with one fault after the other is left alone, and then given up."""
        err = self.faults.add(queued.url, fault)
        failures = self.troubles.failed(queued.host, FAULT)
        # The host's rules, or what is known of the page, may be what is at fault.
        delay_s = self._or(queued.url, lambda: self._delay_s(queued), lambda: self.pace.delay_s)
        with self.frontier.step():
            if self.troubles.is_hopeless(queued.host):
                self.frontier.keep_host(queued.host, Host(HOST_TROUBLE, f"{failures} failures in a row, at last {err}"))
            self.frontier.pause(queued.host, self.frontier.now() + self.pace.after_trouble(delay_s, failures, None))
            self._or(
                queued.url,
                lambda: self._give_up(queued, err, keeps_page=True),
                lambda: self.frontier.settle(queued, "failed", FAULT, err.detail),
            )
        self.faults.check()

    def _or(self, url: str, first: Callable[[], T], second: Callable[[], T]) -> T:
        """What the first gives, or, where it raises, the second."""
        try:
            return first()
        except Exception as err:
            if is_ours(err):
                raise
            self.faults.keep(url, FAULT, err)
            return second()

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
        if queued.promised and err.reason in _GONE:
            self._settle(queued, _ABSENT, NO_COUNTERPART, str(err))
            return
        reason = VANISHED if known and err.reason in _GONE else err.reason
        self._settle(queued, _state(reason), reason, err.detail if reason == err.reason else str(err))

    def _settle(self, queued: Queued, state: str, reason: str = "", detail: str = "") -> None:
        """There is no page at this URL."""
        self.frontier.settle(queued, state, reason, detail)
        self.links.miss(queued.url)

    async def _learn(self, queued: Queued, file: str) -> None:
        """Ask for one of the files in which a host tells its rules. The URL stays queued until its next turn."""
        learnt = await self._learnt(queued.url, file)
        delay_s = self._delay_s(queued)
        if learnt.error:
            delay_s = self._wait_after(learnt.error, learnt.attempts - 1, delay_s) or delay_s
        source = policy.origin_of(queued.url) + file
        with self.frontier.step():
            self.frontier.add(self.links.sitemaps(learnt.sitemaps, source))
            self.frontier.add(self._in_sitemap(source, queued.site, learnt.sitemap))
            if learnt.is_back:
                self.frontier.again([queued.host], (robots.UNREACHABLE, *policy.NETWORK_REASONS))
            self.frontier.pause(queued.host, self.frontier.now() + delay_s)

    async def _learnt(self, url: str, file: str) -> Learnt:
        """What a file of the host says. A fault in it counts as a file that cannot be had."""
        try:
            return await self.policies.learn(self.fetcher, url, file)
        except Exception as err:
            if is_ours(err):
                raise
            return self.policies.keep_failure(url, file, self.faults.add(policy.origin_of(url) + file, err))

    def _delay_s(self, queued: Queued) -> float:
        return self.pace.after_answer(self.policies.robots(queued.url).delay_s)

    def _wait_after(self, err: FetchError, attempts: int, delay_s: float) -> float | None:
        """Seconds until the next attempt; None when there is none."""
        if isinstance(err, TryAgain) and attempts + 1 < self.pace.attempts:
            return self.pace.after_trouble(delay_s, attempts + 1, err.wait_s)
        return None

    def _wanted(self, queued: Queued, known: Known | None) -> Wanted:
        wanted = Wanted(self.max_bytes, html_only=queued.kind == "page", types=self.types | feeds.TYPES)
        return wanted._replace(etag=known.etag, modified=known.modified) if known else wanted

    async def _fetch(self, queued: Queued, delay_s: float) -> None:
        try:
            known = self.frontier.history.known(queued.id)
            answer = await self.fetcher.fetch(queued.url, self._wanted(queued, known))
        except FetchError as err:
            self._fail(queued, err, delay_s)
            return
        is_page = queued.kind == "page" and (not answer.content_type or media_type(answer.content_type) in self.types)
        if self.browser and is_page and not answer.location and is_shell(answer.body):
            answer = await self._render(answer)
        ended = time.time()
        self.troubles.answered(queued.host)
        self.frontier.free(queued, self.frontier.now() + self.pace.adapted(delay_s, answer.seconds))
        self.when_free()
        is_same = known is not None and self.archive.is_seen_again(queued, known, answer, ended)
        page = None
        if is_page and not answer.location and not is_same:
            signals, said = self.policies.signals(queued.url), self.policies.robots_word(queued.url)
            page = page_of(queued, answer, ended, consent=signals, robots=said)
        document, kept = await self._judged(page) if page else (None, None)
        broken = _broken_promise(queued, document)
        with self.frontier.step():
            if is_same:
                self.frontier.unchanged(queued, ended)
                self.frontier.history.retag(queued.id, answer.etag, answer.modified)
                self.frontier.note_warc_end(self.archive.end)
            elif broken:
                self._settle(queued, _ABSENT, WRONG_LANGUAGE, broken)
            elif page:
                self.policies.note_signals(page.id, (policy.ROBOTS_SAID + page.robots, *page.consent))
                # Not before the judge is heard: what stands in the WARC before the noted end is known to the frontier.
                stored = self.archive.store(page, queued, answer, ended)
                self._count(page, document, kept)
                place = Stored(stored.page, stored.end, kept, self.judge.signature, self.archive.end)
                self.frontier.fetched(queued, place)
                self.frontier.history.keep(queued.id, stored.answered, ended)
                self._follow(document, queued.depth + 1)
            elif answer.location:
                self._redirect(queued, answer)
            elif queued.kind == "page":
                self._read_feed(queued, answer)
            else:
                self._read_sitemap(queued, answer)
                self.frontier.history.keep(queued.id, Answered(answer.etag, answer.modified), ended)
            for kind in self.links.mishaps.take():
                self.frontier.tally(kind)

    def _count(self, page: Page, document: Document | None, kept: bytes | None) -> None:
        if kept is not None:  # else nobody has looked at more than its links
            self.frontier.harvest.add(page.id, document, self.judge.standard)

    def _follow(self, document: Document | None, depth: int) -> None:
        if document is None:
            return
        self.links.tell(document)
        self.frontier.add(self.links.of(document, depth))
        self.frontier.rescore(self.links.revised(document))

    async def _render(self, answer: Fetched) -> Fetched:
        """The page as a browser shows it; what the server sent stands before it in the WARC."""
        rendered = await self.browser.render(answer) if self.browser else None
        if rendered is None:
            self.frontier.tally(FAILED)
            return answer
        self.archive.keep_unrendered(answer, time.time())
        return rendered

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
                self.frontier.keep_host(queued.host, Host(HOST_TROUBLE, detail))
            self.frontier.pause(queued.host, self.frontier.now() + max(wait_s or 0.0, pause_s))

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
            self._settle(queued, "failed", "bad-redirect", answer.location)
            return
        if queued.hops >= _MAX_HOPS:
            self._settle(queued, "failed", "too-many-redirects", target)
            return
        name = "redirect-loop" if self._loops(queued.url, target) else "redirect"
        self._settle(queued, "redirected", name, target)
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
            self._settle(queued, "failed", err.reason, err.detail)
            return
        self.frontier.settle(queued, "fetched")
        self.frontier.add(found)

    def _read_feed(self, queued: Queued, answer: Fetched) -> None:
        try:
            found = feeds.parse_feed(queued.url, answer.body) if feeds.is_feed(answer.body) else None
        except FetchError as err:
            self._settle(queued, "failed", err.reason, err.detail)
            return
        if found is None:
            self._settle(queued, "failed", "not-html", answer.content_type)
            return
        self._settle(queued, "failed", feeds.FEED, f"{len(found)} links")
        source = Document(id=make_id("d", queued.url), page="", url=queued.url, site=queued.site, links=found)
        self.frontier.add(self.links.of(source, max(queued.depth, 1)))

    def _in_sitemap(self, url: str, site: str, body: bytes) -> list[Found]:
        try:
            return self._in_list(url, site, body) if body else []
        except FetchError:
            return []  # it was only a guess that there is one

    def _in_list(self, url: str, site: str, body: bytes) -> list[Found]:
        sitemap = parse_sitemap(url, body)
        self.frontier.note_versions(sitemap.versions)
        # Scorers look at links from a document; a sitemap is one without a text.
        source = Document(id=make_id("d", url), page="", url=url, site=site, links=sitemap.links)
        return [*self.links.of(source, 1), *self.links.sitemaps(sitemap.sitemaps, url)]


def _broken_promise(queued: Queued, document: Document | None) -> str:
    """In words, why a page that no link led to is not kept; empty where it is. Where nobody looked, it is kept."""
    if document is None or document.language in (None, "und") or not queued.promised:
        return ""
    # A front page may have its licence in English, and more of it than of anything else.
    languages = [document.language or "", *(share.name for share in document.language_shares)]
    if _primary(queued.promised) in map(_primary, languages):
        return ""
    return f"it is in {document.language}, where a URL pattern promised {queued.promised}"


def _primary(language: str) -> str:
    return language.partition("-")[0]


def _state(reason: str) -> str:
    return "refused" if reason in _REFUSALS else "failed"
