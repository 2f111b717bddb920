"""Run directories: made once, held by one, read by many, refused when too new."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from polytrawl import shards
from polytrawl.errors import RunBusy, RunMissing, StageError
from polytrawl.manifest import FORMAT, Manifest
from polytrawl.records import Dropped
from polytrawl.rundir import RunDir, shard_name


def test_a_missing_run_directory_tells_how_to_make_one(tmp_path: Path):
    with pytest.raises(RunMissing, match="there is no run here; make one with `polytrawl get`"):
        RunDir.open(tmp_path / "nothing")


def test_a_run_directory_of_a_newer_version_is_left_alone(tmp_path: Path):
    RunDir.create(tmp_path)
    (tmp_path / "polytrawl.json").write_text(f'{{"format": {FORMAT + 1}}}')
    for way in (RunDir.open, RunDir.create):
        with pytest.raises(StageError, match="made by a newer polytrawl"):
            way(tmp_path)


def test_a_marker_that_is_not_ours_is_named(tmp_path: Path):
    (tmp_path / "polytrawl.json").write_text("hello")
    with pytest.raises(StageError, match="not readable"):
        RunDir.open(tmp_path)


def test_the_second_process_gets_a_clear_error(tmp_path: Path):
    run = RunDir.create(tmp_path)
    code = f"""
import sys; from pathlib import Path; from polytrawl.rundir import RunDir
with RunDir.open(Path({str(tmp_path)!r})).lock():
    print("held", flush=True); sys.stdin.read()
"""
    with subprocess.Popen([sys.executable, "-W", "ignore", "-c", code], stdin=-1, stdout=-1, text=True) as other:
        assert other.stdout.readline() == "held\n"
        assert run.holder() == str(other.pid)
        with pytest.raises(RunBusy, match=f"another polytrawl \\(process {other.pid}\\) works here"), run.lock():
            pass
        other.kill()
    with run.lock():
        pass
    assert run.holder() == ""


def test_a_stage_that_is_not_finished_names_the_command_that_finishes_it(tmp_path: Path):
    run = RunDir.create(tmp_path)
    with pytest.raises(StageError, match="clean: not finished .* --to clean"):
        run.finished("clean")


def test_a_torn_manifest_counts_as_none(tmp_path: Path):
    run = RunDir.create(tmp_path)
    run.save(Manifest(stage="clean", signature="x"))
    assert run.manifest("clean").signature == "x"
    (tmp_path / "clean" / "manifest.json").write_text('{"stage": "cle')
    assert run.manifest("clean") is None


def test_records_can_be_searched_by_a_text_in_them(tmp_path: Path):
    run = RunDir.create(tmp_path)
    records = [Dropped(id=f"u-{n}", stage="crawl", reason="robots", url=f"http://a.test/{n}") for n in range(9)]
    writer = shards.write_shard(run.shard_path("crawl", "a"), records)
    state = run.describe("crawl", "a", writer, input="")
    run.save(Manifest(stage="crawl", signature="x", shards={"a": state}, complete=True))
    assert list(run.search("crawl", "http://a.test/4")) == [records[4]]


def test_sites_with_odd_names_do_not_share_a_shard():
    assert shard_name("safe-work.test", 3) == "safe-work.test-00003"
    assert len({shard_name(name, 0) for name in ("a b", "a_b", "a/b", "A B", "a" * 100, "a" * 101)}) == 6


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StageError, match="cannot write here"):
        RunDir.create(tmp_path / "file" / "run")
