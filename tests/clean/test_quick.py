from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.clean.extractors.blocks import Blocks
from polytrawl.clean.quick import look_quickly
from polytrawl.clean.stage import Clean
from polytrawl.demo import DemoWeb
from polytrawl.records import Document, Link, Page
from polytrawl.urls import host_of, path_of

URL = "http://a.test/x/page.html?q"


def quick_links(html: str) -> tuple[Link, ...]:
    content = html.encode("utf-8", "replace")
    page = Page(id="g-1", url=URL, site="a.test", content_type="text/html; charset=utf-8", content=content)
    return look_quickly(page).links


def targets(html: str) -> list[str]:
    return [link.target for link in quick_links(html)]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<a href="b.html">', ["http://a.test/x/b.html"]),
        ("<A CLASS=c HREF=/b>b</A>", ["http://a.test/b"]),
        ("<a title='>' href='b'>", ["http://a.test/x/b"]),
        ('<a data-href="n" href="b?a=1&amp;c=2#d">', ["http://a.test/x/b?a=1&c=2"]),
        ('<a href="#top">', []),
        ('<a href="?p=2">', ["http://a.test/x/page.html?p=2"]),
        ('<a href="b"><a href="b#c"><a href="./b">', ["http://a.test/x/b", "http://a.test/x/b"]),
        ('<a href="mailto:x@y.test"><abbr href="c"><a name="d">', []),
        ('<area href="b"><iframe src="c"></iframe><frame src=d>', [f"http://a.test/x/{one}" for one in "bcd"]),
        ('<!-- <a href="n"> --><script>"<a href=n>"</script><a href="b">', ["http://a.test/x/b"]),
        ('<base href="/y/"><a href="b">', ["http://a.test/y/b"]),
        ('<link rel="stylesheet" href="n"><link rel="NEXT" href="b">', ["http://a.test/x/b"]),
        ('<meta http-equiv="refresh" content="0; URL=b">', ["http://a.test/x/b"]),
        ('<a href="b', []),
        ('<!-- <a href="b">', []),
        (
            '<!--><a href="b"><!---><a href="c"><!-- <a href="n"> --!><a href="d">',
            [f"http://a.test/x/{one}" for one in "bcd"],
        ),
    ],
)
def test_links_are_found_in_tags_however_they_are_written(html: str, expected: list[str]) -> None:
    assert targets(html) == expected


def test_anchor_rel_and_text_are_read() -> None:
    html = b'<p>Words <a rel="NoFollow" href="b"> to <b>follow</b> &amp; more</a>.</p>'
    page = Page(id="g", url=URL, site="a.test", content=html, content_type="text/html", depth=2)
    document = look_quickly(page, with_text=True)
    [link] = document.links
    assert (link.anchor, link.rel, link.depth, link.source) == ("to follow & more", "nofollow", 3, URL)
    assert document.text.split() == ["Words", "to", "follow", "&", "more."]
    assert look_quickly(page, with_anchors=False).links[0].anchor == ""


def test_text_stands_between_tags() -> None:
    html = (
        b"<title>No</title><BODY class='>'>a&amp;b<p>w<B>or</B>d<br>two<script>no</script><!-- no --></p>\n\n<li>x < y"
    )
    page = Page(id="g", url=URL, site="a.test", content=html, content_type="text/html")
    assert look_quickly(page, with_text=True).text == "a&b word two x < y"


def test_on_the_demo_web_the_quick_look_finds_what_the_close_look_finds(demo_web: DemoWeb) -> None:
    seen = 0
    for url in demo_web.urls():
        answer = demo_web.answer(host_of(url), path_of(url))
        kind = answer.headers["Content-Type"]
        [close] = Clean(extractor=Blocks()).apply(
            Page(id="g", url=url, site="", content=answer.body, content_type=kind)
        )
        if not isinstance(close, Document):
            continue
        quick = look_quickly(Page(id="g", url=url, site="", content=answer.body, content_type=kind))
        wanted = {link.target for link in (*close.links, *close.alternates)} - {url}
        assert wanted <= {link.target for link in quick.links}
        seen += len(wanted)
    assert seen > 100


@pytest.mark.parametrize(
    "piece", ["<a ", "<a '", '<a "', "<!--", "<!-- -", "<script ", "<script><", "<a href=x>", "</"]
)
def test_no_page_takes_long(piece: str) -> None:
    start = time.process_time()
    content = (piece * (1_000_000 // len(piece))).encode()
    look_quickly(Page(id="g", url=URL, site="a.test", content=content, content_type="text/html"), with_text=True)
    assert time.process_time() - start < 5


@given(st.text(alphabet="<>ahref=\"'/!- scriptbalink&#;", max_size=200))
def test_any_text_is_read(html: str) -> None:
    for link in quick_links(html):
        assert link.target.startswith(("http", "file"))
