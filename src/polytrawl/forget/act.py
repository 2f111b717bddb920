"""Forgetting, step by step: each can be done twice, so a kill costs nothing but time."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec

from polytrawl import options
from polytrawl.crawl.tombstones import add_tombstones
from polytrawl.ends import export, list_pages, made_from
from polytrawl.errors import ConfigError, RunMissing, StageError
from polytrawl.forget import warcs
from polytrawl.forget.others import clear_others, clear_topic_texts
from polytrawl.forget.plan import Plan, make_plan, read_plan, write_plan
from polytrawl.forget.proof import Proof, prove, said_elsewhere
from polytrawl.forget.stages import clear_findings, clear_stage, renew_inputs
from polytrawl.forget.tables import clear_frontier, clear_policies
from polytrawl.forget.target import Target
from polytrawl.plugin import MINE, RECORDED, STAGES, find
from polytrawl.run import Run, open_run
from polytrawl.urls import normalise
from polytrawl.work import Progress, Sink, Source, Stage

__all__ = ["Forgotten", "forget", "look"]


# Words of a config may be names of these, and are not meant.
_OURS = (*STAGES, MINE, "evaluate", "stats", "report.html")


class Forgotten(msgspec.Struct, frozen=True):
    """What was removed, and the proof."""

    meant: str  # in words
    pages: int
    addresses: int
    records: dict[str, int]  # by stage
    seeds: list[str]  # that are forgotten, and that run.toml still names
    sources: list[str]  # files of the user that the run reads and that may still hold the pages
    proof: Proof


def look(run: Run, target: Target) -> Plan:
    """What would be forgotten; nothing is changed."""
    run.directory.check_whole()
    return make_plan(run.directory, target)


def forget(run: Run, target: Target | None, progress: Progress, agree: Callable[[Plan], bool]) -> list[Forgotten]:
    """Finish what was broken off, then forget what is meant, if it is agreed to; nothing works here meanwhile."""
    with run.directory.lock():
        done: list[Forgotten] = []
        if broken_off := read_plan(run.directory):
            progress.say(f"forget: goes on where it was broken off: {broken_off.target.in_words}")
            done.append(_carry_out(run, broken_off, progress))
            if not done[-1].proof.holds:
                return done
        elif target is None:
            raise ConfigError("forget: nothing was broken off; say what to forget: an address, a host or a regex")
        if target is not None:
            warcs.cut_torn(run.directory.folder("crawl"))
            plan = make_plan(run.directory, target)
            if agree(plan):
                write_plan(run.directory, plan)
                done.append(_carry_out(run, plan, progress))
        return done


def _carry_out(run: Run, plan: Plan, progress: Progress) -> Forgotten:
    directory, folder = run.directory, run.directory.folder("crawl")
    for inside in _runs_inside(run):
        with suppress(RunMissing):  # it has not met the pages
            forget(inside, plan.target, progress, lambda _: True)
    add_tombstones(folder, () if plan.hosts else plan.urls, plan.hosts)
    warcs.move(folder, plan.cuts.moves, plan.id)
    warcs.cut(folder, plan.cuts)
    clear_frontier(folder, plan.urls, plan.pages, plan.hosts)
    clear_policies(folder, plan.pages, plan.hosts)
    _list_crawl(run, is_complete="crawl" in plan.complete)
    for stage in RECORDED[1:]:
        clear_stage(directory, stage, plan)
    clear_findings(directory, plan)
    clear_topic_texts(directory, plan)
    renew_inputs(directory, plan)
    _export_again(run, plan, progress)
    shared = said_elsewhere(directory, plan)
    clear_others(directory, plan, shared)
    proof = prove(directory, plan, shared, frozenset(_named(run)))
    if proof.holds:
        directory.forgetting_file.unlink()
    return Forgotten(
        meant=plan.target.in_words,
        pages=len(plan.pages),
        addresses=len(plan.urls),
        records=plan.records,
        seeds=[seed for seed in run.config.run["seeds"] if normalise(seed) in plan.urls],
        sources=_sources(run),
        proof=proof,
    )


def _runs_inside(run: Run) -> list[Run]:
    """Runs in folders of this one, such as the visits of `sites`: what they have kept of the pages goes as well."""
    return [open_run(marker.parent) for marker in sorted(run.path.glob("*/*/polytrawl.json"))]


def _list_crawl(run: Run, *, is_complete: bool) -> None:
    """List the pages that are left; where the crawl was not over, it lists them when it is."""
    manifest = run.directory.manifest("crawl")
    if manifest is None:
        return
    if is_complete:
        source = options.build(find(Stage, "crawl"), manifest.options)
        assert isinstance(source, Source)  # noqa: S101 - what "crawl" names
        list_pages(run.directory, source, manifest)
        return
    manifest.shards = {}
    run.directory.remove_strangers(manifest)
    run.directory.save(manifest)


def _export_again(run: Run, plan: Plan, progress: Progress) -> None:
    """Write the exports anew from what is left; where that cannot be done, they go."""
    directory = run.directory
    folder = directory.path / "export"
    shutil.rmtree(folder / ".new", ignore_errors=True)
    manifest = directory.manifest("export")
    if manifest is None:
        return
    cls = find(Stage, "export")
    reads = [*cls.reads, *(cls.also if directory.mined() else ())]
    is_fresh = "export" in plan.complete and set(plan.fresh["export"]) == set(reads)
    if not is_fresh or not all(_is_complete(run, stage) for stage in ("crawl", *reads)):
        _remove(folder, manifest.files)
        return
    sink = options.build(find(Stage, "export"), manifest.options)
    assert isinstance(sink, Sink)  # noqa: S101 - what "export" names
    inputs = made_from(directory, {stage: directory.finished(stage).digest for stage in reads})
    manifest.complete = False  # also where nothing was exported of the page: it is cheap to be sure
    export(directory, sink, manifest, inputs=inputs, progress=progress)
    manifest.made_from, manifest.complete = inputs, True
    directory.save(manifest)
    if directory.report_file.exists():
        run.report()


def _remove(folder: Path, files: dict[str, tuple[int, int]]) -> None:
    for name in files:
        (folder / name).unlink(missing_ok=True)
    (folder / "manifest.json").unlink(missing_ok=True)
    (folder.parent / "report.html").unlink(missing_ok=True)


def _is_complete(run: Run, stage: str) -> bool:
    try:
        return run.directory.finished(stage).complete
    except StageError:
        return False


def _named(run: Run) -> Iterator[str]:
    """The files and folders in the run directory that the config names, seen from there."""
    there = {path.resolve(): path for path in run.path.iterdir() if path.name not in _OURS}
    for text in _texts([run.config.run, run.config.stages]):
        path = Path(os.path.normpath(run.path.resolve() / text))
        top = next((one for one in there if path.is_relative_to(one)), None)
        if top is not None:
            yield path.relative_to(run.path.resolve()).as_posix()


def _texts(value: object) -> Iterator[str]:
    """All texts in a config."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _texts(list(value.values()))
    elif isinstance(value, Iterable):
        for one in value:
            yield from _texts(one)


def _sources(run: Run) -> list[str]:
    """WARC files and folders of the user: they are not ours to change."""
    crawl = run.config.stages["crawl"]
    return [*map(str, crawl["warcs"]), *(str(one["path"]) for one in crawl["folders"])]
