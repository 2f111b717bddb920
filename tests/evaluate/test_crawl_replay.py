"""Tests of crawls in memory: they go as the real ones do, always the same way, and fast."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import pytest

from crawl.many_hosts import QUERY, many_hosts
from polytrawl.crawl.base import LinkScorer
from polytrawl.crawl.frontier import Frontier
from polytrawl.crawl.scorers.breadth_first import BreadthFirst
from polytrawl.crawl.scorers.yielding import Yield
from polytrawl.crawl.store import Found
from polytrawl.errors import PluginError
from polytrawl.evaluate.crawl.replay import Queue, replay
from polytrawl.evaluate.crawl.web import Web
from polytrawl.records import Document, Link

A = "http://a.test"


def page(name: str, *targets: str) -> Document:
    links = tuple(Link(source=f"{A}/{name}", target=f"{A}/{one}", anchor=one) for one in targets)
    return Document(id=name, page=name, url=f"{A}/{name}", site="a.test", links=links)


@pytest.mark.parametrize("combine", ["max", "mean", "sum", "last"])
def test_the_queue_in_memory_and_the_frontier_on_disk_agree(tmp_path: Path, combine: str) -> None:
    chance = random.Random(7)
    queue, frontier = Queue(combine), Frontier(tmp_path, combine=combine)
    order: list[tuple[str, str]] = []
    for _ in range(150):
        found = [Found(f"{A}/{chance.randrange(200)}", round(chance.random(), 1), 1) for _ in range(5)]
        scores = {f"{A}/{chance.randrange(200)}": round(chance.random(), 1) for _ in range(3)}
        queue.add(found)
        queue.rescore(scores)
        with frontier.step():
            frontier.add(found)
            frontier.rescore(scores)
        one, other = queue.pop(), frontier.pop(0.0, 1)
        if one is None or other is None:
            assert one is other
            continue
        order.append((one[0], other.url))
        with frontier.step():
            frontier.settle(other, "fetched")
        frontier.land(other)
    frontier.close()
    assert len(order) > 120
    assert [one for one, _ in order] == [other for _, other in order]


def test_scores_given_again_outlive_the_process(tmp_path: Path) -> None:
    frontier = Frontier(tmp_path)
    with frontier.step():
        frontier.add([Found(f"{A}/seed", float("inf"), 0), Found(f"{A}/x", 0.9, 1), Found(f"{A}/y", 0.5, 1)])
        frontier.rescore({f"{A}/x": 0.1, f"{A}/seed": 0.0, f"{A}/unknown": 9.0})
    frontier.close()
    frontier, found = Frontier(tmp_path), []
    while one := frontier.pop(0.0, 3):
        found.append(one.url)
    frontier.close()
    assert found == [f"{A}/seed", f"{A}/y", f"{A}/x"]  # a seed stays first, what is not there stays away


def test_breadth_first_goes_level_by_level_and_not_out_of_the_web() -> None:
    web = Web(
        [page("a", "b", "c", "elsewhere"), page("b", "d", "a"), page("c", "e"), page("d"), page("e"), page("far")]
    )
    assert replay(web, BreadthFirst(), [f"{A}/a"], 10).order == [f"{A}/{name}" for name in "abcde"]
    assert replay(web, BreadthFirst(), [f"{A}/a"], 2).order == [f"{A}/a", f"{A}/b"]


def test_pages_are_found_under_the_names_that_links_give_them() -> None:
    web = Web([page("a/index.html"), page("b", "a/", "a", "a/index.htm?x"), page("c?d=1")])
    assert [link.target for link in web[f"{A}/b"].links] == [f"{A}/a/index.html"] * 2
    assert web.find("https://a.test/c?d=1#part") == f"{A}/c?d=1"
    assert web.find(f"{A}/c") is None


@dataclass(kw_only=True)
class _Greedy(LinkScorer):
    """Likes what its last page was called."""

    def score(self, link: Link, source: Document) -> float:
        return float(link.anchor[0] == source.url[-1])


def test_with_more_connections_pages_are_taken_before_the_first_of_them_is_known() -> None:
    web = Web([page("a", "x1", "y1"), page("x1", "1x"), page("y1"), page("1x")])
    assert replay(web, _Greedy(), [f"{A}/a"], 4).order == [f"{A}/{name}" for name in ("a", "x1", "1x", "y1")]
    assert replay(web, _Greedy(), [f"{A}/a"], 4, at_once=2).order == [f"{A}/{name}" for name in ("a", "x1", "y1", "1x")]


def test_a_strategy_that_fails_gives_no_figures() -> None:
    @dataclass(kw_only=True)
    class Failing(LinkScorer):
        def score(self, link: Link, source: Document) -> float:
            raise KeyError(link.target)

    with pytest.raises(PluginError, match="KeyError"):
        replay(Web([page("a", "b"), page("b")]), Failing(), [f"{A}/a"], 5)


def test_equal_input_gives_an_equal_order() -> None:
    first, second = (many_hosts(1) for _ in range(2))
    orders = [replay(made.web, Yield(query=(QUERY,)), made.bad, 60).order for made in (first, second)]
    assert orders[0] == orders[1]
