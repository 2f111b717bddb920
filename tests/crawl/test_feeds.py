from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.crawl.feeds import is_feed, parse_feed
from polytrawl.errors import FetchError
from polytrawl.records import Document, Link, Page, make_id
from polytrawl.work import Verdict

if TYPE_CHECKING:
    from crawl.conftest import Run, Web

    Crawler = Callable[..., Run]

A = "http://a.test"
URL = f"{A}/feed"
RSS = b"""<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
    <title>News</title><link>http://a.test/</link><atom:link rel="self" href="http://a.test/feed"/>
    <item><title>One &amp; two</title><link> http://a.test/1?x=1&amp;y=2 </link><guid>7</guid>
    <description>&lt;p&gt;A &lt;b&gt;bold&lt;/b&gt; claim&lt;/p&gt;</description></item>
    <item><title>No link</title></item><item><link>/3</link></item></channel></rss>"""
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom"><link href="/"/><entry><title>Uno</title>
    <link rel="edit" href="/edit"/><link rel="alternate" href="/it/1"/><link href="/it/zwei"/>
    <summary>Primo</summary></entry></feed>"""
RDF = b"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
    <channel><link>/</link></channel><item><title>R</title><link>/r</link></item></rdf:RDF>"""


def test_rss_atom_and_rdf_give_links_with_titles() -> None:
    assert parse_feed(URL, RSS) == (
        Link(source=URL, target=f"{A}/1?x=1&y=2", anchor="One & two", context="A bold claim", rel="item"),
        Link(source=URL, target=f"{A}/3", rel="item"),
    )
    assert parse_feed(URL, ATOM) == (Link(source=URL, target=f"{A}/it/1", anchor="Uno", context="Primo", rel="item"),)
    assert [(one.target, one.anchor) for one in parse_feed(URL, RDF)] == [(f"{A}/r", "R")]
    assert all(map(is_feed, (RSS, ATOM, RDF)))


def test_what_comes_before_a_mistake_counts() -> None:
    assert len(parse_feed(URL, RSS[: RSS.index(b"<item><title>No")] + b"<item>&nbsp;")) == 1


@pytest.mark.parametrize(
    "body", [b"", b"<rss>", b'<!DOCTYPE r [<!ENTITY a "ha">]><rss><item><link>/&a;</link></item></rss>']
)
def test_what_is_no_feed_is_refused(body: bytes) -> None:
    with pytest.raises(FetchError) as caught:
        parse_feed(URL, body)
    assert caught.value.reason == "bad-feed"


@given(st.binary(max_size=200))
def test_any_bytes_are_a_feed_or_refused(body: bytes) -> None:
    try:
        parse_feed(URL, b"<rss><item><link>" + body)
    except FetchError as err:
        assert err.reason == "bad-feed"  # noqa: PT017 - either outcome is right


class FeedJudge:
    """Finds one link to a feed on every page."""

    signature = "feeds"

    def judge(self, page: Page) -> Verdict:
        target = f"{page.url.rstrip('/')}/feed"
        link = Link(source=page.url, target=target, rel="feed")
        return Verdict(
            Document(id=make_id("d", page.id), page=page.id, url=page.url, site=page.site, links=(link,)), None
        )


def test_feeds_of_the_first_pages_lead_to_pages_and_are_none_themselves(web: Web, crawl: Crawler) -> None:
    def feed(target: str) -> bytes:
        return f"<rss><channel><item><link>{target}</link></item></channel></rss>".encode()

    web.sites["a.test"] = {
        "/": web.page(),
        "/feed": web.text(feed("/new"), Content_Type="application/rss+xml; charset=utf-8"),
        "/new": web.page(),
        "/new/feed": web.text(feed("/newer"), Content_Type="text/xml"),
        "/newer": web.page(),
    }
    run = crawl(f"{A}/")
    run.judge = FeedJudge()
    run.collect()
    assert run.pages == [f"{A}/", f"{A}/new", f"{A}/newer"]
    assert run.reasons == {f"{A}/feed": "feed", f"{A}/new/feed": "feed"}
    assert run.make().left_out(run.folder) == {}


def test_other_xml_is_not_taken(web: Web, crawl: Crawler) -> None:
    web.sites["a.test"] = {
        "/": web.page("/x", "/y"),
        "/x": web.text("<data/>", Content_Type="text/xml"),
        "/y": web.text("<rss><oops", Content_Type="application/rss+xml"),
    }
    assert crawl(f"{A}/").collect().reasons == {f"{A}/x": "not-html", f"{A}/y": "bad-feed"}
