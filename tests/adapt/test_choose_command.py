"""`polytrawl evaluate choose`: files in, test set and receipt out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from polytrawl.cli.app import app
from polytrawl.errors import ConfigError


def run(*words: str):
    return CliRunner().invoke(app, ["evaluate", "choose", *words])


@pytest.fixture
def held_out(tmp_path: Path) -> str:
    path = tmp_path / "held-out.tsv"
    rows = [
        "a\tThe slur is very long\tLa ligadura es larga",
        "a\tTie it",
        "",
        "b\tA crawled slur is here\tAquí hay una",
    ]
    rows.append("b\tBeams join these slurs too")
    path.write_text("\n".join(rows) + "\n")
    return str(path)


def test_a_test_set_with_its_receipt(held_out: str, tmp_path: Path):
    (tmp_path / "es.txt").write_text("aqui\nAquí hay una.\n")
    (tmp_path / "en.txt").write_text("the slur\n")
    (tmp_path / "terms").write_text("slur\n")
    out = tmp_path / "out"
    texts = f"UC-es={tmp_path}/es.txt", f"BL={tmp_path}/en.txt"
    result = run(held_out, "--corpora", *texts, "--lang", "en", "--terms", f"{tmp_path}/terms", "--out", str(out))
    assert result.exit_code == 0, result.output
    # A half of document b is in a text, so all of it is out.
    assert (out / "test.tsv").read_text() == "a\tThe slur is very long\tLa ligadura es larga\n"
    receipt = json.loads((out / "receipt.json").read_text())
    assert receipt["reasons"] == {"document-in-a-corpus": 2, "too-short": 1}
    assert receipt["corpora"]["UC-es"]["has_sentences"] == 1
    assert "1 of 4 sentences chosen, from 1 documents\n100 were wanted; give more candidates" in result.stdout
    assert "BL     1          0                  22.2%        22.2%" in result.stdout


def test_a_line_that_is_no_candidate_is_told(tmp_path: Path):
    (tmp_path / "bad.tsv").write_text("doc\tsentence\nno tab here\n")
    result = run(str(tmp_path / "bad.tsv"), "--out", str(tmp_path / "out"))
    assert isinstance(result.exception, ConfigError)
    assert "line 2: expected a document, a tab and a sentence" in str(result.exception)
    missing = run(str(tmp_path / "none.tsv"), "--out", str(tmp_path / "out"))
    assert "there is no such file" in str(missing.exception)


def test_two_texts_of_one_name_are_told(held_out: str, tmp_path: Path):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("The slur is very long\n")
    texts = "--corpora", f"BL={tmp_path}/a.txt", "--corpora", f"BL={tmp_path}/b.txt"
    result = run(held_out, *texts, "--out", str(tmp_path / "out"))
    assert isinstance(result.exception, ConfigError)
    assert f"BL is {tmp_path}/a.txt already; give each text a name of its own" in str(result.exception)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_where_nothing_is_chosen_no_empty_test_set_is_written(held_out: str, tmp_path: Path, options: tuple[str, ...]):
    out = tmp_path / "out"
    result = run(held_out, "--fewest-words", "50", "--most-words", "60", "--out", str(out), *options)
    assert result.exit_code == 1
    assert not out.exists()
    assert "no sentence is chosen, so nothing is written; give more candidates, or allow other lengths" in result.stderr
    if options:
        assert json.loads(result.stdout)["reasons"] == {"too-short": 4}
    else:
        assert "too-short  4" in result.stdout
