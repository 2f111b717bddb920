from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from polytrawl.crawl.frontier import Found, Frontier


@pytest.fixture
def frontier(tmp_path: Path) -> Iterator[Frontier]:
    frontier = Frontier(tmp_path)
    yield frontier
    frontier.close()


def order(frontier: Frontier) -> list[str]:
    found = []
    while queued := frontier.pop(0.0, 1):
        found.append(queued.url)
        with frontier.step():
            frontier.settle(queued, "failed", "http-404")
            frontier.land(queued)
    return found


def test_the_best_score_comes_first_and_ties_in_the_order_of_insertion(frontier: Frontier) -> None:
    urls = ["http://a.test/1", "http://b.test/2", "http://a.test/3", "http://b.test/4"]
    frontier.add(Found(url, score, 1) for url, score in zip(urls, (0.0, 2.0, 1.0, 2.0), strict=True))
    assert order(frontier) == [urls[1], urls[3], urls[2], urls[0]]


def test_a_url_found_again_keeps_its_best_score_and_its_smallest_depth(frontier: Frontier) -> None:
    frontier.add([Found("http://a.test/1", 1.0, 3), Found("http://a.test/2", 0.0, 3)])
    frontier.add([Found("http://a.test/1", 5.0, 4), Found("http://a.test/2", -1.0, 1)])
    first, second = frontier.pop(0.0, 2), frontier.pop(0.0, 2)
    assert first is not None
    assert second is not None
    assert [(one.url[-1], one.score, one.depth) for one in (first, second)] == [("1", 5.0, 3), ("2", 0.0, 1)]


def test_hosts_that_are_busy_or_pausing_are_passed_over(frontier: Frontier) -> None:
    frontier.add([Found("http://a.test/1", 9.0, 0), Found("http://a.test/2", 8.0, 0), Found("http://b.test/", 0.0, 0)])
    first = frontier.pop(0.0, 1)
    second = frontier.pop(0.0, 1)
    assert first is not None
    assert second is not None
    assert (first.url, second.url) == ("http://a.test/1", "http://b.test/")
    assert frontier.wake_at(1) is None
    with frontier.step():
        frontier.settle(first, "failed", "timeout")
        frontier.pause("a.test", 10.0)
    frontier.land(first)
    assert frontier.pop(9.9, 1) is None
    assert frontier.wake_at(1) == 10.0
    assert frontier.pop(10.0, 1) is not None


def test_what_was_in_flight_is_in_the_queue_again_after_a_crash(tmp_path: Path) -> None:
    first = Frontier(tmp_path)
    first.add([Found("http://a.test/1", 0.0, 0)])
    assert first.pop(0.0, 1) is not None
    first.close()
    second = Frontier(tmp_path)
    assert second.pop(0.0, 1) is not None
    second.close()


def test_a_step_that_fails_leaves_nothing_behind(frontier: Frontier) -> None:
    def fail() -> None:
        with frontier.step():
            frontier.add([Found("http://a.test/1", 0.0, 0, reason="out-of-scope"), Found("http://a.test/2", 0.0, 0)])
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert frontier.pop(0.0, 1) is None
    assert not +frontier.counts


def test_a_url_that_was_too_deep_is_queued_when_found_nearer(frontier: Frontier) -> None:
    frontier.add([Found("http://a.test/1", 0.0, 9, reason="too-deep")])
    assert frontier.counts["too-deep"] == 1
    assert frontier.pop(0.0, 1) is None
    frontier.add([Found("http://a.test/1", 0.0, 2)])
    assert frontier.counts["too-deep"] == 0
    queued = frontier.pop(0.0, 1)
    assert queued is not None
    assert queued.depth == 2


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(-3, 3)), max_size=60))
def test_urls_come_out_once_by_best_score_then_first_found(tmp_path: Path, found: list[tuple[int, int]]) -> None:
    for path in tmp_path.iterdir():
        path.unlink()
    frontier = Frontier(tmp_path)
    frontier.add(Found(f"http://h{number % 3}.test/{number}", float(score), 1) for number, score in found)
    best: dict[int, int] = {}
    for number, score in found:
        best[number] = max(best.get(number, score), score)
    expected = sorted(best, key=lambda number: (-best[number], list(best).index(number)))
    assert order(frontier) == [f"http://h{number % 3}.test/{number}" for number in expected]
    frontier.close()
