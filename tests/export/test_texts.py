"""Texts on their way out: line formats hold no line ends, and masking reaches documents too."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from polytrawl import shards
from polytrawl.export.exporters.jsonl import Jsonl
from polytrawl.export.exporters.moses import Moses
from polytrawl.export.exporters.tsv import Tsv
from polytrawl.export.selection import Selection
from polytrawl.export.texts import Texts
from polytrawl.records import Document, Image, Link, Paragraph, Post, SentencePair

Make = Callable[..., SentencePair]
Select = Callable[..., Selection]
ODD = "one\ttwo\nthree\r\u2028four\x85five\x1csix \ud800 \u05e9\u05dc\u05d5\u05dd"


def test_moses_files_have_a_unit_a_line(make_unit: Make, select: Select, tmp_path: Path):
    other = {"source_language": "zh-hant", "target_language": "ar"}
    units = [make_unit(ODD, "eins"), make_unit("two", ODD, repaired_source="2"), make_unit("三", "ثلاثة", **other)]
    Moses().export(select(units), tmp_path)
    lines = {path.name: path.read_bytes().decode().split("\n") for path in (tmp_path / "moses").iterdir()}
    plain = "one two three four five six ? שלום"
    assert lines["en-de.en"] == [plain, "2", ""]
    assert lines["en-de.de"] == ["eins", plain, ""]
    assert (lines["zh-hant-ar.zh-hant"], lines["zh-hant-ar.ar"]) == (["三", ""], ["ثلاثة", ""])


def test_no_units_give_empty_files(select: Select, tmp_path: Path):
    Moses().export(select([]), tmp_path)
    assert {path.name: path.read_bytes() for path in (tmp_path / "moses").iterdir()} == {
        "en-de.en": b"",
        "en-de.de": b"",
    }


def test_tables_hold_the_repaired_texts(make_unit: Make, select: Select, tmp_path: Path):
    unit = make_unit(ODD, "x", repaired_target="y")
    Tsv().export(select([unit]), tmp_path)
    assert (tmp_path / "units.tsv").read_text().splitlines()[1].split("\t")[:2] == [
        "one two three four five six ? שלום",
        "y",
    ]


def test_records_keep_both_texts_and_no_personal_data_where_it_is_masked(
    make_unit: Make, select: Select, tmp_path: Path
):
    unit = make_unit("ann@a.test  .", "x", repaired_source="ann@a.test.", repairs=("spaces",), personal=("email",))
    Jsonl().export(select([unit], texts=Texts(mask_personal=True)), tmp_path)
    [read] = shards.read_records(tmp_path / "units.jsonl.zst")
    assert isinstance(read, SentencePair)
    assert (read.source, read.repaired_source, read.personal) == ("[email]  .", "[email].", ("email",))


@pytest.mark.parametrize("is_masked", [True, False])
def test_masking_reaches_every_text_of_a_document_and_no_address(*, is_masked: bool):
    mail = "ann@a.test"
    document = Document(
        id="d", page="g", url="http://a.test/ann@a.test", site="a.test", title=mail, author=mail, description=mail,
        keywords=(mail,), paragraphs=(Paragraph(text=mail),), posts=(Post(text=mail, author=mail),),
        images=(Image(file_name="a.png", alt=mail),),
        links=(
            Link(source="http://a.test/", target="http://a.test/ann@a.test", anchor=mail, context=mail),
            Link(source="http://a.test/", target="mailto:ann@a.test"),
        ),
    )  # fmt: skip
    made = str(shards.encode(Texts(mask_personal=is_masked).document(document)))
    assert made.count(mail) == (2 if is_masked else made.count(mail))  # the two addresses of pages
    assert ("[email]" in made) == is_masked
