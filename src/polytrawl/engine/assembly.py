"""All records together: workers make a sketch of each, and this process settles what comes of all sketches.

Sketches are drafts: shards with a manifest of their own, so that a kill costs no more than in a `Map`. They are deleted
when the stage is done.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator

import msgspec

from polytrawl import shards
from polytrawl.engine.base import Outcome
from polytrawl.engine.shapes import Feed, Task, make, stale_shards
from polytrawl.engine.tally import drafts_folder, forget_drafts
from polytrawl.errors import StageError
from polytrawl.manifest import Manifest
from polytrawl.records import Record, reason_of
from polytrawl.work import Assembly, Sketch

_OUTPUT = "all-00000"  # its one shard
_TAG = b'{"record":"sketch"'

_decoder = msgspec.json.Decoder(Sketch)


def run_assembly(task: Task, feed: Feed) -> None:
    """Run an `Assembly`: one output shard, made from all input shards."""
    wanted = {_OUTPUT: task.inputs.digest}
    if stale_shards(task, wanted):
        drafts = _draft(task, feed)
        task.begin(None)
        _settle(task, drafts, wanted[_OUTPUT])
        task.run.save(task.manifest)  # before the drafts go
    forget_drafts(task.run, task.stage)
    task.check_errors(finally_=True)


def _draft(task: Task, feed: Feed) -> Manifest:
    """The sketches of all input shards; what a killed run has finished is not made again."""
    folder = drafts_folder(task.stage)
    found = task.run.manifest(folder)
    if found is None or found.signature != task.manifest.signature:
        found = Manifest(stage=folder, signature=task.manifest.signature)
    job = msgspec.structs.replace(task.job, step="sketch")
    draft = dataclasses.replace(task, job=job, manifest=found, seen=0, errors=0, counts=Counter())
    wanted = {name: state.digest for name, state in sorted(task.inputs.shards.items())}
    todo = stale_shards(draft, wanted)
    draft.begin(sum(task.inputs.shards[name].records for name in todo))
    make(draft, wanted, ((name, feed(name)) for name in todo))
    task.run.save(found)
    return found


def _settle(task: Task, drafts: Manifest, made_from: str) -> None:
    stage = task.stage_as(Assembly)
    counts: Counter[str] = Counter()
    others: list[Record] = []  # given beside sketches: few, as a rule
    with shards.ShardWriter(task.run.shard_path(task.folder, _OUTPUT)) as writer:
        for record in _settled(task, stage, _sketches(task, drafts, others)):
            writer.write(shards.encode(record))
            counts[reason_of(record)] += 1
        for record in others:
            writer.write(shards.encode(record))
            counts[reason_of(record)] += 1
    task.counts.update(counts)
    task.seen += task.inputs.records
    task.finish(_OUTPUT, writer, Outcome([], [], task.inputs.records, dict(counts), []), made_from)


def _settled(task: Task, stage: Assembly[Record], sketches: Iterator[Sketch]) -> Iterator[Record]:
    try:
        yield from stage.settle(sketches, task.run.folder(task.stage))
    except (StageError, OSError):
        raise
    except Exception as err:  # whatever a plug-in may raise
        raise StageError(f"{task.stage}: a plug-in raised while it looked at all records together: {err!r}") from err


def _sketches(task: Task, drafts: Manifest, others: list[Record]) -> Iterator[Sketch]:
    """All sketches, in the order of shards; what is none is put aside."""
    for name in sorted(drafts.shards):
        for line in shards.read_lines(task.run.shard_path(drafts.stage, name)):
            if line.startswith(_TAG):
                yield _decoder.decode(line)
            else:
                others.append(shards.decode(line))
