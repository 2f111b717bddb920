"""What is given to the parser, and that pages made to take it long are done in two seconds."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from polytrawl.clean.extractors.blocks import Blocks
from polytrawl.clean.parse import parsed, thinned, too_many_starts
from polytrawl.clean.stage import Clean
from polytrawl.clean.walk import walk
from polytrawl.records import Document, Page

MONSTERS = {
    "200 000 nested divs": "<div>" * 200_000 + "deep." + "</div>" * 200_000,
    "200 000 divs with wrong end tags": "<div></i>" * 200_000 + "deep.",
    "one line of 5 MB": "<p>" + "word " * 1_000_000,
    "one word of 5 MB": "<p>" + "a" * 5_000_000,
    "50 000 unclosed formatting tags": "".join(f"<b x={n}><p>text." for n in range(50_000)),
    "300 000 attributes": "<p " + " ".join(f"a{n}=1" for n in range(300_000)) + ">text.",
    "70 000 paragraphs": "<p>text." * 70_000,
    "50 000 nested lists": "<ul><li>text." * 50_000,
    "70 000 links": "<a href=/x>link</a> " * 70_000,
    "9000 unclosed formatting tags in mixed case": "".join(f"<sTronG x={n}><p>text." for n in range(4500)),
    "200 000 nested divs behind an empty comment": "<!-->" + "<div>" * 200_000 + "deep.",
    "formatting closed in comments only": "".join(f"<b x={n}><!--</b>--><p>text." for n in range(3000)),
    "formatting closed in scripts only": "".join(f"<b x={n}><script></b></script><p>text." for n in range(1500)),
    "formatting closed under another name": "".join(f"<b x={n}></b-x><p>text." for n in range(3000)),
    "9990 nested lists": "<ul><li>" * 4995 + "text.",
    "200 000 nested divs behind brackets that comments follow": "<<!---->div>" * 200_000 + "deep.",
    "200 000 nested divs in the title of a drawing": "<p>text.<svg><title>" + "<div>" * 200_000,
    "200 000 nested divs behind a quotation mark": "<p title='\">'>" + "<div title=a'b>" * 200_000 + "deep.",
    "200 000 nested elements with names of their own": "".join(f"<x-{n}>" for n in range(200_000)) + "deep.",
    "markup in a long script": "<script>" + "a = '<div>';" * 600_000 + "</script><p>text.",
}


@pytest.mark.parametrize("html", MONSTERS.values(), ids=MONSTERS.keys())
def test_a_monster_is_cleaned_in_two_seconds(html: str) -> None:
    began = time.process_time()
    [document] = Clean(extractor=Blocks()).apply(
        Page(id="g-1", url="http://a.test/", site="a.test", content=html.encode())
    )
    assert time.process_time() - began < 2
    assert isinstance(document, Document)
    assert document.paragraphs


def thin(html: str) -> str:
    return thinned(html).html.decode()


def test_usual_pages_pass_unchanged() -> None:
    html = "<div><b>One</b> <p>two <i>three</i></p></div>" * 2000
    assert thin(html) == html


def test_text_below_the_depth_limit_is_kept() -> None:
    html = "<div>" * 5000 + "deep" + "</div>" * 5000 + "<p>after</p>"
    text = thin(html)
    assert text.count("<div>") == text.count("</div>") == 1000
    assert "deep" in text
    assert text.endswith("<p>after</p>")


def test_formatting_in_titles_is_no_formatting() -> None:
    html = "<p>Text.</p><title><u></title><textarea><!-- <b> </textarea>" * 1000
    assert thin(html) == html


def test_formatting_left_open_is_left_out() -> None:
    html = "<script>a = '<!--'</script>" + "".join(f"<B x={n}><p>text {n}." for n in range(2000))
    assert thin(html) == "".join(f"<p>text {n}." for n in range(2000))


def test_a_tag_keeps_so_many_attributes() -> None:
    text = thin("<p " + " ".join(f"a{n}" for n in range(9000)) + ">text")
    assert text.endswith(" a4999>text")


def test_data_in_attributes_is_left_out() -> None:
    html = f"<img alt=a src='data:{'x' * 8000}' title=\"b\" >text"
    assert thin(html) == '<img alt=a title="b">text'


@pytest.mark.parametrize(
    ("attributes", "expected"),
    [
        ('class="a" onclick="b()" DATA-x=1 id=c', 'class="a"   id=c'),
        ("style='color: red' href=/x target=_blank", " href=/x "),
        ('style="DISPLAY:NONE" style="visibility: hidden"', 'style="DISPLAY:NONE" style="visibility: hidden"'),
        ('aria-label="Menu" aria-hidden=true hidden', " aria-hidden=true hidden"),
        ("data-src=a.png data-time=1 datetime=3", "data-src=a.png data-time=1 datetime=3"),
        ("width=1 height=2 value=3 tabindex=4 loading=lazy alt=b", "     alt=b"),
        ("data dat aria on o", "data dat aria  o"),
    ],
)  # fmt: skip
def test_attributes_that_nobody_reads_are_left_out(attributes: str, expected: str) -> None:
    assert thin(f"<p {attributes}>a") == f"<p {expected}>a"


def test_of_indentation_only_blank_lines_stay() -> None:
    assert thin("<b>a</b>\n    <b>b</b>\r\n\r\n\r\n  c   d  <b> e</b>   f") == (
        "<b>a</b>\n<b>b</b>\n\nc   d  <b> e</b> f"
    )


def test_text_may_be_long() -> None:
    for html in ("<p>" + "word " * 30_000, "a < b" + " word" * 30_000):
        assert thin(html) == html


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("a<!-- b --c- -->d", "ad"),
        ("a<!-->b<!--->c", "abc"),
        ("a<!-- b --!>c", "ac"),
        ("a<!-- b", "a"),
        ("a<SCRIPT x>if (1 < 2) '<p>'</Script >b", "ab"),
        ("a<script>b", "a"),
        ("a<style>b</style>c", "ac"),
        ("a<svg><path/></svg>b<svg/>c", "ab<svg/>c"),
        ("a<svg>b", "a<svg>b"),
        ("<svg><svg></svg>a</svg>b", "<svg>a</svg>b"),
        ('<script type="application/ld+json">{}</script>', '<script type="application/ld+json">{}</script>'),
        ("<styled>a</styled><strong>b</strong>", "<styled>a</styled><strong>b</strong>"),
        ('<p title="<!--">a</p>', '<p title="<!--">a</p>'),
        ("<p title='<script>'>a</p>", "<p title='<script>'>a</p>"),
        ("<textarea><!-- </textarea>a", "<textarea><!-- </textarea>a"),
        ("<!DOCTYPE html><?php '<!--' ?>a", "<!DOCTYPE html><?php '<!--' ?>a"),
        ("a <<!-- b -->p>c", "a < p>c"),
        ("1 < 2 <3 </ a>b", "1 < 2 <3 </ a>b"),
        ("a<p title='b>c", "a"),
        ("<", "<"),
        ("</", "</"),
        ("", ""),
    ],
)
def test_what_never_becomes_text_is_taken_out(html: str, expected: str) -> None:
    assert thin(html) == expected


@pytest.mark.parametrize("piece", ["<!--", "<!-- -", "<script ", "<script><", "<svg>", "<svg ", "<style></styl", "<a/"])
def test_no_page_takes_long(piece: str) -> None:
    began = time.process_time()
    thinned(piece * (3_000_000 // len(piece)))
    assert time.process_time() - began < 1


def pieces(*more: str) -> st.SearchStrategy[str]:
    words = st.text(alphabet="<>/!-='\" abdipstvxé", max_size=8)
    return st.lists(
        words | st.sampled_from([*more, "<div", "<b", "</b>", "<!--", "-->", "<a href='", '">']), max_size=40
    ).map("".join)


@settings(max_examples=500)
@given(pieces("<svg>", "</svg>", "<style>", "</style>") | pieces("<title>", "</title>", "<textarea>", "<script>"))
def test_the_parser_sees_the_text_that_it_would_have_seen(html: str) -> None:
    """What is left out is none of it. A "<" before a comment stays a "<", so a space comes behind it."""

    def text(tree: LexborHTMLParser) -> str:
        tree.strip_tags(["svg", "script", "style"])
        return "".join((tree.root.text() if tree.root else "").replace("<", "").split())

    assert text(parsed(html)) == text(LexborHTMLParser(html))


def test_start_tags_are_counted_where_there_are_too_many() -> None:
    assert too_many_starts("<p>" * 75_000) == 0
    assert too_many_starts("<p>" * 75_001) == 75_001
    assert too_many_starts("<!-- <p> -->" * 75_001) == 0
    assert too_many_starts("<b>" * 75_001) == 0  # formatting, which is thinned out


@settings(max_examples=500)
@given(pieces("<pre>", "</pre>", "\n\n", "  \r\n \n", "<p style='display:none' title=a data-x>", "<li onclick=b id=c>"))
def test_a_walk_sees_the_blocks_that_it_would_have_seen(html: str) -> None:
    html = html.replace("<!--", "")  # a space may stand for a comment
    thin_page, page = walk(parsed(html)), walk(LexborHTMLParser(html))
    assert (thin_page.texts, thin_page.kinds, thin_page.is_hidden) == (page.texts, page.kinds, page.is_hidden)
