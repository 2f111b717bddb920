"""The Python face of a run directory: the same words as the command line.

run = polytrawl.open_run("runs/health")
for unit in run.units(): print(unit.source, unit.target)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import tomli_w

from polytrawl import config as configs
from polytrawl import options
from polytrawl.config import Config
from polytrawl.errors import ConfigError
from polytrawl.explain import Finding, explain
from polytrawl.export.selection import Selection
from polytrawl.export.stage import Export
from polytrawl.files import write_whole
from polytrawl.pipeline import Pipeline, StageResult
from polytrawl.plugin import STAGES
from polytrawl.records import Document, PagePair, SentencePair
from polytrawl.report.page import render
from polytrawl.rundir import RunDir
from polytrawl.sources import NO_GOLD, read_gold
from polytrawl.summary import StageRow, Summary, stage_rows, summarise
from polytrawl.work import Progress

# How a run.toml begins that may be written again; who edits it takes this line out.
_WRITTEN = "# Written by `polytrawl get`, and again when it is called again; take this line out to keep your changes.\n"


class Run:
    """A run: its directory and its config."""

    def __init__(self, directory: RunDir, config: Config) -> None:
        self.directory = directory
        self.config = config

    @property
    def path(self) -> Path:
        """Where the run directory is."""
        return self.directory.path

    def go(self, progress: Progress, *, first: str = STAGES[0], last: str = STAGES[-1]) -> list[StageResult]:
        """Run the stages from first to last; what is fresh is skipped."""
        configs.check(self.config)
        return Pipeline(self.directory, self.config, progress).go(first, last)

    def status(self) -> list[StageRow]:
        """All stages with their counts."""
        return stage_rows(self.directory)

    def summary(self, gold: Path | None = None) -> Summary:
        """The figures of the finished run; with a file of gold page pairs also precision by source."""
        return summarise(self.directory, self._as_made(), read_gold(gold) if gold else NO_GOLD)

    def report(self, gold: Path | None = None) -> Path:
        """Write the HTML report."""
        path = self.directory.report_file
        write_whole(path, render(self.summary(gold)))
        return path

    def explain(self, what: str) -> list[Finding]:
        """Everything that was decided about a URL or id, stage by stage."""
        return explain(self.directory, self._as_made(), what)

    def selection(self) -> Selection:
        """What the export holds, and why the rest does not belong to it."""
        return options.build(Export, self._as_made().stages["export"]).select(self.directory)

    def would_export(self) -> Selection:
        """What an export with the config as it is now would hold; nothing is written."""
        configs.check(self.config)
        return options.build(Export, self.config.stages["export"]).select(self.directory)

    def _as_made(self) -> Config:
        """The config with the options under which each stage was last run, which may not be those of run.toml."""
        found = {name: self.directory.manifest(name) for name in STAGES}
        made = {name: manifest.options for name, manifest in found.items() if manifest}
        return msgspec.structs.replace(self.config, stages={**self.config.stages, **made})

    def documents(self) -> Iterator[Document]:
        """The exported documents."""
        return self.selection().documents()

    def pairs(self) -> Iterator[PagePair]:
        """The exported page pairs."""
        return self.selection().pairs()

    def units(self) -> Iterator[SentencePair]:
        """The exported sentence pairs."""
        return self.selection().units()


def open_run(path: str | Path, *, sets: Iterable[str] = ()) -> Run:
    """The run in a directory, or of a run.toml, which lies in its run directory."""
    path = Path(path)
    file = path if path.suffix == ".toml" else path / "run.toml"
    if path.suffix != ".toml":
        _check_there(path)
    config = configs.load(file, sets)  # wrong configs leave no trace
    return Run(RunDir.create(file.parent), config)


def _check_there(path: Path) -> None:
    if not (path / "run.toml").exists():
        RunDir.open(path)  # says what is wrong, unless only run.toml is gone
        raise ConfigError(f"{path}: run.toml is missing; copy resolved.toml to run.toml to go on with the last config")


def new_run(path: Path, table: Mapping[str, Any], *, sets: Iterable[str] = ()) -> Run:
    """A run in a directory with this config, which is written to its run.toml; one written by hand is left alone."""
    configs.check(configs.resolve(table, sets=sets, folder=path))  # wrong configs leave no trace
    directory = RunDir.create(path)
    text = _WRITTEN + tomli_w.dumps(configs.overlaid(table, sets))
    with directory.lock():
        check_not_by_hand(path)
        write_whole(directory.run_file, text)
    return Run(directory, configs.load(directory.run_file))


def check_not_by_hand(path: Path) -> None:
    """Refuse a run directory whose run.toml somebody has written or edited."""
    file = path / "run.toml"
    if file.exists() and not file.read_text(encoding="utf-8").startswith(_WRITTEN):
        raise ConfigError(f"{file}: written by hand; `polytrawl run {path}` runs it, or give another --out")
