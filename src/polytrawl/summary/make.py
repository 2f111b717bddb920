"""The figures of a run, gathered."""

from __future__ import annotations

from datetime import datetime

import msgspec

from polytrawl import options
from polytrawl.config import Config
from polytrawl.crawl import harvest
from polytrawl.export.outlook import outlook
from polytrawl.export.selection import Selection
from polytrawl.export.stage import Export
from polytrawl.ledger.funnel import Funnels, funnels
from polytrawl.manifest import Manifest
from polytrawl.plugin import RECORDED, STAGES
from polytrawl.records import Document, Page
from polytrawl.rundir import RunDir
from polytrawl.sources import NO_GOLD, Gold, source_rows
from polytrawl.summary.documents import Documents, licences
from polytrawl.summary.duplicates import duplicates_of
from polytrawl.summary.repeat import repeat_of, without_passwords
from polytrawl.summary.rows import StageRow, Summary
from polytrawl.summary.units import pairs_of, units_of
from polytrawl.summary.warnings import warnings_of

_SPEED_POINTS = 60
_HARVEST_POINTS = 120


def stage_rows(run: RunDir) -> list[StageRow]:
    """All stages with their counts, and what was mined where there is any."""
    found = {name: run.manifest(name) for name in (*RECORDED, STAGES[-1])}
    return [_row(name, manifest) for name, manifest in found.items() if name in STAGES or manifest]


def _row(name: str, manifest: Manifest | None) -> StageRow:
    if manifest is None:
        return StageRow(name, "missing")
    state = "complete" if manifest.complete else "begun"
    return StageRow(name, state, manifest.records, manifest.seconds, manifest.errors, dict(manifest.counts))


def summarise(run: RunDir, config: Config, gold: Gold = NO_GOLD) -> Summary:
    """The figures of a finished run; with gold pairs, also how many page pairs are right."""
    selection = options.build(Export, config.stages["export"]).select(run)
    by_site = funnels(run, by="site")
    made = _gathered(run, config, selection, by_site)
    made = msgspec.structs.replace(made, sources=source_rows(run, config, selection.pairs(), gold))
    return msgspec.structs.replace(made, warnings=warnings_of(made, by_site))


def _gathered(run: RunDir, config: Config, selection: Selection, by_site: Funnels) -> Summary:
    documents = Documents(config)
    for record in run.records("topic"):
        if isinstance(record, Document):
            documents.see(record)
    pairs, units = pairs_of(selection, config), units_of(selection)
    return Summary(
        run=run.path.name,
        languages=list(config.languages),
        seeds=[without_passwords(seed) for seed in config.run["seeds"]],
        stages=stage_rows(run),
        funnel=by_site.steps,
        documents=documents.languages,
        sites=documents.sites(by_site),
        topic_terms=documents.topic_terms,
        licences=licences(selection.documents()),
        methods=pairs.methods,
        page_pairs=pairs.by_languages,
        units=units.by_languages,
        alignments=units.alignments,
        filter_reasons=units.reasons,
        histograms=[*documents.histograms(), *pairs.histograms, *units.histograms],
        duplicates=duplicates_of(run, selection),
        profiles=outlook(selection),
        samples=units.samples,
        speed=_speed(run),
        harvest=list(harvest.read(run.folder("crawl")).points(_HARVEST_POINTS)),
        files={name: size for name, (size, _) in run.finished("export").files.items()},
        repeat=repeat_of(config),
    )


def _speed(run: RunDir) -> list[tuple[float, int]]:
    pages = (record for record in run.records("crawl") if isinstance(record, Page) and record.fetched_at)
    times = sorted(datetime.fromisoformat(page.fetched_at) for page in pages)
    if not times:
        return []
    step = max(1, len(times) // _SPEED_POINTS)
    points = [((time - times[0]).total_seconds(), number + 1) for number, time in enumerate(times)]
    return [*points[::step], points[-1]]
