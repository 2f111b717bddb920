"""The second shape of a `Map`: two halves, and between them what its records have in common is counted by site.

The first half writes drafts, which are the records with their marks; the second reads the marks of a site, and then
each draft again, to weigh it beside the counts. Drafts are shards with a manifest of their own, so that a kill costs no
more than in a `Map`, and are deleted as soon as their sites are done.
"""

from __future__ import annotations

import dataclasses
import itertools
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from polytrawl.engine.base import Bundle
from polytrawl.engine.shapes import Feed, Task, make, read_keyed, stale_shards
from polytrawl.manifest import Manifest, combine
from polytrawl.rundir import RunDir, site_part
from polytrawl.work import Marks

_ROUND = 20_000  # records whose drafts are on disk at a time, or those of one larger site: some 200 MB
_HELD = 1_000_000  # different marks of a site in memory, some 100 MB; then those seen once are forgotten

_marks_decoder = msgspec.json.Decoder(Marks)


def run_tally(task: Task, feed: Feed) -> None:
    """Run a `Tally`: every input shard gives the output shard of the same name, made from all shards of its site."""
    sites = _sites(task.inputs)
    wanted = {name: _digest(task.inputs, names) for names in sites for name in names}
    todo = frozenset(stale_shards(task, wanted))
    for names in _rounds(task.inputs, [names for names in sites if not todo.isdisjoint(names)]):
        drafts = _draft(task, feed, names)
        task.job = msgspec.structs.replace(task.job, step="weigh")
        task.begin(sum(drafts.shards[name].records for name in names if name in todo))
        make(task, wanted, _weighed(task.run, drafts, todo))
        task.run.save(task.manifest)  # before the drafts go
    forget_drafts(task.run, task.stage)
    task.check_errors(finally_=True)


def forget_drafts(run: RunDir, stage: str) -> None:
    """Delete what a first half has left behind."""
    shutil.rmtree(run.path / drafts_folder(stage), ignore_errors=True)


def drafts_folder(stage: str) -> str:
    """Where drafts are, as the run directory names it."""
    return f"{stage}/drafts"


def _sites(inputs: Manifest) -> list[list[str]]:
    """The names of the shards of each site."""
    return [list(names) for _, names in itertools.groupby(sorted(inputs.shards), key=site_part)]


def _digest(inputs: Manifest, names: list[str]) -> str:
    return combine(f"{name}:{inputs.shards[name].digest}" for name in names)


def _rounds(inputs: Manifest, sites: list[list[str]]) -> Iterator[list[str]]:
    """Whole sites, together, so that no worker waits for the end of each: the names of their shards."""
    names: list[str] = []
    for site in sites:
        names += site
        if sum(inputs.shards[name].records for name in names) >= _ROUND:
            yield names
            names = []
    if names:
        yield names


def _draft(task: Task, feed: Feed, names: list[str]) -> Manifest:
    """The first half for some sites; what a killed run has finished of it is not made again."""
    found = task.run.manifest(drafts_folder(task.stage))
    if found is None or found.signature != task.manifest.signature:
        found = Manifest(stage=drafts_folder(task.stage), signature=task.manifest.signature)
    job = msgspec.structs.replace(task.job, step="mark")
    draft = dataclasses.replace(task, job=job, manifest=found, seen=0, errors=0, counts=Counter())
    wanted = {name: task.inputs.shards[name].digest for name in names}
    todo = stale_shards(draft, wanted)
    draft.begin(sum(task.inputs.shards[name].records for name in todo))
    make(draft, wanted, ((name, feed(name)) for name in todo))
    task.run.save(found)
    return found


def _weighed(run: RunDir, drafts: Manifest, todo: frozenset[str]) -> Iterator[tuple[str, Iterator[Bundle]]]:
    for names in _sites(drafts):
        paths = {name: run.shard_path(drafts.stage, name) for name in names}
        counts = _count(paths)
        for name in names:
            if name in todo:
                yield name, _with_counts(paths[name], counts)


def _count(paths: Mapping[str, Path]) -> Counter[int]:
    """How many different records of a site have each mark."""
    counts: Counter[int] = Counter()
    wholes: set[int] = set()
    limit = _HELD
    for path in paths.values():
        for marks in (marks for marks, _ in _read(path) if marks is not None and marks.whole not in wholes):
            wholes.add(marks.whole)
            counts.update(set(marks.parts))
        if len(counts) > limit:
            counts = Counter({mark: number for mark, number in counts.items() if number > 1})
            limit = max(_HELD, 2 * len(counts))  # so that this happens seldom enough to cost linear time in all
    return counts


def _with_counts(path: Path, counts: Counter[int]) -> Iterator[Bundle]:
    for marks, line in _read(path):
        own = b"" if marks is None else msgspec.json.encode([counts[part] for part in marks.parts])
        yield own.decode(), [line]


def _read(path: Path) -> Iterator[tuple[Marks | None, bytes]]:
    """The marks of each draft, and its record, encoded."""
    for key, line in read_keyed(path):
        text = msgspec.json.decode(key, type=str)
        # Records on which a plug-in raised have a key that is none of marks.
        yield _marks_decoder.decode(text) if text.startswith("[") else None, line
