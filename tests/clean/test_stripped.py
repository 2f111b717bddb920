from __future__ import annotations

import time

import pytest

from polytrawl.clean.stripped import stripped


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
        ('<script type="application/ld+json">{}</script>', '<script type="application/ld+json">{}</script>'),
        ("<styled>a</styled><strong>b</strong>", "<styled>a</styled><strong>b</strong>"),
    ],
)
def test_what_never_becomes_text_is_taken_out(html: str, expected: str) -> None:
    assert stripped(html) == expected


@pytest.mark.parametrize("piece", ["<!--", "<!-- -", "<script ", "<script><", "<svg>", "<svg ", "<style></styl"])
def test_no_page_takes_long(piece: str) -> None:
    began = time.process_time()
    stripped(piece * (300_000 // len(piece)))
    assert time.process_time() - began < 5
