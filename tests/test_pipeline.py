"""The whole way over the demo web: byte-identical whatever happens on the way, and nothing done twice."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from translate.storage import tmx

from polytrawl.crawl.live import read
from polytrawl.demo import DemoWeb, serve
from polytrawl.errors import ConfigError, RunBusy, StageError
from polytrawl.plugin import STAGES
from polytrawl.run import Run, new_run, open_run
from support import Quiet, exports

Make = Callable[..., Run]


def states(results) -> dict[str, str]:
    return {result.stage: result.state for result in results}


def start(run: Run) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "polytrawl", "run", str(run.path), "--json"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_the_tmx_files_open_and_hold_at_least_150_units_over_two_language_pairs(demo: Run):
    counts = {}
    for path in sorted((demo.path / "export").glob("*.tmx")):
        with path.open("rb") as file:
            counts[path.stem] = len(tmx.tmxfile.parsefile(file).units)
    assert sum(counts.values()) >= 150
    assert {"en-de", "en-it", "de-it"} <= set(counts)


def test_at_least_95_percent_of_a_fixed_sample_are_true_translations(demo: Run, demo_web: DemoWeb):
    units = sorted(demo.units(), key=lambda unit: unit.id)[:100]
    right = [
        demo_web.is_translation(
            unit.source, unit.target, source_language=unit.source_language, target_language=unit.target_language
        )
        for unit in units
    ]
    assert len(right) == 100
    assert sum(right) >= 95


def test_every_exported_page_pair_is_a_true_one(demo: Run, demo_web: DemoWeb):
    for pair in demo.pairs():
        languages = pair.left.language, pair.right.language
        assert (pair.left.url, pair.right.url) in demo_web.true_page_pairs(*languages)


def test_the_exported_files_of_the_contract_are_there(demo: Run):
    assert {"documents.jsonl.zst", "pairs.tsv", "units.tsv", "en-de.tmx", "text/en.txt"} <= set(exports(demo))


def test_exports_do_not_depend_on_the_number_of_workers(demo: Run, make_demo: Make, tmp_path: Path):
    assert exports(make_demo(tmp_path / "run", "workers=4")) == exports(demo)


@pytest.mark.ray
@pytest.mark.filterwarnings("ignore")  # Ray leaves sockets and processes to the end of the interpreter
def test_exports_are_the_same_on_ray(demo: Run, make_demo: Make, tmp_path: Path):
    pytest.importorskip("ray", reason="the extra `ray` is not installed")
    assert exports(make_demo(tmp_path / "run", "engine=ray", "workers=2")) == exports(demo)


@pytest.mark.slow
def test_twenty_kills_at_random_moments_change_nothing(
    demo: Run, demo_web: DemoWeb, demo_table: dict[str, Any], tmp_path: Path
):
    """A run that is killed again and again, and started again each time, ends with the bytes of an undisturbed one.

    The web answers slowly, so that one run lasts for most of the kills; should it be through before, another follows.
    """
    chance = random.Random(20)
    kills = runs = 0
    with serve(demo_web, delay_s=0.02) as server:
        while kills < 20:
            runs += 1
            crawl = {**demo_table["crawl"], "connect_to": server.address}
            run = new_run(tmp_path / f"run{runs}", {**demo_table, "crawl": crawl, "workers": 1 + runs % 2})
            while kills < 20 and not ended_before(start(run), chance.uniform(0.4, 2.0)):
                kills += 1
            assert ended_before(start(run), 120)
            assert exports(run) == exports(demo)
    assert runs <= 6


def ended_before(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Whether a process ends by itself in time; if not, it is killed."""
    with process:
        try:
            assert process.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            process.kill()
            return False
        return True


def test_a_second_run_skips_everything(make_demo: Make, tmp_path: Path):
    run = make_demo(tmp_path / "run")
    before = exports(run)
    assert set(states(run.go(Quiet())).values()) == {"fresh"}
    assert exports(run) == before


def test_a_changed_option_runs_again_what_depends_on_it_and_says_so(make_demo: Make, tmp_path: Path):
    run = make_demo(tmp_path / "run")
    progress = Quiet()
    changed = open_run(run.path, sets=['filter.rules=["too-short"]'])
    found = states(changed.go(progress))
    assert [stage for stage, state in found.items() if state == "made"] == ["filter", "export"]
    assert any(line.startswith("filter: runs again: rules ") for line in progress.said)


def test_a_saturated_crawl_stops_says_why_and_goes_on_when_it_is_told_to(make_demo: Make, demo: Run, tmp_path: Path):
    limits = ("crawl.saturation=100000", "crawl.saturation_pages=12", "crawl.connections=1", "pair.deep_pages=false")
    run = open_run(make_demo(tmp_path / "run", *limits, last="crawl").path)
    live = read(run.path / "crawl")
    assert live is not None
    assert live.pages == 12
    assert live.ended.startswith("the last 12 pages brought ")
    assert live.ended.endswith(" new words on the topic each, below crawl.saturation = 100000")
    stopped = Quiet()
    run.go(stopped, last="crawl")  # nothing has changed
    assert f"crawl: stopped: {live.ended}" in stopped.said
    going = Quiet()
    open_run(run.path, sets=["crawl.saturation=0", "pair.deep_pages=true"]).go(going)
    assert "crawl: goes on: saturation 100000.0 -> 0.0" in going.said
    assert exports(run) == exports(demo)


def test_a_threshold_of_the_export_computes_nothing_again(make_demo: Make, tmp_path: Path):
    run = make_demo(tmp_path / "run")
    found = states(open_run(run.path, sets=["export.min_score=0.5"]).go(Quiet()))
    assert [stage for stage, state in found.items() if state == "made"] == ["export"]


def test_another_profile_changes_the_export_and_computes_nothing_again(make_demo: Make, tmp_path: Path):
    run = make_demo(tmp_path / "run")
    before = exports(run)["units.tsv"]
    found = states(open_run(run.path, sets=["export.profile=all"]).go(Quiet()))
    assert [stage for stage, state in found.items() if state == "made"] == ["export"]
    assert exports(run)["units.tsv"].count(b"\n") > before.count(b"\n")
    rows = {row.profile: row for row in open_run(run.path).summary().profiles}
    assert rows["all"].is_exported
    assert rows["strict"].kept <= rows["balanced"].kept == before.count(b"\n") - 1
    assert rows["all"].kept == exports(run)["units.tsv"].count(b"\n") - 1


def test_a_changed_option_whose_result_is_the_same_stops_there(make_demo: Make, tmp_path: Path):
    run = make_demo(tmp_path / "run")
    found = states(open_run(run.path, sets=["language.min_chars=41"]).go(Quiet()))
    assert found["language"] == "made"
    assert found["clean"] == "fresh"


def test_a_stage_alone_wants_the_one_before_it(demo_table: dict[str, Any], tmp_path: Path):
    run = new_run(tmp_path / "run", demo_table)
    with pytest.raises(StageError, match="crawl: not finished"):
        run.go(Quiet(), first="clean", last="clean")


def test_a_damaged_shard_is_made_again(make_demo: Make, demo: Run, tmp_path: Path):
    run = make_demo(tmp_path / "run")
    [shard] = (run.path / "language").glob("part-*")
    shard.write_bytes(shard.read_bytes()[:-40])
    found = states(run.go(Quiet()))
    assert [stage for stage, state in found.items() if state == "made"] == ["language"]
    assert exports(run) == exports(demo)


def test_a_shard_that_is_damaged_below_the_first_stage_is_named(make_demo: Make, tmp_path: Path):
    run = make_demo(tmp_path / "run")
    [shard] = (run.path / "topic").glob("part-*")
    shard.write_bytes(shard.read_bytes()[:-40])
    (run.path / "pair" / "manifest.json").unlink()
    with pytest.raises(StageError, match="part-safe-work.test.*makes it again"):
        run.go(Quiet(), first="pair")


def test_two_processes_cannot_work_in_one_run(make_demo: Make, tmp_path: Path):
    run = make_demo(tmp_path / "run")
    with run.directory.lock(), pytest.raises(RunBusy, match="another polytrawl"):
        run.go(Quiet())


def test_ctrl_c_stops_cleanly_and_says_how_to_go_on(demo: Run, demo_table: dict[str, Any], tmp_path: Path):
    run = new_run(tmp_path / "run", {**demo_table, "crawl": {**demo_table["crawl"], "delay_s": 0.05}})
    process = start(run)
    frontier = run.path / "crawl" / "frontier.sqlite"
    deadline = time.monotonic() + 30
    while not frontier.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, talk = process.communicate(timeout=30)
    assert process.returncode == 1
    assert f"go on with: polytrawl run {run.path}" in talk.decode()
    assert b"Traceback" not in talk
    faster = open_run(run.path, sets=["crawl.delay_s=0"])
    faster.go(Quiet())
    assert exports(faster) == exports(demo)


def test_a_plugin_that_raises_on_some_pages_costs_only_those(make_demo: Make, demo: Run, tmp_path: Path):
    (tmp_path / "touchy.py").write_text(
        """
from dataclasses import dataclass
from polytrawl.filter.base import Filter

@dataclass(kw_only=True)
class Touchy(Filter, name="touchy"):
    def score(self, pair):
        return 1 / (len(pair.source) - 21)

    def accept(self, score):
        return True
"""
    )
    run = make_demo(tmp_path / "run", f'plugins=["{tmp_path}/touchy.py"]', 'filter.rules=["touchy"]')
    errors = run.directory.finished("filter").counts["error:ZeroDivisionError"]
    assert 0 < errors < 100
    assert (run.path / "filter" / "errors.jsonl").read_text().count("division by zero") >= errors


def test_a_kill_while_a_stage_is_made_again_leaves_nothing_that_looks_finished(make_demo: Make, tmp_path: Path):
    """A stage whose options have changed is unfinished on disk before the first of its shards is touched."""
    run = make_demo(tmp_path / "run")
    (tmp_path / "deadly.py").write_text(
        """
import os
from dataclasses import dataclass
from polytrawl.topic.base import Classifier

@dataclass(kw_only=True)
class Deadly(Classifier, name="deadly"):
    def classify(self, document):
        os._exit(9)
"""
    )
    code = (
        "from polytrawl.run import open_run; from support import Quiet; "
        f"open_run({str(run.path)!r}, sets=['plugins=[\"{tmp_path}/deadly.py\"]', 'topic.classifier=deadly'])"
        ".go(Quiet(), first='topic')"
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    assert subprocess.run([sys.executable, "-W", "ignore", "-c", code], env=environment, check=False).returncode == 9
    assert not run.directory.manifest("topic").complete
    with pytest.raises(StageError, match="topic: not finished"):
        run.go(Quiet(), first="pair", last="pair")


def test_a_stage_alone_refuses_input_that_is_older_than_its_own_input(make_demo: Make, tmp_path: Path):
    run = make_demo(tmp_path / "run")
    stricter = open_run(run.path, sets=["topic.classifier.min_terms=9"])
    stricter.go(Quiet(), first="topic", last="topic")
    with pytest.raises(StageError, match="is older than topic .* --from (dedup|pair)"):
        stricter.go(Quiet(), first="export")
    assert set(states(stricter.go(Quiet()))) == set(STAGES)


def test_running_again_does_not_make_errors_acceptable(make_demo: Make, tmp_path: Path):
    (tmp_path / "broken.py").write_text(
        """
from dataclasses import dataclass
from polytrawl.language.base import Identifier

@dataclass(kw_only=True)
class Broken(Identifier, name="broken"):
    def identify(self, text):
        raise ValueError("never")
"""
    )
    run = make_demo(tmp_path / "run", last="clean")
    broken = open_run(run.path, sets=[f'plugins=["{tmp_path}/broken.py"]', "language.identifier=broken"])
    for _ in range(2):
        with pytest.raises(StageError, match="raised on 81 of 8. records"):
            broken.go(Quiet(), last="language")


def test_a_score_that_is_no_number_costs_one_unit_and_not_the_shard(make_demo: Make, tmp_path: Path):
    (tmp_path / "nan.py").write_text(
        """
from dataclasses import dataclass
from polytrawl.filter.base import Filter

@dataclass(kw_only=True)
class NoNumber(Filter, name="no-number"):
    def score(self, pair):
        return float("nan") if len(pair.source) == 21 else 1.0

    def accept(self, score):
        return True
"""
    )
    run = make_demo(tmp_path / "run", f'plugins=["{tmp_path}/nan.py"]', 'filter.rules=["no-number"]')
    assert run.directory.finished("filter").counts["error:ValidationError"] > 0
    assert len(list(run.units())) > 500


def test_files_of_the_user_in_the_export_folder_stay(make_demo: Make, tmp_path: Path):
    run = make_demo(tmp_path / "run")
    (run.path / "export" / "my-notes.txt").write_text("mine")
    assert set(states(run.go(Quiet())).values()) == {"fresh"}
    open_run(run.path, sets=['export.exporters=["tsv"]']).go(Quiet())
    left = {path.name for path in (run.path / "export").iterdir()}
    described = {"README.md", "metadata.json", "metashare.xml", "sources.tsv", "terms.tsv"}
    assert left - described == {
        "my-notes.txt",
        "manifest.json",
        "pairs.tsv",
        "patterns.tsv",
        "units.tsv",
    }  # no empty folder
    assert described <= left


def test_readers_look_at_what_was_made_and_not_at_what_the_config_says_now(make_demo: Make, tmp_path: Path):
    run = make_demo(tmp_path / "run")
    open_run(run.path, sets=["export.min_score=0.9"]).go(Quiet())
    exported = len((run.path / "export" / "units.tsv").read_text().splitlines()) - 1
    assert sum(open_run(run.path).summary().units.values()) == exported


def test_a_run_file_written_by_hand_is_not_overwritten(demo_table: dict[str, Any], tmp_path: Path):
    run = new_run(tmp_path / "run", demo_table)
    new_run(tmp_path / "run", {**demo_table, "workers": 2})
    run.directory.run_file.write_text("# mine\n" + run.directory.run_file.read_text())
    with pytest.raises(ConfigError, match="written by hand"):
        new_run(tmp_path / "run", demo_table)


def test_pages_that_could_not_be_had_are_asked_for_again_by_the_next_run(
    demo: Run, demo_table, demo_web, tmp_path: Path
):
    """The network was down; the next run has what the first one missed."""
    crawl = {**demo_table["crawl"], "attempts": 1, "connect_to": "127.0.0.1:9"}
    run = new_run(tmp_path / "run", {**demo_table, "crawl": crawl})
    with pytest.raises(StageError, match="refused-connection"):
        run.go(Quiet())
    with serve(demo_web) as server:
        crawl["connect_to"] = server.address
        new_run(tmp_path / "run", {**demo_table, "crawl": crawl}).go(Quiet())
    assert exports(run) == exports(demo)


def test_a_damaged_store_of_the_crawl_is_told_in_words(make_demo: Make, tmp_path: Path):
    run = make_demo(tmp_path / "run", last="clean")
    (run.path / "crawl" / "frontier.sqlite").write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    with pytest.raises(StageError, match="frontier.sqlite .* damaged .* `warcs`"):
        run.go(Quiet())
