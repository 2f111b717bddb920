"""The shape with two halves: counts are those of whole sites, and a run that was stopped ends with the same output."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.test_engines import digests, document, engine_of, fill, go
from polytrawl.engine import tally
from polytrawl.engine.base import Engine
from polytrawl.records import Dropped, replace
from polytrawl.rundir import RunDir

TWO_SITES = {
    "a.test-00000": [document(0, "menu"), document(1, "menu"), document(2, "body")],
    "a.test-00001": [document(3, "menu")],
    "b.test-00000": [document(4, "menu", site="b.test")],
}


def titles(run: RunDir) -> list[str]:
    return [one.title for one in run.records("recount") if not isinstance(one, Dropped)]


def test_marks_are_counted_over_all_shards_of_a_site_and_not_beyond(tmp_path: Path):
    run = RunDir.create(tmp_path)
    with engine_of("local", 1) as engine:
        go(run, engine, "recount", inputs=fill(run, TWO_SITES))
    in_three = "menu [3, 1, 3]"
    assert titles(run) == [in_three, in_three, "body [1, 1, 1]", in_three, "menu [1, 1, 1]"]
    assert not (run.path / "recount" / "drafts").exists()


def test_records_that_are_the_same_as_a_whole_count_once(tmp_path: Path):
    run = RunDir.create(tmp_path)
    copies = [replace(document(number, "menu"), description="the same") for number in range(3)]
    with engine_of("local", 1) as engine:
        go(run, engine, "recount", inputs=fill(run, {"a.test-00000": [*copies, document(3, "menu")]}))
    assert titles(run) == ["menu [2, 1, 2]"] * 4


def test_a_record_without_marks_is_passed_on_as_it_is(tmp_path: Path):
    run = RunDir.create(tmp_path)
    with engine_of("local", 1) as engine:
        go(run, engine, "recount", inputs=fill(run, {"a.test-00000": [document(0, "uncounted"), document(1, "menu")]}))
    assert titles(run) == ["uncounted", "menu [1, 1, 1]"]


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_either_half_costs_one_record_and_keeps_its_name(tmp_path: Path, workers: int):
    run = RunDir.create(tmp_path)
    bad = [document(number, title) for number, title in enumerate(["raise", "no-marks", "heavy", "good"])]
    with engine_of("local", workers) as engine:
        task = go(run, engine, "recount", inputs=fill(run, {"a.test-00000": bad}))
    dropped = [(one.id, one.reason, one.url) for one in run.records("recount") if isinstance(one, Dropped)]
    assert dropped == [
        ("d-0000", "error:ValueError", "http://a.test/0"),
        ("d-0001", "error:KeyError", "http://a.test/1"),
        ("d-0002", "error:RuntimeError", "http://a.test/2"),
    ]
    assert task.manifest.counts == {"": 1, "error:ValueError": 1, "error:KeyError": 1, "error:RuntimeError": 1}
    assert len(run.errors_file("recount").read_bytes().splitlines()) == 3


def test_a_record_that_kills_its_worker_in_the_second_half_costs_only_itself(tmp_path: Path):
    run = RunDir.create(tmp_path)
    with engine_of("local", 2) as engine:
        go(run, engine, "recount", inputs=fill(run, {"a.test-00000": [document(0, "die"), document(1)]}))
    [dropped, _] = run.records("recount")
    assert (dropped.id, dropped.reason) == ("d-0000", "error:worker-died")


class Interrupted:
    """An engine that is stopped after so many batches, and remembers the steps of those it has run."""

    def __init__(self, engine: Engine, batches: int) -> None:
        self.workers = engine.workers
        self.steps: list[str] = []
        self._engine = engine
        self._batches = batches

    def outcomes(self, job, batches):
        for outcome in self._engine.outcomes(job, batches):
            if len(self.steps) == self._batches:
                raise KeyboardInterrupt
            self.steps.append(job.step)
            yield outcome


MANY_SHARDS = {
    f"{site}-{part:05d}": [document(100 * part + number, f"t{number % 3}", site=site) for number in range(40)]
    for site in ("a.test", "b.test")
    for part in range(3)
}


@pytest.fixture
def _saved_at_once(monkeypatch):
    monkeypatch.setattr("polytrawl.engine.shapes._SAVE_EVERY_S", 0.0)


@pytest.mark.usefixtures("_saved_at_once")
@pytest.mark.parametrize("batches", range(0, 24, 5))
@pytest.mark.parametrize("round_size", [1, 20_000])
def test_a_run_that_was_stopped_goes_on_with_the_same_output(
    tmp_path: Path, monkeypatch, batches: int, round_size: int
):
    monkeypatch.setattr(tally, "_ROUND", round_size)
    whole, stopped = RunDir.create(tmp_path / "whole"), RunDir.create(tmp_path / "stopped")
    with engine_of("local", 1) as engine:
        wanted = digests(go(whole, engine, "recount", inputs=fill(whole, MANY_SHARDS)))
        inputs = fill(stopped, MANY_SHARDS)
        first, second = Interrupted(engine, batches), Interrupted(engine, -1)
        with pytest.raises(KeyboardInterrupt):
            go(stopped, first, "recount", inputs=inputs)
        assert digests(go(stopped, second, "recount", inputs=inputs)) == wanted
    # Each shard has two batches, and what was not finished of one is made again, in either half.
    for step in ("mark", "weigh"):
        assert 12 <= first.steps.count(step) + second.steps.count(step) <= 14
    assert not (stopped.path / "recount" / "drafts").exists()


def test_what_is_fresh_is_not_made_again_and_a_changed_shard_concerns_its_whole_site(tmp_path: Path):
    run = RunDir.create(tmp_path)
    with engine_of("local", 1) as engine:
        go(run, engine, "recount", inputs=fill(run, TWO_SITES))
        assert go(run, engine, "recount", inputs=fill(run, TWO_SITES)).seen == 0
        again = go(run, engine, "recount", inputs=fill(run, TWO_SITES | {"a.test-00001": []}))
    assert again.seen == 3
    assert titles(run)[0] == "menu [2, 1, 2]"


def test_a_site_with_more_marks_than_memory_should_hold_forgets_the_rare_ones(tmp_path: Path, monkeypatch):
    monkeypatch.setattr(tally, "_HELD", 10)
    run = RunDir.create(tmp_path)
    parts = {f"a.test-{part:05d}": [document(100 * part + number, "menu") for number in range(20)] for part in range(3)}
    with engine_of("local", 1) as engine:
        go(run, engine, "recount", inputs=fill(run, parts))
    assert set(titles(run)) == {"menu [60, 0, 60]"}
