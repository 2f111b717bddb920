"""Pages made to take a parser long: each must be done in two seconds."""

from __future__ import annotations

import time

import pytest

from polytrawl.clean.extractors.blocks import Blocks
from polytrawl.clean.limits import bounded
from polytrawl.clean.stage import Clean
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


def test_usual_pages_pass_unchanged() -> None:
    html = "<div><b>One</b> <p>two <i>three</i></p></div>" * 2000
    assert bounded(html) == html


def test_text_below_the_depth_limit_is_kept() -> None:
    html = "<div>" * 5000 + "deep" + "</div>" * 5000 + "<p>after</p>"
    text = bounded(html)
    assert text.count("<div>") == text.count("</div>") == 1000
    assert "deep" in text
    assert text.endswith("<p>after</p>")


def test_formatting_in_comments_and_scripts_is_no_formatting() -> None:
    html = "<p>Text.</p><!-- <b> --><script>'<i>'</script><title><u></title>" * 500
    assert bounded(html) == html


def test_a_comment_in_a_script_hides_nothing() -> None:
    html = "<script>a = '<!--'</script>" + "".join(f"<b x={n}><p>text." for n in range(2000))
    assert "<b" not in bounded(html)


@pytest.mark.parametrize("before", [0, 1, 23_999, 24_000, 24_001, 47_999, 48_000, 60_000])
def test_a_long_tag_is_found_wherever_it_begins(before: int) -> None:
    html = "x" * before + "<p " + "a " * 25_000
    assert bounded(html) == "x" * before + "<p"


def test_long_text_is_no_long_tag() -> None:
    for html in ("<p>" + "word " * 30_000, "a < b" + " word" * 30_000, "<p " + "a " * 20_000 + ">" + "b " * 30_000):
        assert bounded(html) == html
