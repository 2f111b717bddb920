"""The commands `prepare` and `phrases`, as a user meets them."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from polytrawl.prepare.annotations import read_annotations
from polytrawl.run import Run

WORDS = {"the": "la", "house": "casa", "door": "puerta", "is": "es", "red": "roja", "old": "vieja", "big": "grande"}


def polytrawl(*words: object, code: int = 0) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "polytrawl", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    assert "fault in polytrawl" not in done.stderr, done.stderr
    assert done.returncode == code, done.stderr
    return done


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sentence pairs, prepared, and their table."""
    made = tmp_path_factory.mktemp("phrases")
    english = [f"The {noun} is {one}." for noun in ("house", "door") for one in ("red", "old", "big")]
    pairs = [(one, " ".join(WORDS[word] for word in one[:-1].lower().split()).capitalize() + ".") for one in english]
    (made / "pairs.tsv").write_text("".join(f"{left}\t{right}\n" for left, right in pairs))
    options = ("--langs", "en,es", "--out", made / "prepared", "--tokeniser", "builtin")
    polytrawl("prepare", made / "pairs.tsv", *options)
    (made / "links").write_text("0-0 1-1 2-2 3-3 4-4\n" * 6)
    polytrawl("phrases", "extract", made / "prepared", "--out", made / "table.gz", "--links", made / "links")
    return made


def lines(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode().splitlines()


def test_from_a_table_of_pairs_to_phrases(folder: Path):
    assert (folder / "prepared" / "en.txt").read_text().splitlines()[0] == "The house is red ."
    found = lines(folder / "table.gz")
    assert "house is ||| casa es ||| 1 1 1 1 ||| 0-0 1-1 ||| 3 3 3" in found
    assert polytrawl("phrases", "check", folder / "table.gz").stdout.endswith("nothing is wrong\n")


def test_words_are_aligned_where_no_links_are_given(folder: Path, tmp_path: Path):
    done = polytrawl(
        *("phrases", "extract", folder / "prepared" / "en.txt", folder / "prepared" / "es.txt", "--json"),
        *("--out", tmp_path / "table.gz", "--method", "association", "--smooth", "kneser-ney", "--longest", 2),
    )
    made = json.loads(done.stdout)["made"]
    assert made["sentences"] == 6
    assert made["pairs"] == len(lines(tmp_path / "table.gz"))
    assert "6 sentence pairs, aligned by association" in done.stderr


def test_a_lexicon_becomes_a_table_in_the_case_of_the_text(folder: Path, tmp_path: Path):
    (tmp_path / "lexicon.tsv").write_text("# lexicon en es\nHouse\tcasa\t0.4\nred house\tcasa roja\t0.7\n")
    said = polytrawl(
        *("phrases", "lexicon", tmp_path / "lexicon.tsv", "--prepared", folder / "prepared"),
        *("--out", tmp_path / "lexicon.gz"),
    ).stdout
    assert "2 phrase pairs in" in said
    assert lines(tmp_path / "lexicon.gz") == [
        "house ||| casa ||| 0.4 0.4 0.4 0.4 ||| 0-0 ||| ",
        "red house ||| casa roja ||| 0.7 0.7 0.7 0.7",
    ]
    polytrawl(
        *("phrases", "mix", folder / "table.gz", tmp_path / "lexicon.gz", "--weights", "3,1"),
        *("--out", tmp_path / "mixed.gz"),
    )
    assert "house ||| casa ||| 0.85 0.85 0.85 0.85 ||| 0-0 ||| " in lines(tmp_path / "mixed.gz")


def test_a_lexicon_of_the_other_direction_is_turned(folder: Path, tmp_path: Path):
    (tmp_path / "lexicon.tsv").write_text("# lexicon es en\ncasa\tHouse\t0.4\n")
    words = "phrases", "lexicon", tmp_path / "lexicon.tsv", "--prepared", folder / "prepared"
    done = polytrawl(*words, "--out", tmp_path / "lexicon.gz")
    assert lines(tmp_path / "lexicon.gz") == ["house ||| casa ||| 0.4 0.4 0.4 0.4 ||| 0-0 ||| "]
    assert "lexicon.tsv is es-en: its entries are turned" in done.stderr
    done = polytrawl(*words, "--langs", "es,en", "--out", tmp_path / "lexicon.gz")
    assert lines(tmp_path / "lexicon.gz") == ["casa ||| house ||| 0.4 0.4 0.4 0.4 ||| 0-0 ||| "]
    assert "turned" not in done.stderr
    (tmp_path / "lexicon.tsv").write_text("# lexicon en gv\nHouse\tthie\t0.4\n")
    said = polytrawl(*words, "--out", tmp_path / "other.gz", code=2).stderr
    assert "lexicon.tsv: its first line says en gv, and en es is wanted; take another lexicon, or correct" in said
    assert not (tmp_path / "other.gz").exists()


def test_a_table_is_filtered_to_a_text(folder: Path, tmp_path: Path):
    (tmp_path / "text").write_text("the old door\n")
    done = polytrawl(
        *("phrases", "filter", folder / "table.gz", "--text", tmp_path / "text", "--best", 5, "--json"),
        *("--out", tmp_path / "small.gz"),
    )
    assert {line.partition(" ||| ")[0] for line in lines(tmp_path / "small.gz")} == {"old", "door"}
    assert json.loads(done.stdout)["dropped"]["not-in-text"] > 10


def test_a_faulty_table_is_told_line_by_line(tmp_path: Path):
    (tmp_path / "table").write_text("b ||| c ||| 1\na ||| b ||| 1\nc\n")
    done = polytrawl("phrases", "check", tmp_path / "table", code=1)
    assert [line.partition("table, ")[2] for line in done.stdout.splitlines()] == [
        "line 2: is not in order; sort the table with LC_ALL=C sort",
        "line 3: expected `source ||| target ||| scores`, found 1 column(s)",
    ]
    found = json.loads(polytrawl("phrases", "check", tmp_path / "table", "--json", code=1).stdout)
    assert [one["line"] for one in found] == [2, 3]


def test_a_system_is_given_to_moses(folder: Path, tmp_path: Path):
    text = 'source = "en"\ntarget = "es"\n[[tables]]\nname = "BL"\npath = "table.gz"\nweights = [0.2, 0.2, 0.2, 0.2]\n'
    (folder / "model.toml").write_text(text)
    said = polytrawl("phrases", "moses", folder, "--out", tmp_path / "moses").stdout
    assert f"table BL  {len(lines(folder / 'table.gz'))} pairs" in said
    assert "nothing is wrong" in polytrawl("phrases", "check", tmp_path / "moses").stdout


def test_a_run_is_prepared_beside_its_stages(demo: Run, tmp_path: Path):
    language = demo.config.run["languages"][0]
    run = shutil.copytree(demo.path, tmp_path / "run")
    made = json.loads(polytrawl("prepare", run, "--langs", language, "--json", "--max-words", 0).stdout)
    place = run / "prepare" / language
    annotations = list(read_annotations(place / "annotations.jsonl.zst"))
    assert len(annotations) == sum(made["counts"].values()) > 10
    documents = {document.id for document in demo.documents()}
    assert {one.id.rpartition(":")[0] for one in annotations} <= documents
    assert len((place / f"{language}.txt").read_text().splitlines()) == made["counts"][""]


def test_that_of_a_table_one_column_is_taken_is_said(tmp_path: Path):
    (tmp_path / "x.tsv").write_text("en\tgv\nThe house.\tYn thie.\n")
    said = polytrawl("prepare", tmp_path / "x.tsv", "--langs", "gv", "--out", tmp_path / "out").stderr
    assert "x.tsv: a table, of which the texts in gv are taken" in said
    assert (tmp_path / "out" / "gv.txt").read_text() == "Yn thie .\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("prepare", "FOLDER/pairs.tsv", "--langs", "en,es"), "say where the prepared text should go: --out DIR"),
        (("prepare", "FOLDER/pairs.tsv", "--langs", "a,b,c", "--out", "x"), "expected one language, or two"),
        (("prepare", "FOLDER/no.tsv", "--langs", "en,es", "--out", "OUT"), "no.tsv: expected a run directory"),
        (("prepare", "FOLDER/pairs.tsv", "--langs", "en", "--out", "OUT"), "this is a table of 2 columns, and none"),
        (("phrases", "extract", "FOLDER/pairs.tsv", "--out", "OUT"), "or two text files"),
        (("phrases", "extract", "FOLDER/empty", "FOLDER/empty", "--out", "OUT"), "there are no sentence pairs"),
        (("phrases", "extract", "FOLDER/links", "FOLDER/empty", "--out", "OUT"), "empty: ends after line 0"),
        (("phrases", "extract", "FOLDER", "--out", "OUT"), "was it made by `polytrawl prepare`"),
        (("phrases", "mix", "FOLDER/table.gz", "--weights", "a", "--out", "OUT"), "expected numbers with commas"),
        (("phrases", "filter", "FOLDER/table.gz", "--text", "FOLDER/empty", "--out", "OUT"), "no pairs are left"),
        (("phrases", "filter", "FOLDER/none.gz", "--out", "OUT"), "there is no such file"),
        (("phrases", "moses", "FOLDER/prepared", "--out", "OUT"), "a model is a folder with model.toml"),
    ],
)
def test_what_is_wrong_is_said_in_words(folder: Path, tmp_path: Path, words: tuple[str, ...], said: str):
    (folder / "empty").write_text("")
    filled = [word.replace("FOLDER", str(folder)).replace("OUT", str(tmp_path / "out")) for word in words]
    assert said in polytrawl(*filled, code=2).stderr
    assert not (tmp_path / "out").is_file()
