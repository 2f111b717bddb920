"""Exporters: files that other tools open, whatever stands in the texts."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from translate.storage import tmx

from polytrawl import options, shards
from polytrawl.errors import ConfigError
from polytrawl.export.base import Exporter
from polytrawl.export.exporters.tmx import Tmx
from polytrawl.export.selection import Rules, Selection
from polytrawl.plugin import all_classes
from polytrawl.records import Document, PagePair, Paragraph, Score, SentencePair, UrlPattern

NASTY = 'A <b>"quoted"</b> & \x0b\x00 tab\t, line\nend \ufffe \U0001f600 ]]> \u202eright'


def selection(source: str = "Stop.", target: str = "Halt.") -> Selection:
    left = Document(id="d-1", page="g-1", url="http://a.test/?a=1&b=<2>", site="a.test", language="en")
    right = Document(id="d-2", page="g-2", url="http://a.test/de", site="a.test", language="de")
    left, right = (_with(document, text) for document, text in ((left, source), (right, target)))
    pair = PagePair(id="p-1", left=left, right=right, probability=0.9, evidence=(Score(name="urls", value=0.9),))
    unit = SentencePair(
        id="s-1",
        pair="p-1",
        source=source,
        target=target,
        source_language="en",
        target_language="de",
        source_url=left.url,
        target_url=right.url,
        source_page="g-1",
        target_page="g-2",
        licence="CC & co",
        score=0.75,
    )
    stages = {"topic": [left, right], "dedup": [], "pair": [pair], "mine": [], "filter": [unit]}

    class Shelf:
        def records(self, stage):
            return iter(stages[stage])

        def patterns(self):
            return [UrlPattern(left="", right="/de", credibility=2.0, sites=1, pairs=1)]

    return Selection(Shelf(), Rules(), ("en", "de"))


def _with(document: Document, text: str) -> Document:
    return Document(
        **{**{f: getattr(document, f) for f in document.__struct_fields__}, "paragraphs": (Paragraph(text=text),)}
    )


def export(cls: type[Exporter], chosen: Selection, folder: Path) -> None:
    try:
        cls.check()
    except ConfigError as err:  # an extra that is not installed
        pytest.skip(str(err))
    table = options.resolve(cls, {}, where="export", context=options.Context())
    options.build(cls, table).export(chosen, folder)


ALL = [cls for cls in all_classes() if issubclass(cls, Exporter)]


@pytest.mark.parametrize("cls", ALL, ids=lambda cls: cls.name)
def test_every_exporter_takes_any_text_and_gives_the_same_bytes_twice(cls: type[Exporter], tmp_path: Path):
    found = []
    for number in (1, 2):
        folder = tmp_path / str(number)
        folder.mkdir()
        export(cls, selection(NASTY, NASTY), folder)
        found.append({path.name: path.read_bytes() for path in folder.rglob("*") if path.is_file()})
    assert found[0] == found[1]
    assert found[0]


@pytest.mark.parametrize("cls", ALL, ids=lambda cls: cls.name)
def test_every_exporter_takes_an_empty_selection(cls: type[Exporter], tmp_path: Path):
    class Empty:
        def records(self, stage):
            return iter(())

        def patterns(self):
            return ()

    export(cls, Selection(Empty(), Rules(), ("en",)), tmp_path)


@given(st.text(st.characters(codec="utf-8"), max_size=40), st.text(st.characters(codec="utf-8"), max_size=40))
def test_a_tmx_opens_and_says_what_was_put_in(tmp_path_factory, source: str, target: str):
    folder = tmp_path_factory.mktemp("tmx")
    export(Tmx, selection(source, target), folder)
    with (folder / "en-de.tmx").open("rb") as file:
        [unit] = tmx.tmxfile.parsefile(file).units
    assert _visible(unit.source) == _visible(source)
    assert _visible(unit.target) == _visible(target)


def _visible(text: str | None) -> str:
    """What XML can hold of a text."""
    return "".join((text or "").split()).translate(dict.fromkeys((*range(32), 65534, 65535)))


def test_a_tmx_tells_where_each_unit_comes_from(tmp_path: Path):
    export(Tmx, selection(), tmp_path)
    text = (tmp_path / "en-de.tmx").read_text()
    assert (
        '<tuv xml:lang="en"><prop type="source-url">http://a.test/?a=1&amp;b=&lt;2&gt;</prop><seg>Stop.</seg>' in text
    )
    assert '<prop type="score">0.7500</prop>' in text
    assert '<prop type="licence">CC &amp; co</prop>' in text


def test_the_tables_have_the_columns_scripts_rely_on(tmp_path: Path):
    export(next(cls for cls in ALL if cls.name == "tsv"), selection(NASTY), tmp_path)
    rows = {name: _rows(tmp_path / name) for name in ("units.tsv", "pairs.tsv")}
    assert list(rows["units.tsv"][0]) == [
        *("source", "target", "source_language", "target_language", "score", "source_url", "target_url"),
        *("source_licence", "target_licence", "source_consent", "target_consent", "method"),
    ]
    assert rows["units.tsv"][0]["method"] == "aligned"
    assert rows["units.tsv"][0]["target"] == "Halt."
    assert list(rows["pairs.tsv"][0].values())[:7] == [
        *("http://a.test/?a=1&b=<2>", "http://a.test/de", "en", "de", "0.9000", "parallel", "urls")
    ]
    assert list(rows["pairs.tsv"][0]) == [
        *("left_url", "right_url", "left_language", "right_language", "probability", "grade", "methods"),
        *("left_licence", "right_licence", "left_consent", "right_consent"),
    ]


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def test_records_and_text_come_out_whole(tmp_path: Path):
    for name in ("jsonl", "text"):
        export(next(cls for cls in ALL if cls.name == name), selection(), tmp_path)
    assert [one.id for one in shards.read_records(tmp_path / "documents.jsonl.zst")] == ["d-1", "d-2"]
    assert [one.id for one in shards.read_records(tmp_path / "units.jsonl.zst")] == ["s-1"]
    assert (tmp_path / "text" / "de.txt").read_text() == "Halt.\n\n"
