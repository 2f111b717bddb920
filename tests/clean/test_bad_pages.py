"""Whatever is sent as a page gives a document or a reason within two seconds and 500 MB; then comes the next page."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from clean.bad_pages import GREEK, PAGES
from polytrawl.clean.api import extract
from polytrawl.clean.extractors.blocks import Blocks
from polytrawl.clean.stage import Clean
from polytrawl.records import Document, Dropped, Page

PROGRAM = Path(__file__).with_name("bad_pages.py")
REASONS = {
    "40 MB of inline script": "too-large",
    "2 000 000 paragraphs": "too-large",
    "200 000 divs": "too-large",
    "NUL bytes": "undecodable",
    "only NUL bytes": "undecodable",
    "binary sent as HTML": "undecodable",
    "a picture sent as HTML": "not-html",
    "empty body": "empty",
}
TEXTS = {
    "200 000 nested divs": "deep.",
    "9 MB of inline script": "text.",
    "a NUL byte here and there": "It is a text.",
    "mixed encodings": GREEK,
    "mojibake": GREEK,
    "5 MB of entities escaped twice": "é" * 100,
}


def cleaned(name: str) -> dict[str, Any]:  # Any: what JSON holds
    done = subprocess.run([sys.executable, PROGRAM, name], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    made: dict[str, Any] = json.loads(done.stdout)
    return made


@pytest.mark.parametrize("name", PAGES)
def test_a_bad_page_takes_less_than_two_seconds_and_500_megabytes(name: str) -> None:
    made = cleaned(name)
    assert made["seconds"] < 2
    assert made["megabytes"] < 500
    assert made["next"] == "The next page."
    assert made["kind"] == ("Dropped" if name in REASONS else "Document")
    if name in REASONS:
        assert made["told"] == REASONS[name]
    assert made["told"].startswith(TEXTS.get(name, "")[:100])


TAGS = [
    "a",
    "b",
    "i",
    "p",
    "div",
    "span",
    "table",
    "tr",
    "td",
    "ul",
    "li",
    "dl",
    "dt",
    "h1",
    "pre",
    "script",
    "style",
    "title",
    "select",
    "option",
    "svg",
    "math",
    "template",
    "iframe",
]
NAMES = st.sampled_from(TAGS)
ATTRIBUTES = st.sampled_from(
    ["", " ", " class=post", " href='/x'", ' title="', " hidden", " rel=license href=//x", "/"]
)
PIECES = st.one_of(
    st.builds("<{}{}>".format, NAMES, ATTRIBUTES),
    st.builds("</{}>".format, NAMES),
    st.sampled_from(
        ["<!--", "-->", "<![CDATA[", "]]>", "<!doctype html>", "<", ">", "&amp;nbsp;", "&#0;", "&#xD800;", "&"]
    ),
    st.sampled_from(
        ["<meta charset=utf-16>", "<base href='::'>", "<link rel=next href=>", "<meta http-equiv=refresh content=0>"]
    ),
    st.sampled_from(
        ['<script type="application/ld+json">{"author":', "<time datetime=1>", "<meta name=date content=9999-99-99>"]
    ),
    st.text(max_size=8),
)
TYPES = st.sampled_from(
    ["text/html", "", "text/html; charset=utf-8", "text/html; charset=gb2312", "text/html; charset=utf-16"]
)


def check(content: bytes, content_type: str) -> None:
    page = Page(id="g-1", url="http://a.test/", site="a.test", content=content, content_type=content_type)
    [made] = Clean(extractor=Blocks()).apply(page)
    assert isinstance(made, Document | Dropped)
    if isinstance(made, Document):
        assert all(one.text == " ".join(one.text.split()) != "" for one in made.paragraphs)
        made.text.encode()


@settings(max_examples=300)
@given(st.binary(max_size=600), TYPES)
def test_any_bytes_give_a_document_or_a_reason(content: bytes, content_type: str) -> None:
    check(content, content_type)
    check(b"<html><body><p>" + content, content_type)


@settings(max_examples=300)
@given(st.lists(PIECES, max_size=60), TYPES, st.sampled_from(["utf-8", "utf-16", "cp1252", "gb18030", "shift_jis"]))
@example(["<![CDATA[", "<", "</a>", "-->"], "text/html", "utf-8")
@example(["-->", "<", "A", "</a>", "<", "b", "</b>", "text"], "text/html", "utf-8")
@example(["<p>", "<?", "<a", ">", "text"], "text/html", "utf-8")
def test_any_markup_gives_a_document_or_a_reason(pieces: list[str], content_type: str, encoding: str) -> None:
    check("".join(pieces).encode(encoding, "replace"), content_type)


@given(st.lists(PIECES, max_size=40))
def test_any_text_can_be_extracted(pieces: list[str]) -> None:
    assert isinstance(extract("".join(pieces), "http://a.test/").text, str)
