"""Engines and shapes: the same output whatever the engine and the number of workers, and nothing lost on the way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from polytrawl import shards
from polytrawl.engine import make_engine
from polytrawl.engine.assembly import run_assembly
from polytrawl.engine.base import Engine, Job
from polytrawl.engine.shapes import Task, run_group, run_map
from polytrawl.engine.study import run_study
from polytrawl.engine.tally import run_tally
from polytrawl.errors import ConfigError, StageError
from polytrawl.manifest import Manifest
from polytrawl.plugin import PluginFile
from polytrawl.records import Document, Dropped
from polytrawl.rundir import RunDir

SOURCE = textwrap.dedent('''
    """Small stages for the tests of the engines."""
    import os
    from dataclasses import dataclass
    from polytrawl.records import Cluster, make_id, replace
    from polytrawl.work import Assembly, Group, Map, Marks, Sketch, Study, Tally

    @dataclass(kw_only=True)
    class Shout(Map, name="shout"):
        reads = ("source",)
        loud: bool = True

        def apply(self, record):
            if record.title == "raise":
                raise ValueError("no such title")
            if record.title == "die":
                os._exit(9)
            if record.title == "not-text":
                return [replace(record, title="\\ud800")]
            return [replace(record, title=record.title.upper() if self.loud else record.title)]

    @dataclass(kw_only=True)
    class BySite(Group, name="by-site"):
        reads = ("source",)

        def key(self, record):
            if record.title == "no-key":
                raise KeyError(record.id)
            return record.site if record.title != "alone" else None

        def project(self, record):
            return replace(record, paragraphs=())

        def gather(self, key, records):
            if key == "bad":
                raise RuntimeError("bad site")
            yield Cluster(id="c-" + key, method="site", language="", members=tuple(one.id for one in records))

    @dataclass(kw_only=True)
    class Recount(Tally, name="recount"):
        """Writes into each title how many different records of the site have it."""
        reads = ("source",)

        def apply(self, record):
            if record.title == "raise":
                raise ValueError("no such title")
            return [record]

        def marks(self, record):
            if record.title == "no-marks":
                raise KeyError(record.id)
            if record.title == "uncounted":
                return None
            whole = record.description or record.id
            return Marks(hash_of(whole), [hash_of(record.title), hash_of(whole), hash_of(record.title)])

        def weigh(self, record, counts):
            if record.title == "heavy":
                raise RuntimeError("too heavy")
            if record.title == "die":
                os._exit(9)
            return replace(record, title=f"{record.title} {counts}")

    @dataclass(kw_only=True)
    class Rank(Study, name="rank"):
        """Writes into each title how many records of the run have it."""
        reads = ("source",)
        learns = True
        known = None

        def learn(self, records):
            titles = [one.title for one in records]
            if "forbidden" in titles:
                raise ValueError("what is this?")
            return {title: titles.count(title) for title in titles}

        def inform(self, learned):
            self.known = learned

        def apply(self, record):
            if record.title == "raise":
                raise ValueError("no such title")
            return [replace(record, title=f"{record.title} {self.known and self.known[record.title]}")]

    @dataclass(kw_only=True)
    class RankNone(Rank, name="rank-none"):
        learns = False

    @dataclass(kw_only=True)
    class Roll(Assembly, name="roll"):
        """Which records have the same title."""
        reads = ("source",)

        def sketch(self, record):
            if record.title == "raise":
                raise ValueError("no such title")
            if record.title != "alone":
                yield Sketch(id=record.id, key=record.title, data=b"null", numbers=(1, 2))
            if record.title == "more":
                yield Cluster(id="c-more", method="more", language="", members=(record.id,))

        def settle(self, sketches, folder):
            found = {}
            for one in sketches:
                assert (one.data, one.numbers) == (b"null", (1, 2))
                found.setdefault(one.key, []).append(one.id)
            if "forbidden" in found:
                raise ValueError("what is this?")
            (folder / "roll.txt").write_text(" ".join(sorted(found)))
            for key in sorted(found):
                yield Cluster(id="c-" + key, method="title", language="", members=tuple(sorted(found[key])))

    def hash_of(text):
        return int(make_id("", text)[1:], 16)

    @dataclass(kw_only=True)
    class Census(BySite, name="census"):
        whole = None

        @property
        def surveys(self):
            return True

        def survey(self, key, records):
            if key == "bad":
                raise RuntimeError("bad site")
            return {key: len(records)}

        def summarise(self, surveys):
            return {key: number for one in surveys for key, number in one.items()}

        def inform(self, summary):
            self.whole = summary

        def gather(self, key, records):
            if key == "bad":
                raise RuntimeError("bad site")
            told = () if self.whole is None else (f"{self.whole[key]} of {sum(self.whole.values())}",)
            yield Cluster(id="c-" + key, method="site", language="", members=told)

    @dataclass(kw_only=True)
    class Kin(Census, name="kin"):
        joins = True

        def ties(self, key, records):
            return [key.partition(".")[0], len(records)]

        def join(self, ties):
            first = {}
            for key in sorted(ties):
                first.setdefault(ties[key][0], key)
            return {key: first[name] for key, (name, _) in ties.items() if first[name] != key}
''')


SHAPES = {
    "shout": run_map,
    "by-site": run_group,
    "census": run_group,
    "kin": run_group,
    "recount": run_tally,
    "rank": run_study,
    "rank-none": run_study,
    "roll": run_assembly,
}


class Quiet:
    """Progress nobody looks at."""

    def begin(self, stage, total): ...
    def advance(self, done, counts): ...
    def end(self, note): ...
    def say(self, line): ...


def document(number: int, title: str = "title", site: str = "a.test") -> Document:
    return Document(id=f"d-{number:04d}", page="g", url=f"http://{site}/{number}", site=site, title=title)


@contextmanager
def engine_of(name: str, workers: int) -> Iterator[Engine]:
    if name == "ray":
        pytest.importorskip("ray", reason="the extra `ray` is not installed")
    engine = make_engine(name, workers)
    try:
        yield engine
    finally:
        engine.close()


def fill(run: RunDir, parts: dict[str, list]) -> Manifest:
    """A finished stage called `source` with these shards."""
    manifest = Manifest(stage="source", signature="1", complete=True)
    for name, records in parts.items():
        writer = shards.write_shard(run.shard_path("source", name), records)
        manifest.shards[name] = run.describe("source", name, writer, input="")
    run.save(manifest)
    return manifest


def task_of(run: RunDir, engine: Engine, stage: str, *, inputs: Manifest, share: float = 1.0) -> Task:
    job = Job(stage, "apply", {"loud": True} if stage == "shout" else {}, (PluginFile("stages.py", SOURCE),))
    manifest = run.manifest(stage) or Manifest(stage=stage, signature="1")
    run.folder(stage)
    progress = Quiet()
    return Task(
        run=run, engine=engine, progress=progress, job=job, manifest=manifest, inputs=inputs, max_error_share=share
    )


def go(run: RunDir, engine: Engine, stage: str, *, inputs: Manifest, share: float = 1.0) -> Task:
    task = task_of(run, engine, stage, inputs=inputs, share=share)
    SHAPES[stage](task, lambda shard: run.lines("source", shard))
    task.manifest.complete = True
    run.save(task.manifest)
    return task


def digests(task: Task) -> dict[str, str]:
    return {name: state.digest for name, state in task.manifest.shards.items()}


MANY = {
    "a": [document(number) for number in range(100)],
    "b": [],
    "c": [document(number, site=f"s{number % 7}.test") for number in range(100, 300)],
}


@pytest.mark.parametrize("workers", [1, 2])
def test_groups_can_know_about_each_other(tmp_path: Path, workers: int):
    run = RunDir.create(tmp_path / "run")
    sites = [document(n, site=site) for n, site in enumerate(["a", "a", "b", "bad", "c"])]
    with engine_of("local", workers) as engine:
        go(run, engine, "census", inputs=fill(run, {"a": sites}))
    lines = shards.read_lines(run.shard_path("census", "bucket-00000"))
    found = {record.id: record for record in map(shards.decode, lines)}
    assert {one: found[one].members for one in ("c-a", "c-b", "c-c")} == {
        "c-a": ("2 of 4",), "c-b": ("1 of 4",), "c-c": ("1 of 4",)
    }  # fmt: skip
    assert found["bad"].reason == "error:RuntimeError"


def test_one_group_alone_is_told_nothing(tmp_path: Path):
    run = RunDir.create(tmp_path / "run")
    with engine_of("local", 1) as engine:
        go(run, engine, "census", inputs=fill(run, {"a": [document(1)]}))
    [found] = map(shards.decode, run.lines("census", "bucket-00000"))
    assert found.members == ()


@pytest.mark.parametrize("stage", SHAPES)
def test_engines_and_numbers_of_workers_agree(tmp_path: Path, stage: str):
    found = []
    for name, workers in [("local", 1), ("local", 4)]:
        run = RunDir.create(tmp_path / f"{name}{workers}")
        with engine_of(name, workers) as engine:
            found.append(digests(go(run, engine, stage, inputs=fill(run, MANY))))
    assert found[0] == found[1]


@pytest.mark.ray
@pytest.mark.filterwarnings("ignore")  # Ray leaves sockets and processes to the end of the interpreter
def test_ray_agrees_with_local(tmp_path: Path):
    found = []
    for name in ("local", "ray"):
        run, deadly = RunDir.create(tmp_path / name), RunDir.create(tmp_path / f"{name}-deadly")
        inputs = fill(run, MANY)
        killing = fill(
            deadly, {"d": [document(999, title="die"), document(1000)]}
        )  # in one shape: Ray is slow to recover
        with engine_of(name, 2) as engine:
            found.append([digests(go(run, engine, stage, inputs=inputs)) for stage in SHAPES])
            found[-1].append(digests(go(deadly, engine, "shout", inputs=killing)))
    assert found[0] == found[1]


def test_a_map_keeps_order_and_shards(tmp_path: Path):
    run = RunDir.create(tmp_path)
    with engine_of("local", 2) as engine:
        go(run, engine, "shout", inputs=fill(run, MANY))
    made = list(run.records("shout"))
    assert [record.id for record in made] == [record.id for part in MANY.values() for record in part]
    assert {record.title for record in made} == {"TITLE"}


def test_a_group_has_all_records_of_a_key_and_leaves_out_those_without(tmp_path: Path):
    run = RunDir.create(tmp_path)
    parts = {"a": [document(2, site="x"), document(1, site="y")], "b": [document(0, site="x"), document(3, "alone")]}
    with engine_of("local", 2) as engine:
        go(run, engine, "by-site", inputs=fill(run, parts))
    assert {one.id: one.members for one in run.records("by-site")} == {"c-x": ("d-0000", "d-0002"), "c-y": ("d-0001",)}


@pytest.mark.parametrize("workers", [1, 2])
def test_a_record_on_which_a_plugin_raises_is_counted_with_its_traceback(tmp_path: Path, workers: int):
    run = RunDir.create(tmp_path)
    parts = {"a": [document(0), document(1, "raise"), document(2, "not-text"), document(3)]}
    with engine_of("local", workers) as engine:
        task = go(run, engine, "shout", inputs=fill(run, parts))
    dropped = [one for one in run.records("shout") if isinstance(one, Dropped)]
    assert [(one.id, one.reason) for one in dropped] == [
        ("d-0001", "error:ValueError"),
        ("d-0002", "error:UnicodeEncodeError"),
    ]
    assert task.manifest.counts == {"": 2, "error:ValueError": 1, "error:UnicodeEncodeError": 1}
    kept = [msgspec.json.decode(line) for line in run.errors_file("shout").read_bytes().splitlines()]
    assert "no such title" in kept[0]["traceback"]
    assert "stages.py" in kept[0]["traceback"]


def test_a_record_that_kills_its_worker_costs_only_itself(tmp_path: Path):
    run = RunDir.create(tmp_path)
    parts = {"a": [document(number, "die" if number in {40, 70} else "t") for number in range(100)]}
    with engine_of("local", 2) as engine:
        task = go(run, engine, "shout", inputs=fill(run, parts))
    assert task.manifest.counts == {"": 98, "error:worker-died": 2}
    assert [one.id for one in run.records("shout")] == [f"d-{number:04d}" for number in range(100)]


def test_a_stage_stops_when_too_many_records_fail(tmp_path: Path):
    run = RunDir.create(tmp_path)
    parts = {"a": [document(number, "raise" if number % 2 else "t") for number in range(20)]}
    with (
        engine_of("local", 1) as engine,
        pytest.raises(StageError, match="raised on 10 of 20 records.*max_error_share"),
    ):
        go(run, engine, "shout", inputs=fill(run, parts), share=0.4)


def test_a_group_whose_gather_raises_is_dropped_by_its_key(tmp_path: Path):
    run = RunDir.create(tmp_path)
    with engine_of("local", 1) as engine:
        go(run, engine, "by-site", inputs=fill(run, {"a": [document(1, site="bad"), document(2, site="good")]}))
    assert {one.id for one in run.records("by-site")} == {"bad", "c-good"}


def test_a_record_that_has_no_key_is_dropped_with_its_reason(tmp_path: Path):
    run = RunDir.create(tmp_path)
    with engine_of("local", 1) as engine:
        task = go(run, engine, "by-site", inputs=fill(run, {"a": [document(1, "no-key"), document(2)]}))
    assert task.manifest.counts == {"": 1, "error:KeyError": 1}
    [dropped] = [one for one in run.records("by-site") if isinstance(one, Dropped)]
    assert (dropped.id, dropped.url) == ("d-0001", "http://a.test/1")


def test_fresh_shards_are_not_made_again_and_damaged_ones_are(tmp_path: Path):
    run = RunDir.create(tmp_path)
    inputs = fill(run, MANY)
    with engine_of("local", 1) as engine:
        first = digests(go(run, engine, "shout", inputs=inputs))
        assert go(run, engine, "shout", inputs=inputs).seen == 0
        path = run.shard_path("shout", "c")
        path.write_bytes(path.read_bytes()[:-20])
        (path.parent / "part-stranger.jsonl.zst.tmp").write_bytes(b"half")
        again = go(run, engine, "shout", inputs=inputs)
    assert again.seen == 200
    assert digests(again) == first
    assert not (path.parent / "part-stranger.jsonl.zst.tmp").exists()


def test_a_changed_input_shard_is_worked_on_alone_and_a_vanished_one_vanishes(tmp_path: Path):
    run = RunDir.create(tmp_path)
    with engine_of("local", 1) as engine:
        go(run, engine, "shout", inputs=fill(run, MANY))
        changed = go(run, engine, "shout", inputs=fill(run, {"a": MANY["a"], "c": MANY["a"][:5]}))
    assert changed.seen == 5
    assert set(changed.manifest.shards) == {"a", "c"}
    assert not run.shard_path("shout", "b").exists()


def test_an_unknown_engine_is_refused():
    with pytest.raises(ConfigError, match="'spark' is not known"):
        make_engine("spark", 1)


def test_a_script_without_a_main_guard_can_use_workers(tmp_path: Path):
    """A plain script, and one that is read from standard input, as people write them in notebooks."""
    (tmp_path / "saved").mkdir()
    (tmp_path / "saved" / "a.html").write_text("<html><body><p>One page is enough for this test of scripts.</p>")
    script = f"""
from pathlib import Path
from support import Quiet
from polytrawl.run import new_run
table = {{"languages": ["en"], "folders": [r"{tmp_path / "saved"}"], "workers": 2}}
run = new_run(Path(r"{tmp_path}") / "run", table)
run.go(Quiet(), last="clean")
print(run.directory.finished("clean").counts)
"""
    (tmp_path / "script.py").write_text(script)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent)}
    for command, given in (([sys.executable, str(tmp_path / "script.py")], None), ([sys.executable], script)):
        done = subprocess.run(command, input=given, capture_output=True, text=True, env=environment, check=True)
        assert done.stdout == "Counter({'': 1})\n"
        shutil.rmtree(tmp_path / "run")


@pytest.mark.parametrize("workers", [1, 2])
def test_groups_that_belong_together_are_joined_before_they_are_surveyed(tmp_path: Path, workers: int) -> None:
    run = RunDir.create(tmp_path)
    sites = [document(number, site=site) for number, site in enumerate(["a.de", "a.it", "b.de", "a.it"])]
    with engine_of("local", workers) as engine:
        go(run, engine, "kin", inputs=fill(run, {"a": sites}))
    found = [shards.decode(line) for line in run.lines("kin", "bucket-00000")]
    assert {one.id: one.members for one in found} == {"c-a.de": ("3 of 4",), "c-b.de": ("1 of 4",)}
    assert not list(run.folder("kin").glob("spill*"))
