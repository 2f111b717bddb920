from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from polytrawl.clean.api import extract
from polytrawl.clean.declared import header_links
from polytrawl.clean.extractors.blocks import Blocks
from polytrawl.records import Document, Link, Page

URL = "http://a.test/dir/page"


def links(html: str) -> list[tuple[str, str]]:
    return [(link.target.removeprefix("http://a.test"), link.rel) for link in extract(html, URL).links]


def answered(*headers: tuple[str, str]) -> Document:
    page = Page(id="g-1", url=URL, site="a.test", headers=headers)
    return Blocks().extract(page, "<p>Text.</p>")


def test_next_previous_and_canonical_pages_are_links() -> None:
    html = (
        '<link rel="next" href="?p=2"><link rel="PREV" href="/p0" title="Back"><link rel="canonical" href="/main">'
        '<link rel="stylesheet" href="x.css"><link rel="icon" href="x.png"><p><a href="/a">a</a>'
    )
    assert links(html) == [("/a", ""), ("/dir/page?p=2", "next"), ("/p0", "prev"), ("/main", "canonical")]
    assert extract(html, URL).links[2].anchor == "Back"


def test_the_own_address_is_no_link() -> None:
    assert links(f'<link rel="canonical" href="{URL}"><meta http-equiv="refresh" content="30"><p>x') == []


def test_feeds_are_links_and_no_alternates() -> None:
    html = (
        '<link rel="alternate" type="application/rss+xml" hreflang="de" href="/feed" title="News"><p>x'
        '<link rel="alternate" hreflang="it" href="/it"><link rel="alternate" type="application/json" href="/j">'
    )
    document = extract(html, URL)
    assert document.links == (Link(source=URL, target="http://a.test/feed", anchor="News", rel="feed", depth=1),)
    assert [one.target for one in document.alternates] == ["http://a.test/it"]


def test_a_refresh_is_a_link() -> None:
    for content in ("0; url=/new", "5;URL='/new'", "0;/new", '1, url = "/new" '):
        assert links(f'<meta http-equiv="Refresh" content="{content.replace(chr(34), "&quot;")}"><p>x') == [
            ("/new", "refresh")
        ]
    assert [one.rel for one in answered(("Refresh", "0; url=/new")).links] == ["refresh"]


def test_image_maps_and_frames_are_links() -> None:
    html = '<map name=m><area href="/north" alt="North"><area nohref></map><iframe src="/i" title="In"></iframe><p>x'
    assert [(one.target, one.anchor) for one in extract(html, URL).links] == [
        ("http://a.test/north", "North"),
        ("http://a.test/i", "In"),
    ]


def test_links_in_http_headers_count_like_those_in_the_head() -> None:
    document = answered(
        ("Link", '</it>; rel="alternate"; hreflang="it", <http://a.test/de>; rel=alternate; hreflang=de'),
        ("link", '</main>; rel="canonical"'),
        ("Link", "</style.css>; rel=preload; as=style"),
    )
    assert [(one.target, one.hreflang) for one in document.alternates] == [
        ("http://a.test/it", "it"),
        ("http://a.test/de", "de"),
    ]
    assert document.canonical == "http://a.test/main"
    assert [one.rel for one in document.links] == ["canonical"]


@given(st.text(alphabet='<>;,= "/aβ*', max_size=200))
def test_any_header_can_be_read(value: str) -> None:
    assert all("href" in one for one in header_links([("Link", value)]))


def test_a_flag_without_words_is_told_by_its_file_name() -> None:
    flags = (
        '<a href="a"><img src="/flags/it.png"></a><a href="b"><img src="x/de.gif?1"></a>'
        '<a href="c"><img src="l.png"></a><a href="d"><img src="flag_it.png" alt="Italiano"></a>'
    )
    assert [link.anchor for link in extract(flags, URL).links] == ["it.png", "de.gif", "", "Italiano"]
