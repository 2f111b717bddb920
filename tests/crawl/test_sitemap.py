from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.crawl.robots import Robots
from polytrawl.crawl.sitemap import parse_sitemap
from polytrawl.errors import FetchError

URL = "http://a.test/sitemap.xml"
LAUGHS = (
    b'<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><urlset><url><loc>http://a.test/&b;</loc></url></urlset>'
)


def test_pages_and_alternates_are_links_and_images_are_not() -> None:
    body = b"""<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"
        xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
        <url><loc>http://a.test/x?a=1&amp;b=2</loc><image:image><image:loc>http://a.test/i.png</image:loc></image:image>
        <xhtml:link rel="alternate" hreflang="PT-br" href="/pt"/></url></urlset>"""
    found = parse_sitemap(URL, body)
    assert [(one.target, one.hreflang) for one in found.links] == [
        ("http://a.test/x?a=1&b=2", ""),
        ("http://a.test/pt", "pt-br"),
    ]
    assert not found.sitemaps
    assert found.versions == {"http://a.test/x?a=1&b=2": [("pt-br", "http://a.test/pt")]}


def test_versions_belong_to_their_own_page_and_a_page_is_no_version_of_itself() -> None:
    body = b"""<urlset xmlns:x="http://www.w3.org/1999/xhtml">
        <url><x:link rel="alternate" hreflang="en" href="/a"/><x:link rel="alternate" hreflang="de" href="/b"/>
        <loc>http://a.test/a</loc></url>
        <url><loc>/c</loc></url><url><x:link rel="alternate" hreflang="it" href="/d"/></url></urlset>"""
    assert parse_sitemap(URL, body).versions == {"http://a.test/a": [("de", "http://a.test/b")]}


@pytest.mark.parametrize(
    "body", [LAUGHS, b"", b"<html></html>", b"<urlset><url>", b"\x1f\x8b\x08 gzip", b"plain", b"<rss>"]
)
def test_what_is_no_sitemap_is_refused(body: bytes) -> None:
    with pytest.raises(FetchError) as caught:
        parse_sitemap(URL, body)
    assert caught.value.reason in {"bad-sitemap", "bad-feed"}


def test_a_gzipped_sitemap_is_read_and_a_bomb_is_cut() -> None:
    body = b"<urlset><url><loc>http://a.test/x</loc></url></urlset>"
    assert [one.target for one in parse_sitemap(URL, gzip.compress(body)).links] == ["http://a.test/x"]
    with pytest.raises(FetchError, match="bad-sitemap"):
        parse_sitemap(URL, gzip.compress(b"<urlset>" + b" " * (60 << 20)))


def test_a_list_of_addresses_and_a_feed_are_sitemaps_too() -> None:
    found = parse_sitemap(URL, b"\xef\xbb\xbfhttp://a.test/x\r\n\nnonsense\nhttps://b.test/y\n")
    assert [one.target for one in found.links] == ["http://a.test/x", "https://b.test/y"]
    feed = b"<rss><channel><item><link>/x</link></item></channel></rss>"
    assert [one.target for one in parse_sitemap(URL, feed).links] == ["http://a.test/x"]


@given(st.binary(max_size=200))
def test_any_bytes_are_a_sitemap_or_refused(body: bytes) -> None:
    try:
        parse_sitemap(URL, b"<urlset>" + body)
    except FetchError as err:
        assert err.reason == "bad-sitemap"  # noqa: PT017 - either outcome is right


@given(st.binary(max_size=300))
def test_any_bytes_are_a_robots_txt(body: bytes) -> None:
    rules = Robots(b"User-agent: *\n" + body)
    assert rules.allows("http://a.test/robots.txt")
    assert rules.delay_s is None or rules.delay_s >= 0
    assert all(one.startswith(("http", "file")) for one in rules.sitemaps("http://a.test/"))


@pytest.mark.parametrize(("delay", "expected"), [("2.5", 2.5), ("nan", None), ("inf", None), ("-1", None), ("x", None)])
def test_only_sensible_crawl_delays_count(delay: str, expected: float | None) -> None:
    assert Robots(f"User-agent: *\nCrawl-delay: {delay}".encode()).delay_s == expected
