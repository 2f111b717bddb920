"""The commands `topic` and `resources`, as a user meets them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from polytrawl.demo import DemoWeb
from polytrawl.records import Document
from polytrawl.run import Run
from polytrawl.rundir import RunDir


def polytrawl(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "polytrawl", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def test_check_tells_what_is_understood(tmp_path: Path) -> None:
    lines = ["100:worker=people>en", "50:workers=people>en", "70\tnoise\t\ten", "heavy:load>en", "50:turno", "9:x>zz"]
    (tmp_path / "topic.txt").write_text("\n".join(lines), encoding="utf-8")
    done = polytrawl("topic", "check", tmp_path / "topic.txt")
    assert done.returncode == 1
    assert "en: 3 terms, stemmed" in done.stdout
    assert "one term: worker, workers (weight 100)" in done.stdout
    assert "zz: 1 terms, no stemmer" in done.stdout
    assert "line 4: the weight 'heavy' is not a number above 0" in done.stdout
    assert "line 5: 'turno' has no language" in done.stdout


def test_check_says_the_same_to_machines(demo_web: DemoWeb) -> None:
    done = polytrawl("topic", "check", demo_web.topic_file, "--json")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert set(found["languages"]) == {"de", "en", "it", "pt"}
    assert found["problems"] == []
    assert ["infortunio", "infortuni", "infortunato"] in [one["terms"] for one in found["languages"]["it"]["together"]]


def test_check_of_a_missing_file_is_told(tmp_path: Path) -> None:
    done = polytrawl("topic", "check", tmp_path / "none.tsv")
    assert done.returncode == 2
    assert "cannot be read" in done.stderr


def test_the_stage_still_runs_by_its_name(demo: Run, tmp_path: Path) -> None:
    shutil.copytree(demo.path, tmp_path / "run")
    done = polytrawl("topic", tmp_path / "run", "--set", "topic.classifier.min_terms=30")
    assert done.returncode == 0, done.stderr
    assert "off-topic" in done.stdout + done.stderr
    assert polytrawl("topic", "--set", "topic.classifier.min_terms=30", tmp_path / "run").returncode == 0


def test_a_round_of_judging_teaches_the_classifier(demo: Run, demo_web: DemoWeb, tmp_path: Path) -> None:
    run = tmp_path / "run"
    shutil.copytree(demo.path, run)
    done = polytrawl("evaluate", "sample", "examples", run, "--size", 30, "--json")
    assert done.returncode == 0, done.stderr
    table = Path(json.loads(done.stdout)["files"][0])
    truth = {page.url(one): page.on_topic for page in demo_web.pages.values() for one in page.addresses}
    head, *lines = table.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 30
    url = head.split("\t").index("url")
    said = [line + ("yes" if truth.get(line.split("\t")[url], True) else "no") for line in lines]
    table.write_text("\n".join((head, *said)), encoding="utf-8")
    sets = ("--set", f"topic.examples={table}", "--set", "topic.classifier=learned")
    again = polytrawl("topic", run, *sets)
    assert again.returncode == 0, again.stderr
    found = {one.id: one for one in RunDir.open(run).records("topic") if isinstance(one, Document)}
    for line in said:
        assert ("off-topic" in found[line.split("\t")[0]].reasons) == line.endswith("no"), line
    wanted = [one for one in found.values() if one.relevance and truth.get(one.url) and one.id not in "".join(said)]
    assert len(wanted) > 20
    assert sum(not one.reasons for one in wanted) > 0.8 * len(wanted)
    table.unlink()  # the run remembers what it has learned from
    more = json.loads(polytrawl("evaluate", "sample", "examples", run, "--size", 5, "--json").stdout)
    assert (more["documents"], more["judged"]) == (5, 30)
    assert len([line for line in table.read_text(encoding="utf-8").splitlines() if line.endswith("\t")]) == 5


def test_resources_are_built_and_shown(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("new york is old\nnew york is loud\nthe new house\n", encoding="utf-8")
    out = tmp_path / "en.resource"
    done = polytrawl("resources", "build", "--corpus", tmp_path / "a.txt", "--lang", "en", "--out", out)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("3 documents, 11 words; sequences by length: 3 of 1, 2 of 2, 1 of 3")
    shown = polytrawl("resources", "show", out, "New York", "unheard")
    assert "new york" in shown.stdout
    assert "1.099" in shown.stdout  # log 3, of a word that is not there


def test_a_collection_that_is_not_there_is_told(tmp_path: Path) -> None:
    done = polytrawl("resources", "build", "--corpus", tmp_path / "none", "--lang", "en", "--out", tmp_path / "x")
    assert done.returncode == 2
    assert "no such file or folder" in done.stderr
    assert polytrawl("resources", "show", tmp_path / "x").returncode == 2
