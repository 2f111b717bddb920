"""What runs inside a worker, whatever the engine: build the stage once, then do batch after batch.

A record on which a plug-in raises becomes a `Dropped` with reason `error:<Type>`, and its traceback travels back.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from polytrawl import options, shards
from polytrawl.engine.base import Batch, Failure, Item, Job, Note, Outcome
from polytrawl.errors import ConfigError, StageError
from polytrawl.plugin import find
from polytrawl.records import Dropped, Record, reason_of
from polytrawl.work import Assembly, Group, Map, Sketch, Stage, Study, Tally

Keyed: TypeAlias = tuple[str, Record]
Step: TypeAlias = Callable[[Item], Iterable[Keyed]]
DROPPED = "\0dropped"  # the key under which records travel on which the step `key` raised
_job_decoder = msgspec.msgpack.Decoder(Job)
_counts_decoder = msgspec.json.Decoder(list[int])


def perform(job_data: bytes, batch: Batch) -> Outcome:
    """The outcome of one batch of a job (the job encoded, so that a worker can tell quickly whether it knows it)."""
    job, step = _prepare(job_data)
    outcome = Outcome(lines=[], keys=[], seen=0, counts={}, failures=[])
    counts: Counter[str] = Counter()
    for item in batch:
        outcome.seen += 1
        for key, line, reason in _guarded(job, step, item, outcome):
            outcome.lines.append(line)
            outcome.keys.append(key)
            counts[reason] += 1
    outcome.counts = dict(counts)
    return outcome


def lost(job: Job, item: Item) -> Outcome:
    """The outcome for an item that took the worker process with it."""
    failure, dropped = _failure(job, item, reason="error:worker-died", trace="the worker process died on this record")
    line = shards.encode(dropped)
    return Outcome(lines=[line], keys=[DROPPED], seen=1, counts={dropped.reason: 1}, failures=[failure])


def joined(parts: Iterable[Outcome]) -> Outcome:
    """Several outcomes as one."""
    total = Outcome(lines=[], keys=[], seen=0, counts={}, failures=[])
    counts: Counter[str] = Counter()
    for part in parts:
        total.lines += part.lines
        total.keys += part.keys
        total.seen += part.seen
        total.failures += part.failures
        counts.update(part.counts)
    total.counts = dict(counts)
    return total


def _guarded(job: Job, step: Step, item: Item, outcome: Outcome) -> list[tuple[str, bytes, str]]:
    """What a step makes of one item: key, encoded record and reason of each."""
    try:
        return [(key, _encoded(record), reason_of(record)) for key, record in step(item)]
    except Exception as err:  # a plug-in may raise anything; it is counted and kept, never silent
        # Of a group that would be a whole site, for want of a command or a model; the next one would fare no better.
        if job.step == "gather" and isinstance(err, ConfigError | StageError):
            raise
        failure, dropped = _failure(job, item, reason=f"error:{type(err).__name__}", trace=traceback.format_exc())
        outcome.failures.append(failure)
        return [(DROPPED, shards.encode(dropped), dropped.reason)]


def _encoded(record: Record) -> bytes:
    """A record as one line. JSON has no word for a score that is not a number: it would come back as nothing."""
    if isinstance(record, Note):
        return msgspec.json.encode(record.told)
    line = shards.encode(record)
    if b"null" in line and not isinstance(record, Sketch):
        shards.decode(line)
    return line


def _failure(job: Job, item: Item, *, reason: str, trace: str) -> tuple[Failure, Dropped]:
    name, url = _name(job, item)
    detail = trace.strip().splitlines()[-1]
    return Failure(name, job.stage, reason, trace), Dropped(
        id=name, stage=job.stage, reason=reason, url=url, detail=detail
    )


def _name(job: Job, item: Item) -> tuple[str, str]:
    if job.step == "gather":
        return str(item[0]), ""
    record = shards.decode(item if isinstance(item, bytes) else item[1][0])
    return record.id, str(getattr(record, "url", ""))


@lru_cache(maxsize=32)
def _prepare(job_data: bytes) -> tuple[Job, Step]:
    job = _job_decoder.decode(job_data)
    for file in job.files:
        file.load()
    stage = options.build(find(Stage, job.stage), job.options)
    if job.keep:
        stage.keep_in(Path(job.keep))
    if isinstance(stage, Tally) and job.step in _TALLY:
        return job, _TALLY[job.step](stage)
    if isinstance(stage, Map):
        if isinstance(stage, Study) and job.summary is not None:
            stage.inform(job.summary)
        return job, _apply(stage)
    if isinstance(stage, Group):
        if job.summary is not None:
            stage.inform(job.summary)
        return job, _GROUP[job.step](stage)
    if isinstance(stage, Assembly):
        return job, _each(stage.sketch)
    raise TypeError(f"{job.stage}: neither a Map nor a Group")


def _apply(stage: Map[Record]) -> Step:
    return _each(stage.apply)


def _each(work: Callable[[Record], Iterable[Record]]) -> Step:
    def step(item: Item) -> Iterable[Keyed]:
        assert isinstance(item, bytes)  # noqa: S101 - tells mypy which kind of batch this step gets
        return (("", record) for record in work(shards.decode(item)))

    return step


def _key(stage: Group[Record]) -> Step:
    def step(item: Item) -> Iterable[Keyed]:
        assert isinstance(item, bytes)  # noqa: S101 - as above
        record = shards.decode(item)
        key = stage.key(record)
        return [] if key is None else [(key, stage.project(record))]

    return step


def _gather(stage: Group[Record]) -> Step:
    def step(item: Item) -> Iterable[Keyed]:
        assert not isinstance(item, bytes)  # noqa: S101 - as above
        key, lines = item
        if key == DROPPED:
            return ((key, shards.decode(line)) for line in lines)
        return ((key, record) for record in stage.gather(key, _group(lines)))

    return step


def _mark(stage: Tally[Record]) -> Step:
    apply = _apply(stage)

    def step(item: Item) -> Iterable[Keyed]:
        for _, record in apply(item):
            marks = stage.marks(record)
            yield "" if marks is None else msgspec.json.encode(marks).decode(), record

    return step


def _weigh(stage: Tally[Record]) -> Step:
    def step(item: Item) -> Iterable[Keyed]:
        assert not isinstance(item, bytes)  # noqa: S101 - as above
        counts, [line] = item
        record = shards.decode(line)
        return [("", stage.weigh(record, _counts_decoder.decode(counts)) if counts else record)]

    return step


def _survey(stage: Group[Record]) -> Step:
    return _telling(stage.survey)


def _ties(stage: Group[Record]) -> Step:
    return _telling(stage.ties)


def _telling(tell: Callable[[str, Sequence[Record]], Any]) -> Step:
    def step(item: Item) -> Iterable[Keyed]:
        assert not isinstance(item, bytes)  # noqa: S101 - as above
        key, lines = item
        return [] if key == DROPPED else [(key, Note(id="", told=tell(key, _group(lines))))]

    return step


def _group(lines: Iterable[bytes]) -> list[Record]:
    return sorted((shards.decode(line) for line in lines), key=lambda record: record.id)


_GROUP: dict[str, Callable[[Group[Record]], Step]] = {
    "key": _key,
    "ties": _ties,
    "survey": _survey,
    "gather": _gather,
}
_TALLY: dict[str, Callable[[Tally[Record]], Step]] = {"mark": _mark, "weigh": _weigh}
