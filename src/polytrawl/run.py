"""The Python face of a run directory: the same words as the command line.

run = polytrawl.open_run("runs/health")
for unit in run.units(): print(unit.source, unit.target)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

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
from polytrawl.summary import StageRow, Summary, stage_rows, summarise
from polytrawl.work import Progress


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

    def summary(self) -> Summary:
        """The figures of the finished run."""
        return summarise(self.directory, self.config)

    def report(self) -> Path:
        """Write the HTML report."""
        path = self.directory.report_file
        write_whole(path, render(self.summary()))
        return path

    def explain(self, what: str) -> list[Finding]:
        """Everything that was decided about a URL or id, stage by stage."""
        return explain(self.directory, self.config, what)

    def selection(self) -> Selection:
        """What the export holds, and why the rest does not belong to it."""
        return options.build(Export, self.config.stages["export"]).select(self.directory)

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
    """A run in a directory with this config, which is written to its run.toml."""
    configs.check(configs.resolve(table, sets=sets, folder=path))  # wrong configs leave no trace
    directory = RunDir.create(path)
    laid_over = configs.overlaid(table, sets)
    write_whole(directory.run_file, tomli_w.dumps(laid_over))
    return Run(directory, configs.load(directory.run_file))
