"""Exporters that write a file per document: the same bytes as the view of the document, in a folder per language."""

from __future__ import annotations

from pathlib import Path

import pytest

from polytrawl import options
from polytrawl.export.base import Exporter
from polytrawl.export.selection import Rules, Selection
from polytrawl.plugin import find
from polytrawl.records import Document, Paragraph
from polytrawl.views import cesdoc, view

ENGLISH = Document(
    id="d-1",
    page="g-1",
    url="http://a.test/en",
    site="a.test",
    language="en",
    paragraphs=(Paragraph(text="Stop here."), Paragraph(text="Now.")),
)
UNKNOWN = Document(id="d-2", page="g-2", url="http://a.test/x", site="a.test", paragraphs=(Paragraph(text="..."),))
DROPPED = Document(id="d-3", page="g-3", url="http://a.test/y", site="a.test", reasons=("off-topic",))


class Shelf:
    def records(self, stage: str):
        return iter((ENGLISH, UNKNOWN, DROPPED) if stage == "topic" else ())


def export(name: str, folder: Path, **given: object) -> dict[str, str]:
    cls = find(Exporter, name)
    table = options.resolve(cls, given, where="export", context=options.Context())
    options.build(cls, table).export(Selection(Shelf(), Rules(), ("en",)), folder)
    found = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in found}


@pytest.mark.parametrize(("name", "suffix"), [("xml", ".xml"), ("tei", ".xml"), ("md", ".md")])
def test_every_wanted_document_has_a_file_that_is_its_view(tmp_path: Path, name: str, suffix: str):
    assert export(name, tmp_path) == {
        f"{name}/en/d-1{suffix}": view(name).render(ENGLISH),
        f"{name}/und/d-2{suffix}": view(name).render(UNKNOWN),
    }


def test_the_text_exporter_writes_the_text_view(tmp_path: Path):
    assert export("text", tmp_path) == {"text/en.txt": view("text").render(ENGLISH) + "\n", "text/und.txt": "...\n\n"}


def test_short_paragraphs_can_be_marked_in_the_xml(tmp_path: Path):
    found = export("xml", tmp_path, min_words=2)["xml/en/d-1.xml"]
    assert found == cesdoc.render(ENGLISH, min_words=2)
    assert '<p id="p2" crawlinfo="ooi-length">Now.</p>' in found
