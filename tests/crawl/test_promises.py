"""Addresses that no link leads to: taken once, within limits, and kept when the page is as promised."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import TYPE_CHECKING

from polytrawl.crawl import live
from polytrawl.crawl.frontier import Found, Frontier
from polytrawl.crawl.results import fate
from polytrawl.records import Document, Page, Promise, Score, make_id
from polytrawl.work import Verdict

if TYPE_CHECKING:
    from pathlib import Path

    from crawl.conftest import Run, Web


def promise(*paths: str, host: str = "a.test") -> list[Promise]:
    return [
        Promise(url=f"http://{host}{path}", language="it", source="http://a.test/", rule="en -> it") for path in paths
    ]


class FirstWord:
    """Takes the first words of a page for its languages."""

    signature = "first-word"

    def judge(self, page: Page) -> Verdict:
        first, *others = page.content.decode().split()
        shares = tuple(Score(name=one, value=0.4) for one in others)
        document = Document(
            id=make_id("d", page.id), page=page.id, url=page.url, site=page.site, language=first, language_shares=shares
        )
        return Verdict(document, document)


def fill(web: Web, pages: dict[str, str]) -> None:
    web.sites["a.test"] = {path: web.text(text, Content_Type="text/html") for path, text in pages.items()}


def made(crawl: Callable[..., Run], promises: Sequence[Promise]) -> Run:
    run = crawl("http://a.test/")
    run.judge = FirstWord()
    run.collect()
    assert run.make().offer(run.folder, promises) == len(promises)
    return run.collect()


def test_a_page_is_kept_when_it_is_in_the_promised_language_or_a_part_of_it_is(web: Web, crawl: Callable[..., Run]):
    fill(web, {"/": "en", "/it/1": "it", "/it/2": "en it", "/it/3": "it-ch", "/it/4": "en fr", "/it/5": "und"})
    run = made(crawl, promise("/it/1", "/it/2", "/it/3", "/it/4", "/it/5", "/it/6"))
    assert run.pages == [f"http://a.test/{path}" for path in ("", "it/1", "it/2", "it/3", "it/5")]
    assert run.reasons == {"http://a.test/it/4": "wrong-language", "http://a.test/it/6": "no-counterpart"}
    assert len(run.make().kept_promises(run.folder)) == 4
    told = fate(run.folder, "http://a.test/it/6")
    assert told is not None
    assert told.endswith("a URL pattern promises here the translation (it) of http://a.test/")
    figures = live.read(run.folder)
    assert figures is not None
    assert (figures.promised, figures.kept_promises, figures.errors) == (6, 4, {})


def test_what_is_known_or_out_of_scope_is_not_taken(web: Web, crawl: Callable[..., Run]):
    web.sites["a.test"] = {"/": web.page("/x", "/gone"), "/x": web.page()}
    run = crawl("http://a.test/").collect()
    stage = run.make()
    assert stage.offer(run.folder, [*promise("/x", "/gone", "/new"), *promise("/x", host="b.test")]) == 1
    assert stage.offer(run.folder, promise("/new", "/new")) == 0
    seen = web.paths().count("/gone")
    run.collect()
    assert web.paths().count("/gone") == seen
    assert run.reasons == {"http://a.test/gone": "http-404", "http://a.test/new": "no-counterpart"}


def test_who_fetches_nothing_takes_no_promises(crawl: Callable[..., Run]):
    run = crawl()
    assert run.make().offer(run.folder, promise("/x")) == 0


def test_promises_come_first_and_are_as_deep_as_their_sources(tmp_path: Path):
    with closing(Frontier(tmp_path)) as frontier:
        frontier.add([Found("http://a.test/", 0.0, 7), Found("http://a.test/waiting", 9.0, 8)])
        assert frontier.promise([*promise("/it"), *promise("/waiting")]) == 1
        first, second = frontier.pop(0.0, 9), frontier.pop(0.0, 9)
        assert first is not None
        assert second is not None
        assert (first.url, first.promised) == ("http://a.test/waiting", "")  # a link leads there: any language will do
        assert (second.url, second.depth, second.promised) == ("http://a.test/it", 7, "it")
