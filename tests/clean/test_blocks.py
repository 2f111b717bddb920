"""How the `blocks` extractor cuts and scores, and what every extractor must keep to."""

from __future__ import annotations

import pickle
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.clean.api import extract
from polytrawl.clean.base import Extractor
from polytrawl.clean.extractors.blocks import Blocks
from polytrawl.clean.stage import Clean
from polytrawl.plugin import all_classes, find
from polytrawl.records import Document, Dropped, Page
from polytrawl.shards import decode, encode

EXTRACTORS = [cls.name for cls in all_classes() if cls.kind == "extractor"]
PAGE = Page(id="g-1", url="http://a.test/", site="a.test")
MARKUP = ["<p>", "</p>", "<div class=post>", "</div>", "<br>", "<a href=x>", "</a>", "<pre>", "</pre>", "<li>", "<h1>"]
MARKUP += ["<table>", "<td>", "</table>", "<script>", "</script>", "<!--"]
MARKUP += ["&shy;", "&#0;", "&nbsp;", "\n\n", "e", "\u0301", "text. "]
ODD_PAGES = ["", " ", "\x00", "<", "<frameset>", "<p>\ud800", "<p>" * 3000, "&#x110000;<table><p>x"]


def kinds(html: str) -> list[tuple[str, str]]:
    return [(paragraph.kind, paragraph.text) for paragraph in extract(html).paragraphs]


def test_the_first_h1_is_the_title_and_other_headings_are_headings() -> None:
    found = kinds("<h2>Before</h2><h1>One</h1><h1>Two</h1><h3>Three</h3>")
    assert found == [("heading", "Before"), ("title", "One"), ("heading", "Two"), ("heading", "Three")]


def test_special_characters_of_entities_are_normalised() -> None:
    html = "<p>zwei&#8239;kg&nbsp;&nbsp;Arbeits&shy;schutz Cafe&#769; \u200b&#1;ende</p>"
    assert kinds(html) == [("text", "zwei kg Arbeitsschutz Café ende")]


def test_inline_tags_do_not_split_words() -> None:
    assert kinds("<p>un<b>der</b>line<span> and </span>more</p>") == [("text", "underline and more")]


def test_hidden_words_are_not_read_and_hidden_blocks_are_kept() -> None:
    # Tabs and folded answers are hidden until they are clicked on, and hold some of the best text of a page.
    html = '<p>se<span style="display: none">no</span>en</p><div hidden>a</div><p style="display: none">b</p>'
    html += "<template><p>c</p></template><style>d</style>"
    assert kinds(html) == [("text", "seen"), ("text", "a"), ("text", "b")]


def test_preformatted_text_is_cut_at_blank_lines() -> None:
    assert kinds("<pre>one\ntwo\n \nthree</pre>") == [("pre", "one two"), ("pre", "three")]


def test_one_post_alone_is_an_article() -> None:
    assert kinds("<div class=post><p>Text.</p></div>") == [("text", "Text.")]
    assert kinds("<div class=post><p>A.</p></div><div class=post><p>B.</p></div>") == [("post", "A."), ("post", "B.")]


def test_a_list_item_that_is_a_link_is_boilerplate_and_a_short_one_in_main_is_not() -> None:
    document = extract("<main><p>Buy these things today.</p><ul><li>Salt</li><li><a href=/x>Shop</a></li></ul></main>")
    assert [paragraph.reason for paragraph in document.paragraphs] == ["", "", "boilerplate"]


def test_an_anchor_that_leads_nowhere_is_no_link() -> None:
    document = extract("<main><ul><li><a name=x>Salt and pepper</a></li></ul></main>")
    assert document.text == "Salt and pepper"
    assert document.links == ()


def test_the_threshold_decides_without_changing_scores() -> None:
    html = "<nav><p>Menu of the day</p></nav><p>Soup. Bread. And a long sentence about both of them.</p>"
    strict, loose = Blocks(threshold=0).extract(PAGE, html), Blocks(threshold=1).extract(PAGE, html)
    assert [one.boilerplate for one in strict.paragraphs] == [one.boilerplate for one in loose.paragraphs]
    assert not strict.main
    assert len(loose.main) == 2


@pytest.fixture(params=EXTRACTORS)
def extractor(request: pytest.FixtureRequest) -> Extractor:
    return find(Extractor, request.param)()


@pytest.mark.parametrize("html", ODD_PAGES)
def test_every_extractor_gives_a_document_for_odd_pages(extractor: Extractor, html: str) -> None:
    document = extractor.extract(PAGE, html)
    assert document == extractor.extract(PAGE, html)
    assert decode(encode(document)) == document
    assert document.page == PAGE.id


def test_every_extractor_can_be_shipped_to_a_worker(extractor: Extractor) -> None:
    again = pickle.loads(pickle.dumps(extractor))
    assert again.extract(PAGE, "<p>Hello.</p>") == extractor.extract(PAGE, "<p>Hello.</p>")


@given(st.binary(max_size=300) | st.lists(st.sampled_from(MARKUP), max_size=60).map("".join).map(str.encode))
def test_any_bytes_give_a_document_or_are_dropped(content: bytes) -> None:
    page = Page(id="g-1", url="http://a.test/", site="a.test", content=content)
    [made] = Clean(extractor=Blocks()).apply(page)
    assert isinstance(made, Document | Dropped)
    for paragraph in made.paragraphs if isinstance(made, Document) else ():
        assert paragraph.text == " ".join(paragraph.text.split())
        assert unicodedata.is_normalized("NFC", paragraph.text)
        assert 0 <= paragraph.boilerplate <= 1
        assert paragraph.reason in ("", "boilerplate")
