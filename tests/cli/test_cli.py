"""The command line as a user meets it: real processes, exit codes, and no traceback whatever is typed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from polytrawl.cli.output import file_lines
from polytrawl.cli.scaffold import kinds as scaffolded
from polytrawl.plugin import kinds
from polytrawl.run import Run


def polytrawl(*words: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "polytrawl", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, timeout=120, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def test_init_writes_a_config_that_runs_as_it_is_and_asks_nothing(tmp_path: Path):
    done = polytrawl("init", tmp_path / "run")
    assert done.returncode == 0
    text = (tmp_path / "run" / "run.toml").read_text()
    assert "[crawl]" in text
    assert "#max_pages = 0" in text
    again = polytrawl("init", tmp_path / "run")
    assert again.returncode == 2
    assert "is there already" in again.stderr


def test_every_default_in_the_template_can_be_switched_on(tmp_path: Path):
    from polytrawl import config

    polytrawl("init", tmp_path)
    lines = (tmp_path / "run.toml").read_text().splitlines()
    switched = [
        line.removeprefix("#") if line[1:2] != " " and not line.endswith('= "FILE"') else line for line in lines
    ]
    (tmp_path / "run.toml").write_text("\n".join(switched))
    assert config.load(tmp_path / "run.toml").languages == ("en", "de")


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("run", "nowhere"), 1, "there is no run here"),
        (("status", "nowhere"), 1, "there is no run here"),
        (("explain", "nowhere", "http://a.test/"), 1, "there is no run here"),
        (("report", "nowhere"), 1, "there is no run here"),
        (("run", "nowhere/run.toml"), 2, "no such file"),
        (("get", "http://a.test/", "--langs", "English"), 2, "english is no language; write codes"),
        (("get", "a b", "--langs", "en"), 2, "not a web address"),
        (("get", "..", "--langs", "en"), 2, "not a web address"),
        (("get", "http://a.test/", "--langs", "en", "--set", "crawl.max_page=1"), 2, "did you mean 'max_pages'?"),
        (("get", "http://a.test/", "--langs", "en", "--strategy", "fastest"), 2, "there is no scorer called 'fastest'"),
        (("get", "http://a.test/", "--langs", "en", "--topic", "none.tsv", "--contact", "me@a.test"), 2, "none.tsv"),
        (("get", "http://a.test/", "--langs", "en"), 2, "contact"),
        (("new", "scoer", "x"), 2, "did you mean 'scorer'?"),
        (("new", "scorer", "My Scorer"), 2, "cannot be a plug-in's name"),
        (("fly",), 2, "No such command"),
    ],
)
def test_wrong_words_are_answered_with_the_right_ones(tmp_path: Path, words: tuple[str, ...], code: int, message: str):
    done = polytrawl(*words, cwd=tmp_path)
    assert (done.returncode, message in done.stderr) == (code, True), done.stderr
    assert not (tmp_path / "nowhere").exists()


def test_stages_the_wrong_way_round_and_unknown_ones_are_refused(demo: Run):
    assert "clean comes" not in polytrawl("run", demo.path, "--from", "crawl").stderr
    wrong = polytrawl("run", demo.path, "--from", "pair", "--to", "clean")
    assert (wrong.returncode, "pair comes after clean" in wrong.stderr) == (2, True)
    unknown = polytrawl("run", demo.path, "--to", "algin")
    assert (unknown.returncode, "did you mean 'align'?" in unknown.stderr) == (2, True)


def test_status_funnel_report_and_plugins_speak_to_people_and_machines(demo: Run):
    status = polytrawl("status", demo.path).stdout
    assert "export    complete" in status
    assert re.search(r"^crawl     [1-9]\d* pages, [\d.]+ a second", status, re.MULTILINE)
    assert re.search(r"^queue     0$", status, re.MULTILINE)
    assert json.loads(polytrawl("status", demo.path, "--json").stdout)["crawl"]["pages"] > 0
    assert polytrawl("report", demo.path).stdout.strip().endswith("report.html")
    rows = json.loads(polytrawl("status", demo.path, "--json").stdout)["stages"]
    assert [row["state"] for row in rows] == ["complete"] * 9
    crawl = json.loads(polytrawl("status", demo.path, "--json").stdout)["crawl"]
    [on_topic] = [row["counts"][""] for row in rows if row["stage"] == "topic"]
    assert round(crawl["harvest"] * crawl["pages"]) == on_topic
    assert re.search(r"^harvest   \d+% of the pages .*; AvP, their mean relevance, is 0\.\d{3}$", status, re.MULTILINE)
    assert re.search(r"^words     \d+ new ones in a wanted language and on topic$", status, re.MULTILINE)
    assert re.search(r"^ended     nothing is left that may be fetched$", status, re.MULTILINE)
    steps = json.loads(polytrawl("funnel", demo.path, "--json").stdout)
    assert all(step["came"] == step["kept"] + sum(step["reasons"].values()) for step in steps)
    assert "off-topic" in polytrawl("funnel", demo.path).stdout
    summary = json.loads(polytrawl("report", demo.path, "--json").stdout)
    assert len(summary["samples"]) == sum(min(20, number) for number in summary["units"].values())
    last = summary["harvest"][-1]
    assert [last["rate"], last["precision"]] == [crawl["harvest"], crawl["avp"]]
    assert crawl["lately"]["pages"] == 0  # pages that were promised are looked for apart, and there was none
    listed = json.loads(polytrawl("plugins", "--json").stdout)
    assert {entry["kind"] for entry in listed} == set(kinds())
    assert "breadth-first" in polytrawl("plugins").stdout


def test_every_kind_of_plugin_can_be_begun_and_its_test_passes(tmp_path: Path):
    assert set(scaffolded()) == set(kinds()) - {"stage"}
    for kind in scaffolded():
        done = polytrawl("new", kind, f"my-{kind}", cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."]
    done = subprocess.run(tests, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert f"{len(scaffolded())} passed" in done.stdout, done.stdout
    again = polytrawl("new", "scorer", "my-scorer", cwd=tmp_path)
    assert (again.returncode, "is there already" in again.stderr) == (2, True)


def test_the_version_can_be_asked_for():
    assert polytrawl("--version").stdout.startswith("polytrawl 0.")


def test_a_folder_with_a_file_per_document_is_told_in_one_line():
    sizes = {f"xml/de/d-{number}.xml": 100 for number in range(1000)} | {"text/de.txt": 2000, "units.tsv": 10}
    assert sorted(file_lines(sizes)) == ["text/de.txt  2.0 kB", "units.tsv  0.0 kB", "xml/de/  1,000 files, 100.0 kB"]


def test_pairs_are_evaluated_and_judged(demo: Run, tmp_path: Path):
    shutil.copytree(demo.path, tmp_path / "run")
    pair = min(demo.pairs(), key=lambda one: one.id)
    (tmp_path / "gold.tsv").write_text(f"{pair.right.url}\t{pair.left.url}\n")
    done = polytrawl("evaluate", "pairs", tmp_path / "run", "--gold", tmp_path / "gold.tsv", "--json")
    told = json.loads(done.stdout)
    assert (told["overall"]["right"], told["overall"]["gold"]) == (1, 1)
    assert all(Path(file).exists() for file in told["files"])
    words = polytrawl("evaluate", "pairs", tmp_path / "run", "--gold", tmp_path / "gold.tsv").stdout
    assert "precision" in words
    assert "calibration" in words


def test_a_sample_is_drawn_judged_and_counted(demo: Run, tmp_path: Path):
    shutil.copytree(demo.path, tmp_path / "run")
    done = polytrawl("evaluate", "sample", "pairs", tmp_path / "run", "--size", 6, "--seed", 3)
    assert f"6 of {sum(1 for _ in demo.pairs())} pairs drawn, with seed 3" in done.stdout
    table = tmp_path / "run" / "evaluate" / "sample-pairs.tsv"
    origin, head, *rows = table.read_text().splitlines()
    table.write_text("\n".join([origin, head, *(row + "parallel" for row in rows)]))
    done = polytrawl("evaluate", "judged", table)
    assert "run: pairs, exported; 6 of 6 judged (seed 3)" in done.stdout
    assert re.search(r"^all +\d+ +6 +6 +0 +0 +100\.0% \(\d\d\.\d to 100\.0\) +\d+ to \d+", done.stdout, re.MULTILINE)
    told = json.loads(polytrawl("evaluate", "judged", table, "--json").stdout)
    assert told[0]["tables"][0]["rows"][0]["counts"] == {"parallel": 6, "comparable": 0, "no": 0}
    again = polytrawl("evaluate", "sample", "pairs", tmp_path / "run")
    assert again.returncode == 2
    assert "has judgements" in again.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("sample", "units", "--out", "x.pdf"), "ends in .html or .tsv"),
        (("sample", "units", "--out", "none/x.tsv"), "there is no such folder"),
        (("sample", "units", "--confidence", "100"), "less than or equal to 99.99"),
        (("sample", "units", "--interval", "0"), "greater than or equal to 0.1"),
    ],
)
def test_what_cannot_be_drawn_is_told(demo: Run, words: tuple[str, ...], said: str):
    done = polytrawl("evaluate", *words, demo.path)
    assert done.returncode == 2
    assert said in done.stderr
