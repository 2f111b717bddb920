"""The shape that sees all records together, each as a sketch."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.test_engines import digests, document, engine_of, fill, go
from engine.test_tally import MANY_SHARDS, Interrupted
from polytrawl.errors import StageError
from polytrawl.records import Cluster, Dropped
from polytrawl.rundir import RunDir

PARTS = {
    "a.test-00000": [document(0, "menu"), document(1, "raise"), document(2, "more")],
    "b.test-00000": [document(3, "alone", site="b.test"), document(4, "menu", site="b.test")],
}


def test_sketches_of_all_shards_are_settled_together(tmp_path: Path) -> None:
    run = RunDir.create(tmp_path)
    with engine_of("local", 2) as engine:
        task = go(run, engine, "roll", inputs=fill(run, PARTS))
    made = list(run.records("roll"))
    assert [(one.id, one.members) for one in made if isinstance(one, Cluster)] == [
        ("c-menu", ("d-0000", "d-0004")),
        ("c-more", ("d-0002",)),
        ("c-more", ("d-0002",)),  # the second was given beside the sketch
    ]
    assert [(one.id, one.reason) for one in made if isinstance(one, Dropped)] == [("d-0001", "error:ValueError")]
    assert task.manifest.counts == {"": 3, "error:ValueError": 1}
    assert (run.path / "roll" / "roll.txt").read_text() == "menu more"
    assert not (run.path / "roll" / "drafts").exists()


def test_what_is_fresh_is_not_made_again(tmp_path: Path) -> None:
    run = RunDir.create(tmp_path)
    with engine_of("local", 1) as engine:
        go(run, engine, "roll", inputs=fill(run, PARTS))
        assert go(run, engine, "roll", inputs=fill(run, PARTS)).seen == 0
        again = go(run, engine, "roll", inputs=fill(run, PARTS | {"c.test-00000": [document(5, "menu")]}))
    assert again.seen == 6
    assert next(iter(run.records("roll"))).members == ("d-0000", "d-0004", "d-0005")


@pytest.mark.parametrize("batches", range(0, 12, 3))
def test_a_run_that_was_stopped_goes_on_with_the_same_output(tmp_path: Path, monkeypatch, batches: int) -> None:
    monkeypatch.setattr("polytrawl.engine.shapes._SAVE_EVERY_S", 0.0)
    whole, stopped = RunDir.create(tmp_path / "whole"), RunDir.create(tmp_path / "stopped")
    with engine_of("local", 1) as engine:
        wanted = digests(go(whole, engine, "roll", inputs=fill(whole, MANY_SHARDS)))
        inputs = fill(stopped, MANY_SHARDS)
        first, second = Interrupted(engine, batches), Interrupted(engine, -1)
        with pytest.raises(KeyboardInterrupt):
            go(stopped, first, "roll", inputs=inputs)
        assert not list((stopped.path / "roll").glob("part-*.zst"))
        assert digests(go(stopped, second, "roll", inputs=inputs)) == wanted
    # Each of six shards has two batches; what was not finished of one is made again.
    assert 12 <= len(first.steps) + len(second.steps) <= 14


def test_an_error_while_settling_stops_the_stage_with_a_reason(tmp_path: Path) -> None:
    run = RunDir.create(tmp_path)
    with engine_of("local", 1) as engine, pytest.raises(StageError, match=r"roll: .*what is this"):
        go(run, engine, "roll", inputs=fill(run, {"a.test-00000": [document(0, "forbidden")]}))
    assert not list((run.path / "roll").glob("part-*"))
