"""Whatever is done to the clock of the machine, hosts wait no longer than they have to, and no shorter."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from polytrawl.crawl.frontier import Found, Frontier
from polytrawl.crawl.policy import ROBOTS, Policies

if TYPE_CHECKING:
    from crawl.conftest import Answer, Run, Web

Crawler = Callable[..., "Run"]
A = "http://a.test"
YEAR_S = 365 * 86_400.0


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the clock of the machine so many seconds off, or to a certain time."""
    real = time.time

    def set_to(offset_s: float) -> None:
        monkeypatch.setattr(time, "time", lambda: real() + offset_s)

    return set_to


@pytest.mark.parametrize(
    "jumps", [(YEAR_S, 0.0), (-YEAR_S, 0.0), (-3e9, -3e9), (3e9, -3e9), (-3600.0, 3600.0)], ids=str
)
def test_a_clock_that_is_set_in_the_middle_of_a_crawl_stops_nothing(
    jumps: tuple[float, float], web: Web, crawl: Crawler, set_clock: Callable[[float], None]
) -> None:
    def jump(number: int) -> Callable[[], Answer]:
        def answer() -> Answer:
            set_clock(jumps[number])
            return web.page("/c", "/d")

        return answer

    web.sites["a.test"] = {"/": web.page("/a", "/b"), "/a": jump(0), "/b": jump(1), "/c": web.page(), "/d": web.page()}
    run = crawl(f"{A}/", delay_s=0.01).collect()
    assert run.pages == [f"{A}/", *(f"{A}/{name}" for name in "abcd")]
    ends = [visit.ended for visit in web.log]
    assert len(ends) == 6, "each page, and robots.txt, once"


def test_a_crawl_before_1970_fetches_like_any_other(
    web: Web, crawl: Crawler, set_clock: Callable[[float], None]
) -> None:
    set_clock(-time.time() - YEAR_S)
    web.sites["a.test"] = {"/": web.page("/a"), "/a": web.page()}
    assert crawl(f"{A}/").collect().pages == [f"{A}/", f"{A}/a"]
    set_clock(0.0)
    web.sites["a.test"]["/b"] = web.page()
    assert f"{A}/b" in crawl(f"{A}/", f"{A}/b").collect().pages


def test_a_start_with_the_clock_ahead_does_not_hold_up_the_next_one(
    web: Web, crawl: Crawler, set_clock: Callable[[float], None]
) -> None:
    web.sites["a.test"] = {"/": web.page("/a", "/b", "/c"), "/a": web.page(), "/b": web.page(), "/c": web.page()}
    set_clock(YEAR_S)
    crawl(f"{A}/", max_pages=2, delay_s=0.01).collect()
    set_clock(0.0)
    assert len(crawl(f"{A}/", delay_s=0.01, max_pause_s=0.05).collect().pages) == 4
    assert [visit.path for visit in web.log].count("/robots.txt") == 2, "what was learnt next year is not believed"


def test_pages_that_were_asked_for_by_a_clock_ahead_are_asked_for_again(
    web: Web, crawl: Crawler, set_clock: Callable[[float], None]
) -> None:
    web.sites["a.test"] = {"/": web.page()}
    set_clock(YEAR_S)
    crawl(f"{A}/").collect()
    set_clock(0.0)
    crawl(f"{A}/", refresh_days=7.0, max_pause_s=0.0).collect()
    assert web.paths() == ["/", "/"]


def test_a_host_waits_no_longer_than_a_host_may_have_to(tmp_path: Path) -> None:
    first = Frontier(tmp_path)
    first.add([Found(f"{A}/", 0.0, 0)])
    first.pause("a.test", first.now() + YEAR_S)
    first.close()
    again = Frontier(tmp_path)
    again.resume(1.0, 40.0)
    now = again.now()
    assert again.pop(now + 39.0, 1) is None
    assert again.pop(now + 41.0, 1) is not None
    again.close()


def test_a_robots_txt_that_failed_next_year_is_asked_for_now(tmp_path: Path) -> None:
    moment = [2e9]
    policies = Policies(tmp_path, honour=(), attempts=1, clock=lambda: moment[0])
    policies.keep_failure(f"{A}/", ROBOTS, _unreachable())
    assert policies.missing(f"{A}/x") == ""
    assert policies.refusal(f"{A}/x") is not None
    moment[0] -= YEAR_S
    assert policies.missing(f"{A}/x") == ROBOTS
    policies.keep_failure(f"{A}/", ROBOTS, _unreachable())
    moment[0] += 31 * 86_400.0
    assert policies.refusal(f"{A}/x") is None, "it has been failing for a month, not for minus eleven"
    policies.close()


def _unreachable() -> Exception:
    from polytrawl.errors import FetchError

    return FetchError("robots-unreachable")
