"""What a run has made, in figures: the one source of `status`, `report` and `--json`."""

from __future__ import annotations

import heapq
import itertools
from collections import Counter
from datetime import datetime

import msgspec

from polytrawl import options
from polytrawl.config import Config
from polytrawl.crawl import harvest
from polytrawl.crawl.harvest import HarvestPoint
from polytrawl.export.outlook import ProfileRow, outlook
from polytrawl.export.selection import Selection
from polytrawl.export.stage import Export
from polytrawl.ledger.funnel import FunnelStep, funnel
from polytrawl.manifest import Manifest
from polytrawl.plugin import STAGES
from polytrawl.records import Document, Page, PagePair, SentencePair
from polytrawl.rundir import RunDir
from polytrawl.sources import NO_GOLD, Gold, SourceRow, source_rows

__all__ = ["FunnelStep", "Sample", "SiteRow", "StageRow", "Summary", "funnel", "stage_rows", "summarise"]

_SAMPLES = 10
_SPEED_POINTS = 60
_HARVEST_POINTS = 120


class StageRow(msgspec.Struct, frozen=True):
    """One stage as `status` shows it."""

    stage: str
    state: str  # complete, begun, missing
    records: int = 0
    seconds: float = 0.0
    errors: int = 0
    counts: dict[str, int] = {}  # by reason; "" are the records without one


class SiteRow(msgspec.Struct, frozen=True):
    """The documents of one site by language."""

    site: str
    documents: int
    languages: dict[str, int]


class Sample(msgspec.Struct, frozen=True):
    """A unit shown to a reader."""

    id: str
    source: str
    target: str
    source_language: str
    target_language: str
    score: float
    source_url: str
    target_url: str


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the report shows."""

    run: str
    languages: list[str]
    seeds: list[str]
    stages: list[StageRow]
    funnel: list[FunnelStep]
    documents: dict[str, int]  # by language, wanted or not
    sites: list[SiteRow]
    methods: dict[str, int]  # exported page pairs by the methods that found them
    sources: list[SourceRow] = []
    page_pairs: dict[str, int]  # exported, by language pair
    units: dict[str, int]  # exported, by language pair
    profiles: list[ProfileRow] = []  # what each export profile keeps
    samples: list[Sample]
    speed: list[tuple[float, int]]  # seconds since the first page, pages fetched so far
    harvest: list[HarvestPoint] = []
    files: dict[str, int]  # exported files and their sizes in bytes


def stage_rows(run: RunDir) -> list[StageRow]:
    """All stages with their counts."""
    return [_row(name, run.manifest(name)) for name in STAGES]


def _row(name: str, manifest: Manifest | None) -> StageRow:
    if manifest is None:
        return StageRow(name, "missing")
    state = "complete" if manifest.complete else "begun"
    return StageRow(name, state, manifest.records, manifest.seconds, manifest.errors, dict(manifest.counts))


def summarise(run: RunDir, config: Config, gold: Gold = NO_GOLD) -> Summary:
    """The figures of a finished run; with gold pairs, also how many page pairs are right."""
    documents = [(one.site, one.language or "und") for one in run.records("topic") if isinstance(one, Document)]
    selection = options.build(Export, config.stages["export"]).select(run)
    pairs = list(map(_pair_facts, selection.pairs()))
    units = Counter(f"{unit.source_language}-{unit.target_language}" for unit in selection.units())
    return Summary(
        run=run.path.name,
        languages=list(config.languages),
        seeds=list(config.run["seeds"]),
        stages=stage_rows(run),
        funnel=funnel(run),
        documents=dict(Counter(language for _, language in documents).most_common()),
        sites=_sites(documents),
        methods=dict(Counter(method for _, method in pairs).most_common()),
        sources=source_rows(run, config, selection.pairs(), gold),
        page_pairs=dict(Counter(languages for languages, _ in pairs).most_common()),
        units=dict(units.most_common()),
        profiles=outlook(selection),
        samples=_samples(selection),
        speed=_speed(run),
        harvest=list(harvest.read(run.folder("crawl")).points(_HARVEST_POINTS)),
        files={name: size for name, (size, _) in run.finished("export").files.items()},
    )


def _sites(documents: list[tuple[str, str]]) -> list[SiteRow]:
    grouped = itertools.groupby(sorted(documents), key=lambda entry: entry[0])
    by_site = {site: Counter(language for _, language in entries) for site, entries in grouped}
    rows = [SiteRow(site, languages.total(), dict(languages.most_common())) for site, languages in by_site.items()]
    return sorted(rows, key=lambda row: (-row.documents, row.site))


def _pair_facts(pair: PagePair) -> tuple[str, str]:
    return f"{pair.left.language}-{pair.right.language}", "+".join(score.name for score in pair.evidence)


def _samples(selection: Selection) -> list[Sample]:
    # Ids are hashes: the ten smallest are a random sample that is the same at every look.
    units = heapq.nsmallest(_SAMPLES, selection.units(), key=lambda unit: unit.id)
    return [_sample(unit) for unit in units]


def _sample(unit: SentencePair) -> Sample:
    source, target = unit.texts
    return msgspec.convert({**msgspec.to_builtins(unit), "source": source, "target": target}, Sample)


def _speed(run: RunDir) -> list[tuple[float, int]]:
    pages = (record for record in run.records("crawl") if isinstance(record, Page) and record.fetched_at)
    times = sorted(datetime.fromisoformat(page.fetched_at) for page in pages)
    if not times:
        return []
    step = max(1, len(times) // _SPEED_POINTS)
    points = [((time - times[0]).total_seconds(), number + 1) for number, time in enumerate(times)]
    return [*points[::step], points[-1]]
