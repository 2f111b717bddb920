"""TEI: files are valid by a DTD that was made from TEI P5 4.8.0, which the package trafilatura carries."""

from __future__ import annotations

from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from polytrawl.records import Document, Paragraph, replace
from polytrawl.views import tei

NASTY = 'A <b>"quoted"</b> & \x0b\x00 tab\t, line\nend\r \ufffe \U0001f600 ]]> \u202eright'
with (files("trafilatura") / "data" / "tei_corpus.dtd").open("rb") as _dtd:
    GRAMMAR = etree.DTD(_dtd)
KINDS = ("title", "heading", "listitem", "text", "post", "caption", "cell", "pre", "quote", "odd")
FULL = Document(
    id="d-1", page="g-1", url="https://a.test/?a=1&b=2", site="a.test", title="Ladders & steps", language="pt-br",
    author="Ann", date="2025-03-04", description="About ladders.", keywords=("ladder", " "), robots="allowed",
    consent=("noai",), licence="https://creativecommons.org/licenses/by/4.0/", fetched_at="2026-01-02T03:04:05Z",
    paragraphs=tuple(Paragraph(text=f"{kind} {NASTY}", kind=kind) for kind in (*KINDS, *reversed(KINDS))),
)  # fmt: skip
EMPTY = Document(id="d-2", page="g-2", url="", site="")
NAMED = replace(FULL, licence="All rights reserved")
SAID = replace(FULL, licence="")
DOCUMENTS = (FULL, EMPTY, NAMED, SAID)


def check(text: str) -> etree._Element:
    root = etree.fromstring(text.encode())
    GRAMMAR.assertValid(root)
    return root


def corpus() -> str:
    return tei.corpus_head("A & B", "pt-br") + "".join(f"{tei.text_of(one)}\n" for one in DOCUMENTS) + tei.CORPUS_TAIL


@pytest.mark.parametrize("document", DOCUMENTS, ids=("full", "empty", "named", "said"))
def test_documents_follow_the_grammar(document: Document):
    root = check(tei.render(document))
    said = "".join(root.itertext())
    assert all(word in said for word in (*document.terms, document.licence, document.date))


def test_many_documents_are_one_corpus():
    root = check(corpus())
    assert len(root.findall(f"{{{tei.NAMESPACE}}}TEI")) == len(DOCUMENTS)


@given(
    st.lists(st.builds(Paragraph, text=st.text(max_size=20), kind=st.sampled_from(KINDS)), max_size=8).map(tuple),
    st.text(max_size=20),
    st.text(max_size=20),
)
def test_any_text_follows_the_grammar(paragraphs: tuple[Paragraph, ...], licence: str, text: str):
    check(tei.render(replace(FULL, paragraphs=paragraphs, licence=licence, date=text, description=text, title=text)))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("<item>", "<p/><item>"),
        ("<teiHeader>", "<teiHeader><p/>"),
        ("<titleStmt>", "<titleStmt><p/>"),
        ("<body>", "<p/><body>"),
        ("<publicationStmt>", "<publicationStmt><title/>"),
    ],
)
def test_what_tei_does_not_have_is_refused(right: str, wrong: str):
    text = tei.render(FULL)
    assert right in text
    assert not GRAMMAR.validate(etree.fromstring(text.replace(right, wrong, 1).encode()))
