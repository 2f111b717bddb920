from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from polytrawl.crawl import live
from polytrawl.crawl.live import Live, Quarter
from polytrawl.crawl.schema import FILE, connect_to_read

if TYPE_CHECKING:
    from crawl.conftest import Answer, Run, Web

    Crawler = Callable[..., Run]

A = "http://a.test"


def test_a_crawl_can_be_watched_while_it_runs(web: Web, crawl: Crawler) -> None:
    words = {"use": "anchor-words", "words": ["steel"]}
    run = crawl(f"{A}/", strategy=words, connections=1)
    seen: list[Live | None] = []

    def look() -> Answer:
        deadline = time.monotonic() + 5
        while (found := live.read(run.folder)) and found.pages < 2 and time.monotonic() < deadline:
            time.sleep(0.02)  # pages are kept a few at a time
        seen.append(found)
        return web.page()

    targets = ["/steel", "/gone-steel", "/x", "/y", "http://b.test/", "/late"]
    web.sites["a.test"] = {"/": web.page(*targets), **{target: web.page() for target in ("/steel", "/x", "/y")}}
    web.sites["a.test"]["/x"] = look
    run.collect()
    [found] = seen
    assert found is not None
    assert found.pages == 2
    assert found.pages_per_s > 0
    assert found.hosts == 1
    assert found.queued == 3  # the one in flight is among them
    assert sum(quarter.urls for quarter in found.queue) == 3
    assert all(quarter.lowest <= quarter.highest for quarter in found.queue)
    assert found.errors == {"http-404": 1}
    assert found.refused == {"out-of-scope": 1}
    after = live.read(run.folder)
    assert after is not None
    assert (after.pages, after.queued, after.queue) == (4, 0, [])
    assert after.errors == {"http-404": 2}


def test_the_rate_is_that_of_the_last_minute(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/": web.page("/b"), "/b": web.page()}
    run = crawl(f"{A}/").collect()
    late = live.read(run.folder, now=4e9)
    assert late is not None
    assert (late.pages, late.pages_per_s) == (2, 0.0)


def test_seeds_are_queued_but_have_no_quarter(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/": web.page("/b", "/c"), "/b": web.page()}
    run = crawl(f"{A}/", f"{A}/d").collect(max_pages=1)
    found = live.read(run.folder)
    assert found is not None
    assert found.queued == 3
    assert found.queue == [Quarter(1, -1.0, -1.0), Quarter(1, -1.0, -1.0)]


def test_there_is_nothing_to_see_before_a_crawl(tmp_path: Path) -> None:
    assert live.read(tmp_path) is None


def test_what_an_older_version_crawled_can_be_read(web: Web, crawl: Crawler) -> None:
    run = crawl(f"{A}/")
    web.sites["a.test"] = {"/": web.page()}
    run.collect()
    with closing(sqlite3.connect(run.folder / FILE)) as db:
        db.executescript("DROP TABLE promised; DROP TABLE versions")
    found = live.read(run.folder)
    assert found is not None
    assert (found.pages, found.promised) == (1, 0)
    db = connect_to_read(run.folder)
    assert db is not None
    with closing(db), pytest.raises(sqlite3.OperationalError, match="readonly"):
        db.execute("DELETE FROM urls")
