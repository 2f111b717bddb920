"""Strategies that learn, in the real crawl: what they are told, what they change, and what outlives a restart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from crawl.conftest import Answer, Run, Web
from crawl.many_hosts import QUERY, Made, many_hosts
from polytrawl.crawl.base import LinkScorer
from polytrawl.crawl.scorers.yielding import Yield
from polytrawl.errors import ConfigError
from polytrawl.evaluate.crawl.replay import replay
from polytrawl.evaluate.crawl.web import Web as Recorded
from polytrawl.evaluate.crawl.web import parsed
from polytrawl.records import Document, Link, Page
from polytrawl.work import Verdict

Crawler = Callable[..., Run]
PAGES = 60


class TextJudge:
    """Gives documents with their text, as the real one does."""

    signature = "text-1"

    def judge(self, page: Page) -> Verdict:
        document = parsed(page.content, page.url)
        return Verdict(document, document)


def html(page: Document) -> bytes:
    links = "".join(f'<li><a href="{link.target}">{link.anchor}</a></li>' for link in page.links)
    return f"<html><title>{page.title}</title><body><p>{page.text}</p><ul>{links}</ul></body></html>".encode()


@pytest.fixture
def made(web: Web) -> Made:
    found = many_hosts(3)
    for page in found.web:
        host, _, path = page.url.removeprefix("http://").partition("/")
        web.sites.setdefault(host, {})[f"/{path}"] = Answer(html(page))
    return found


def run_of(crawl: Crawler, made: Made) -> Run:
    strategy = {"use": "yield", "query": [QUERY]}
    run = crawl(*made.bad, strategy=strategy, scope="any", connections=1, traps=False)
    run.shared["languages"] = ["en"]
    run.judge = TextJudge()
    return run


def fetched(web: Web, made: Made) -> list[str]:
    asked = [f"http://{one.host}{one.path}" for one in web.log]
    return [url for url in asked if made.web.find(url)]


def test_the_real_crawl_goes_as_the_replay_does(web: Web, crawl: Crawler, made: Made) -> None:
    run_of(crawl, made).collect(max_pages=PAGES)
    recorded = Recorded(parsed(html(page), page.url) for page in made.web)
    assert fetched(web, made) == replay(recorded, Yield(query=(QUERY,)), made.bad, PAGES).order


def test_what_was_learned_outlives_a_restart(web: Web, crawl: Crawler, made: Made) -> None:
    run = run_of(crawl, made)
    for pages in (7, 20, 21, PAGES):
        run.collect(max_pages=pages)
    recorded = Recorded(parsed(html(page), page.url) for page in made.web)
    assert fetched(web, made) == replay(recorded, Yield(query=(QUERY,)), made.bad, PAGES).order


def test_how_long_a_tunnel_is_outlives_a_restart(web: Web, crawl: Crawler) -> None:
    near, far = "The glacier is an hour from the town by bus.", "The match was won by the team of the town."
    chain = {"1": (near, "2"), "2": (near, "3"), "3": (near, "4"), "4": (near, ""), "far": (far, "farther")}
    pages = {"": ("Glacier, glacier, glacier!", "1", "far"), **chain, "farther": (far, "")}
    for path, (text, *targets) in pages.items():
        links = "".join(f'<a href="/{one}">more</a> ' for one in targets if one)
        web.sites.setdefault("a.test", {})[f"/{path}"] = Answer(f"<p>{text}</p><p>{links}</p>".encode())
    strategy = {"use": "best-first", "query": ["glacier"], "tunnel": 2, "hit": 0.9}
    run = crawl("http://a.test/", strategy=strategy, connections=1)
    run.judge = TextJudge()
    for number in range(1, 8):  # started again for every page
        run.collect(max_pages=number)
    # Two pages off the topic lead to 3, three to 4: that comes after what the page that is farthest off leads to.
    asked = [one.path for one in web.log if one.path.strip("/") in pages]
    assert asked == ["/", "/1", "/far", "/2", "/3", "/farther", "/4"]


@dataclass(kw_only=True)
class _Told(LinkScorer, name="told"):
    """Writes down what it hears; turns the queue round after each page."""

    learns: ClassVar[bool] = True
    log: ClassVar[list[str]] = []

    def observe(self, document: Document) -> None:
        self.log.append(f"saw {document.url[-1]}")

    def score_all(self, links: Sequence[Link], source: Document) -> Sequence[float]:
        self.log.append(f"{source.url[-1]} leads to " + "".join(link.target[-1] for link in links))
        return [1.0] * len(links)

    def revised(self) -> Mapping[str, float]:
        return {"http://a.test/c": 5.0, "http://a.test/unknown": 9.0}


def test_a_strategy_hears_of_each_page_before_it_scores_its_links(web: Web, crawl: Crawler) -> None:
    _Told.log.clear()
    web.sites["a.test"] = {"/a": web.page("/b", "/c"), "/b": web.page("/c"), "/c": web.page("/d"), "/d": web.page()}
    run = crawl("http://a.test/a", strategy="told", connections=1).collect(max_pages=2)
    assert web.paths() == ["/a", "/c"]  # it came before the other, which was found first
    assert _Told.log == ["saw a", "a leads to bc", "saw c", "c leads to d"]
    _Told.log.clear()
    run.collect()
    assert _Told.log[:4] == ["saw a", "a leads to bc", "saw c", "c leads to d"]
    assert web.paths() == ["/a", "/c", "/b", "/d"]


def test_a_strategy_that_fails_at_everything_does_not_stop_the_crawl(
    web: Web, crawl: Crawler, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: _Told, *_: Any) -> Any:
        raise KeyError("all of it")

    for name in ("observe", "score_all", "revised"):
        monkeypatch.setattr(_Told, name, fail)
    web.sites["a.test"] = {"/a": web.page("/b"), "/b": web.page()}
    run = crawl("http://a.test/a", strategy="told", connections=1).collect()
    assert run.pages == ["http://a.test/a", "http://a.test/b"]
    assert run.make().left_out(run.folder) == {"error:KeyError": 6}


def test_too_few_scores_are_an_error_of_the_strategy(web: Web, crawl: Crawler, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Told, "score_all", lambda *_: [1.0])
    web.sites["a.test"] = {"/a": web.page("/b", "/c"), "/b": web.page("/c"), "/c": web.page("/b")}
    run = crawl("http://a.test/a", strategy="told", connections=1).collect()
    assert len(run.pages) == 3
    assert run.make().left_out(run.folder) == {"error:ValueError": 1}


def test_a_strategy_without_its_topic_stops_before_the_first_request(web: Web, crawl: Crawler) -> None:
    run = crawl("http://a.test/a", strategy="yield")
    run.shared["languages"] = ["en"]
    with pytest.raises(ConfigError, match="yield needs a topic"):
        run.collect()
    assert web.log == []
    assert run.records == []  # and what is here can still be read
