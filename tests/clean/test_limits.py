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
    "100 000 paragraphs": "<p>text." * 100_000,
    "50 000 nested lists": "<ul><li>text." * 50_000,
    "100 000 links": "<a href=/x>link</a> " * 100_000,
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
