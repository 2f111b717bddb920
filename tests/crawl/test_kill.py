"""A crawl that is killed at any instant goes on where it was."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from warcio.archiveiterator import ArchiveIterator as Warcio

from polytrawl.records import Page
from polytrawl.warc import Entry, iterate, read_page

if TYPE_CHECKING:
    from crawl.conftest import Run, Web

PAGES = 2000
FEW_PAGES = 150
AT_ONCE = 1e-9  # days until a page is asked for again
KILLS = 30
CONNECTIONS = 4
UNKEPT = 16  # pages that may not be on disk yet


def fill(web: Web, pages: int) -> list[str]:
    """A site in which every page but the first is linked from one page only."""
    paths = [f"/{number}" for number in range(pages)]
    for number, path in enumerate(paths):
        web.sites.setdefault("a.test", {})[path] = web.page(*paths[3 * number + 1 : 3 * number + 4])
    return paths


def start(web: Web, folder: Path, refresh_days: float = 0.0) -> subprocess.Popen[bytes]:
    command = [
        sys.executable,
        str(Path(__file__).with_name("conftest.py")),
        web.address,
        "http://a.test/0",
        str(folder),
        str(refresh_days),
    ]
    return subprocess.Popen(command, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})


def kill(process: subprocess.Popen[bytes], web: Web, goal: int, chance: random.Random) -> None:
    """Kill a crawl when it has asked for so many more pages."""
    before = len(web.log)
    while len(web.log) < before + goal and process.poll() is None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(chance.uniform(0, 0.002))
    process.send_signal(signal.SIGKILL)
    process.wait()


def check(run: Run, paths: list[str]) -> None:
    found = [one for one in run.records if isinstance(one, Page)]
    assert sorted(one.url for one in found) == sorted(f"http://a.test{path}" for path in paths)
    entries = {
        one.url: (path.name, one)
        for path in run.folder.glob("pages-*.warc.gz")
        for one in iterate(path)
        if isinstance(one, Entry)
    }
    assert len(entries) == len(paths)
    for one in found:
        assert one.warc is not None
        name, entry = entries[one.url]
        assert (name, entry.offset) == (one.warc.file, one.warc.offset)
        assert Page.identify(one.url, entry.body) == one.id
    for path in run.folder.glob("pages-*.warc.gz"):
        with path.open("rb") as file:
            records = Warcio(file, check_digests="raise")
            assert sum(1 for one in records if one.content_stream().read() and one.rec_type == "response")
    with contextlib.closing(sqlite3.connect(run.folder / "frontier.sqlite")) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.slow
def test_after_thirty_kills_every_page_is_there_once_and_the_warc_is_whole(web: Web, crawl: Callable[..., Run]) -> None:
    paths = fill(web, PAGES)
    run = crawl("http://a.test/0")
    chance = random.Random(30)
    goals = [1, 2, 5, *(chance.randint(1, 2 * PAGES // KILLS) for _ in range(KILLS - 3))]
    for goal in goals:
        kill(start(web, run.folder), web, goal, chance)
        assert len(run.pages) <= PAGES  # what is on disk can be read at any time
    run.collect()
    check(run, paths)
    assert len(web.paths()) <= PAGES + KILLS * (CONNECTIONS + UNKEPT)


@pytest.mark.slow
def test_a_second_crawl_that_is_killed_keeps_the_pages_of_the_first(web: Web, crawl: Callable[..., Run]) -> None:
    paths = fill(web, FEW_PAGES)
    run = crawl("http://a.test/0").collect()
    old = {one.url: one.id for one in run.records if isinstance(one, Page)}
    changed = paths[::2]
    for path in changed:
        body = web.answer("a.test", path).body
        web.sites["a.test"][path] = web.text(body.replace(b"<p>", b"<p>News. "), Content_Type="text/html")
    chance = random.Random(8)
    for _ in range(8):
        kill(start(web, run.folder, AT_ONCE), web, chance.randint(1, FEW_PAGES // 2), chance)
        assert sorted(run.pages) == sorted(old)
    run.collect(refresh_days=AT_ONCE)
    now = {one.url: one for one in run.records if isinstance(one, Page)}
    assert {url for url, page in now.items() if page.id != old[url]} == {f"http://a.test{path}" for path in changed}
    for page in now.values():
        assert page.warc is not None
        body = read_page(run.folder / page.warc.file, page.warc.offset).body
        assert Page.identify(page.url, body) == page.id


def test_an_interrupt_leaves_a_crawl_that_goes_on(web: Web, crawl: Callable[..., Run]) -> None:
    paths = fill(web, FEW_PAGES)
    run = crawl("http://a.test/0")

    class Interrupting:
        signature = "links-1"

        def judge(self, page: Page) -> object:
            if page.url.endswith("/20"):
                signal.raise_signal(signal.SIGINT)
            return judge.judge(page)

    judge, run.judge = run.judge, Interrupting()
    with pytest.raises(KeyboardInterrupt):
        run.collect(connections_per_host=CONNECTIONS)
    assert 0 < len(run.pages) < len(paths)
    run.judge = judge
    run.collect()
    check(run, paths)
