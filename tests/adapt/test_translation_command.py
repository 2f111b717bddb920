"""`polytrawl evaluate translation`: from files to scores, tables and page, and what it says of bad input."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from polytrawl.cli import main
from polytrawl.cli.app import app

WORDS = [f"w{number}" for number in range(40)]


def noisy(lines: list[str], share: float, seed: int) -> list[str]:
    dice = random.Random(seed)
    return [" ".join(w if dice.random() > share else dice.choice(WORDS) for w in line.split()) for line in lines]


def write(path: Path, lines: list[str]) -> str:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


@pytest.fixture
def files(tmp_path: Path) -> dict[str, str]:
    dice = random.Random(5)
    truth = [" ".join(dice.choices(WORDS, k=dice.randint(5, 15))) for _ in range(100)]
    texts = {
        "one": truth, "two": noisy(truth, 0.1, 1), "BL": noisy(truth, 0.5, 2), "WP-LM": noisy(truth, 0.48, 3),
        "UC_GOOD-LM": noisy(truth, 0.2, 4), "UC_GOOD-PT": noisy(truth, 0.6, 5),
    }  # fmt: skip
    return {name: write(tmp_path / f"{name}.es", lines) for name, lines in texts.items()}


def refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """What the program says when it refuses."""
    monkeypatch.setattr("sys.argv", ["polytrawl", "evaluate", "translation", *words])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    return capsys.readouterr().err


def run(*words: str):
    return CliRunner().invoke(app, ["evaluate", "translation", *words])


def test_scores_tables_and_page(files: dict[str, str], tmp_path: Path):
    pytest.importorskip("sacrebleu", reason="pip install 'polytrawl[mt]'")
    references, systems = [files.pop("one"), files.pop("two")], list(files.values())
    out = tmp_path / "out"
    result = run("--references", *references, "--systems", *systems, "--out", str(out), "--json")
    found = json.loads(result.stdout)["contest"]
    assert (found["sentences"], found["references"], found["chunks"], found["baseline"]) == (100, 2, 25, "BL")
    against = found["systems"]["UC_GOOD-LM"]["BLEU"]["against"]["BL"]
    assert against["t_test"]["freedom"] == 49  # 25 chunks x 2 references
    rows = dict(line.split("\t", 1) for line in (out / "bleu.tsv").read_text().splitlines())
    assert rows["system"] == "good seeds LM\tgood seeds PT\taverage rank"
    assert "◇♠" in rows["UC"].split("\t")[0]
    page = (out / "translation.html").read_text()
    assert "nrefs:2|case:mixed" in page
    assert "◇♠" in page
    verdicts = {
        tuple(line.split("\t")[:3]): line.split("\t")[-1] for line in (out / "compared.tsv").read_text().split("\n")
    }
    assert verdicts["UC_GOOD-LM", "BL", "TER"] == "better"
    assert verdicts["UC_GOOD-PT", "BL", "chrF"] == "worse"


def test_equal_calls_give_equal_files(files: dict[str, str], tmp_path: Path):
    pytest.importorskip("sacrebleu", reason="pip install 'polytrawl[mt]'")
    made = []
    for name in ("a", "b"):
        out = tmp_path / name / "same"
        systems = f"X={files['BL']}", f"Y={files['two']}"
        assert run("--references", files["one"], "--systems", *systems, "--out", str(out)).exit_code == 0
        made.append({path.name: path.read_bytes() for path in out.iterdir()})
    assert made[0] == made[1]


def test_the_correlation_with_the_quality_of_crawls(files: dict[str, str], tmp_path: Path):
    pytest.importorskip("sacrebleu", reason="pip install 'polytrawl[mt]'")
    (tmp_path / "auc.tsv").write_text("A\t3\nB\t2\nC\t1\n")
    systems = [f"A-LM={files['two']}", f"B-LM={files['UC_GOOD-LM']}", f"C-LM={files['BL']}"]
    options = "--quality", str(tmp_path / "auc.tsv"), "--metrics", "chrf", "--out", str(tmp_path / "o")
    result = run("--references", files["one"], "--systems", *systems, *options)
    assert "LM    3       1.0000  0.3333" in result.stdout


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["one", "two"], "reference 1 has 100 lines, X has 2"),
        ([], "is empty; expected a sentence a line"),
        (["", " "], "is empty; expected a sentence a line"),
    ],
)
def test_texts_that_do_not_fit_are_told_in_words(files, tmp_path, monkeypatch, capsys, lines: list[str], told: str):
    path = write(tmp_path / "bad", lines)
    assert told in refused(monkeypatch, capsys, "--references", files["one"], "--systems", f"X={path}")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--systems", "=x"], "--systems =x: expected NAME=FILE"),
        (["--systems", "X=missing"], "missing: there is no such file"),
        (["--systems", "X={one}", "X={two}"], "X is"),
        (["--systems", "X={one}", "--baseline", "Z"], "baseline 'Z' is none of the systems; known: X"),
        (["--systems", "X={one}", "--metrics", ","], "--metrics: name at least one"),
        (["--systems", "X={latin}"], "is not UTF-8"),
    ],
)
def test_wrong_options_are_told_in_words(files, tmp_path, monkeypatch, capsys, words: list[str], told: str):
    (tmp_path / "latin").write_bytes(b"caf\xe9\n")
    given = [word.format(**files, latin=tmp_path / "latin") for word in words]
    assert told in refused(monkeypatch, capsys, "--references", files["one"], *given)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("A\t3\nB\tnan\nC\t1\n", "the quality of B is nan; expected a figure, larger for better crawls"),
        ("A\t3\nB\tinf\n", "the quality of B is inf; expected a figure"),
        ("name\tauc\n", "no crawl stands there; expected lines of a name, a tab and a figure"),
        ("X\t3\nY\t2\n", "X and Y are no crawls of the systems, which are of A, B_GOOD"),
    ],
)
def test_a_quality_of_crawls_that_ranks_nothing_is_told(files, tmp_path, monkeypatch, capsys, lines: str, told: str):
    (tmp_path / "auc.tsv").write_text(lines)
    systems = f"A-LM={files['two']}", f"B_GOOD-LM={files['UC_GOOD-LM']}", f"BL={files['BL']}"
    given = "--references", files["one"], "--systems", *systems, "--quality", str(tmp_path / "auc.tsv")
    assert told in refused(monkeypatch, capsys, *given)


def test_what_of_a_quality_of_crawls_is_not_used_is_said(files: dict[str, str], tmp_path: Path):
    pytest.importorskip("sacrebleu", reason="pip install 'polytrawl[mt]'")
    (tmp_path / "auc.tsv").write_text("A\t3\nB\t2\nX\t1\n")
    systems = f"A-LM={files['two']}", f"B-LM={files['UC_GOOD-LM']}"
    options = "--quality", str(tmp_path / "auc.tsv"), "--metrics", "chrf", "--out", str(tmp_path / "o")
    result = run("--references", files["one"], "--systems", *systems, *options)
    assert result.exit_code == 0, result.output
    assert "auc.tsv: X is no crawl of the systems and does not count" in result.stderr
    assert "auc.tsv: a correlation needs three crawls of one kind, so there is none" in result.stderr
