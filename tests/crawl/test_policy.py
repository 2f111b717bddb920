from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from polytrawl.crawl.fetch import HttpFetcher, Network
from polytrawl.crawl.guard import Guard
from polytrawl.crawl.policy import AI, ROBOTS, SITEMAP, TDMREP, Learnt, Policies
from polytrawl.records import SIGNALS, Page

if TYPE_CHECKING:
    from crawl.conftest import Run, Web

    Crawler = Callable[..., Run]

A = "http://a.test"
HOUR = 3600.0
DAY = 24 * HOUR


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Asker:
    """Learns the rules of the small web, at times of the test's choice."""

    def __init__(self, web: Web, folder: Path, *, honour: tuple[str, ...] = SIGNALS, attempts: int = 2) -> None:
        self.web = web
        self.clock = Clock()
        self.made = Policies(folder, honour=honour, attempts=attempts, clock=self.clock)

    def learn(self, url: str, file: str) -> Learnt:
        async def ask() -> Learnt:
            guard = Guard(allow_private=True, allow_public=True)
            fetcher = HttpFetcher(agent="x", guard=guard, network=Network(timeout_s=5, connect_to=self.web.address))
            try:
                return await self.made.learn(fetcher, url, file)
            finally:
                await fetcher.close()

        return asyncio.run(ask())

    def learn_all(self, url: str) -> list[str]:
        """Ask for what is missing until nothing is; gives the files."""
        asked = []
        while file := self.made.missing(url):
            asked.append(file)
            self.learn(url, file)
        return asked


def test_files_are_asked_for_once_and_kept_over_a_restart(web: Web, tmp_path: Path) -> None:
    assert Asker(web, tmp_path).learn_all(f"{A}/x") == [ROBOTS, TDMREP, AI, SITEMAP]
    again = Asker(web, tmp_path)
    assert again.learn_all(f"{A}/y") == []
    assert again.learn_all("http://b.test/") == [ROBOTS, TDMREP, AI, SITEMAP]


def test_what_is_not_honoured_or_forbidden_is_not_asked_for(web: Web, tmp_path: Path) -> None:
    web.sites["a.test"] = {"/robots.txt": web.text(f"Sitemap: {A}/map.xml")}
    web.sites["b.test"] = {"/robots.txt": web.text("User-agent: *\nDisallow: /")}
    asker = Asker(web, tmp_path, honour=("ai-txt",))
    assert asker.learn_all(f"{A}/") == [ROBOTS, AI]
    assert asker.learn_all("http://b.test/") == [ROBOTS]


def test_http_and_https_of_one_host_have_rules_of_their_own(web: Web, tmp_path: Path) -> None:
    web.sites["a.test"] = {"/robots.txt": web.text("User-agent: *\nDisallow: /x")}
    asker = Asker(web, tmp_path)
    asker.learn_all(f"{A}/x")
    assert not asker.made.robots(f"{A}/x").allows(f"{A}/x")
    assert asker.made.missing("https://a.test/x") == ROBOTS
    assert asker.made.missing("http://a.test:8080/x") == ROBOTS


def test_rules_are_asked_for_again_after_a_day(web: Web, tmp_path: Path) -> None:
    asker = Asker(web, tmp_path)
    asker.learn_all(f"{A}/x")
    asker.clock.now += DAY - 1
    assert asker.learn_all(f"{A}/x") == []
    web.sites["a.test"] = {"/robots.txt": web.text("User-agent: *\nDisallow: /x")}
    asker.clock.now += 1
    assert asker.learn_all(f"{A}/x") == [ROBOTS, TDMREP, AI]
    assert not asker.made.robots(f"{A}/x").allows(f"{A}/x")


def test_an_unreachable_file_forbids_everything_and_is_asked_for_again_after_an_hour(web: Web, tmp_path: Path) -> None:
    web.sites["a.test"] = {"/robots.txt": web.text("", 503)}
    asker = Asker(web, tmp_path, attempts=2)
    assert asker.learn_all(f"{A}/x") == [ROBOTS, ROBOTS]
    refusal = asker.made.refusal(f"{A}/x")
    assert refusal is not None
    assert refusal.reason == "robots-unreachable"
    asker.clock.now += HOUR
    assert asker.learn_all(f"{A}/x") == [ROBOTS]
    web.sites["a.test"] = {}
    asker.clock.now += HOUR
    assert asker.learn(f"{A}/x", asker.made.missing(f"{A}/x")).is_back
    assert asker.made.refusal(f"{A}/x") is None


def test_after_thirty_days_an_unreachable_file_counts_as_none(web: Web, tmp_path: Path) -> None:
    web.sites["a.test"] = {"/robots.txt": web.text("", 500)}
    asker = Asker(web, tmp_path)
    asker.learn_all(f"{A}/x")
    asker.clock.now += 30 * DAY - 2 * HOUR
    asker.learn_all(f"{A}/x")
    assert asker.made.refusal(f"{A}/x")
    asker.clock.now += 2 * HOUR
    assert asker.learn_all(f"{A}/x")[0] == ROBOTS
    assert asker.made.refusal(f"{A}/x") is None
    assert asker.made.robots(f"{A}/x").allows(f"{A}/x")


def test_old_rules_hold_while_new_ones_cannot_be_had(web: Web, tmp_path: Path) -> None:
    web.sites["a.test"] = {"/robots.txt": web.text("User-agent: *\nDisallow: /x")}
    asker = Asker(web, tmp_path)
    asker.learn_all(f"{A}/")
    web.sites["a.test"] = {"/robots.txt": web.text("", 500)}
    asker.clock.now += 2 * DAY
    assert asker.learn_all(f"{A}/") == [ROBOTS, ROBOTS, TDMREP, AI]
    assert asker.made.refusal(f"{A}/") is None
    assert not asker.made.robots(f"{A}/").allows(f"{A}/x")
    assert asker.made.robots(f"{A}/").allows(f"{A}/y")


@pytest.mark.parametrize(("hops", "is_allowed"), [(5, False), (6, True)])
def test_five_redirects_are_followed(web: Web, tmp_path: Path, hops: int, *, is_allowed: bool) -> None:
    web.sites["a.test"] = {f"/r{number}": web.redirect(f"/r{number + 1}") for number in range(1, hops)}
    web.sites["a.test"] |= {"/robots.txt": web.redirect("/r1"), f"/r{hops}": web.text("User-agent: *\nDisallow: /x")}
    asker = Asker(web, tmp_path)
    asker.learn_all(f"{A}/")
    assert asker.made.robots(f"{A}/").allows(f"{A}/x") is is_allowed


def test_pages_given_up_are_fetched_once_the_host_is_back(web: Web, crawl: Crawler, tmp_path: Path) -> None:
    web.sites["a.test"] = {"/robots.txt": web.text("", 500), "/": web.page()}
    run = crawl(f"{A}/", attempts=1).collect()
    assert run.reasons == {f"{A}/": "robots-unreachable"}
    web.sites["a.test"]["/robots.txt"] = web.text("", 404)
    assert run.collect().pages == [f"{A}/"]
    assert run.reasons == {}


def test_reservations_of_a_host_stand_on_its_pages(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {
        "/": web.page("/mine/x", "/free"),
        "/mine/x": web.page(),
        "/free": web.page(),
        "/ai.txt": web.text("User-Agent: *\nDisallow: /free"),
        "/.well-known/tdmrep.json": web.text('[{"location": "/mine/*", "tdm-reservation": 1}]'),
    }
    run = crawl(f"{A}/").collect()
    found = {one.url: one.consent for one in run.records if isinstance(one, Page)}
    assert found == {f"{A}/": (), f"{A}/free": ("ai-txt",), f"{A}/mine/x": ("tdm-reservation",)}


def test_a_sitemap_is_looked_for_where_none_is_named(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {
        "/": web.page(),
        "/lonely": web.page(),
        "/sitemap.xml": web.text(f"<urlset><url><loc>{A}/lonely</loc></url></urlset>"),
    }
    web.sites["b.test"] = {"/": web.page(), "/sitemap.xml": web.text("no sitemap at all")}
    run = crawl(f"{A}/", "http://b.test/").collect()
    assert run.pages == [f"{A}/", f"{A}/lonely", "http://b.test/"]
    assert not run.reasons
    assert web.asides.count("a.test/sitemap.xml") == 1
