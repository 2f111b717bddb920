"""The pipeline: plan every stage, skip what is fresh, run the rest, and say why.

`crawl -> clean -> language -> topic -> dedup -> pair -> align -> filter -> export`. Stages meet on disk only, so any
of them can be run alone, killed at any instant, and taken up again.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

import msgspec

from polytrawl import options, shards
from polytrawl.config import Config
from polytrawl.ends import batched, collect, export, made_from
from polytrawl.engine import make_engine
from polytrawl.engine.assembly import run_assembly
from polytrawl.engine.base import Engine, Job
from polytrawl.engine.local import LocalEngine
from polytrawl.engine.shapes import Task, run_group, run_map
from polytrawl.engine.study import run_study
from polytrawl.engine.tally import forget_drafts, run_tally
from polytrawl.errors import ConfigError, DamagedShard, StageError, did_you_mean
from polytrawl.files import write_whole
from polytrawl.judge import make_judge
from polytrawl.manifest import Manifest
from polytrawl.plugin import MINE, STAGES, find
from polytrawl.records import Document, Page
from polytrawl.recovery import Recovery
from polytrawl.rundir import RunDir
from polytrawl.signature import changes, signature_of
from polytrawl.topic_texts import with_texts
from polytrawl.work import Assembly, Group, Map, Progress, Sink, Source, Stage, Study, Tally

_TOPICAL = {"crawl", "topic"}  # stages that need the texts of the topic; for others nothing is fetched


class StageResult(msgspec.Struct, frozen=True):
    """What happened to one stage in a run."""

    stage: str
    state: str  # made, fresh
    seconds: float
    records: int
    counts: dict[str, int]  # by reason; "" are the records without one


class Pipeline:
    """Runs the stages of one config in one run directory."""

    def __init__(self, run: RunDir, config: Config, progress: Progress) -> None:
        self.run = run
        self.config = config
        self.progress = progress
        self._engine: Engine | None = None

    def go(self, first: str = STAGES[0], last: str = STAGES[-1]) -> list[StageResult]:
        """Run the stages from first to last."""
        names = between(first, last)
        with self.run.lock():
            self.run.check_whole()
            try:
                write_whole(self.run.resolved_file, self.config.to_toml())
                if _TOPICAL & set(names):
                    self.config = with_texts(self.config, self.run.path)
                return list(self._in_turn(names))
            finally:
                if self._engine:
                    self._engine.close()
                    self._engine = None

    def _in_turn(self, names: Sequence[str]) -> Iterable[StageResult]:
        """What comes of each stage; where one was run twice, of its last time."""
        results: dict[str, StageResult] = {}
        for name in names:
            results[name] = self._guarded(name, last=names[-1])
            if name == "pair":
                for again in self._after_pairing(names):
                    was_made = "made" in (results[again.stage].state, again.state)
                    results[again.stage] = msgspec.structs.replace(again, state="made" if was_made else "fresh")
        return results.values()

    def _after_pairing(self, names: Sequence[str]) -> Iterator[StageResult]:
        """Look, once, for pages that URL patterns promise; those found are cleaned and paired like all others."""
        recovery = Recovery(self.run, self.config, self.progress)
        with self._told("pair"):
            is_due = names[0] == STAGES[0] and recovery.begin()
        if is_due:
            while self._offered(recovery):
                yield self._guarded(names[0], last=names[-1])
            yield from [self._guarded(name, last=names[-1]) for name in between("clean", "pair")]
        with self._told("pair"):
            if is_due:
                recovery.close()
            recovery.note()

    def _offered(self, recovery: Recovery) -> bool:
        with self._told("crawl"):
            return recovery.offer()

    def _guarded(self, name: str, *, last: str) -> StageResult:
        with self._told(name):
            return self._stage(name, last=last)

    @contextmanager
    def _told(self, name: str) -> Iterator[None]:
        """What goes wrong inside, said in the words of a stage."""
        try:
            yield
        except sqlite3.OperationalError as err:  # the crawl's store: disk full, read-only or failing
            raise StageError(
                f"{name}: {self.run.path / name}: {err}; what is finished is kept: mend it and run again"
            ) from err
        except sqlite3.DatabaseError as err:
            raise StageError(
                f"{name}: frontier.sqlite in {self.run.path / name} is damaged ({err}); the pages in its WARC files "
                "are whole: name those as `warcs` in the run.toml of a new run"
            ) from err
        except OSError as err:
            where = err.filename or self.run.path
            raise StageError(
                f"{name}: {where}: {err.strerror or err}; what is finished is kept: mend it and run again"
            ) from err
        except DamagedShard as err:
            raise StageError(f"{err}; `polytrawl run {self.run.path}` makes it again") from err

    def _stage(self, name: str, *, last: str) -> StageResult:
        began = time.monotonic()
        cls = find(Stage, name)
        manifest = self._plan(name)
        if issubclass(cls, Source):
            made = self._collect(cls, manifest, is_alone=name == last)
        elif issubclass(cls, Sink):
            sink = options.build(cls, self.config.stages[name])
            inputs = made_from(self.run, {stage: one.digest for stage, one in self._inputs(cls).items()})
            made = export(self.run, sink, manifest, inputs=inputs, progress=self.progress)
            manifest.made_from = inputs
        else:
            made = self._work(cls, manifest)
        if made:
            manifest.complete = True
            manifest.seconds += time.monotonic() - began
            self.run.save(manifest)
            self.progress.end(_in_words(manifest))
        state = "made" if made else "fresh"
        return StageResult(name, state, manifest.seconds, manifest.records, dict(manifest.counts))

    def _plan(self, name: str) -> Manifest:
        """The manifest to go on from: the one on disk when the signature is the same, else an empty one."""
        signature = signature_of(name, self.config)
        found = self.run.manifest(name)
        if found is not None and found.signature == signature:
            return found
        if found is not None:
            why = ", ".join(changes(found.options, self.config.stages[name])) or "its code has changed"
            verb = "goes on" if name == STAGES[0] else "runs again"  # what was fetched is never fetched again
            self.progress.say(f"{name}: {verb}: {why}")
            self.run.errors_file(name).unlink(missing_ok=True)
        return Manifest(stage=name, signature=signature, options=self.config.stages[name])

    def _collect(self, cls: type[Source], manifest: Manifest, *, is_alone: bool) -> bool:
        source = options.build(cls, self.config.stages[manifest.stage])
        # The crawl is this machine's work; where another engine does the rest, its judge still has local workers.
        is_local = self.config.run["engine"] == "local"
        engine = self.engine if is_local else LocalEngine(self.config.run["workers"])
        assert isinstance(engine, LocalEngine)  # noqa: S101 - what "local" names
        judge = make_judge(self.config, engine, is_crawl_alone=is_alone)
        try:
            return collect(self.run, source, manifest, judge=judge, progress=self.progress)
        finally:
            if not is_local:
                engine.close()

    # Map and Group

    def _work(self, cls: type[Stage], manifest: Manifest) -> bool:
        name = manifest.stage
        self._tell_of_mined(cls)
        found, source = self._inputs(cls), cls.reads[0]
        homes = {shard: one for one, made in found.items() for shard in made.shards}
        shards_read = {shard: state for made in found.values() for shard, state in made.shards.items()}
        inputs = msgspec.structs.replace(found[source], shards=shards_read)
        before = manifest.complete, manifest.digest, manifest.made_from
        keep = str(self.run.folder(name).resolve())
        job = Job(name, "apply", self.config.stages[name], self.config.files, keep=keep)
        task = Task(
            run=self.run,
            engine=self.engine,
            progress=self.progress,
            job=job,
            manifest=manifest,
            inputs=inputs,
            max_error_share=self.config.run["max_error_share"],
        )
        feed = self._pages if source == "crawl" else lambda shard: self.run.lines(homes[shard], shard)
        if issubclass(cls, Tally) and cls.counts(self.config.stages[name]):
            run_tally(task, feed)
        elif issubclass(cls, Study):
            run_study(task, feed)
        elif issubclass(cls, Map):
            forget_drafts(self.run, name)
            run_map(task, feed)
        elif issubclass(cls, Assembly):
            run_assembly(task, feed)
        elif issubclass(cls, Group):
            run_group(task, feed)
        manifest.made_from = {one: made.digest for one, made in found.items()}
        # A shard that was made again may be empty, and as it was before.
        return not manifest.complete or task.seen > 0 or before != (True, manifest.digest, manifest.made_from)

    def _tell_of_mined(self, cls: type[Stage]) -> None:
        """Mined units are made by a command of their own: say so where it is due."""
        found = self.run.manifest(MINE) if MINE in cls.also else None
        if found is None:
            return
        again = f"`polytrawl mine {self.run.path} --langs ...`"
        if not found.complete:
            self.progress.say(f"mine: was broken off, and its units are left out; {again} goes on")
            return
        made = {stage: self.run.manifest(stage) for stage in found.made_from}
        older = [stage for stage, one in made.items() if one is None or one.digest != found.made_from[stage]]
        if older:
            what = "units of pages that are gone are left out, and those of new ones are missing"
            self.progress.say(f"mine: is older than {', '.join(older)}: {what}; {again} mines again")

    def _inputs(self, cls: type[Stage]) -> dict[str, Manifest]:
        """The finished stages that a stage reads; `StageError` where one is older than what it was made from."""
        also = {name: found for name in cls.also if (found := self.run.mined())}
        return {source: self._current(source) for source in cls.reads} | also

    def _current(self, name: str) -> Manifest:
        manifest = self.run.finished(name)
        cls = find(Stage, name)
        inputs = {source: found.digest for source, found in self._inputs(cls).items()}
        for source in (*cls.reads, *cls.also):
            if manifest.made_from.get(source) != inputs.get(source):
                raise StageError(
                    f"{name}: is older than {source} in {self.run.path}; "
                    f"run `polytrawl run {self.run.path} --from {name}`"
                )
        return manifest

    @property
    def engine(self) -> Engine:
        """The engine, started when first needed."""
        if self._engine is None:
            self._engine = make_engine(self.config.run["engine"], self.config.run["workers"])
        return self._engine

    def _pages(self, shard: str) -> Iterator[bytes]:
        """Pages with their content, or what the crawl's judge has made of them already, encoded."""
        source = options.build(find(Stage, "crawl"), self.config.stages["crawl"])
        assert isinstance(source, Source)  # noqa: S101 - what "crawl" names
        signature = signature_of("clean", self.config)
        folder = self.run.folder("crawl")
        with self.run.page_reader() as reader:
            for pages in batched(self.run.pages(shard), 64):
                kept = source.kept(folder, [page.id for page in pages], signature)
                for page in pages:
                    yield _with_alternates(kept.get(page.id), page) or shards.encode(reader.fill(page))


def _with_alternates(kept: bytes | None, page: Page) -> bytes | None:
    """What the judge kept, with what a sitemap says about the page, which may have been read later."""
    if kept is None or not page.alternates:
        return kept
    record = shards.decode(kept)
    return shards.encode(record.with_alternates(page.alternates)) if isinstance(record, Document) else kept


def _in_words(manifest: Manifest) -> str:
    counts = manifest.counts
    kept = counts.pop("", 0)
    reasons = ", ".join(f"{number} {reason}" for reason, number in counts.most_common(6))
    return f"{manifest.stage}: {kept} kept" + (f"; {reasons}" if reasons else "")


def between(first: str, last: str) -> tuple[str, ...]:
    """The stages from first to last; `ConfigError` for words that are no stages, or the wrong way round."""
    for name in (first, last):
        if name not in STAGES:
            raise ConfigError(f"{name!r} is no stage{did_you_mean(name, STAGES)}")
    begin, end = STAGES.index(first), STAGES.index(last)
    if begin > end:
        raise ConfigError(f"--from {first} --to {last}: {first} comes after {last}")
    return STAGES[begin : end + 1]
