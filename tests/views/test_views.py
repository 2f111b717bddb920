"""The views of a document: other tools open them, whatever stands in the texts."""

from __future__ import annotations

import json
from importlib.resources import files
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree, html
from markdown_it import MarkdownIt

from polytrawl import shards
from polytrawl.errors import ConfigError
from polytrawl.fingerprint import fingerprint
from polytrawl.records import Document, Paragraph, replace
from polytrawl.views import VIEWS, cesdoc, tei, view

NASTY = 'A <b>"quoted"</b> & \x0b\x00 tab\t, line\nend\r \ufffe \U0001f600 ]]> \u202eright'
CES = {"c": cesdoc.NAMESPACE}
TEI = {"t": tei.NAMESPACE, "xml": "http://www.w3.org/XML/1998/namespace"}
GRAMMAR = etree.RelaxNG(etree.fromstring(files("polytrawl.views").joinpath("cesdoc.rng").read_bytes()))

PARAGRAPHS = (
    Paragraph(text="Home", kind="listitem", boilerplate=0.98, reason="boilerplate"),
    Paragraph(text="Ladders & steps", kind="title", boilerplate=0.1, language="en"),
    Paragraph(text="Check the ladder. Then climb.", boilerplate=0.05, language="en", topic_terms=("ladder", "climb")),
    Paragraph(text="Before you climb", kind="heading", language="und"),
    Paragraph(text="Look at the feet.", kind="listitem"),
    Paragraph(text="Look at the rungs.", kind="listitem"),
    Paragraph(text="if a < b:\n    stop()", kind="pre"),
    Paragraph(text="Prüfen Sie die Leiter.", language="de", reason="out-of-language"),
    Paragraph(text="Other stories", kind="heading", reason="template"),
)
DOCUMENT = Document(
    id="d-1",
    page="g-1",
    url="https://a.test/?a=1&b=2",
    site="a.test",
    title="Ladders & steps | A",
    language="en",
    language_score=0.99,
    relevance=0.5,
    subtopics=("falls",),
    description="About ladders.",
    keywords=("ladder", "safety"),
    author="Ann B.",
    licence="https://creativecommons.org/licenses/by/4.0/",
    fetched_at="2026-01-02T03:04:05Z",
    paragraphs=PARAGRAPHS,
)
EMPTY = Document(id="d-2", page="g-2", url="", site="")


def ces(document: Document, **options: int) -> etree._Element:
    root = etree.fromstring(cesdoc.render(document, **options).encode())
    GRAMMAR.assertValid(root)
    return root


def tei_of(document: Document) -> etree._Element:
    root = etree.fromstring(tei.render(document).encode())
    check_tei(root)
    return root


def check_tei(root: etree._Element) -> None:
    """The rules of TEI P5 that these files could break."""
    assert root.tag == f"{{{tei.NAMESPACE}}}TEI"
    assert [etree.QName(one).localname for one in root] == ["teiHeader", "text"]
    parts = [etree.QName(one).localname for one in root.find("t:teiHeader/t:fileDesc", TEI)]
    assert parts == ["titleStmt", "publicationStmt", "sourceDesc"]
    divisions = root.findall("t:text/t:body/t:div", TEI)
    assert divisions
    for division in divisions:
        names = [etree.QName(one).localname for one in division]
        assert set(names) <= {"head", "p", "list"}
        assert "head" not in names[names.count("head") :]  # heads stand first
    for one in root.iter(f"{{{tei.NAMESPACE}}}list"):
        assert len(one)
        assert {etree.QName(item).localname for item in one} == {"item"}


def read_markdown(document: Document) -> html.HtmlElement:
    """What a reader of CommonMark makes of the view."""
    return html.fragment_fromstring(MarkdownIt("commonmark").render(view("md").render(document)), "div")


def paragraphs() -> st.SearchStrategy[Paragraph]:
    kinds = st.sampled_from(["title", "heading", "listitem", "text", "post", "caption", "cell", "pre", "quote", "odd"])
    reasons = st.sampled_from(["", "", "boilerplate", "out-of-language", "too-short", "template"])
    terms = st.lists(st.text(), max_size=2).map(tuple)
    return st.builds(Paragraph, text=st.text(), kind=kinds, reason=reasons, topic_terms=terms)


def documents() -> st.SearchStrategy[Document]:
    return st.builds(
        Document,
        id=st.just("d-1"),
        page=st.just("g-1"),
        url=st.just("https://a.test/") | st.just(""),
        site=st.text(),
        title=st.text(),
        author=st.text(),
        licence=st.text(),
        keywords=st.lists(st.text(), max_size=3).map(tuple),
        description=st.text(),
        paragraphs=st.lists(paragraphs(), max_size=8).map(tuple),
    )


@given(documents())
def test_xml_follows_its_grammar_whatever_the_text(document: Document):
    assert len(ces(document).findall(".//c:p", CES)) == len(document.paragraphs)
    tei_of(document)


@pytest.mark.parametrize("name", VIEWS)
def test_every_view_takes_any_text_and_gives_the_same_twice(name: str):
    document = replace(DOCUMENT, title=NASTY, paragraphs=(*PARAGRAPHS, Paragraph(text=NASTY)))
    assert view(name).render(document) == view(name).render(document)
    assert view(name).render(document).encode().endswith(b"\n")
    assert view(name).render(EMPTY)


def test_an_unknown_format_is_answered_with_the_nearest():
    with pytest.raises(ConfigError, match="did you mean 'text'"):
        view("txt")


def test_text_is_the_main_content_a_paragraph_a_line():
    assert view("text").render(DOCUMENT).startswith("Ladders & steps\nCheck the ladder. Then climb.\n")
    assert "Prüfen" not in view("text").render(DOCUMENT)


def test_json_is_one_line_that_holds_the_record_and_the_text():
    line = view("json").render(DOCUMENT)
    assert line.count("\n") == 1
    assert json.loads(line)["text"] == DOCUMENT.text
    assert shards.decode(line.encode()) == DOCUMENT  # what reads exported records reads this too
    empty = json.loads(view("json").render(EMPTY))
    assert (empty["title"], empty["language"], empty["text"], empty["paragraphs"]) == ("", None, "", [])


def test_cesdoc_keeps_every_paragraph_with_what_was_found_out_about_it():
    found = [dict(p.attrib) for p in ces(DOCUMENT).findall(".//c:body/c:p", CES)]
    assert found == [
        {"id": "p1", "crawlinfo": "boilerplate", "type": "listitem"},
        {"id": "p2", "type": "title"},
        {"id": "p3", "topic": "ladder;climb"},
        {"id": "p4", "type": "heading"},
        {"id": "p5", "type": "listitem"},
        {"id": "p6", "type": "listitem"},
        {"id": "p7"},
        {"id": "p8", "crawlinfo": "ooi-lang"},
        {"id": "p9", "crawlinfo": "boilerplate", "type": "heading"},
    ]
    assert ces(DOCUMENT).findtext(".//c:body/c:p[7]", namespaces=CES) == "if a < b:\n    stop()"


def test_cesdoc_tells_where_the_page_is_from():
    root = ces(DOCUMENT)
    facts = ("title", "author", "imprint/c:publisher", "imprint/c:pubDate", "imprint/c:eAddress")
    assert [root.findtext(f".//c:monogr/c:{fact}", namespaces=CES) for fact in facts] == [
        "Ladders & steps | A",
        "Ann B.",
        "a.test",
        "2026-01-02T03:04:05Z",
        "https://a.test/?a=1&b=2",
    ]
    assert root.find(".//c:language", CES).attrib == {"iso639": "en"}
    assert [one.text for one in root.findall(".//c:keyTerm", CES)] == ["ladder", "safety"]
    assert root.find(".//c:domain", CES).attrib == {"confidence": "0.5000"}
    assert root.findtext(".//c:subdomain", namespaces=CES) == "falls"


def test_short_paragraphs_are_out_of_interest_where_that_is_asked_for_but_never_titles_and_items():
    marked = [p.get("id") for p in ces(DOCUMENT, min_words=6).findall(".//c:p[@crawlinfo='ooi-length']", CES)]
    assert marked == ["p3", "p7"]
    assert not ces(DOCUMENT).findall(".//c:p[@crawlinfo='ooi-length']", CES)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [('type="title"', 'type="post"'), ("<body>", "<body><div/>"), (cesdoc.NAMESPACE, "http://a.test/"), ("p2", "p1")],
)
def test_the_grammar_refuses_what_is_not_cesdoc(right: str, wrong: str):
    broken = cesdoc.render(DOCUMENT).replace(right, wrong, 1)
    assert not GRAMMAR.validate(etree.fromstring(broken.encode()))


def test_tei_has_a_division_under_each_heading_and_items_in_lists():
    root = tei_of(DOCUMENT)
    divisions = root.findall(".//t:body/t:div", TEI)
    assert [one.findtext("t:head", namespaces=TEI) for one in divisions] == ["Ladders & steps", "Before you climb"]
    assert [item.text for item in divisions[1].findall("t:list/t:item", TEI)] == [
        "Look at the feet.",
        "Look at the rungs.",
    ]
    assert divisions[1].findtext("t:p[@rend='pre']", namespaces=TEI) == "if a < b:\n    stop()"
    assert root.xpath("string(//t:text/@xml:lang)", namespaces=TEI) == "en"
    assert root.find(".//t:licence", TEI).get("target") == DOCUMENT.licence
    assert root.find(".//t:ptr", TEI).get("target") == DOCUMENT.url


def test_markdown_is_read_back_as_it_was_meant():
    page = read_markdown(DOCUMENT)
    assert [one.tag for one in page] == ["h1", "p", "h2", "ul", "pre"]
    assert [one.text_content().strip() for one in page.iter("li")] == ["Look at the feet.", "Look at the rungs."]
    assert page.findtext("pre/code") == "if a < b:\n    stop()\n"


@pytest.mark.parametrize(
    "text",
    [
        *("1. no list", "2) nor this", "# no heading", "- no item", "+ no item", "> no quote", "===", "---", "***"),
        *("a *b* _c_ `d` [e](f) <g>", "&amp; stays", "\\*", "~~no~~", "| a | b |", "1986. A year", "snake_case_name"),
    ],
)
def test_what_looks_like_markup_stays_text_in_markdown(text: str):
    document = replace(EMPTY, paragraphs=(Paragraph(text="Before."), Paragraph(text=text), Paragraph(text="After.")))
    assert [one.text_content() for one in read_markdown(document)] == ["Before.", text, "After."]


def test_a_fence_is_longer_than_every_fence_inside():
    document = replace(EMPTY, paragraphs=(Paragraph(text="````\na\n````", kind="pre"),))
    lines = view("md").render(document).splitlines()
    assert (lines[0], lines[-1]) == ("`````", "`````")


def test_the_main_text_of_all_views_is_the_same():
    numbers = [number for number in fingerprint(DOCUMENT) if number > 0]
    texts = [one.text for one in DOCUMENT.main]
    assert numbers == [len(text) for text in texts]
    flat = " ".join(tei_of(DOCUMENT).find("t:text", TEI).itertext()).split()
    assert flat == " ".join(texts).split()
    places = [view("md").render(DOCUMENT).index(text) for text in texts]
    assert all(before < after for before, after in pairwise(places))
