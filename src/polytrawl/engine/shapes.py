"""The two shapes of work over the shards of a run directory, the same for every engine.

Batches are cut, numbered and written back in input order, so the output does not depend on the number of workers.
Finished shards are noted in the manifest as they appear; what is fresh is not made again.
"""

from __future__ import annotations

import itertools
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import msgspec
import xxhash

from polytrawl import options, shards
from polytrawl.engine.base import Batch, Bundle, Engine, Item, Job, Outcome
from polytrawl.engine.worker import DROPPED, joined
from polytrawl.errors import StageError
from polytrawl.manifest import Manifest
from polytrawl.plugin import find
from polytrawl.records import Record
from polytrawl.rundir import RunDir
from polytrawl.work import Group, Progress, Stage

# One record per task costs more than it gains; 32 pages of HTML are a few megabytes and some 50 ms of work.
_BATCH_RECORDS = 32
_BATCH_BYTES = 4 << 20
_SLICE = 20_000  # records in one output shard of a Group, as a rule: some 100 MB in memory
_SAVE_EVERY_S = 1.0  # a kill loses at most this much finished work
_JUDGE_ERRORS_FROM = 100  # records; before that a share says little

Feed = Callable[[str], Iterator[bytes]]

_Shape = TypeVar("_Shape", bound=Stage)


@dataclass
class Task:
    """One stage to be run: its job, its input, and the manifest that fills up."""

    run: RunDir
    engine: Engine
    progress: Progress
    job: Job
    manifest: Manifest
    inputs: Manifest
    max_error_share: float
    seen: int = 0
    errors: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    _seen_before: int = 0
    _saved_at: float = field(default_factory=time.monotonic)

    @property
    def stage(self) -> str:
        """The word of the stage."""
        return self.job.stage

    def stage_as(self, shape: type[_Shape]) -> _Shape:
        """The stage itself, as it is in the process that leads the work."""
        for file in self.job.files:
            file.load()
        stage = options.build(find(Stage, self.stage), self.job.options)
        assert isinstance(stage, shape)  # noqa: S101 - who runs a shape asks for it
        return stage

    @property
    def folder(self) -> str:
        """Where its shards are, as the run directory names it."""
        return self.manifest.stage

    def begin(self, total: int | None) -> None:
        """Tell the user that a half of the work begins."""
        self.progress.begin(self.stage, total)
        self._seen_before = self.seen

    def tell(self) -> None:
        """Tell the user how far this half is."""
        self.progress.advance(self.seen - self._seen_before, self.counts)

    def note(self, outcome: Outcome) -> None:
        """Take one outcome into the counters, and stop the stage when too much went wrong."""
        self.seen += outcome.seen
        self.errors += len(outcome.failures)
        self.counts.update(outcome.counts)
        if outcome.failures:
            with self.run.errors_file(self.stage).open("ab") as file:
                file.writelines(msgspec.json.encode(failure) + b"\n" for failure in outcome.failures)
        if self.seen >= _JUDGE_ERRORS_FROM:
            self.check_errors()

    def check_errors(self, *, finally_: bool = False) -> None:
        """Stop when more records failed than the config allows; at the end, by what all shards hold."""
        errors, seen = (self.manifest.errors, self.inputs.records) if finally_ else (self.errors, self.seen)
        if errors > self.max_error_share * seen:
            file = self.run.errors_file(self.stage)
            raise StageError(
                f"{self.stage}: a plug-in raised on {errors} of {seen} records, more than "
                f"max_error_share = {self.max_error_share:g} allows; tracebacks are in {file}; mend the plug-in, "
                "or go on with --set max_error_share=1"
            )

    def finish(self, name: str, writer: shards.ShardWriter, whole: Outcome, made_from: str) -> None:
        """Note a shard that has got its name; the manifest is saved now and then."""
        facts = {"input": made_from, "counts": whole.counts, "seen": whole.seen}
        self.manifest.shards[name] = self.run.describe(self.folder, name, writer, **facts)
        if time.monotonic() - self._saved_at > _SAVE_EVERY_S:
            self.run.save(self.manifest)
            self._saved_at = time.monotonic()


def stale_shards(task: Task, wanted: dict[str, str]) -> list[str]:
    """The shards to be made, given the input digest each should have; forgets those no longer wanted."""
    manifest = task.manifest
    fresh = {name: state for name, state in manifest.shards.items() if _is_fresh(task, name, wanted)}
    if len(fresh) < len(wanted) or fresh != manifest.shards:
        # On disk the stage is unfinished before anything of it is touched: whoever is killed from here on leaves
        # nothing behind that could be taken for a finished stage.
        manifest.shards = fresh
        manifest.complete = False
        task.run.save(manifest)
    task.run.remove_strangers(manifest)
    return [name for name in wanted if name not in fresh]


def _is_fresh(task: Task, name: str, wanted: dict[str, str]) -> bool:
    state = task.manifest.shards[name]
    return state.input == wanted.get(name) and state.is_intact(task.run.shard_path(task.folder, name))


def run_map(task: Task, feed: Feed) -> None:
    """Run a `Map`: every input shard gives the output shard of the same name."""
    wanted = {name: state.digest for name, state in sorted(task.inputs.shards.items())}
    todo = stale_shards(task, wanted)
    if todo:
        task.begin(sum(task.inputs.shards[name].records for name in todo))
        make(task, wanted, ((name, feed(name)) for name in todo))
    task.check_errors(finally_=True)


def run_group(task: Task, feed: Feed) -> None:
    """Run a `Group`: records are spread over buckets by key, then each bucket's groups are gathered."""
    names = [f"bucket-{bucket:05d}" for bucket in range(1 + task.inputs.records // _SLICE)]
    wanted = dict.fromkeys(names, task.inputs.digest)
    todo = stale_shards(task, wanted)
    if todo:
        _regroup(task, feed, wanted, todo)
    task.check_errors(finally_=True)


def _regroup(task: Task, feed: Feed, wanted: dict[str, str], todo: list[str]) -> None:
    task.begin(task.inputs.records)
    spills = _spread(task, feed, list(wanted))
    stage = task.stage_as(Group)
    if stage.joins and _has_several_groups(spills.values()):
        _rename(spills, stage.join(dict(_told(task, "ties", spills))))
    task.job = msgspec.structs.replace(task.job, step="gather", summary=_summary(task, stage, spills))
    task.begin(None)
    make(task, wanted, ((name, _bundles(spills[name])) for name in todo))
    for path in spills.values():
        path.unlink()


def _summary(task: Task, stage: Group[Record], spills: dict[str, Path]) -> object:
    """What the stage makes of the surveys of all groups; None where it asks for none, or there is one group only."""
    if not stage.surveys or not _has_several_groups(spills.values()):
        return None
    return stage.summarise([told for _, told in _told(task, "survey", spills)])


def _told(task: Task, step: str, spills: dict[str, Path]) -> Iterator[tuple[str, object]]:
    """What each group tells in a step, with its key.

    A group on which a plug-in raises tells nothing; `gather` will raise on it again, and that is counted.
    """
    job = msgspec.structs.replace(task.job, step=step)
    batches = (batch for path in spills.values() for batch in _cut(_bundles(path)))
    for outcome in task.engine.outcomes(job, batches):
        for key, line in zip(outcome.keys, outcome.lines, strict=True):
            if key != DROPPED:
                yield key, msgspec.json.decode(line)


def _rename(spills: dict[str, Path], names: Mapping[str, str]) -> None:
    """Give groups their new keys, and with them their new buckets."""
    if not names:
        return
    with ExitStack() as stack:  # the old files are read until the new ones take their names
        writers = [stack.enter_context(shards.ShardWriter(path)) for path in spills.values()]
        for path in spills.values():
            for key, record in read_keyed(path):
                old = msgspec.json.decode(key, type=str)
                _put(writers, names.get(old, old), record)


def _put(writers: Sequence[shards.ShardWriter], key: str, record: bytes) -> None:
    bucket = xxhash.xxh3_64_intdigest(key.encode()) % len(writers)
    writers[bucket].write(_keyed(key, record))


def _has_several_groups(spills: Iterable[Path]) -> bool:
    keys = (line.partition(b"\t")[0] for path in spills for line in shards.read_lines(path))
    first = next(keys, b"")
    return any(key != first for key in keys)


def _cut(items: Iterable[Item]) -> Iterator[Batch]:
    """Batches of a shard; at least one, so that an empty shard is written too."""
    batch: Batch = []
    size = 0
    for item in items:
        batch.append(item)
        size += len(item) if isinstance(item, bytes) else sum(map(len, item[1]))
        if len(batch) >= _BATCH_RECORDS or size >= _BATCH_BYTES:
            yield batch
            batch, size = [], 0
    yield batch


def make(task: Task, wanted: dict[str, str], sources: Iterable[tuple[str, Iterable[Item]]]) -> None:
    """Make shards: cut each source into batches, run them, and write what comes back, which is in the same order."""
    owners: deque[str] = deque()

    def batches() -> Iterator[Batch]:
        for name, items in sources:
            for batch in _cut(items):
                owners.append(name)
                yield batch

    outcomes = ((owners.popleft(), outcome) for outcome in task.engine.outcomes(task.job, batches()))
    for name, part in itertools.groupby(outcomes, key=lambda owned: owned[0]):
        with shards.ShardWriter(task.run.shard_path(task.folder, name)) as writer:
            whole = joined(_written(task, writer, outcome) for _, outcome in part)
        task.finish(name, writer, whole, wanted[name])


def _written(task: Task, writer: shards.ShardWriter, outcome: Outcome) -> Outcome:
    has_keys = task.job.step == "mark"
    for key, line in zip(outcome.keys, outcome.lines, strict=True):
        writer.write(_keyed(key, line) if has_keys else line)
    task.note(outcome)
    task.tell()
    return msgspec.structs.replace(outcome, lines=[], keys=[])


def _spread(task: Task, feed: Feed, names: list[str]) -> dict[str, Path]:
    """First half of a Group: every record's projection, with its key, into the spill file of its bucket."""
    spills = {name: task.run.shard_path(task.stage, f"spill-{name}") for name in names}
    job = msgspec.structs.replace(task.job, step="key")
    with ExitStack() as stack:
        writers = [stack.enter_context(shards.ShardWriter(path)) for path in spills.values()]
        lines = (batch for name in sorted(task.inputs.shards) for batch in _cut(feed(name)))
        for outcome in task.engine.outcomes(job, lines):
            for key, line in zip(outcome.keys, outcome.lines, strict=True):
                _put(writers, key, line)
            task.note(msgspec.structs.replace(outcome, counts={}))
            task.tell()
    return spills


def _bundles(spill: Path) -> Iterator[Bundle]:
    """The groups of a bucket, sorted by key."""
    groups: dict[bytes, list[bytes]] = {}
    for key, record in read_keyed(spill):
        groups.setdefault(key, []).append(record)
    for key in sorted(groups):
        yield msgspec.json.decode(key, type=str), groups[key]


def _keyed(key: str, line: bytes) -> bytes:
    return msgspec.json.encode(key) + b"\t" + line


def read_keyed(path: Path) -> Iterator[tuple[bytes, bytes]]:
    """The key of each record in a file of the first half of a stage, encoded, and the record, encoded."""
    for line in shards.read_lines(path):
        key, _, record = line.partition(b"\t")
        yield key, record
