"""The stage in a run directory: the same clusters whatever workers, shards and interruptions, and a second run."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from dedup.documents import document
from engine.test_engines import engine_of
from engine.test_tally import Interrupted
from polytrawl import shards
from polytrawl.dedup import stage as stage_module
from polytrawl.dedup.stage import Dedup
from polytrawl.engine.assembly import run_assembly
from polytrawl.engine.base import Engine, Job
from polytrawl.engine.shapes import Task
from polytrawl.manifest import Manifest
from polytrawl.options import Context, resolve
from polytrawl.plugin import load_installed
from polytrawl.records import Document
from polytrawl.rundir import RunDir
from support import Quiet

load_installed()
METHODS = ("exact", "paragraphs", "minhash")


def corpus(number: int, seed: int = 1) -> list[Document]:
    """Documents of ten paragraphs of which some are shared, some changed in a word, and some copied whole."""
    luck = random.Random(seed)
    pool = [" ".join(f"w{luck.randrange(500)}" for _ in range(15)) for _ in range(60)]
    made = []
    for one in range(number):
        own = [" ".join(f"w{luck.randrange(500)}" for _ in range(15)) for _ in range(luck.randrange(3))]
        start = luck.randrange(6) * 10
        texts = own + pool[start : start + luck.randrange(1, 10)]
        made.append(document(one, texts, luck.choice(["de", "fr"]), is_unwanted=luck.random() < 0.1))
    return made


def run_of(path: Path, documents: list[Document], size: int) -> RunDir:
    """A run directory as far as `topic`, in shards of so many documents."""
    run = RunDir.create(path)
    manifest = Manifest(stage="topic", signature="1", complete=True)
    for start in range(0, len(documents), size):
        name = f"a.test-{start:05d}"
        writer = shards.write_shard(run.shard_path("topic", name), documents[start : start + size])
        manifest.shards[name] = run.describe("topic", name, writer, input="")
    run.save(manifest)
    return run


def dedup(run: RunDir, engine: Engine, method: str, *known: Path) -> str:
    """Run the stage; gives the digest of all it made."""
    given: dict[str, Any] = {"method": method, "known": [str(path) for path in known]}
    table = resolve(Dedup, given, where="dedup", context=Context())
    run.folder("dedup")
    task = Task(
        run=run,
        engine=engine,
        progress=Quiet(),
        job=Job("dedup", "apply", table),
        manifest=run.manifest("dedup") or Manifest(stage="dedup", signature=method),
        inputs=run.finished("topic"),
        max_error_share=0,
    )
    run_assembly(task, lambda shard: run.lines("topic", shard))
    task.manifest.complete = True
    run.save(task.manifest)
    return task.manifest.digest


@pytest.mark.parametrize("method", METHODS)
def test_workers_shards_and_order_do_not_matter(tmp_path: Path, method: str) -> None:
    documents = corpus(300)
    shuffled = random.Random(2).sample(documents, len(documents))
    one, two = run_of(tmp_path / "one", documents, 100), run_of(tmp_path / "two", shuffled, 33)
    with engine_of("local", 1) as engine:
        first = dedup(one, engine, method)
    with engine_of("local", 2) as engine:
        second = dedup(two, engine, method)
    clusters = sorted(one.records("dedup"), key=lambda cluster: cluster.id)
    assert clusters == sorted(two.records("dedup"), key=lambda cluster: cluster.id)
    assert len(clusters) > 5
    index = (one.path / "dedup" / "index.npz").read_bytes()
    assert index == (two.path / "dedup" / "index.npz").read_bytes()
    assert method == "minhash" or first == second  # clusters of paragraphs stand in the order of documents


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("batches", [0, 3])
def test_a_run_that_was_stopped_goes_on_with_the_same_clusters(
    tmp_path: Path, method: str, batches: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("polytrawl.engine.shapes._SAVE_EVERY_S", 0.0)
    whole, stopped = (run_of(tmp_path / name, corpus(150), 30) for name in ("whole", "stopped"))
    with engine_of("local", 1) as engine:
        wanted = dedup(whole, engine, method)
        with pytest.raises(KeyboardInterrupt):
            dedup(stopped, Interrupted(engine, batches), method)
        assert dedup(stopped, engine, method) == wanted


def test_a_run_that_was_stopped_before_its_index_was_written_is_not_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_given: object) -> None:
        raise KeyboardInterrupt

    run = run_of(tmp_path, corpus(50), 30)
    with engine_of("local", 1) as engine:
        with monkeypatch.context() as patch:
            patch.setattr(stage_module, "write_index", stop)
            with pytest.raises(KeyboardInterrupt):
                dedup(run, engine, "paragraphs")
        assert not list((run.path / "dedup").glob("part-*"))
        second = Interrupted(engine, -1)
        dedup(run, second, "paragraphs")
    assert second.steps == []  # all sketches were there
    assert (run.path / "dedup" / "index.npz").exists()


@pytest.mark.parametrize("method", METHODS)
def test_a_second_run_with_the_index_of_the_first_knows_its_texts(tmp_path: Path, method: str) -> None:
    documents = corpus(150)
    new = [document(1000 + one, f"Neu {one} und anders als alles, was da war, {one} Mal.") for one in range(3)]
    first, second = run_of(tmp_path / "one", documents, 50), run_of(tmp_path / "two", [*documents, *new], 50)
    with engine_of("local", 1) as engine:
        dedup(first, engine, method)
        dedup(second, engine, method, first.path / "dedup" / "index.npz")
    known = {member for one in second.records("dedup") if one.known for member in one.members}
    assert {one.id for one in documents if not one.reasons} <= known
    assert not {one.id for one in new} & known
