"""Pages that are asked for one by one, without a run directory: by the crawl's own fetcher, and as politely.

robots.txt is asked for first and obeyed at every redirect, a host is left alone between two requests, private addresses
are refused, and the public web is not asked for anything without a contact. All limits are the defaults of the crawl.
Files of the host that reserve rights (ai.txt, tdmrep.json) are not asked for; what the page itself says is read.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable

from polytrawl import urls
from polytrawl.crawl.consent import read_head
from polytrawl.crawl.fetch import HTML_TYPES, Fetched, Fetcher, HttpFetcher, Network, Wanted
from polytrawl.crawl.guard import Guard
from polytrawl.crawl.options import CrawlOptions
from polytrawl.crawl.policy import ROBOTS, fetch_robots, origin_of
from polytrawl.crawl.politeness import Pace, check_contact, iso_time, stays_local, user_agent
from polytrawl.crawl.robots import REFUSED, Robots
from polytrawl.errors import FetchError
from polytrawl.records import Page

_MAX_HOPS = 10  # as in a crawl
_WANTED = Wanted(CrawlOptions.max_bytes, types=frozenset((*HTML_TYPES, "application/pdf")))


def fetch_once(
    addresses: Iterable[str], *, contact: str = "", allow_private: bool = False, connect_to: str = ""
) -> dict[str, Page | FetchError]:
    """The page of each address, or the error why there is none; a `ConfigError` where a contact is missing."""
    wanted = {address: urls.normalise(address) for address in addresses}
    check_contact(contact, seeds=[url for url in wanted.values() if url], connect_to=connect_to)
    guard = Guard(
        allow_private=allow_private or bool(connect_to), allow_public=bool(contact) or stays_local(connect_to)
    )
    return asyncio.run(_fetch_all(wanted, contact, guard, Network(connect_to=connect_to)))


async def _fetch_all(
    wanted: dict[str, str | None], contact: str, guard: Guard, network: Network
) -> dict[str, Page | FetchError]:
    fetcher = HttpFetcher(agent=user_agent(contact), guard=guard, network=network)
    errand = _Errand(fetcher, Pace(CrawlOptions.delay_s, attempts=1))
    found: dict[str, Page | FetchError] = {}
    try:
        for address, url in wanted.items():
            try:
                found[address] = await errand.page(url)
            except FetchError as err:
                found[address] = err
    finally:
        await fetcher.close()
    return found


class _Errand:
    """Fetches pages one after the other, and remembers what their hosts allow."""

    def __init__(self, fetcher: Fetcher, pace: Pace) -> None:
        self._fetcher = fetcher
        self._pace = pace
        self._robots: dict[str, Robots] = {}
        self._free_at: dict[str, float] = {}  # by origin, on the monotonic clock

    async def page(self, url: str | None) -> Page:
        """The page at the end of the redirects that begin at a URL; None stands for one that cannot be read."""
        if url is None:
            raise FetchError("bad-url", "expected something like https://example.org/")
        for _ in range(_MAX_HOPS + 1):
            answer = await self._ask(url)
            if not answer.location:
                return _page(url, answer)
            target = urls.normalise(answer.location, url)
            if target is None:
                raise FetchError("bad-redirect", answer.location)
            url = target
        raise FetchError("too-many-redirects", f"more than {_MAX_HOPS}, at last to {url}")

    async def _ask(self, url: str) -> Fetched:
        rules = await self._rules(origin_of(url))
        if not rules.allows(url):
            raise FetchError(REFUSED, f"the robots.txt of {urls.host_of(url)} forbids {url}")
        await self._wait(origin_of(url))
        try:
            return await self._fetcher.fetch(url, _WANTED)
        finally:
            self._leave_alone(origin_of(url))

    async def _rules(self, origin: str) -> Robots:
        if origin not in self._robots:
            self._robots[origin] = Robots(await fetch_robots(self._fetcher, origin + ROBOTS))
            self._leave_alone(origin)
        return self._robots[origin]

    def _leave_alone(self, origin: str) -> None:
        self._free_at[origin] = time.monotonic() + self._pace.after_answer(self._robots[origin].delay_s)

    async def _wait(self, origin: str) -> None:
        await asyncio.sleep(max(0.0, self._free_at[origin] - time.monotonic()))


def _page(url: str, answer: Fetched) -> Page:
    return Page(
        id=Page.identify(url, answer.body),
        url=url,
        site=urls.site_of(url),
        content_type=answer.content_type,
        fetched_at=iso_time(time.time()),
        content=answer.body,
        headers=read_head(answer.head),
    )
