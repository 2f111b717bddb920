"""One page without a run: `polytrawl.extract` and what the command reads."""

from __future__ import annotations

import pytest

import polytrawl
from polytrawl.clean.api import page_of
from polytrawl.clean.base import Extractor
from polytrawl.errors import ConfigError
from polytrawl.one_page import KINDS, _clean, read_page
from polytrawl.records import Document, Dropped, Page

ENGLISH = "The ladder must stand on firm ground, and somebody must hold it while you climb to the roof."
GERMAN = "Die Leiter muss auf festem Boden stehen, und jemand muss sie halten, während Sie hinaufsteigen."
PAGE = (
    f"<title>Ladders</title><nav><a href=/>Home</a></nav><main><h1>Ladders</h1><p>{ENGLISH}</p><p>{ENGLISH} Twice.</p>"
    f"<p>{GERMAN}</p></main>"
)


def test_extract_gives_text_paragraphs_title_and_language():
    document = polytrawl.extract(PAGE, "https://a.test/ladders")
    assert (document.title, document.language, document.site) == ("Ladders", "en", "a.test")
    assert document.text.startswith(f"Ladders\n{ENGLISH}\n")
    assert [one.reason for one in document.paragraphs] == ["boilerplate", "", "", "", ""]


@pytest.mark.parametrize("encoding", ["utf-8", "windows-1252", "utf-16"])
def test_extract_takes_bytes_of_any_encoding(encoding: str):
    html = f"<meta charset={encoding}><main><p>{GERMAN}</p></main>".encode(encoding)
    document = polytrawl.extract(html)
    assert (document.text, document.language) == (GERMAN, "de")


def test_a_str_is_text_already_whatever_encoding_it_names():
    document = polytrawl.extract(f"<meta charset=windows-1252><main><p>{GERMAN}</p></main>")
    assert document.text == GERMAN


def test_languages_of_paragraphs_are_named_where_that_is_asked_for():
    document = polytrawl.extract(PAGE, paragraph_languages=True)
    assert [(one.language, one.reason) for one in document.paragraphs][-1] == ("de", "out-of-language")
    assert GERMAN not in document.text
    assert all(one.language is None for one in polytrawl.extract(PAGE).paragraphs)


@pytest.mark.parametrize("html", ["", b"", b"\x00\xff\xfe\x00", "<frameset><frame src=a></frameset>", b"%PDF-1.7 ..."])
def test_what_has_no_text_gives_a_document_without_it(html: bytes | str):
    document = polytrawl.extract(html)
    assert (document.text, document.language) == ("", "und")
    assert "no-text" in document.reasons


def test_bytes_that_are_no_page_are_told_apart_from_pages_without_text():
    assert polytrawl.extract(b"%PDF-1.7 ...").reasons == ("not-html", "no-text")
    assert polytrawl.extract(b"<title>Only a title</title>").title == "Only a title"


def test_the_command_reads_what_a_run_would_read():
    found = read_page(page_of(PAGE.encode()))
    assert isinstance(found, Document)
    assert found.paragraphs[-1].reason == "out-of-language"


@pytest.mark.parametrize(("content", "reason"), [(b"", "empty"), (b"\x89PNG\r\n\x1a\n", "not-html")])
def test_what_is_no_page_is_dropped_with_a_reason(content: bytes, reason: str):
    found = read_page(page_of(content))
    assert isinstance(found, Dropped)
    assert found.reason == reason


def test_the_kind_of_a_page_chooses_its_extractor():
    assert polytrawl.extract(PAGE, kind="article").text == polytrawl.extract(PAGE).text
    with pytest.raises(ConfigError, match="did you mean 'forum'"):
        polytrawl.extract(PAGE, kind="forums")


def test_a_forum_is_given_to_the_extractor_of_that_name(monkeypatch: pytest.MonkeyPatch):
    class Loud(Extractor, name="loud-forum"):
        def extract(self, page: Page, html: str) -> Document:
            return Document(id="d-1", page=page.id, url=page.url, site=page.site, title=html.upper())

    monkeypatch.setitem(KINDS, "forum", "loud-forum")
    _clean.cache_clear()
    try:
        assert polytrawl.extract("hello", kind="forum").title == "HELLO"
    finally:
        _clean.cache_clear()


def test_a_kind_whose_extractor_is_not_there_is_refused_by_name(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(KINDS, "forum", "nowhere-to-be-found")
    _clean.cache_clear()
    try:
        with pytest.raises(ConfigError, match="kind forum: there is no extractor called 'nowhere-to-be-found'"):
            polytrawl.extract(PAGE, kind="forum")
    finally:
        _clean.cache_clear()
