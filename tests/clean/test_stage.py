from __future__ import annotations

import pytest

from polytrawl import options
from polytrawl.clean.extractors.blocks import Blocks
from polytrawl.clean.stage import Clean
from polytrawl.records import Document, Dropped, Page, make_id


def page(content: bytes, content_type: str = "text/html") -> Page:
    return Page(id="g-1", url="http://a.test/x", site="a.test", content=content, content_type=content_type, depth=2)


def clean(one: Page) -> Document | Dropped:
    [made] = Clean(extractor=Blocks(), max_bytes=10_000).apply(one)
    return made


@pytest.mark.parametrize(
    ("content", "content_type", "reason"),
    [
        (b"", "text/html", "empty"),
        (b" \n\t ", "text/html", "empty"),
        (b"<html><body><script>x()</script></body></html>", "text/html", "empty"),
        (b"<p>A text file</p>", "text/plain", "not-html"),
        (b"%PDF-1.7 and so on", "text/html", "not-html"),
        (b"\x89PNG\r\n", "", "not-html"),
        (bytes(range(32)) * 30, "text/html", "undecodable"),
        (b"<p>" + b"x" * 10_000, "text/html", "too-large"),
    ],
)
def test_a_page_that_is_no_document_is_dropped_with_a_reason(content: bytes, content_type: str, reason: str) -> None:
    dropped = clean(page(content, content_type))
    assert isinstance(dropped, Dropped)
    assert (dropped.id, dropped.stage, dropped.reason, dropped.url) == ("g-1", "clean", reason, "http://a.test/x")


def test_a_document_names_its_page() -> None:
    document = clean(page(b"<p>Hello.</p>", "application/xhtml+xml; charset=utf-8"))
    assert isinstance(document, Document)
    assert (document.id, document.page) == (make_id("d", "g-1"), "g-1")
    assert (document.url, document.site, document.text) == ("http://a.test/x", "a.test", "Hello.")


def test_what_the_judge_has_cleaned_already_is_passed_on() -> None:
    stage = Clean(extractor=Blocks())
    for record in (
        Document(id="d-1", page="g-1", url="http://a.test/", site="a.test"),
        Dropped(id="g-2", stage="clean", reason="empty"),
    ):
        assert list(stage.apply(record)) == [record]


def test_the_stage_is_built_from_its_options() -> None:
    resolved = options.resolve(
        Clean, {"extractor": {"use": "blocks", "threshold": 0.5}}, where="clean", context=options.Context()
    )
    stage = options.build(Clean, resolved)
    assert stage.extractor == Blocks(threshold=0.5)
