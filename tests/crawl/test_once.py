"""Single pages: robots.txt, redirects, private addresses and the contact are as in a crawl."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import pairwise

import pytest

from polytrawl.crawl import once
from polytrawl.crawl.fetch import Fetched, Wanted
from polytrawl.crawl.once import fetch_once
from polytrawl.crawl.politeness import Pace
from polytrawl.demo import DemoWeb, serve
from polytrawl.demo.server import Visit
from polytrawl.errors import ConfigError, FetchError
from polytrawl.records import Page

WWW = "http://www.safe-work.test"


@pytest.fixture
def visits() -> list[Visit]:
    return []


@pytest.fixture
def address(demo_web: DemoWeb, visits: list[Visit], monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(once.CrawlOptions, "delay_s", 0.2)
    with serve(demo_web, log=visits) as server:
        yield server.address


def test_a_page_is_fetched_after_robots_txt_and_after_a_pause(address: str, visits: list[Visit]):
    found = fetch_once([f"{WWW}/en/ladders.html"], connect_to=address)[f"{WWW}/en/ladders.html"]
    assert isinstance(found, Page)
    assert (found.site, b"ladder" in found.content, found.url) == ("safe-work.test", True, f"{WWW}/en/ladders.html")
    assert [visit.path for visit in visits] == ["/robots.txt", "/en/ladders.html"]
    assert visits[1].time_s - visits[0].time_s >= 0.2


def test_robots_txt_is_asked_for_once_and_obeyed(address: str, visits: list[Visit]):
    asked = [f"{WWW}/private/minutes.html", f"{WWW}/en/ladders.html", f"{WWW}/en/noise.html"]
    found = fetch_once(asked, connect_to=address)
    refused = found[asked[0]]
    assert isinstance(refused, FetchError)
    assert refused.reason == "robots"
    assert [visit.path for visit in visits] == ["/robots.txt", "/en/ladders.html", "/en/noise.html"]
    assert all(after.time_s - before.time_s >= 0.2 for before, after in pairwise(visits))


def test_a_missing_page_is_an_error_with_a_reason_and_the_next_one_is_fetched(address: str):
    found = fetch_once([f"{WWW}/nowhere", f"{WWW}/en/noise.html"], connect_to=address)
    assert [type(one) for one in found.values()] == [FetchError, Page]
    assert str(found[f"{WWW}/nowhere"]).startswith("http-404")


def test_redirects_are_followed_and_the_page_has_its_last_address(address: str, demo_web: DemoWeb):
    [(path, target)] = [
        (path, answer.headers["Location"])
        for (host, path), answer in demo_web._answers.items()
        if answer.headers.get("Location", "").startswith(f"{WWW}/") and host == "www.safe-work.test"
    ][:1]
    found = fetch_once([WWW + path], connect_to=address)[WWW + path]
    assert isinstance(found, Page)
    assert found.url == target


def test_private_addresses_are_refused_and_public_ones_need_a_contact():
    for url in ("http://127.0.0.1:9/", "http://localhost:9/", "http://[::1]:9/", "http://10.0.0.1/"):
        found = fetch_once([url])[url]
        assert isinstance(found, FetchError)
        assert found.reason == "private-address"
    with pytest.raises(ConfigError, match="--contact"):
        fetch_once(["https://example.org/"])


@pytest.mark.parametrize("url", ["http://", "http://[", "https://a b/", "http://a.test:99999/"])
def test_what_is_no_url_is_an_error_of_its_own(url: str):
    assert str(fetch_once([url])[url]).startswith("bad-url")


def test_a_redirect_without_end_is_given_up():
    class Loop:
        async def fetch(self, url: str, wanted: Wanted) -> Fetched:
            return Fetched(url, 302, "", b"", b"", location="/again") if wanted.html_only else _no_robots()

    errand = once._Errand(Loop(), Pace(0.0, attempts=1))
    with pytest.raises(FetchError, match="too-many-redirects"):
        asyncio.run(errand.page("http://a.test/"))


def _no_robots() -> Fetched:
    raise FetchError("http-404")
