from __future__ import annotations

import pytest

from polytrawl.clean.extractors.blocks import Blocks
from polytrawl.clean.quick import look_quickly
from polytrawl.clean.stage import Clean
from polytrawl.records import SIGNALS, Document, Page, replace


def document(
    head: str = "", *headers: tuple[str, str], consent: tuple[str, ...] = (), honour: tuple[str, ...] = SIGNALS
) -> Document:
    html = f"<html><head>{head}</head><body><p>Some text here.</p></body></html>".encode()
    page = Page(id="g-1", url="http://a.test/", site="a.test", content=html, headers=headers, consent=consent)
    [made] = Clean(extractor=Blocks(), honour=honour).apply(page)
    assert isinstance(made, Document)
    return made


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ('<meta name="robots" content="index, follow">', ()),
        ('<meta name="ROBOTS" content="NOINDEX,nofollow">', ("nofollow", "noindex")),
        ('<meta name="robots" content="none">', ("nofollow", "noindex")),
        ('<meta name="robots" content="noai, noimageai">', ("noai", "noimageai")),
        ('<meta name="robots" content="noai"><meta name="robots" content="noindex">', ("noindex", "noai")),
        ('<meta name="polytrawl" content="noindex">', ("noindex",)),
        ('<meta name="googlebot" content="noindex">', ()),
        ('<meta name="tdm-reservation" content="1">', ("tdm-reservation",)),
        ('<meta name="tdm-reservation" content="0">', ()),
        ('<meta name="description" content="noindex">', ()),
    ],
)
def test_meta_elements_are_read(head: str, expected: tuple[str, ...]) -> None:
    assert document(head).consent == expected


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("X-Robots-Tag", "noindex, noarchive", ("noindex",)),
        ("x-robots-tag", "polytrawl: none", ("nofollow", "noindex")),
        ("X-Robots-Tag", "googlebot: noindex", ()),
        ("X-Robots-Tag", "unavailable_after: 25 Jun 2030 15:00:00 GMT, noai", ("noai",)),
        ("X-Robots-Tag", "noai, max-snippet: 5", ("noai",)),
        ("TDM-Reservation", "1", ("tdm-reservation",)),
        ("tdm-reservation", "0", ()),
        ("X-Other", "noindex", ()),
    ],
)
def test_headers_are_read(name: str, value: str, expected: tuple[str, ...]) -> None:
    assert document("", (name, value)).consent == expected


def test_honoured_signals_are_reasons_and_the_text_stays() -> None:
    made = document(
        '<meta name="robots" content="noindex,nofollow,noimageai">', ("tdm-reservation", "1"), consent=("ai-txt",)
    )
    assert made.reasons == ("opt-out:noindex", "opt-out:tdm-reservation", "opt-out:ai-txt")
    assert made.text == "Some text here."


def test_signals_that_are_not_honoured_are_recorded_only() -> None:
    made = document('<meta name="robots" content="noindex,noai">', honour=("noai",))
    assert made.consent == ("noindex", "noai")
    assert made.reasons == ("opt-out:noai",)


def test_a_quick_look_finds_the_same_signals() -> None:
    head, headers = '<meta name=" Robots" content="NOFOLLOW">', (("X-Robots-Tag", "noai"),)
    page = Page(id="g-1", url="http://a.test/", site="a.test", headers=headers, consent=("ai-txt",))
    found = look_quickly(replace(page, content=head.encode())).consent
    assert found == document(head, *headers, consent=("ai-txt",)).consent == ("nofollow", "noai", "ai-txt")
