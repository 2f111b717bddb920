"""Takes records out of the folders of the stages, and keeps their manifests right.

A shard that has lost records says so in its manifest, but not that it was made from less: the next run makes it again
from what is left, and what other pages have learned from the forgotten one (how often a paragraph recurs on a site, how
words are translated) is gone then, too.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from polytrawl import shards
from polytrawl.errors import DamagedShard
from polytrawl.findings import Findings, Round, read_findings, read_round, write_findings, write_round
from polytrawl.forget.clusters import without
from polytrawl.forget.gone import head_of, is_gone
from polytrawl.forget.plan import Plan
from polytrawl.manifest import Manifest, ShardState
from polytrawl.records import Cluster, reason_of
from polytrawl.rundir import RunDir

__all__ = ["clear_findings", "clear_stage", "renew_inputs"]

# What may stay in the folder of a stage; all else there is learned from pages, or left by a kill, and is made again.
_KNOWN = {"manifest.json", "errors.jsonl", "patterns.json", "deep.json"}


def clear_stage(run: RunDir, stage: str, plan: Plan) -> None:
    """Remove the records of pages from a stage; can be done twice."""
    folder = run.path / stage
    if not folder.is_dir():
        return
    manifest = run.manifest(stage) or Manifest(stage=stage, signature="")
    kept = _Kept(plan)
    for name in sorted(manifest.shards):
        state = _cleared(run, stage, name, manifest.shards[name], kept)
        if state is None:
            del manifest.shards[name]
            manifest.complete = False
        else:
            manifest.shards[name] = state
    run.remove_strangers(manifest)
    _remove_unknown(folder)
    if run.manifest(stage):
        run.save(manifest)


class _Kept:
    """What is left of a record."""

    def __init__(self, plan: Plan) -> None:
        self._urls = frozenset(plan.urls)
        self._documents = frozenset(plan.documents)
        self._ids = frozenset((*plan.pages, *plan.documents, *plan.others))

    def of(self, line: bytes) -> bytes | None:
        """The record as it stays; None where it goes."""
        head = head_of(line)
        if is_gone(head, self._urls.__contains__) or (head.record == "dropped" and head.id in self._ids):
            return None
        if self._documents.isdisjoint(head.members):
            return line
        cluster = shards.decode(line)
        assert isinstance(cluster, Cluster)  # noqa: S101 - what has members
        left = without(cluster, self._documents)
        return shards.encode(left) if left else None


def _cleared(run: RunDir, stage: str, name: str, state: ShardState, kept: _Kept) -> ShardState | None:
    """The state of a shard without the records that go; None where the shard cannot be read, and is gone."""
    path = run.shard_path(stage, name)
    try:
        if state.is_intact(path) and all(kept.of(line) is line for line in shards.read_lines(path)):
            return state
        counts: Counter[str] = Counter()
        with shards.ShardWriter(path) as writer:
            for line in _left(path, kept.of):
                writer.write(line)
                counts[reason_of(shards.decode(line))] += 1
    except (DamagedShard, FileNotFoundError):
        path.unlink(missing_ok=True)
        return None
    return run.describe(stage, name, writer, input=state.input, counts=dict(counts), seen=state.seen)


def _left(path: Path, kept: Callable[[bytes], bytes | None]) -> Iterator[bytes]:
    yield from (one for line in shards.read_lines(path) if (one := kept(line)) is not None)


def _remove_unknown(folder: Path) -> None:
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name not in _KNOWN and not path.name.endswith(shards.SUFFIX):
            path.unlink()


def clear_findings(run: RunDir, plan: Plan) -> None:
    """Remove pages from what URL patterns have told."""
    folder, urls, documents = run.path / "pair", frozenset(plan.urls), frozenset(plan.documents)
    if found := read_findings(folder):
        sources = {pair: how for pair, how in found.sources.items() if documents.isdisjoint(pair.split())}
        write_findings(folder, Findings(found.made_from, found.patterns, sources))
    if noted := read_round(folder):
        promises = [one for one in noted.promises if one.url not in urls and one.source not in urls]
        write_round(folder, Round(promises, noted.result))


def renew_inputs(run: RunDir, plan: Plan) -> None:
    """Stages that were made from others as these were are so still: both have lost the same pages."""
    for stage, sources in plan.fresh.items():
        manifest = run.manifest(stage)
        found = {source: run.manifest(source) for source in sources}
        if manifest and found:
            digests = {source: one.digest for source, one in found.items() if one}
            run.save(msgspec.structs.replace(manifest, made_from={**manifest.made_from, **digests}))
