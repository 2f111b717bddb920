"""The shape that reads all records before it is applied to any."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.test_engines import digests, document, engine_of, fill, go
from polytrawl.engine import study
from polytrawl.errors import StageError
from polytrawl.records import Dropped
from polytrawl.rundir import RunDir

PARTS = {
    "a.test-00000": [document(0, "menu"), document(1, "raise")],
    "b.test-00000": [document(2, "menu", site="b.test"), document(3, "body", site="b.test")],
}


def titles(run: RunDir, stage: str = "rank") -> list[str]:
    return [one.title for one in run.records(stage) if not isinstance(one, Dropped)]


@pytest.mark.parametrize(("name", "workers"), [("local", 1), ("local", 2), ("ray", 2)])
def test_every_worker_knows_what_was_learned_from_the_whole_run(tmp_path: Path, name: str, workers: int) -> None:
    run = RunDir.create(tmp_path)
    with engine_of(name, workers) as engine:
        task = go(run, engine, "rank", inputs=fill(run, PARTS))
    assert titles(run) == ["menu 2", "menu 2", "body 1"]
    assert task.counts == {"": 3, "error:ValueError": 1}


def test_one_new_record_changes_what_is_known_about_all(tmp_path: Path) -> None:
    run = RunDir.create(tmp_path)
    with engine_of("local", 1) as engine:
        go(run, engine, "rank", inputs=fill(run, PARTS))
        go(run, engine, "rank", inputs=fill(run, PARTS | {"c.test-00000": [document(4, "menu", site="c.test")]}))
    assert titles(run) == ["menu 3", "menu 3", "body 1", "menu 3"]


def test_a_run_that_was_stopped_does_not_learn_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = RunDir.create(tmp_path)
    learned = []
    learn = study._learn
    monkeypatch.setattr(study, "_learn", lambda *given: learned.append(1) or learn(*given))
    with engine_of("local", 1) as engine:
        before = go(run, engine, "rank", inputs=fill(run, PARTS))
        run.shard_path("rank", "b.test-00000").unlink()  # as after a kill between two shards
        after = go(run, engine, "rank", inputs=fill(run, PARTS))
    assert (learned, digests(after)) == ([1], digests(before))


def test_who_has_nothing_to_learn_is_a_map(tmp_path: Path) -> None:
    run = RunDir.create(tmp_path)
    with engine_of("local", 1) as engine:
        go(run, engine, "rank-none", inputs=fill(run, PARTS))
    assert titles(run, "rank-none") == ["menu None", "menu None", "body None"]
    assert not (run.path / "rank-none" / "learned.msgpack").exists()


def test_an_error_while_learning_stops_the_stage_with_a_reason(tmp_path: Path) -> None:
    run = RunDir.create(tmp_path)
    with engine_of("local", 1) as engine, pytest.raises(StageError, match=r"rank: .*what is this"):
        go(run, engine, "rank", inputs=fill(run, {"a.test-00000": [document(0, "forbidden")]}))
