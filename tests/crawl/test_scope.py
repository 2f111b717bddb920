from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from polytrawl.crawl.scope import Filters, Scope
from polytrawl.errors import ConfigError
from polytrawl.records import replace
from polytrawl.work import Verdict

if TYPE_CHECKING:
    from crawl.conftest import Run, Web

    Crawler = Callable[..., Run]

A = "http://a.test"
URLS = (
    "http://www.site.pt/a",
    "https://site.pt:8080/b?id=1",
    "http://other.com.br/pt/a",
    "http://x.co.uk/",
    "http://[::1]/a",
)


def held(**options: Any) -> list[int]:
    """Which of the URLs pass."""
    given = {"include": (), "exclude": (), "hosts": (), "domains": (), "tlds": (), **options}
    scope = Scope.read("any", seeds=(), filters=Filters.read(given))
    return [number for number, url in enumerate(URLS) if not scope.reason_against(url, 0)]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [0, 1, 2, 3, 4]),
        ({"include": ["/a$", "id="]}, [0, 1, 2, 4]),
        ({"exclude": [r"\?", "/$"]}, [0, 2, 4]),
        ({"include": ["/a"], "exclude": ["br"]}, [0, 4]),
        ({"hosts": ["www.site.pt", "X.co.uk"]}, [0, 3]),
        ({"hosts": ["site.pt"]}, [1]),
        ({"domains": ["site.pt"]}, [0, 1]),
        ({"tlds": ["pt", ".br"]}, [0, 1, 2]),
        ({"tlds": ["co.uk"]}, [3]),
        ({"tlds": ["t"]}, []),
        ({"tlds": ["br"], "domains": ["site.pt"], "hosts": ["[::1]"]}, [0, 1, 2, 4]),
    ],
)
def test_lists_narrow_the_scope(options: dict[str, Any], expected: list[int]) -> None:
    assert held(**options) == expected


@pytest.mark.parametrize("option", ["include", "exclude", "store"])
def test_a_pattern_that_cannot_be_read_is_refused(crawl: Crawler, option: str) -> None:
    with pytest.raises(ConfigError, match=f"crawl.{option}"):
        crawl("http://127.0.0.1/", **{option: ["("]}).collect()


def test_filters_hold_for_links_and_can_be_widened_later(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/": web.page("/en/x", "/de/x"), "/en/x": web.page(), "/de/x": web.page()}
    run = crawl(f"{A}/", exclude=["/de/"]).collect()
    assert run.pages == [f"{A}/", f"{A}/en/x"]
    assert run.make().left_out(run.folder) == {"out-of-scope": 1}
    run.options["exclude"] = []
    assert run.collect().pages == [f"{A}/", f"{A}/de/x", f"{A}/en/x"]


def test_pages_that_are_not_stored_are_fetched_for_their_links(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/": web.page("/list"), "/list": web.page("/art/1"), "/art/1": web.page()}
    run = crawl(f"{A}/", store=["/art/"]).collect()
    assert run.pages == [f"{A}/art/1"]
    assert run.reasons == {f"{A}/": "not-stored", f"{A}/list": "not-stored"}
    run.options["store"] = []
    assert len(run.collect().pages) == 3
    assert len(web.log) == 4, "nothing was fetched again"


def test_content_types_say_which_files_are_kept(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/": web.page("/t"), "/t": web.text("plain", Content_Type="Text/Plain; charset=utf-8")}
    run = crawl(f"{A}/").collect()
    assert run.reasons == {f"{A}/t": "not-html"}
    run.options["content_types"] = ["text/html", "text/plain"]
    assert run.collect().pages == [f"{A}/", f"{A}/t"]


class English:
    """Says that pages under /en are English, and all others German."""

    signature = "english"

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def judge(self, page: Any) -> Verdict:
        document = self._inner.judge(page).document
        return Verdict(replace(document, language="en-gb" if "/en" in page.url else "de"), None)


def test_links_can_be_followed_from_pages_in_some_languages_only(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {f"/{name}": web.page(f"/{name}/x") for name in ("en", "de")}
    web.sites["a.test"] |= {f"/{name}/x": web.page() for name in ("en", "de")}
    run = crawl(f"{A}/en", f"{A}/de", follow_languages=["en"])
    run.judge = English(run.judge)
    assert run.collect().pages == [f"{A}/de", f"{A}/en", f"{A}/en/x"]


def test_pdf_files_are_fetched_when_wanted(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/": web.page("/x.pdf"), "/x.pdf": web.text(b"%PDF-1.4", Content_Type="application/pdf")}
    run = crawl(f"{A}/").collect()
    assert run.reasons == {f"{A}/x.pdf": "not-html"}
    run.shared["pdf"] = True
    assert run.collect().pages == [f"{A}/", f"{A}/x.pdf"]


def test_without_following_only_the_seeds_are_fetched_and_no_sitemap(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {
        "/": web.page("/x"),
        "/old": web.redirect("/new"),
        "/new": web.page("/y"),
        "/sitemap.xml": web.text("http://a.test/z"),
        "/robots.txt": web.text("Sitemap: http://a.test/sitemap.xml"),
    }
    run = crawl("http://a.test/", "http://a.test/old", follow=False).collect()
    assert sorted(run.pages) == ["http://a.test/", "http://a.test/new"]
    assert sorted(web.paths()) == ["/", "/new", "/old"]
    assert not [one for one in web.asides if one.endswith("sitemap.xml")]


def test_links_can_be_followed_without_sitemaps(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {"/": web.page("/x"), "/x": web.page(), "/sitemap.xml": web.text("http://a.test/z")}
    run = crawl("http://a.test/", sitemaps=False).collect()
    assert sorted(run.pages) == ["http://a.test/", "http://a.test/x"]
    assert not [one for one in web.asides if one.endswith("sitemap.xml")]


def test_links_of_seeds_are_taken_up_when_links_are_followed_later_and_left_when_they_are_not(
    web: Web, crawl: Crawler
) -> None:
    web.sites["a.test"] = {"/": web.page("/x", "/y"), "/x": web.page("/z"), "/y": web.page(), "/z": web.page()}
    run = crawl(f"{A}/", follow=False).collect()
    assert run.pages == [f"{A}/"]
    run.options |= {"follow": True, "max_pages": 2}
    assert len(run.collect().pages) == 2
    run.options |= {"follow": False, "max_pages": 0}
    assert len(run.collect().pages) == 2
    run.options |= {"follow": True}
    assert sorted(run.collect().pages) == [f"{A}/", f"{A}/x", f"{A}/y", f"{A}/z"]
    assert len(web.paths()) == 4


def test_that_sitemaps_of_known_hosts_come_later_is_told(
    web: Web, crawl: Crawler, monkeypatch: pytest.MonkeyPatch
) -> None:
    web.sites["a.test"] = {"/": web.page()}
    run, said = crawl(f"{A}/", sitemaps=False), list[str]()
    monkeypatch.setattr(run.progress, "say", said.append)
    run.collect().collect()
    assert not any("sitemaps" in line for line in said)
    run.options |= {"sitemaps": True}
    run.collect().collect()
    assert sum("a new run reads them at once" in line for line in said) == 1
