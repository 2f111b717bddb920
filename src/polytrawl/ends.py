"""The two ends of the pipeline: pages come in from a `Source`, files for users go out through a `Sink`."""

from __future__ import annotations

import itertools
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from polytrawl import shards
from polytrawl.errors import NothingFetched
from polytrawl.manifest import Manifest, ShardState, combine
from polytrawl.records import Dropped, Page, reason_of
from polytrawl.rundir import RunDir, shard_name
from polytrawl.urls import site_of
from polytrawl.work import Judge, Progress, Sink, Source

_SLICE = 1_000  # pages of one site in a shard: what a kill in the clean stage can cost at most

# What to do when a crawl brings nothing, by the most frequent reason.
_ADVICE = {
    "private-address": "to fetch from this machine or a private network, set crawl.allow_private = true",
    "robots": "robots.txt forbids these pages: ask the owner of the site",
    "unknown-host": "is the host name spelt right, and is there a network?",
    "refused-connection": "does a server run there, on this port?",
    "empty": "the pages have no content: are these the files you meant?",
}

T = TypeVar("T")


def collect(run: RunDir, source: Source, manifest: Manifest, *, judge: Judge, progress: Progress) -> bool:
    """Let a source bring in pages, and list them in shards by site; False when there was nothing new."""
    folder = run.folder(manifest.stage)
    before = manifest.complete, manifest.digest
    progress.begin(manifest.stage, None)
    source.collect(folder, judge=judge, progress=progress)
    list_pages(run, source, manifest)
    if not manifest.complete:
        raise _nothing(run, manifest)
    return before != (True, manifest.digest)


def list_pages(run: RunDir, source: Source, manifest: Manifest) -> None:
    """List what a source has brought so far; the manifest is complete where there is a page."""
    manifest.complete = False
    run.save(manifest)  # unfinished, until the list is whole
    manifest.shards = _list_pages(run, source, run.folder(manifest.stage))
    manifest.complete = bool(manifest.counts[""])
    run.remove_strangers(manifest)
    run.save(manifest)


def made_from(run: RunDir, digests: Mapping[str, str]) -> dict[str, str]:
    """What an export is made from: the stages it reads, and the URL patterns."""
    return {**digests, "patterns": combine(map(repr, run.patterns()))}


def _list_pages(run: RunDir, source: Source, folder: Path) -> dict[str, ShardState]:
    made: dict[str, ShardState] = {}
    slices: Counter[str] = Counter()
    for site, records in itertools.groupby(source.records(folder), key=lambda record: site_of(record.url)):
        for part in batched(records, _SLICE):
            name = shard_name(site, slices[site])
            slices[site] += 1  # a site may come twice, where the list of public suffixes has changed since
            made[name] = _list_slice(run, name, part)
    return made


def _list_slice(run: RunDir, name: str, part: list[Page | Dropped]) -> ShardState:
    writer = shards.write_shard(run.shard_path("crawl", name), part)
    counts = Counter(reason_of(record) for record in part)
    return run.describe("crawl", name, writer, input="", counts=dict(counts), seen=len(part))


def _nothing(run: RunDir, manifest: Manifest) -> NothingFetched:
    found = [(reason, number) for reason, number in manifest.counts.most_common() if reason]
    reasons = ", ".join(f"{reason} ({number})" for reason, number in found) or "nothing was found"
    advice = _ADVICE.get(found[0][0] if found else "", "check seeds, crawl.scope and the network")
    return NothingFetched(
        f"crawl: no page could be had: {reasons}; {advice}; "
        f"`polytrawl explain {run.path} URL` tells what happened to a page"
    )


def export(run: RunDir, sink: Sink, manifest: Manifest, *, inputs: dict[str, str], progress: Progress) -> bool:
    """Let a sink write its files, and put them in place when all are whole; False when they are there already."""
    folder = run.folder(manifest.stage)
    is_fresh = manifest.complete and manifest.made_from == inputs
    if is_fresh and manifest.files == _stamps(folder, manifest.files):
        return False
    progress.begin(manifest.stage, None)
    fresh = folder / ".new"
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir()
    manifest.exported = sink.write(run, fresh)
    names = [str(path.relative_to(fresh)) for path in sorted(fresh.rglob("*")) if path.is_file()]
    last = run.manifest(manifest.stage)
    _put_in_place(fresh, folder, names, old=last.files if last else ())
    manifest.files = _stamps(folder, names)
    return True


def _put_in_place(fresh: Path, folder: Path, names: Iterable[str], *, old: Iterable[str]) -> None:
    """Move new files over old ones; those of the last export that have no successor go away, other files stay."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (fresh / name).replace(folder / name)
    shutil.rmtree(fresh)
    gone = set(old) - set(names)
    for name in gone:
        (folder / name).unlink(missing_ok=True)
    above = {parent for name in gone for parent in Path(name).parents} - {Path()}
    for parent in sorted(above, key=lambda one: -len(one.parts)):
        if (folder / parent).is_dir() and not any((folder / parent).iterdir()):
            (folder / parent).rmdir()


def _stamps(folder: Path, names: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Size and time stamp of each file that is there."""
    found = {name: (folder / name).stat() for name in names if (folder / name).exists()}
    return {name: (stat.st_size, stat.st_mtime_ns) for name, stat in found.items()}


def batched(items: Iterator[T], size: int) -> Iterator[list[T]]:
    """Lists of up to so many items."""
    while part := list(itertools.islice(items, size)):
        yield part
