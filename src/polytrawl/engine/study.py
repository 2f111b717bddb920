"""The third shape of a `Map`: it reads all its records once, and what it learns goes to every worker.

What was learned is kept beside the shards, so that a kill does not cost it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from polytrawl import shards
from polytrawl.engine.shapes import Feed, Task, make, run_map, stale_shards
from polytrawl.errors import StageError
from polytrawl.files import write_whole
from polytrawl.manifest import combine
from polytrawl.records import Record
from polytrawl.work import Study

_FILE = "learned.msgpack"


class _Learned(msgspec.Struct):
    """What was learned, and from what."""

    made_from: str
    knowledge: Any  # plain values that the stage alone knows


_decoder = msgspec.msgpack.Decoder(_Learned)


def run_study(task: Task, feed: Feed) -> None:
    """Run a `Study`: every input shard gives the output shard of the same name, and depends on all of them."""
    stage = task.stage_as(Study)
    path = task.run.folder(task.stage) / _FILE
    if not stage.learns:
        path.unlink(missing_ok=True)
        run_map(task, feed)
        return
    whole = task.inputs.digest
    wanted = {name: combine([state.digest, whole]) for name, state in sorted(task.inputs.shards.items())}
    todo = stale_shards(task, wanted)
    if todo:
        task.job = msgspec.structs.replace(task.job, summary=_knowledge(task, stage, feed, path))
        task.begin(sum(task.inputs.shards[name].records for name in todo))
        make(task, wanted, ((name, feed(name)) for name in todo))
    task.check_errors(finally_=True)


def _knowledge(task: Task, stage: Study[Record], feed: Feed, path: Path) -> Any:  # noqa: ANN401 - as above
    made_from = combine([task.manifest.signature, task.inputs.digest])
    if path.exists():
        found = _decoder.decode(path.read_bytes())
        if found.made_from == made_from:
            return found.knowledge
    knowledge = _learn(task, stage, feed)
    write_whole(path, _encoded(task, _Learned(made_from, knowledge)))
    return knowledge


def _encoded(task: Task, learned: _Learned) -> bytes:
    try:
        return msgspec.msgpack.encode(learned)
    except TypeError as err:
        raise StageError(f"{task.stage}: what a plug-in learned cannot be written down: {err}") from err


def _learn(task: Task, stage: Study[Record], feed: Feed) -> Any:  # noqa: ANN401 - as above
    task.begin(task.inputs.records)
    try:
        return stage.learn(_told(task, feed))
    except StageError:
        raise
    except Exception as err:  # whatever a plug-in may raise
        raise StageError(f"{task.stage}: a plug-in raised while it learned from all records: {err!r}") from err


def _told(task: Task, feed: Feed) -> Iterator[Record]:
    """All records, in the order of shards; the user sees how many have been read."""
    done = 0
    for name in sorted(task.inputs.shards):
        for line in feed(name):
            yield shards.decode(line)
            done += 1
        task.progress.advance(done, {})
