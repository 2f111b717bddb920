"""The crawl stage: seeds, WARC files and folders in; pages and refusals out."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from polytrawl import urls
from polytrawl.crawl import results
from polytrawl.crawl.archive import Archive
from polytrawl.crawl.browser import Browser, check_browser
from polytrawl.crawl.faults import Faults
from polytrawl.crawl.fetch import HTML_TYPES, HttpFetcher, Network, check_network, media_type
from polytrawl.crawl.frontier import Frontier
from polytrawl.crawl.guard import Guard
from polytrawl.crawl.judging import Judging
from polytrawl.crawl.links import SEED_SCORE, Links, Mishaps
from polytrawl.crawl.loop import Bell, Limits, Loop
from polytrawl.crawl.options import CrawlOptions
from polytrawl.crawl.policy import Policies
from polytrawl.crawl.politeness import Pace, Troubles, check_contact, user_agent
from polytrawl.crawl.reminding import remind
from polytrawl.crawl.saved import Index
from polytrawl.crawl.scope import NOT_STORED, Filters, Scope, patterns
from polytrawl.crawl.scores import RULES
from polytrawl.crawl.sources import Folder, check_sources, index_sources
from polytrawl.crawl.store import Budget, Found, Store
from polytrawl.crawl.traps import Traps
from polytrawl.crawl.visit import Visitor
from polytrawl.errors import ConfigError, PluginError
from polytrawl.records import Dropped, Page, Promise, WarcRef
from polytrawl.work import Judge, Progress, Source

if TYPE_CHECKING:
    from polytrawl.warc import WarcWriter

_DAY_S = 86_400
_SITEMAPS, _NONE = "sitemaps", "none"  # what the frontier notes of the last start
_LATER = (
    "crawl: sitemaps of hosts that were asked before are read when robots.txt is asked for again, a day after the last "
    "time; a new run reads them at once"
)


class _Crawl(NamedTuple):
    """What a crawl under way works with."""

    frontier: Store
    policies: Policies
    folder: Path
    scope: Scope
    judge: Judge
    progress: Progress
    counts: Counter[str]  # of the pages that were here before


@dataclass(kw_only=True)
class Crawl(CrawlOptions, Source, name="crawl"):
    """Fetches pages politely, the most promising first, and keeps them in WARC files."""

    @classmethod
    def check(cls, options: Mapping[str, Any]) -> None:
        """Refuse seeds that are no addresses, a scope that cannot be read, a missing contact, missing files."""
        seeds = _addresses(options["seeds"])
        Scope.read(options["scope"], seeds=seeds, max_depth=options["max_depth"], filters=Filters.read(options))
        patterns("store", options["store"])
        if options["saturation"] and options["parse"] in ("links", "text"):
            raise ConfigError('crawl.saturation: needs crawl.parse = "full" or "auto", which read what pages are about')
        check_network(options["connect_to"], options["proxy"])
        if options["browser"]:
            check_browser()
        check_contact(options["contact"], seeds=seeds, connect_to=options["connect_to"])
        check_sources(options["warcs"], msgspec.convert(options["folders"], tuple[Folder, ...]))

    def collect(self, folder: Path, *, judge: Judge, progress: Progress) -> None:
        """Fetch what is still to be fetched; can be killed and called again."""
        import asyncio  # noqa: PLC0415 - slow to import

        seeds, scope = _addresses(self.seeds), self._scope()
        counts = self._index(folder)
        if not seeds:
            progress.advance(counts[""], dict(sorted(counts.items())))
            return
        self.strategy.prepare()
        with (
            closing(self._frontier(folder)) as frontier,
            closing(self._policies(folder, frontier)) as policies,
            self._traps(folder) as traps,
        ):
            scope = scope._replace(traps=traps)
            if self._reads_sitemaps and frontier.noted(_SITEMAPS) == _NONE:
                progress.say(_LATER)
            self._prepare(frontier, policies, scope, seeds)
            asyncio.run(self._crawl(_Crawl(frontier, policies, folder, scope, judge, progress, counts)))

    def offer(self, folder: Path, promises: Sequence[Promise]) -> int:
        """Queue addresses that nothing links to, and that are within scope; gives how many of them are new."""
        if not self.seeds:
            return 0  # nothing is fetched
        with closing(self._frontier(folder)) as frontier, self._traps(folder) as traps:
            scope = self._scope()._replace(traps=traps)
            # How deep they are shows when they are fetched: a translation lies as deep as its source, which was not.
            wanted = [one for one in promises if not scope.reason_against(one.url, 0)]
            with frontier.step():
                return frontier.promise(wanted)

    def kept_promises(self, folder: Path) -> frozenset[str]:
        """The addresses, of all that were offered and new, at which there is a page as promised."""
        return results.kept_promises(folder)

    def _scope(self) -> Scope:
        filters = Filters.read(vars(self))
        made = Scope.read(self.scope, seeds=_addresses(self.seeds), max_depth=self.max_depth, filters=filters)
        return made._replace(follows=self.follow, reads_sitemaps=self._reads_sitemaps)

    def _policies(self, folder: Path, frontier: Store) -> Policies:
        return Policies(
            folder, honour=self.honour, attempts=self.attempts, sitemaps=self._reads_sitemaps, clock=frontier.now
        )

    @property
    def _reads_sitemaps(self) -> bool:
        return self.sitemaps and self.follow

    def _traps(self, folder: Path) -> AbstractContextManager[Traps | None]:
        if not self.traps:
            return nullcontext()
        return closing(Traps(folder, max_variants=self.max_variants, year=time.gmtime().tm_year))

    def _frontier(self, folder: Path) -> Store:
        if self.strategy.combine not in RULES:
            raise PluginError(f"{self.strategy.name}: combine is {self.strategy.combine!r}; use {', '.join(RULES)}")
        budget = Budget(self.max_requests_per_host, self.max_requests_per_host_and_start)
        return Frontier(folder, combine=self.strategy.combine, budget=budget)

    def _index(self, folder: Path) -> Counter[str]:
        with closing(Index(folder)) as index:
            index_sources(index, self.warcs, self.folders, max_bytes=self.max_bytes, types=(*HTML_TYPES, *self._pdf))
            return index.counts()

    def records(self, folder: Path) -> Iterator[Page | Dropped]:
        """Everything fetched or refused so far, sorted by site and URL."""
        wanted = patterns("store", self.store)
        for record in results.records(folder):
            if wanted and isinstance(record, Page) and not any(one.search(record.url) for one in wanted):
                yield Dropped(id=record.id, stage="crawl", reason=NOT_STORED, url=record.url)
            else:
                yield record

    def kept(self, folder: Path, pages: Sequence[str], signature: str) -> Mapping[str, bytes]:
        """What the judge kept for these page ids under this signature, encoded."""
        return results.kept(folder, pages, signature)

    def fate(self, folder: Path, url: str) -> str | None:
        """In words, why a URL that is not among the records was not fetched; None when it was never met."""
        return results.fate(folder, url)

    def left_out(self, folder: Path) -> Mapping[str, int]:
        """What `records` does not list, by reason: links that lead too far, and errors of plug-ins."""
        return results.left_out(folder)

    def _prepare(self, frontier: Store, policies: Policies, scope: Scope, seeds: Sequence[str]) -> None:
        """Queue the seeds; where the limits are not those of the last time, look at every refusal again."""
        limits = (seeds, self.scope, self.max_depth, self.connect_to, self.allow_private, bool(self.contact))
        filters = (self.include, self.exclude, self.hosts, self.domains, self.tlds, self.content_types, self.pdf)
        more = (
            self.max_bytes,
            self.timeout_s,
            self.attempts,
            self.traps,
            self.max_variants,
            self.follow,
            self.sitemaps,
        )
        signature = msgspec.json.encode((*limits, *filters, *more)).decode()
        policies.forget_failures()
        with frontier.step():
            if frontier.noted("limits") not in ("", signature):
                if scope.traps:
                    scope.traps.clear()
                frontier.reconsider(scope.reason_against)
                frontier.harvest.begin_anew()
            frontier.note("limits", signature)
            frontier.note(_SITEMAPS, "" if self._reads_sitemaps else _NONE)
            frontier.forgive()
            frontier.add(Found(seed, SEED_SCORE, 0) for seed in seeds)
            if self.refresh_days:
                frontier.refresh(time.time() - self.refresh_days * _DAY_S)
            frontier.resume(self.delay_s, self.max_pause_s)

    async def _crawl(self, crawl: _Crawl) -> None:
        fetcher, writer, bell = self._fetcher(), self._writer(crawl.frontier, crawl.folder), Bell()
        browser = self._browser(fetcher, crawl.policies) if self.browser else None
        faults = Faults(crawl.folder, max_share=self.max_fault_share)
        links = Links(
            crawl.scope,
            self.strategy,
            honours_nofollow="nofollow" in self.honour,
            languages=self.follow_languages,
            mishaps=Mishaps(faults.keep),
        )
        judge = Judging(crawl.judge)
        with crawl.frontier.step():
            crawl.frontier.harvest.begin(judge.standard)
        visitor = Visitor(
            frontier=crawl.frontier,
            fetcher=fetcher,
            archive=Archive(writer, crawl.frontier.history),
            judge=judge,
            links=links,
            policies=crawl.policies,
            pace=Pace(self.delay_s, self.attempts, self.delay_factor, self.max_delay_s, self.max_pause_s),
            troubles=Troubles(give_up=self.host_attempts),
            faults=faults,
            max_bytes=self.max_bytes,
            types=frozenset((*map(media_type, self.content_types), *self._pdf)),
            when_free=bell.ring,
            browser=browser,
        )
        limits = Limits(
            pages=self.max_pages,
            requests=self.max_requests,
            seconds=self.max_seconds,
            connections=self.connections,
            connections_per_host=self.connections_per_host,
            saturation=self.saturation,
            saturation_pages=self.saturation_pages,
        )
        loop = Loop(crawl.frontier, visitor, limits, crawl.progress, crawl.counts, bell)
        if not loop.is_over():
            remind(links, crawl.folder, crawl.judge)
        try:
            await loop.run()
        finally:
            writer.close()
            if browser:
                await browser.close()
            await fetcher.close()

    def _browser(self, fetcher: HttpFetcher, policies: Policies) -> Browser:
        def allows(url: str) -> bool:
            return policies.robots(url).allows(url)

        return Browser(fetcher, agent=user_agent(self.contact), timeout_s=self.timeout_s, allows=allows)

    @property
    def _pdf(self) -> tuple[str, ...]:
        return ("application/pdf",) if self.pdf else ()

    def _fetcher(self) -> HttpFetcher:
        # Where every connection goes to one address that the user named, that address is what he wants.
        guard = Guard(
            allow_private=self.allow_private or bool(self.connect_to),
            allow_public=bool(self.contact) or bool(self.connect_to),
        )
        network = Network(
            self.connections,
            self.timeout_s,
            self.connect_timeout_s,
            self.read_timeout_s,
            self.connect_to,
            self.proxy,
            self.cookies,
        )
        return HttpFetcher(agent=user_agent(self.contact), guard=guard, network=network)

    def _writer(self, frontier: Store, folder: Path) -> WarcWriter:
        """The WARC, cut to what the frontier knows; the frontier told of what the WARC has lost."""
        from polytrawl.warc import WarcWriter  # noqa: PLC0415 - slow to import

        info = {"robots": "obey", "http-header-user-agent": user_agent(self.contact)}
        writer = WarcWriter(folder, end=_warc_end(frontier, folder), max_bytes=self.warc_max_bytes, info=info)
        with frontier.step():
            frontier.note_warc_end(writer.end)
        return writer


def _addresses(seeds: Iterable[str]) -> list[str]:
    """The seeds as the crawl writes URLs, each once."""
    found = []
    for seed in seeds:
        url = urls.normalise(seed)
        if url is None or not url.startswith(("http:", "https:")):
            raise ConfigError(f"seeds: {seed!r} is no web address; write it as https://HOST/PATH")
        found.append(url)
    return list(dict.fromkeys(found))


def _warc_end(frontier: Store, folder: Path) -> WarcRef | None:
    """Where the WARC ends; pages that it has lost are queued again."""
    end = frontier.warc_end()
    path = folder / end.file if end else folder
    if end and end.offset and (size := path.stat().st_size if path.exists() else 0) < end.offset:
        with frontier.step():
            frontier.forget_after(WarcRef(file=end.file, offset=size))
        end = frontier.warc_end()
    return end
