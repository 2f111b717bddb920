"""The commands `lm train`, `lm perplexity` and `lm mix`, as a user meets them."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lm_models import made_up, write
from polytrawl.run import Run


def lm(*words: object, code: int = 0) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "polytrawl", "lm", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    assert "fault in polytrawl" not in done.stderr, done.stderr
    assert done.returncode == code, done.stderr
    return done


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lm")
    write(folder / "one.txt", made_up(300, seed=1))
    (folder / "two.txt.gz").write_bytes(gzip.compress("\n".join(made_up(300, seed=2)).encode()))
    write(folder / "sample.txt", made_up(50, seed=3))
    lm("train", folder / "one.txt", "--out", folder / "one.arpa", "--engine", "builtin")
    lm("train", folder / "two.txt.gz", "--out", folder / "two.arpa.gz", "--order", 3, "--engine", "builtin")
    return folder


def test_train_tells_sizes_and_discounts(files: Path) -> None:
    said = lm("train", files / "one.txt", "--out", files / "x.arpa", "--engine", "builtin", "--order", 3).stdout
    tokens = sum(len(line.split()) for line in made_up(300, seed=1))
    assert f"300 sentences, {tokens:,} tokens" in said
    assert re.search(r"^3 +[\d,]+ +[\d,]+ +0\.\d{3} +\d\.\d{3} +\d\.\d{3}$", said, re.MULTILINE)
    assert "by builtin in" in said


def test_train_tells_that_a_text_is_too_small_for_discounts(tmp_path: Path) -> None:
    text = write(tmp_path / "small.txt", ["a b c", "<s> b"])
    done = lm("train", text, "--out", tmp_path / "small.arpa", "--engine", "builtin", "--json")
    assert json.loads(done.stdout)["counted"]["sentences"] == 2
    assert "5-grams: no n-gram has count 2 or 3, so discounts are 0.5, 1, 1.5: is the text small?" in done.stderr
    assert "the text has 1 words <s>, </s> or <unk>, which are left out or replaced" in done.stderr


def test_perplexity_of_a_model_and_for_machines(files: Path) -> None:
    said = lm("perplexity", files / "one.arpa", files / "sample.txt").stdout
    found = json.loads(lm("perplexity", files / "one.arpa", files / "sample.txt", "--json").stdout)
    assert f"perplexity          {found['perplexity']:.4f}" in said
    assert "sentences           50" in said
    assert found["tokens"] == sum(len(line.split()) for line in made_up(50, seed=3))
    assert 1 < found["without_unknown"] <= found["perplexity"] < 400
    own = json.loads(lm("perplexity", files / "one.arpa", files / "one.txt", "--json").stdout)
    assert own["perplexity"] < found["perplexity"]
    assert own["unknown"] == 0


def test_mix_beats_each_and_its_file_is_a_model(files: Path) -> None:
    models = (files / "one.arpa", files / "two.arpa.gz")
    found = json.loads(lm("mix", *models, "--tune", files / "sample.txt", "--out", files / "mix.json", "--json").stdout)
    assert sum(found["weights"]) == pytest.approx(1)
    assert found["mixed"] < min(found["alone"])
    again = json.loads(lm("perplexity", files / "mix.json", files / "sample.txt", "--json").stdout)
    assert again["perplexity"] == pytest.approx(found["mixed"], rel=1e-6)
    alone = lm("perplexity", models[0], files / "sample.txt", "--beside", models[1], "--json").stdout
    assert json.loads(alone)["perplexity"] == pytest.approx(found["alone"][0], rel=1e-6)
    said = lm("mix", *models, "--tune", files / "sample.txt", "--out", files / "mix.json").stdout
    assert re.search(rf"one\.arpa +{found['weights'][0]:.4f} +{found['alone'][0]:.2f}", said)


def test_a_run_directory_is_read_in_one_language(demo: Run, tmp_path: Path) -> None:
    run = tmp_path / "run"
    shutil.copytree(demo.path, run)
    shutil.rmtree(run / "export" / "sentences", ignore_errors=True)
    out = tmp_path / "de.arpa"
    chosen = ("--lang", "de", "--tokenise", "--engine", "builtin", "--json")
    counted = json.loads(lm("train", run, "--out", out, *chosen).stdout)["counted"]
    assert counted["sentences"] > 50
    assert "\tund\t" in out.read_text(encoding="utf-8")
    (run / "export" / "sentences").mkdir()
    write(run / "export" / "sentences" / "de.txt", ["Eins .", "", "Zwei ."])
    again = lm("train", run, "--out", out, *chosen)
    assert json.loads(again.stdout)["counted"]["sentences"] == 2
    assert "export/sentences/de.txt" in again.stderr
    assert "say which language" in lm("train", run, "--out", out, code=2).stderr
    assert "no sentences with words" in lm("train", run, "--out", out, "--lang", "fi", code=2).stderr


def test_what_is_wrong_is_told(files: Path, tmp_path: Path) -> None:
    out = ("--out", tmp_path / "a.arpa")
    empty = write(tmp_path / "empty.txt", [])
    assert "there are no sentences with words" in lm("train", empty, *out, code=2).stderr
    assert "no such file" in lm("train", tmp_path / "none.txt", *out, code=2).stderr
    assert "thresholds for 3 orders" in lm("train", empty, *out, "--order", 2, "--prune", "0,0,1", code=2).stderr
    assert "no ARPA file" in lm("perplexity", files / "one.txt", files / "sample.txt", code=2).stderr
    assert "no such model" in lm("perplexity", tmp_path / "none.arpa", files / "sample.txt", code=2).stderr
    assert "must end with .json" in lm("mix", files / "one.arpa", "--tune", empty, *out, code=2).stderr
    two = files / "one.arpa", files / "two.arpa.gz"
    assert "nothing to tune" in lm("mix", *two, "--tune", empty, "--out", tmp_path / "mix.json", code=2).stderr
    one = lm("mix", two[0], "--tune", files / "sample.txt", "--out", tmp_path / "mix.json", code=2)
    assert "one model is no mixture; name two or more" in one.stderr
    same = lm("mix", two[0], two[0], "--tune", files / "sample.txt", "--out", tmp_path / "mix.json", code=2)
    assert "one.arpa is named twice; name two or more models, each once" in same.stderr
    assert not (tmp_path / "mix.json").exists()
    assert not list(tmp_path.glob("*.arpa"))


def test_that_kenlm_is_missing_is_said_once_as_all_else_is(files: Path, tmp_path: Path) -> None:
    hidden = (
        "import importlib.util, sys; find = importlib.util.find_spec; "
        "importlib.util.find_spec = lambda name, *more: None if name == 'kenlm' else find(name, *more); "
        "sys.argv[0] = 'polytrawl'; from polytrawl.cli import main; main()"
    )
    models = files / "one.arpa", files / "two.arpa.gz"
    words = "lm", "mix", *models, "--tune", files / "sample.txt", "--out", tmp_path / "mix.json"
    command = [sys.executable, "-c", hidden, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    [told] = done.stderr.splitlines()
    assert told.startswith("polytrawl: kenlm is missing, so the built-in reader scores")


def test_what_nobody_listens_to_is_told_as_all_else() -> None:
    code = (
        "import logging, sys; sys.argv = ['polytrawl', '--version']; from polytrawl.cli import app, main\n"
        "try: main()\nexcept SystemExit: pass\n"
        "logging.getLogger('polytrawl.adapt').warning('a word')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr == "polytrawl: a word\n"
