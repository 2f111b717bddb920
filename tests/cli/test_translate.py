"""The commands `translate` and `tune`: what they print, and what they say about bad input."""

from __future__ import annotations

import gzip
import random
import subprocess
import sys

import pytest

from polytrawl.cli import main
from polytrawl.translate.model import read_model
from translate_models import make_model, needs_numba, write_table

pytestmark = needs_numba


def run(capsys, *words):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "argv", ["polytrawl", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main()
    return ended.value.code or 0, *capsys.readouterr()


@pytest.fixture
def folder(tmp_path):
    make_model(tmp_path, 11, words=12)
    return tmp_path


@pytest.fixture
def sample(folder):
    """Sentences with the translations of the model, 500 words in one of them, and some lines without words."""
    from polytrawl.translate.builtin import Builtin

    dice = random.Random(5)
    lines = [" ".join(f"a{dice.randrange(12)}" for _ in range(dice.randint(4, 9))) for _ in range(30)]
    lines[3] = ""
    (folder / "source").write_text("".join(f"{line}\n" for line in lines))
    texts = list(Builtin(folder, jobs=1).translate(lines))
    (folder / "reference").write_text("".join(f"{text}\n" for text in texts))
    return lines, texts


def test_a_file_is_translated_line_by_line(folder, sample, capsys):
    code, out, err = run(capsys, "translate", folder, folder / "source", "--jobs", 2)
    assert (code, err) == (0, "")
    assert out.split("\n") == [*sample[1], ""]


def test_lists_of_translations_are_those_of_moses(folder, sample, capsys):
    _, out, _ = run(capsys, "translate", folder, folder / "source", "--nbest", 3, "--stack", 10)
    rows = [line.split(" ||| ") for line in out.splitlines()]
    assert {int(row[0]) for row in rows} == set(range(30))
    for number, text, features, score in rows:
        values = [float(value) for value in features.split()]
        weighted = sum(value * weight for value, weight in zip(values, read_model(folder).vector(), strict=True))
        assert weighted == pytest.approx(float(score), abs=1e-2), (number, text)


def test_who_writes_a_line_and_waits_gets_its_translation(folder, sample):
    words = [sys.executable, "-m", "polytrawl", "translate", str(folder), "--jobs", "1"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        for line, text in zip(sample[0][:5], sample[1][:5], strict=True):
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
            assert process.stdout.readline() == f"{text}\n"
        process.stdin.close()
        assert process.stdout.read() == ""
        assert process.wait() == 0


def test_tuning_writes_weights_that_are_better(folder, sample, capsys):
    wrong = read_model(folder).with_vector([0.05, 0.3, 0.1, 0.1, 0.1, 0.3, 0.2, 0.05, 0.7])
    from polytrawl.translate.model import write_model

    write_model(wrong, folder)
    words = ("--source", folder / "source", "--reference", folder / "reference", "--rounds", 2, "--nbest", 20)
    code, out, err = run(capsys, "tune", folder, *words, "--out", folder / "tuned", "--jobs", 1)
    assert code == 0
    assert "BLEU of what is held out" in out
    assert "round 0: BLEU" in err
    tuned = read_model(folder / "tuned")
    assert tuned.vector() != wrong.vector()
    assert read_model(folder) == wrong
    assert (folder / "tuned" / tuned.tables[0].path).resolve() == folder / "t0.gz"


@pytest.mark.parametrize("words", [["--method", "mrt"], ["--reference", "short"]])
def test_tuning_with_what_cannot_be_used_is_told(folder, sample, capsys, words):
    (folder / "short").write_text("b1\n")
    given = [str(folder / word) if word == "short" else word for word in words]
    fixed = ["--source", folder / "source"] + ([] if "short" in words else ["--reference", folder / "reference"])
    code, _, err = run(capsys, "tune", folder, *fixed, *given)
    assert code != 0
    assert "did you mean 'mert'" in err or "has 1 lines" in err
    assert "Traceback" not in err


def spoil(folder, what):
    model = folder / "model.toml"
    text = model.read_text()
    if what == "no table":
        (folder / "t0.gz").unlink()
    elif what == "scores":
        write_table(folder / "t0.gz", {("a1", "b1"): (0.5, 0.5, 0.5)})
    elif what == "words":
        write_table(folder / "t0.gz", {("a1", "b1"): ("x", 0.5)})
    elif what == "below":
        write_table(folder / "t0.gz", {("a1", "b1"): (-0.5, 0.5)})
    elif what == "empty":
        write_table(folder / "t0.gz", {})
        write_table(folder / "t1.gz", {})
    elif what == "no pairs":
        (folder / "t0.gz").write_bytes(gzip.compress(b"this is a text\n"))
    elif what == "no arpa":
        (folder / "lm0.arpa").write_text("this is a text\n")
    else:
        model.write_text(text.replace("stack", "stak"))


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("no table", "there is no file"),
        ("scores", "a phrase pair has 3 scores, and the model has 2 weights"),
        ("words", "a score is no number"),
        ("below", "a score is below 0"),
        ("empty", "the phrase tables of the model are empty"),
        ("no pairs", "line 1: expected `source ||| target ||| scores`"),
        ("no arpa", "this is no ARPA file"),
        ("key", "stak"),
    ],
)
def test_what_is_wrong_with_a_model_is_told(folder, capsys, what, told):
    spoil(folder, what)
    code, out, err = run(capsys, "translate", folder, "/dev/null")
    assert code != 0
    assert out == ""
    assert told in err
    assert "Traceback" not in err


def test_files_and_folders_that_are_not_there_are_told(folder, capsys):
    assert "there is no such file" in run(capsys, "translate", folder, folder / "none")[2]
    assert "there is no such folder" in run(capsys, "translate", folder / "none", "/dev/null")[2]
    code, _, err = run(capsys, "translate", "cat", "/dev/null", "--engine", "command", "--nbest", 2)
    assert code != 0
    assert "gives one translation of each sentence" in err


def test_a_model_without_language_models_translates_and_says_so(tmp_path, capsys):
    make_model(tmp_path, 3, lms=0)
    (tmp_path / "in").write_bytes(b"a1 a2\n\n\xff\x00 a1\r\n")
    code, out, err = run(capsys, "translate", tmp_path, tmp_path / "in")
    assert code == 0
    assert len(out.splitlines()) == 3
    assert "no language model" in err
