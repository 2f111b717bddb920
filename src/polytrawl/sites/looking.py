"""A look at sites: a run of its own in a folder, of the stages crawl, clean and language.

All traffic is the crawl's: robots.txt, one request at a time to a host, pauses, no private addresses. It can be killed
at any instant, and fetches no page again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from polytrawl.config import overlaid
from polytrawl.errors import NothingFetched
from polytrawl.records import Document, Dropped, Lang
from polytrawl.run import Run, new_run
from polytrawl.shards import read_records
from polytrawl.sites.claims import telling
from polytrawl.sites.judging import Seen
from polytrawl.sites.model import Asked, Judged
from polytrawl.urls import site_of
from polytrawl.work import Progress

__all__ = ["Looker", "for_visits"]

# Files in which a host tells its rules, asked for before its first page: robots.txt and two that may reserve rights.
_RULES = 3
# Hosts that are asked at the same time, one request at a time each. Guess.
_CONNECTIONS = 32
NOT_FETCHED = "not-fetched"
_REDIRECTS = ("redirect", "redirect-loop")

# What `--set` says of a whole run and holds for the looks before it, too: how servers are asked, and where nobody goes.
# The rest, such as max_pages, is meant for the crawl, and would cut a look short.
_FOR_ALL = frozenset({"workers", "honour"})
_MANNERS = frozenset(
    (
        *("allow_private", "attempts", "browser", "connect_to", "connections", "connections_per_host", "contact"),
        *("cookies", "delay_factor", "delay_s", "host_attempts", "max_bytes", "max_delay_s", "max_pause_s", "proxy"),
        *("connect_timeout_s", "read_timeout_s", "timeout_s", "domains", "exclude", "hosts", "tlds"),
    )
)

_Judge = Callable[[Seen, Sequence[Lang]], Judged]


class _Looked(NamedTuple):
    """What a look has brought."""

    documents: list[Document]
    failures: Mapping[str, Dropped]


class Looker(msgspec.Struct, frozen=True, kw_only=True):
    """Who looks, and how."""

    folder: Path
    languages: list[Lang]
    sample_pages: int = 20  # of each host
    contact: str = ""
    sets: list[str] = []

    def visit(self, name: str, asked: Sequence[Asked], judge: _Judge, progress: Progress) -> list[Judged]:
        """Fetch these addresses and nothing else, and judge each site, also those that redirects lead to."""
        run = self._run(name, asked, {"scope": "any", "follow": False})
        documents = _documents(run, progress)
        reached = {one.site for one in documents}
        return self._verdicts(_Looked(documents, _failures(run)), asked, judge, reached)

    def sample(self, name: str, asked: Sequence[Asked], judge: _Judge, progress: Progress) -> list[Judged]:
        """Fetch some pages of each site, translations first, and judge it."""
        crawl = {
            "scope": "host",
            "sitemaps": False,
            "strategy": "translations",
            "max_requests_per_host": self.sample_pages + _RULES,
        }
        run = self._run(name, asked, crawl)
        return self._verdicts(_Looked(_documents(run, progress), _failures(run)), asked, judge)

    def _run(self, name: str, asked: Sequence[Asked], crawl: Mapping[str, Any]) -> Run:
        contact = {"contact": self.contact} if self.contact else {}
        table = {
            "languages": self.languages,
            "seeds": [url for one in asked for url in one.urls],
            "crawl": {"connections": _CONNECTIONS, **contact},
        }
        made = overlaid(table, self.sets)
        if isinstance(made["crawl"], dict):  # else the user has set it to something that is refused below
            made["crawl"] |= crawl  # what makes a look what it is
        return new_run(self.folder / name, made)

    def _verdicts(
        self, looked: _Looked, asked: Sequence[Asked], judge: _Judge, reached: Iterable[str] = ()
    ) -> list[Judged]:
        # Pages on another domain that a site was asked for are pages of this site, unless that is asked for itself.
        homes = {site_of(url): one for one in asked for url in one.urls}
        homes |= {one.site: one for one in asked}
        pages: defaultdict[str, list[Document]] = defaultdict(list)
        for document in looked.documents:
            home = homes.get(document.site)
            pages[home.site if home else document.site].append(document)
        found = []
        for site in sorted({*(one.site for one in asked), *reached}):
            one = homes.get(site) or Asked(site, sorted(document.url for document in pages[site]))
            if pages[site]:
                found.append(judge(Seen(one, pages[site]), self.languages))
            else:
                reason, detail = _why(one, looked.failures)
                found.append(Judged(site=site, url=one.urls[0], reason=reason, detail=detail))
        return found


def for_visits(sets: Iterable[str]) -> list[str]:
    """Those of a run's `--set` values that hold for looks before it.

    >>> for_visits(["crawl.max_pages=1", "crawl.delay_s=2", "workers=1", "export.formats=['tmx']"])
    ['crawl.delay_s=2', 'workers=1']
    """
    return [one for text in sets for one in _for_visits(text)]


def _for_visits(text: str) -> Iterator[str]:
    table, found = text.partition("=")[0].partition(".")[0].strip(), overlaid({}, [text])
    if table in _FOR_ALL:
        yield text
    for key, value in found["crawl"].items() if table == "crawl" else ():
        if key in _MANNERS:
            yield f"crawl.{key}={msgspec.json.encode(value).decode()}"


def _documents(run: Run, progress: Progress) -> list[Document]:
    """The pages of a run, made now as far as they are missing; none where nothing could be fetched."""
    try:
        run.go(progress, last="language")
    except NothingFetched as err:
        progress.say(str(err))
        return []
    return [telling(one) for one in run.directory.records("language") if isinstance(one, Document)]


def _failures(run: Run) -> dict[str, Dropped]:
    """Why there is no page at an address, by address; also where there is no page at all."""
    found: dict[str, Dropped] = {}
    for stage in ("crawl", "clean"):
        manifest = run.directory.manifest(stage)
        for name in sorted(manifest.shards) if manifest else ():
            for one in read_records(run.directory.shard_path(stage, name)):
                if isinstance(one, Dropped):
                    found.setdefault(one.url, one)
    return found


def _why(asked: Asked, failures: Mapping[str, Dropped]) -> tuple[str, str]:
    """Why nothing is known of a site: what befell its first address, at the end of its redirects."""
    for url in asked.urls:
        if url in failures:
            end = _end(url, failures)
            if end.reason in _REDIRECTS and site_of(end.detail or url) != asked.site:
                return end.reason, f"{url} leads to {end.detail}, which is judged in its place"
            return end.reason, f"{end.url}: {end.detail}" if end.detail else end.url
    return NOT_FETCHED, f"{asked.urls[0]}: the crawl ended before, at a limit or a kill; run the command again"


def _end(url: str, failures: Mapping[str, Dropped]) -> Dropped:
    """The last that is known along the redirects from an address."""
    passed = {url}
    end = failures[url]
    while end.reason == "redirect" and end.detail in failures and end.detail not in passed:
        passed.add(end.detail)
        end = failures[end.detail]
    return end


def by_site(judged: Iterable[Judged]) -> dict[str, Judged]:
    """The accepted ones by name."""
    return {one.site: one for one in judged if one.is_accepted}
