"""Every part of a visit raises in turn: that costs the address it was about, and the crawl goes on."""

from __future__ import annotations

import errno
import json
import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from polytrawl.crawl import policy, robots, visit
from polytrawl.crawl.archive import Archive
from polytrawl.crawl.fetch import HttpFetcher
from polytrawl.crawl.frontier import Frontier
from polytrawl.crawl.harvest import Harvest
from polytrawl.crawl.history import History
from polytrawl.crawl.links import Links
from polytrawl.crawl.policy import Policies
from polytrawl.errors import StageError

if TYPE_CHECKING:
    from crawl.conftest import LinkJudge, Run, Web

Crawler = Callable[..., "Run"]
A, B = "http://a.test", "http://b.test"

# Each is a part of a visit, and how to know whether it is about the page `/bad`.
PARTS: dict[str, tuple[Any, str]] = {
    "host": (Frontier, "host"),
    "what is missing": (Policies, "missing"),
    "refusal": (Policies, "refusal"),
    "rules": (Policies, "robots"),
    "signals": (Policies, "signals"),
    "word of robots.txt": (Policies, "robots_word"),
    "what is known": (History, "known"),
    "fetching": (HttpFetcher, "fetch"),
    "the page": (visit, "page_of"),
    "storing": (Archive, "store"),
    "noting": (Policies, "note_signals"),
    "counting": (Harvest, "add"),
    "queueing": (Frontier, "fetched"),
    "history": (History, "keep"),
    "links": (Links, "of"),
    "scores": (Links, "revised"),
    "adding": (Frontier, "add"),
}


class Boom(Exception):
    """What nobody expected. Its text is hostile, too."""

    def __str__(self) -> str:
        return "\udcff\x1b[2J boom"


def break_at(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, about: Callable[..., bool]) -> list[int]:
    """Let a part raise where it is about the bad page; gives how often it did."""
    real, times = getattr(owner, name), [0]

    def broken(*args: Any, **kwargs: Any) -> Any:
        if about(*args, **kwargs):
            times[0] += 1
            raise Boom
        return real(*args, **kwargs)

    monkeypatch.setattr(owner, name, broken)
    return times


@pytest.fixture
def small_web(web: Web) -> Web:
    web.sites = {
        "a.test": {"/": web.page("/one", "/bad", "/two"), "/bad": web.page("/never")},
        "b.test": {"/": web.page("/one"), "/one": web.page()},
    }
    web.sites["a.test"] |= {"/one": web.page("/three"), "/two": web.page(), "/three": web.page()}
    return web


@pytest.mark.parametrize("part", PARTS)
def test_what_a_part_of_a_visit_raises_costs_one_address(
    part: str, small_web: Web, crawl: Crawler, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner, name = PARTS[part]
    under_way: list[str] = []
    visited = visit.Visitor._visit

    async def watched(self: Any, queued: Any) -> None:
        under_way[:] = [queued.url]
        await visited(self, queued)

    monkeypatch.setattr(visit.Visitor, "_visit", watched)
    times = break_at(monkeypatch, owner, name, lambda *_, **__: under_way == [f"{A}/bad"])
    seeds = (f"{A}/", f"{B}/")
    run = crawl(*seeds, connections=1, scope="any").collect()
    assert times[0] >= 1
    assert run.pages == [f"{A}/", f"{A}/one", f"{A}/three", f"{A}/two", f"{B}/", f"{B}/one"]
    assert run.reasons == {f"{A}/bad": "fault"}
    assert "Boom" in (run.make().fate(run.folder, f"{A}/bad") or "")
    [line, *_] = (run.folder / "errors.jsonl").read_text().splitlines()
    kept = json.loads(line)
    assert (kept["url"], kept["reason"], kept["stage"]) == (f"{A}/bad", "fault", "crawl")
    assert "Boom" in kept["traceback"]
    asked = small_web.paths().count("/bad")
    crawl(*seeds, connections=1, scope="any").collect()
    assert small_web.paths().count("/bad") == asked, "it is not tried again by itself"


def test_a_fault_in_a_step_takes_back_that_step_and_no_other(
    small_web: Web, crawl: Crawler, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_at(monkeypatch, Links, "of", lambda _, document, __: document.url == f"{A}/bad")
    crawl(f"{A}/").collect()
    assert sorted(small_web.paths()) == ["/", "/bad", "/one", "/three", "/two"], "each page is asked for once"


@pytest.mark.parametrize("file", ["/robots.txt", "/sitemap.xml", "/ai.txt", "/.well-known/tdmrep.json"])
def test_a_fault_in_a_file_of_a_host_counts_as_a_file_that_cannot_be_had(
    file: str, small_web: Web, crawl: Crawler, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_at(monkeypatch, HttpFetcher, "fetch", lambda _, url, __: url == A + file)
    run = crawl(f"{A}/", f"{B}/", scope="any", max_pause_s=0.0).collect()
    assert {f"{B}/", f"{B}/one"} <= {*run.pages}
    if file == "/robots.txt":
        assert run.reasons == {f"{A}/": "robots-unreachable"}
    else:
        assert f"{A}/three" in run.pages
        assert run.reasons == {f"{A}/never": "http-404"}
    assert "Boom" in (run.folder / "errors.jsonl").read_text()


def test_rules_that_cannot_be_read_are_not_believed(
    small_web: Web, crawl: Crawler, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_web.sites["a.test"]["/robots.txt"] = small_web.text("User-agent: boom\n")
    real = robots.Robots.__init__

    def init(self: robots.Robots, body: bytes) -> None:
        if b"boom" in body:
            raise Boom
        real(self, body)

    monkeypatch.setattr(policy.Robots, "__init__", init)
    run = crawl(f"{A}/", f"{B}/", scope="any", max_pause_s=0.0).collect()
    assert run.pages == [f"{B}/", f"{B}/one"]
    assert run.reasons == {f"{A}/": "robots-unreachable"}


@pytest.mark.parametrize("part", ["fetching", "comparing"])
def test_a_page_that_is_here_stays_when_asking_again_ends_in_a_fault(
    part: str, small_web: Web, crawl: Crawler, monkeypatch: pytest.MonkeyPatch
) -> None:
    crawl(f"{A}/").collect()
    if part == "fetching":
        break_at(monkeypatch, HttpFetcher, "fetch", lambda _, url, __: url == f"{A}/one")
    else:
        break_at(monkeypatch, Archive, "is_seen_again", lambda _, queued, *__: queued.url == f"{A}/one")
    run = crawl(f"{A}/", refresh_days=1e-9).collect()
    assert f"{A}/one" in run.pages
    assert "fault" not in run.reasons.values()


def test_a_host_that_brings_nothing_but_faults_is_given_up(
    web: Web, crawl: Crawler, monkeypatch: pytest.MonkeyPatch
) -> None:
    web.sites = {"a.test": {"/": web.page(*(f"/{number}" for number in range(50)))}, "b.test": {"/": web.page()}}
    break_at(monkeypatch, HttpFetcher, "fetch", lambda _, url, __: url.startswith(f"{A}/") and url[-1].isdigit())
    run = crawl(f"{A}/", f"{B}/", scope="any", max_pause_s=0.0, connections=1, host_attempts=5).collect()
    assert run.pages == [f"{A}/", f"{B}/"]
    counts = [[*run.reasons.values()].count(reason) for reason in ("fault", "host-trouble")]
    assert counts == [5, 45]


def test_faults_everywhere_stop_the_crawl_with_words_and_what_is_fetched_stays(
    web: Web, crawl: Crawler, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosts = [f"h{number}.test" for number in range(150)]
    web.sites = {host: {"/": web.page()} for host in hosts} | {"a.test": {"/": web.page()}}
    break_at(monkeypatch, HttpFetcher, "fetch", lambda _, url, __: url.startswith("http://h") and url.endswith("/"))
    seeds = [f"{A}/", *(f"http://{host}/" for host in hosts)]
    run = crawl(*seeds, scope="any", sitemaps=False)
    with pytest.raises(StageError, match=r"addresses failed in a way that nobody expected.*max_fault_share.*run again"):
        run.collect()
    assert run.pages == [f"{A}/"]
    run.collect(max_fault_share=1.0)
    assert [*run.reasons.values()].count("fault") == 150


@pytest.mark.parametrize(
    "trouble",
    [OSError(errno.ENOSPC, "No space left on device"), sqlite3.OperationalError("database or disk is full")],
    ids=["full disk", "full store"],
)
def test_a_full_disk_is_no_fault_of_an_address(
    small_web: Web, crawl: Crawler, monkeypatch: pytest.MonkeyPatch, trouble: Exception
) -> None:
    def full(*_: Any) -> None:
        raise trouble

    monkeypatch.setattr(Archive, "store", full)
    run = crawl(f"{A}/")
    with pytest.raises(type(trouble)):
        run.collect()
    assert not run.reasons


def test_what_plug_ins_raise_leaves_its_traceback_too(small_web: Web, crawl: Crawler) -> None:
    run = crawl(f"{A}/")
    judge: LinkJudge = run.judge
    real = judge.judge

    def broken(page: Any) -> Any:
        if page.url == f"{A}/bad":
            raise Boom
        return real(page)

    judge.judge = broken  # type: ignore[method-assign]
    run.collect()
    assert f"{A}/bad" in run.pages
    [line] = (run.folder / "errors.jsonl").read_text().splitlines()
    assert json.loads(line)["reason"] == "error:Boom"
