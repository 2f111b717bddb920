"""Parquet and its card: what Hugging Face `datasets` and polars read is what was selected."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from polytrawl.errors import ConfigError
from polytrawl.export.exporters.parquet import Parquet
from polytrawl.export.rules import rules_of
from polytrawl.export.selection import Selection
from polytrawl.export.texts import Texts
from polytrawl.records import Score, SentencePair

Make = Callable[..., SentencePair]
Select = Callable[..., Selection]


def test_without_pyarrow_the_config_is_refused_with_the_line_that_helps(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(ConfigError, match=r"pip install 'polytrawl\[parquet\]'"):
        Parquet.check()


@pytest.fixture
def written(make_unit: Make, select: Select, tmp_path: Path) -> Path:
    """A folder with 25 English-German and 3 Norwegian-Chinese units, in row groups of 10."""
    pytest.importorskip("pyarrow", reason="the extra `parquet` is not installed")
    scores = (Score(name="adequacy", value=0.8), Score(name="length-ratio", value=1.5))
    units = [make_unit(f"Stop {number}.", f"Halt {number}.", scores=scores) for number in range(25)]
    other = {"source_language": "no", "target_language": "zh-hant", "licence": ""}
    units += [make_unit(f"Nei {number}.", f"不 {number}.", personal=("email",), **other) for number in range(3)]
    units.append(make_unit("x", "y", reasons=("too-short",)))
    Parquet(rows=10).export(select(units, rules_of("balanced", None, {}), profile="balanced"), tmp_path)
    return tmp_path / "parquet"


def test_rows_are_written_in_groups_and_have_everything(written: Path):
    import pyarrow.parquet as pq

    file = pq.ParquetFile(written / "data" / "en-de.parquet")
    sizes = [file.metadata.row_group(number).num_rows for number in range(file.metadata.num_row_groups)]
    assert sizes == [10, 10, 5]
    first = file.read().to_pylist()[0]
    assert (first["source"], first["target"], first["adequacy"]) == ("Stop 0.", "Halt 0.", 0.8)
    assert (first["page_pair_probability"], first["page_pair_methods"]) == (0.93, ["urls", "links"])
    assert first["scores"] == [{"name": "adequacy", "value": 0.8}, {"name": "length-ratio", "value": 1.5}]
    assert first["fluency_source"] is None
    assert "source_fetched" not in first


def test_polars_reads_all_files_together(written: Path):
    polars = pytest.importorskip("polars", reason="polars is not installed")
    texts = polars.read_parquet(written / "documents" / "*.parquet")
    assert sorted(texts["url"].to_list()) == ["http://a.test/de?a=1&b=<2>", "http://a.test/en?a=1&b=<2>"]
    table = polars.read_parquet(written / "data" / "*.parquet")
    assert table.height == 28
    assert table.filter(polars.col("target_language") == "zh-hant")["target"].to_list() == ["不 0.", "不 1.", "不 2."]


@pytest.mark.filterwarnings("ignore")
def test_datasets_loads_the_folder(written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    datasets = pytest.importorskip("datasets", reason="the package datasets is not installed")
    cache = str(tmp_path / "cache")
    everything = datasets.load_dataset(str(written), cache_dir=cache)["train"]
    assert everything.num_rows == 28
    one = datasets.load_dataset(str(written), "no-zh-hant", cache_dir=cache)["train"]
    assert one["source"][0] == "Nei 0."
    texts = datasets.load_dataset(str(written), "documents", cache_dir=cache)["train"]
    assert sorted(texts["language"]) == ["de", "en"]
    german = datasets.load_dataset(str(written), "documents-de", cache_dir=cache)["train"]
    assert (german["title"], german["paragraphs"]) == (["de page"], [4])


def test_documents_have_their_text_and_what_is_known_of_them(select: Select, tmp_path: Path):
    pq = pytest.importorskip("pyarrow.parquet", reason="the extra `parquet` is not installed")
    facts = {"licence": "CC", "robots": "allowed", "consent": ("noai",), "page_type": "article", "relevance": 0.5}
    Parquet(document_rows=1).export(select([], pages=facts | {"title": "a\ud800", "subtopics": ("falls",)}), tmp_path)
    [row] = pq.read_table(tmp_path / "parquet/documents/en.parquet").to_pylist()
    assert row["text"] == "Stop here.\nLook left. Look right.\nGo on.\nNobody translated this."
    assert [row[name] for name in ("id", "title", "consent", "relevance")] == ["d-en", "a?", ["noai"], 0.5]
    assert [row[name] for name in ("subtopics", "paragraphs", "tokens")] == [["falls"], 4, 16]
    assert "fetched" not in row


def test_documents_can_be_left_out(select: Select, tmp_path: Path):
    pytest.importorskip("pyarrow", reason="the extra `parquet` is not installed")
    Parquet(documents=False).export(select([]), tmp_path)
    assert not (tmp_path / "parquet/documents").exists()
    assert "documents/" not in (tmp_path / "parquet/README.md").read_text().split("\n---\n")[0]


def test_the_card_says_what_is_in_the_files(written: Path):
    card = (written / "README.md").read_text(encoding="utf-8")
    header, body = card.removeprefix("---\n").split("\n---\n", 1)
    for line in ('- "no"', '- "zh"', "license: other", "- n<1K", "- config_name: en-de", "  default: true"):
        assert line in header.splitlines()
    assert "| en-de | 25 |" in body
    assert "| a.test | 2 | 28 |" in body
    assert "| CC & co | 0 | 25 |" in body
    assert "| en | 1 | 4 | 16 | 11 | 10 |" in body  # documents, paragraphs, tokens, words, types
    assert "| too-short | 1 |" in body
    assert "`email 3`" in body
    assert "The profile `balanced`" in body
    assert "the score `adequacy`, where there is one, is at least 0.5" in body


@pytest.mark.parametrize(
    ("licences", "named"),
    [
        (["https://creativecommons.org/licenses/by-sa/4.0/deed.de"] * 2, "cc-by-sa-4.0"),
        (["https://creativecommons.org/publicdomain/zero/1.0/"], "cc0-1.0"),
        (["https://creativecommons.org/licenses/by/4.0/", ""], "other"),
        (["all | rights | reserved <b>"], "other"),
        (["", ""], "unknown"),
    ],
)
def test_a_licence_is_named_only_where_everything_has_it(
    make_unit: Make, select: Select, tmp_path: Path, licences: list[str], named: str
):
    pytest.importorskip("pyarrow", reason="the extra `parquet` is not installed")
    units = [make_unit(str(number), "x", licence=licence) for number, licence in enumerate(licences)]
    Parquet().export(select(units, pages={"licence": licences[0]}), tmp_path)
    card = (tmp_path / "parquet" / "README.md").read_text()
    assert f"\nlicense: {named}\n" in card
    assert "<b>" not in card.replace("\\<b\\>", "")


def test_no_units_give_a_table_without_rows_and_a_card_that_says_so(select: Select, tmp_path: Path):
    pq = pytest.importorskip("pyarrow.parquet", reason="the extra `parquet` is not installed")
    Parquet().export(select([], texts=Texts(mask_personal=True)), tmp_path)
    assert pq.read_table(tmp_path / "parquet" / "data" / "en-de.parquet").num_rows == 0
    card = (tmp_path / "parquet" / "README.md").read_text()
    assert "There are no units in here." in card
    assert "are masked" in card
