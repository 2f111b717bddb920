from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from polytrawl.crawl import results
from polytrawl.crawl.frontier import Budget, Found, Frontier
from polytrawl.crawl.scores import RULES
from polytrawl.records import WarcRef


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


@pytest.mark.parametrize(("rule", "expected"), [("max", 6.0), ("mean", 3.0), ("sum", 9.0), ("last", 2.0)])
def test_the_scores_of_a_url_found_again_are_combined_by_the_rule(tmp_path: Path, rule: str, expected: float) -> None:
    frontier = Frontier(tmp_path, combine=rule)
    for score in (1.0, 6.0, 2.0):
        frontier.add([Found("http://a.test/1", score, 1)])
    queued = frontier.pop(0.0, 1)
    assert queued is not None
    assert queued.score == expected
    frontier.close()


def test_a_seed_stays_first_whatever_the_rule(tmp_path: Path) -> None:
    for rule in ("mean", "sum"):
        frontier = Frontier(tmp_path / rule, combine=rule)
        frontier.add([Found("http://a.test/1", float("inf"), 0), Found("http://a.test/2", 9.0, 0)])
        frontier.add([Found("http://a.test/1", float("-inf"), 1)])
        assert order(frontier) == ["http://a.test/1", "http://a.test/2"]
        frontier.close()


def test_a_url_that_was_not_settled_is_in_the_queue_again_with_the_score_it_has_now(frontier: Frontier) -> None:
    frontier.add([Found("http://a.test/1", 1.0, 0), Found("http://a.test/2", 0.0, 0)])
    queued = frontier.pop(0.0, 1)
    assert queued is not None
    frontier.add([Found("http://a.test/1", 7.0, 0), Found("http://a.test/3", 5.0, 0)])
    assert frontier.pop(0.0, 1) is None
    frontier.land(queued)
    assert order(frontier) == ["http://a.test/1", "http://a.test/3", "http://a.test/2"]


def test_a_host_that_has_answered_is_asked_again_while_its_page_is_looked_at(frontier: Frontier) -> None:
    frontier.add([Found("http://a.test/1", 1.0, 0), Found("http://a.test/2", 0.0, 0)])
    first = frontier.pop(0.0, 1)
    assert first is not None
    assert frontier.asking == 1
    frontier.free(first, 5.0)
    assert frontier.asking == 0
    assert frontier.pop(4.9, 1) is None
    assert frontier.wake_at(1) == 5.0
    second = frontier.pop(5.0, 1)
    assert second is not None
    assert second.url == "http://a.test/2"


def test_a_host_gets_no_more_requests_than_its_budget(tmp_path: Path) -> None:
    urls = [Found(f"http://a.test/{number}", 0.0, 0) for number in range(9)]
    for budget, expected in ((Budget(now=2), 2), (Budget(now=2), 2), (Budget(in_all=5), 1), (Budget(in_all=5), 0)):
        frontier = Frontier(tmp_path, budget=budget)
        frontier.add(urls)
        assert len(order(frontier)) == expected
        assert frontier.wake_at(1) is None
        frontier.close()


def test_a_request_that_was_not_made_is_not_counted(tmp_path: Path) -> None:
    frontier = Frontier(tmp_path, budget=Budget(in_all=1))
    frontier.add([Found("http://a.test/1", 0.0, 0), Found("http://a.test/2", 0.0, 0)])
    queued = frontier.pop(0.0, 1)
    assert queued is not None
    frontier.spare(queued)
    assert frontier.asked == 0
    with frontier.step():
        frontier.settle(queued, "refused", "robots")
    frontier.land(queued)
    assert order(frontier) == ["http://a.test/2"]
    frontier.close()


def test_what_is_kept_can_be_read_by_others_at_once(tmp_path: Path) -> None:
    frontier = Frontier(tmp_path)
    frontier.add([Found("http://a.test/1", 0.0, 0)])
    assert results.fate(tmp_path, "http://a.test/1") is None
    frontier.keep()
    assert results.fate(tmp_path, "http://a.test/1") is not None
    frontier.close()


operations = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.integers(0, 40), st.integers(-3, 3)),
        st.tuples(st.sampled_from(["take", "put back", "open again"]), st.just(0), st.just(0)),
    ),
    max_size=80,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(operations, st.sampled_from(list(RULES)))
def test_the_best_url_comes_first_however_short_the_lines_in_memory_are(
    tmp_path: Path, operations: list[tuple[str, int, int]], rule: str
) -> None:
    """The frontier against a plain dict, with lines of at most two URLs, so that they are filled again all the time."""
    for path in tmp_path.iterdir():
        path.unlink()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("polytrawl.crawl.lines._LONGEST", 2)
        frontier = Frontier(tmp_path, combine=rule)
        known: dict[str, tuple[float, int, int]] = {}  # score, how often found, order
        done: set[str] = set()
        for word, number, score in operations:
            if word == "add":
                url = f"http://h{number % 3}.test/{number}"
                frontier.add([Found(url, float(score), 1)])
                if url not in done:
                    old, found, place = known.get(url, (None, 0, len(known) + len(done)))
                    known[url] = (score if old is None else RULES[rule](old, score, found), found + 1, place)
            elif word == "open again":
                frontier.close()
                frontier = Frontier(tmp_path, combine=rule)
            else:
                best = min(known, key=lambda url: (-known[url][0], known[url][2]), default=None)
                queued = frontier.pop(0.0, 1)
                assert (queued and queued.url) == best
                if queued and best and word == "take":
                    with frontier.step():
                        frontier.settle(queued, "failed", "http-404")
                    done.add(best)
                    del known[best]
                if queued:
                    frontier.land(queued)
        frontier.close()


def test_urls_that_are_queued_again_in_the_middle_cost_nothing_that_is_not_on_disk_yet(tmp_path: Path) -> None:
    """The end of the WARC and the pauses of hosts are in memory until the next transaction ends."""
    with closing(Frontier(tmp_path)) as frontier:
        with frontier.step():
            frontier.add([Found("http://a.test/1", 1.0, 0), Found("http://a.test/2", 1.0, 0)])
        queued = frontier.pop(time.time(), 1)
        assert queued is not None
        with frontier.step():
            frontier.settle(queued, "failed", "robots-unreachable")
            frontier.note_warc_end(WarcRef(file="pages-00000.warc.gz", offset=123))
            frontier.pause("a.test", 4e9)
            frontier.again(["a.test"], ["robots-unreachable"])
        frontier.land(queued)
        assert frontier.warc_end() == WarcRef(file="pages-00000.warc.gz", offset=123)
        assert frontier.pop(time.time(), 1) is None, "the host is to be left alone"
        assert frontier.pop(5e9, 1) is not None
    with closing(Frontier(tmp_path)) as again:
        assert again.warc_end() == WarcRef(file="pages-00000.warc.gz", offset=123)
