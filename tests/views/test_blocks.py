"""The page that shows the blocks: everything is there, nothing of the web page is alive in it."""

from __future__ import annotations

import re

from lxml import html

from polytrawl.records import Document, Paragraph, replace
from polytrawl.views import blocks

PARAGRAPHS = (
    Paragraph(text="Home", kind="listitem", boilerplate=0.98, reason="boilerplate"),
    Paragraph(text="Ladders", kind="title", boilerplate=0.1, language="en", topic_terms=("ladder",)),
    Paragraph(text="Prüfen Sie die Leiter.", boilerplate=0.04, language="de", reason="out-of-language"),
)
DOCUMENT = Document(
    id="d-1",
    page="g-1",
    url="https://a.test/",
    site="a.test",
    title="Ladders | A",
    language="en",
    language_score=0.97,
    declared_language="en-gb",
    paragraphs=PARAGRAPHS,
)
NASTY = "</p><script>alert(1)</script><img src=x onerror=alert(1)> \x00 ${title} \ud800"


def shown(document: Document) -> html.HtmlElement:
    return html.document_fromstring(blocks.render(document, "page.html"))


def test_every_block_is_shown_in_order_with_kind_score_reason_and_language():
    items = shown(DOCUMENT).xpath("//ol/li")
    assert [item.findtext("p") for item in items] == [one.text for one in PARAGRAPHS]
    facts = [[span.text for span in item.xpath("p[2]/span")] for item in items]
    assert facts == [
        ["1", "list item", "0.98", "boilerplate"],
        ["2", "title", "0.10", "main text", "en", "ladder"],
        ["3", "text", "0.04", "out-of-language", "de"],
    ]
    assert items[0].get("title") == "list item, score 0.980: boilerplate"


def test_blocks_are_coloured_by_score_and_other_reasons_by_a_colour_of_their_own():
    classes = [set(item.get("class").split()) for item in shown(DOCUMENT).xpath("//ol/li")]
    assert classes[0] >= {"shade-10", "is-out", "is-reason-0"}
    assert classes[1] >= {"shade-1", "is-main", "kind-title"}
    assert classes[2] >= {"shade-0", "is-out", "is-other", "is-reason-1"}


def test_a_template_block_is_coloured_by_score_and_says_on_how_many_pages_it_stands():
    block = Paragraph(text="Next", boilerplate=0.7, on_pages=12, reason="template")
    [item] = shown(replace(DOCUMENT, paragraphs=(block,))).xpath("//ol/li")
    assert "is-other" not in item.get("class").split()
    assert [span.text for span in item.xpath("p[2]/span")] == ["1", "text", "0.70", "template", "on 12 pages"]


def test_there_is_a_button_for_all_for_the_main_text_and_for_each_reason():
    page = shown(DOCUMENT)
    labels = {label.get("for"): label.text_content() for label in page.iter("label")}
    assert labels == {
        "show-all": "All blocks 3",
        "show-main": "Main text 1",
        "show-reason-0": "boilerplate 1",
        "show-reason-1": "out-of-language 1",
    }
    assert set(labels) == {box.get("id") for box in page.iter("input")}
    style = page.findtext(".//style")
    assert all(f"#{key}:checked" in style for key in labels)


def test_more_reasons_than_the_style_knows_still_give_a_page():
    many = tuple(Paragraph(text="x", reason=f"reason-{number}") for number in range(30))
    page = shown(replace(DOCUMENT, paragraphs=many))
    style = page.findtext(".//style")
    assert all(f"#{box.get('id')}:checked" in style for box in page.iter("input"))
    assert len(page.xpath("//ol/li")) == 30


def test_nothing_of_the_web_page_is_alive():
    nasty = Document(
        id="d-1",
        page="g-1",
        url="javascript:alert(1)",
        site=NASTY,
        title=NASTY,
        description=NASTY,
        author=NASTY,
        keywords=(NASTY,),
        language=NASTY,
        paragraphs=(Paragraph(text=NASTY, kind=NASTY, reason=NASTY, language=NASTY, topic_terms=(NASTY,)),),
        reasons=(NASTY,),
    )
    text = blocks.render(nasty, NASTY)
    page = html.document_fromstring(text)
    assert not page.xpath("//script | //img | //*[@onerror] | //*[@src] | //@href")
    assert text.encode()  # no half of a surrogate pair is left
    assert "default-src 'none'" in text
    assert not re.search(r"url\(|@import", page.findtext(".//style"))


def test_a_page_without_text_says_so():
    assert "There is no text on this page" in shown(replace(DOCUMENT, paragraphs=())).text_content()
