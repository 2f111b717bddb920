"""`polytrawl align` on two files and `polytrawl evaluate align`, as a user meets them: real processes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

GERMAN = "Prüfen Sie die Leiter.\nLehnen Sie sie nie an eine Tür.\n\nSteigen Sie langsam.\n"
ITALIAN = "Controllate la scala.\nNon appoggiatela mai a una porta.\nSalite lentamente.\n"


def polytrawl(*words: object, cwd: Path, given: bytes | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "polytrawl", *map(str, words)]
    done = subprocess.run(command, capture_output=True, input=given, cwd=cwd, timeout=120, check=False)
    text = subprocess.CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in text.stderr, text.stderr
    assert "a fault in polytrawl" not in text.stderr, text.stderr
    return text


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text(GERMAN, encoding="utf-8")
    (tmp_path / "b.txt").write_text(ITALIAN, encoding="utf-8")
    (tmp_path / "gold").write_text("[0]:[0]\n[1]:[1]\n[3]:[2]\n")
    return tmp_path


def align(folder: Path, *words: object, left: str = "a.txt", right: str = "b.txt") -> subprocess.CompletedProcess[str]:
    given = ["--left", left, "--right", right, "--langs", "de,it", *words]
    return polytrawl("align", *given, cwd=folder)


def test_two_files_are_aligned_and_a_summary_is_told(folder: Path) -> None:
    done = align(folder, "--sentences", "--format", "vec")
    assert done.returncode == 0
    assert [line.rpartition(":")[0] for line in done.stdout.splitlines()] == ["[0]:[0]", "[1]:[1]", "[3]:[2]"]
    assert "sentences    3 de, 3 it" in done.stderr
    assert "beads        3 1-1" in done.stderr
    assert "not aligned  0 de, 0 it" in done.stderr
    assert "Prüfen Sie die Leiter.  |  Controllate la scala." in done.stderr
    assert "next: " in done.stderr


def test_raw_texts_are_cut_into_sentences(folder: Path) -> None:
    (folder / "raw.de").write_text("Prüfen Sie die Leiter. Steigen Sie langsam.\n", encoding="utf-8")
    (folder / "raw.it").write_text("Controllate la scala. Salite lentamente.\n", encoding="utf-8")
    lines = align(folder, left="raw.de", right="raw.it").stdout.splitlines()
    assert [line.split("\t")[:2] for line in lines[1:]] == [
        ["Prüfen Sie die Leiter.", "Controllate la scala."],
        ["Steigen Sie langsam.", "Salite lentamente."],
    ]


def test_results_go_to_a_file_in_every_format(folder: Path) -> None:
    for form in ("vec", "ladder", "tsv", "tmx"):
        done = align(folder, "--sentences", "--format", form, "--out", f"out/result.{form}")
        assert (done.returncode, done.stdout) == (0, "")
        assert f"next: look at out/result.{form}" in done.stderr
        if form != "tmx":
            judged = polytrawl(
                "evaluate", "align", "--gold", "gold", "--test", f"out/result.{form}", "--json", cwd=folder
            )
            assert json.loads(judged.stdout)["strict"]["recall"] == 1
    assert len(list(ET.parse(folder / "out/result.tmx").iter("tu"))) == 3


def test_aligners_and_their_options_can_be_chosen(folder: Path) -> None:
    (folder / "same.txt").write_text(GERMAN, encoding="utf-8")
    done = align(folder, "--sentences", "--aligner", "mt", "--set", "align.aligner.command=cat", right="same.txt")
    assert [line.split("\t")[2] for line in done.stdout.splitlines()[1:]] == ["1.0000"] * 3


@pytest.mark.parametrize(
    ("left", "right", "says"),
    [
        (b"", b"Solo qui.\n", "next: nothing was aligned"),
        (b"", b"", "next: nothing was aligned"),
        (b"Gleich.\nAuch.\n", b"Gleich.\nAuch.\n", "2 1-1"),
        (b"Ein Satz.\n", b"Una frase.\n" * 5000, "sentences    1 de, 5000 it"),
        (b"\x89PNG\r\n\x1a\n\x00\x01", b"Solo qui.\n", "left: is no text: it has zero bytes"),
        (b"Gr\xfc\xdfe.\n", b"Saluti.\n", "left: line 1 is not UTF-8"),
        ("Zwei.\n".encode("utf-16"), b"Due.\n", "1 1-1"),
        ("A\x01 \ufffe & <b>.\n".encode(), b"B.\n", "1 1-1"),
    ],
    ids=["left-empty", "both-empty", "same", "one-to-many", "binary", "latin-1", "utf-16", "illegal"],
)
def test_odd_files_give_valid_output_or_a_reason(tmp_path: Path, left: bytes, right: bytes, says: str) -> None:
    (tmp_path / "left").write_bytes(left)
    (tmp_path / "right").write_bytes(right)
    done = align(tmp_path, "--sentences", "--format", "tmx", left="left", right="right")
    assert says in done.stderr
    if done.returncode == 0:
        ET.fromstring(done.stdout.encode())
    else:
        assert done.returncode == 1
        assert done.stdout == ""


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--left", "a.txt", "--right", "nowhere.txt", "--langs", "de,it"], "nowhere.txt: No such file or directory"),
        (["--left", "a.txt", "--right", ".", "--langs", "de,it"], ".: Is a directory"),
        (["--left", "a.txt"], "give a run directory, or two files"),
        ([], "give a run directory, or two files"),
        (["run", "--left", "a.txt"], "and not both"),
        (["--left", "a.txt", "--right", "b.txt", "--langs", "de"], "--langs de: name the languages of both files"),
        (["--left", "a.txt", "--right", "b.txt", "--langs", "de,it", "--format", "vek"], "did you mean 'vec'"),
        (["--left", "a.txt", "--right", "b.txt", "--langs", "de,it", "--aligner", "lenght"], "did you mean 'length'"),
        (
            ["--left", "a.txt", "--right", "b.txt", "--langs", "de,it", "--aligner", "length", "--dictionary", "d.tsv"],
            "'length' uses no dictionary",
        ),
        (["--left", "a.txt", "--right", "b.txt", "--langs", "de,it", "--set", "crawl.x=1"], "begin with align.aligner"),
        (
            ["--left", "a.txt", "--right", "b.txt", "--langs", "de,it", "--aligner", "mt"],
            'command = "apertium eng-spa"',
        ),
    ],
)
def test_mistakes_are_answered(folder: Path, words: list[str], says: str) -> None:
    done = polytrawl("align", *words, cwd=folder)
    assert done.returncode in (1, 2)
    assert says in done.stderr
    assert done.stdout == ""


def test_several_files_are_judged_together(folder: Path) -> None:
    (folder / "found").write_text("[0]:[0]\n[1]:[1, 2]\n[3]:[]\n")
    done = polytrawl("evaluate", "align", "--gold", "gold", "gold", "--test", "gold", "found", "--json", cwd=folder)
    scores = json.loads(done.stdout)
    assert (scores["texts"], scores["gold_beads"], scores["test_beads"]) == (2, 6, 6)
    assert scores["strict"] == {"precision": 4 / 6, "recall": 4 / 6, "f1": pytest.approx(4 / 6)}
    assert scores["lax"]["precision"] == 5 / 6


def test_an_aligner_is_judged_in_one_go(folder: Path) -> None:
    words = ["--gold", "gold", "--left", "a.txt", "--right", "b.txt", "--langs", "de,it", "--aligner", "length"]
    done = polytrawl("evaluate", "align", *words, cwd=folder)
    assert done.stdout.splitlines()[1].split() == ["strict", "1.0000", "1.0000", "1.0000"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--gold", "gold"], "give --test FILE, or --left FILE --right FILE"),
        (["--gold", "gold", "--test", "gold", "gold"], "1 files of --gold, 2 of --test"),
        (["--gold", "nowhere", "--test", "gold"], "nowhere: cannot be read"),
        (["--gold", "gold", "--test", "a.txt"], "line 1: expected two numbers"),
        (["--gold", "gold", "--test", "gold", "--format", "vex"], "did you mean 'vec'"),
    ],
)
def test_mistakes_of_judging_are_answered(folder: Path, words: list[str], says: str) -> None:
    done = polytrawl("evaluate", "align", *words, cwd=folder)
    assert done.returncode == 2
    assert says in done.stderr
