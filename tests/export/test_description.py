"""What every export says about itself: card, sources and metadata agree with the files, and with each other."""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from polytrawl.errors import ConfigError
from polytrawl.export.base import Exporter
from polytrawl.export.card_header import Tables
from polytrawl.export.contents import contents_of
from polytrawl.export.exporters.parquet import Parquet
from polytrawl.export.listing import listed, paths_in
from polytrawl.export.metashare import NAMESPACE
from polytrawl.export.stage import Export
from polytrawl.plugin import all_classes
from polytrawl.records import Document, PagePair, Paragraph, Record, SentencePair, replace

Make = Callable[..., SentencePair]
ALWAYS = {"README.md", "metadata.json", "metashare.xml", "sources.tsv", "terms.tsv"}
NASTY = 'A <b>"q"</b> & | `x`\n# no [heading](x) \x00'
BY = "https://creativecommons.org/licenses/by/4.0/"


class Shelf:
    """Documents of two hosts, and units between them."""

    def __init__(self, units: list[SentencePair], *languages: str, **facts: Any) -> None:
        texts = {"en": "Stop here. Stop there!", "de": "Halt hier."}
        self.pages = [_page(language, texts.get(language, "Ciao."), **facts) for language in languages]
        self.units = units

    def records(self, stage: str):
        found: dict[str, list[Record]] = {"topic": [*self.pages], "filter": [*self.units]}
        if self.units:
            found["pair"] = [PagePair(id="p-1", left=self.pages[0], right=self.pages[1], probability=0.9)]
        return iter(found.get(stage, []))

    def patterns(self):
        return ()


def _page(language: str, text: str, **facts: Any) -> Document:
    known = {"url": f"http://{language}.test/", "site": "a.test", "title": NASTY, "fetched_at": "2026-01-02T03:04:05Z"}
    paragraphs = (Paragraph(text=text), Paragraph(text="Menu", reason="boilerplate"))
    return Document(id=f"d-{language}", page="g", language=language, paragraphs=paragraphs, **{**known, **facts})


@pytest.fixture
def unit(make_unit: Make) -> SentencePair:
    return make_unit("Stop here.", "Halt hier.", source_url="http://en.test/", target_url="http://de.test/")


def exporters() -> tuple[Exporter, ...]:
    made = []
    for cls in all_classes():
        if issubclass(cls, Exporter):
            try:
                cls.check()
            except ConfigError:
                continue
            made.append(cls())
    return tuple(made)


def write(folder: Path, shelf: Shelf, *formats: Exporter, **options: Any) -> dict[str, str]:
    folder.mkdir(exist_ok=True)
    languages = tuple(one.language or "und" for one in shelf.pages)
    Export(exporters=formats, languages=languages, **options).write(shelf, folder)
    return {name: (folder / name).read_bytes().decode("utf-8", "replace") for name in paths_in(folder)}


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))


def test_they_are_there_whatever_the_formats_and_the_same_twice(tmp_path: Path, unit: SentencePair):
    shelf = Shelf([unit], "en", "de", licence=BY)
    first, second = (write(tmp_path / name, shelf) for name in "ab")
    assert first.keys() == ALWAYS
    assert first == second
    assert "2026" not in "".join(first.values())


def test_every_file_is_named_with_its_digest(tmp_path: Path, unit: SentencePair):
    write(tmp_path, Shelf([unit], "en", "de"), *exporters())
    metadata = json.loads((tmp_path / "metadata.json").read_text())
    assert metadata["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    named = set()
    for one in metadata["distribution"]:
        if one["@type"] == "cr:FileSet":
            found = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.glob(one["includes"]))
            assert found
            named.update(found)
        else:
            data = (tmp_path / one["contentUrl"]).read_bytes()
            assert one["sha256"] == hashlib.sha256(data).hexdigest()
            assert one["contentSize"] == f"{len(data)} B"
            named.add(one["contentUrl"])
        assert "/" in one["encodingFormat"]
        assert one["description"]  # no exporter of ours writes what the list of kinds does not know
    assert named == {*paths_in(tmp_path)} - {"metadata.json"}


def test_record_sets_have_the_columns_of_their_tables(tmp_path: Path, unit: SentencePair):
    write(tmp_path, Shelf([unit], "en", "de"), *exporters())
    metadata = json.loads((tmp_path / "metadata.json").read_text())
    files = {one["@id"] for one in metadata["distribution"]}
    sets = {one["name"].removeprefix("records/"): one["field"] for one in metadata["recordSet"]}
    assert {"units.tsv", "terms.tsv", "sources.tsv"} <= sets.keys() <= files
    for name, fields in sets.items():
        columns = [one["source"]["extract"]["column"] for one in fields]
        assert {one["source"]["fileObject"]["@id"] for one in fields} == {name}
        if name.endswith(".tsv"):
            assert columns == (tmp_path / name).read_text().splitlines()[0].split("\t")
    ids = [one["@id"] for one in (*metadata["distribution"], *metadata["recordSet"])]
    ids += [one["@id"] for fields in sets.values() for one in fields]
    assert len(ids) == len(set(ids))


def test_parquet_tables_have_record_sets(tmp_path: Path, unit: SentencePair):
    pytest.importorskip("pyarrow", reason="the extra `parquet` is not installed")
    write(tmp_path, Shelf([unit], "en", "de"), Parquet())
    sets = {one["name"]: one["field"] for one in json.loads((tmp_path / "metadata.json").read_text())["recordSet"]}
    fields = {one["name"]: one for one in sets["records/parquet/documents/de.parquet"]}
    assert (fields["tokens"]["dataType"], fields["relevance"]["dataType"]) == ("sc:Integer", "sc:Float")
    assert fields["consent"]["repeated"] is True
    units = {one["name"] for one in sets["records/parquet/data/en-de.parquet"]}
    assert {"source", "target", "adequacy", "is_moved"} <= units


def test_sizes_are_the_same_everywhere(tmp_path: Path, unit: SentencePair):
    made = write(tmp_path, Shelf([unit], "en", "de", subtopics=("falls",)))
    # Stop here . Stop there ! -> six tokens, four words, three types
    assert "| en | 1 | 1 | 6 | 4 | 3 |" in made["README.md"]
    measured = {one["name"]: one["value"] for one in json.loads(made["metadata.json"])["variableMeasured"]}
    names = ("documents", "paragraphs", "tokens", "words", "types")
    assert [measured[f"{name} (en)"] for name in names] == [1, 1, 6, 4, 3]
    assert measured["units (en-de)"] == 1
    record = etree.fromstring(made["metashare.xml"].encode())
    space = {"m": NAMESPACE}
    [english] = record.xpath("//m:languageInfo[m:languageId='en']", namespaces=space)
    assert [int(one.text) for one in english.iter(f"{{{NAMESPACE}}}size")] == [1, 1, 6, 4, 3]
    assert record.xpath("string(//m:domain)", namespaces=space) == "falls"
    assert record.xpath("string(//m:multilingualityType)", namespaces=space) == "parallel"
    assert record.xpath("//m:sizeInfo[m:sizeUnit='translationUnits']/m:size/text()", namespaces=space) == ["1"]


def test_sources_are_counted_by_host_and_language(tmp_path: Path, unit: SentencePair):
    made = write(tmp_path, Shelf([unit], "en", "de", "it", licence=NASTY))
    found = {(row["host"], row["language"]): row for row in rows(made["sources.tsv"])}
    assert [list(row.values())[2:5] for row in found.values()] == [["1", "6", "1"], ["1", "3", "1"], ["1", "2", "0"]]
    assert found["it.test", "it"]["licences"].startswith('A <b>"q"</b> & |')


def test_what_pages_say_breaks_no_card_and_no_record(tmp_path: Path, unit: SentencePair):
    made = write(tmp_path, Shelf([unit], "en", "de", licence=NASTY, subtopics=(NASTY,), consent=("noai",)))
    body = made["README.md"].split("\n---\n", 1)[1]
    assert "<b>" not in body.replace("\\<b\\>", "")
    assert "\n# no" not in body
    tables = [line for line in body.splitlines() if line.startswith("| A")]
    assert tables
    assert all(line.replace("\\|", "").count("|") in (3, 4) for line in tables)
    record = etree.fromstring(made["metashare.xml"].encode())
    licence = record.findtext(f".//{{{NAMESPACE}}}nonStandardLicenceName")
    assert licence is not None
    assert " ".join(licence.split()).startswith('A <b>"q"</b> & |')
    assert json.loads(made["metadata.json"])["license"] == [NASTY, "CC & co"]


def test_a_monolingual_corpus_has_a_card_of_its_own(tmp_path: Path):
    made = write(tmp_path, Shelf([], "en", licence=BY), *(one for one in exporters() if one.name == "parquet"))
    header, body = made["README.md"].removeprefix("---\n").split("\n---\n", 1)
    for line in ("pretty_name: Texts from the web", "- text-generation", "- monolingual", "license: cc-by-4.0"):
        assert line in header.splitlines()
    assert "translation" not in header
    assert "no units" not in body
    assert "Language pairs" not in body
    if "parquet/README.md" in made:
        assert "- config_name: documents\n  data_files: parquet/documents/*.parquet\n  default: true" in header
        inner = made["parquet/README.md"].split("\n---\n")[0]
        assert "- config_name: documents-en\n  data_files: documents/en.parquet" in inner
        assert "data/*.parquet" not in inner


@pytest.mark.filterwarnings("ignore")
def test_datasets_loads_the_whole_export(tmp_path: Path, unit: SentencePair, monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("pyarrow", reason="the extra `parquet` is not installed")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    datasets = pytest.importorskip("datasets", reason="the package datasets is not installed")
    write(tmp_path / "one", Shelf([], "en"), *exporters())
    loaded = datasets.load_dataset(str(tmp_path / "one"), cache_dir=str(tmp_path / "cache"))["train"]
    assert loaded["text"] == ["Stop here. Stop there!"]
    write(tmp_path / "two", Shelf([unit], "en", "de"), *exporters())
    loaded = datasets.load_dataset(str(tmp_path / "two"), cache_dir=str(tmp_path / "cache"))["train"]
    assert loaded["target"] == ["Halt hier."]


def test_an_empty_export_says_so(tmp_path: Path):
    made = write(tmp_path, Shelf([]))
    assert "There are no documents in here." in made["README.md"]
    assert json.loads(made["metadata.json"])["inLanguage"] == []
    assert rows(made["sources.tsv"]) == []
    etree.fromstring(made["metashare.xml"].encode())


def test_dates_are_told_only_where_they_are_asked_for(tmp_path: Path):
    made = write(tmp_path, Shelf([], "en"), fetch_dates=True)
    assert json.loads(made["metadata.json"])["dateCreated"] == "2026-01-02T03:04:05Z"
    assert "<creationEndDate>2026-01-02</creationEndDate>" in made["metashare.xml"]


def test_the_card_tells_how_to_make_it_again(tmp_path: Path):
    formats = tuple(one for one in exporters() if one.name in ("tei", "text"))
    options = {"profile": "all", "tolerate": frozenset({"b", "a"}), "profile_file": None, "min_score": 0.5}
    made = write(tmp_path, Shelf([], "en"), *formats, **options)
    [line] = [line for line in made["README.md"].splitlines() if line.startswith("polytrawl export DIR")]
    assert '--set \'export.exporters=["tei", "text"]\'' in line
    assert "--set 'export.profile=\"all\"'" in line
    assert '--set \'export.tolerate=["a", "b"]\'' in line
    assert "--set export.min_score=0.5" in line
    assert "languages" not in line


def test_documents_are_read_once_for_all_that_asks(unit: SentencePair, tmp_path: Path):
    shelf = Shelf([unit], "en", "de")
    read: list[str] = []
    records = shelf.records
    shelf.records = lambda stage: (read.append(stage), records(stage))[1]
    Export(exporters=(), languages=("en", "de")).write(shelf, tmp_path)
    assert read.count("topic") == 2  # once to judge, once to count
    assert read.count("filter") == 2


def test_types_do_not_depend_on_capitals(unit: SentencePair):
    shelf = Shelf([], "en")
    shelf.pages[0] = replace(shelf.pages[0], paragraphs=(Paragraph(text="STRASSE Straße strasse 7 7."),))
    selection = Export(exporters=(), languages=("en",)).select(shelf)
    size = contents_of(selection).sizes["en"]
    assert (size.words, size.types, size.tokens) == (5, 2, 6)


def test_files_of_records_are_listed_together(tmp_path: Path):
    (tmp_path / "xml/de").mkdir(parents=True)
    for name in ("d-0a1", "d-ff"):
        (tmp_path / f"xml/de/{name}.xml").write_text("12345")
    (tmp_path / "a-b.txt").write_text("")
    (tmp_path / "de-it.tmx").write_text("")
    assert [(one.name, one.number, one.size) for one in listed(tmp_path)] == [
        *(("*.txt", 1, 0), ("de-it.tmx", 1, 0), ("xml/de/*.xml", 2, 10)),
    ]
    assert Tables.of(tmp_path).configs(units_first=True) == {}
