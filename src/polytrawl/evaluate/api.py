"""What the command `evaluate` does, for Python: compare with known pairs, draw samples to judge, count judgements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from polytrawl.errors import ConfigError, RunMissing, StageError
from polytrawl.evaluate import page
from polytrawl.evaluate.gold import read_known
from polytrawl.evaluate.judged import Judged, groups_of, weigh
from polytrawl.evaluate.kinds import Population
from polytrawl.evaluate.origin import changes
from polytrawl.evaluate.pairs import Evaluation, Fault, evaluate, slim
from polytrawl.evaluate.sampling import FOLDER, Drawn, write_sample
from polytrawl.evaluate.tables import Table, read_table
from polytrawl.files import write_whole
from polytrawl.records import replace
from polytrawl.run import Run, open_run

__all__ = ["Drawn", "against_gold", "by_judgements", "write_evaluation", "write_sample"]


def against_gold(run: Run, gold: Iterable[Path], ignore: Iterable[Path] = (), *, exported: bool = False) -> Evaluation:
    """The pairs of a run beside the known pairs of some files."""
    known = read_known(gold)
    if not known:
        raise ConfigError("--gold: there are no pairs in it; expected lines of two addresses with a tab between them")
    passed_over = {one.couple for one in read_known(ignore)}
    found = list(map(slim, Population(run, is_exported=exported).pairs()))
    return evaluate(run.directory, found, known, passed_over, run.config.languages)


def write_evaluation(run: Run, found: Evaluation) -> list[Path]:
    """The page with the plot, and the table of all faults."""
    page_file, faults_file = (run.directory.folder(FOLDER) / name for name in ("pairs.html", "errors.tsv"))
    write_whole(page_file, page.render(found, run.path.resolve().name))
    write_whole(
        faults_file, "\n".join(["kind\tleft_url\tright_url\tprobability\twhy", *map(_line, found.faults)]) + "\n"
    )
    return [page_file, faults_file]


def _line(one: Fault) -> str:
    sure = "" if one.probability is None else f"{one.probability:.4f}"
    return f"{one.kind}\t{one.left}\t{one.right}\t{sure}\t{one.why}"


def by_judgements(files: Sequence[Path], run: Path | None = None) -> list[Judged]:
    """What readers said of samples: one answer for each kind and run. `run` is where the run directory is now."""
    return [_compared(weigh(group), group, run) for group in groups_of(map(read_table, files))]


def _compared(judged: Judged, group: Sequence[Table], folder: Path | None) -> Judged:
    """The judgements, beside the run as it is now."""
    try:
        run = open_run(folder or judged.folder)
    except RunMissing:
        if folder:
            raise
        return judged  # it was moved, or judged on another machine
    origin = group[0].origin
    changed = changes(origin, run)
    if not changed:
        return replace(judged, changed=[])
    return replace(judged, changed=changed, gone=_gone(group, run))


def _gone(group: Sequence[Table], run: Run) -> int | None:
    origin = group[0].origin
    drawn = {name for table in group for name in table.rows}
    try:
        for thing in origin.about.things(Population(run, is_exported=origin.is_exported)):
            drawn.discard(thing.id)
    except StageError:  # it is being made again, and nobody can tell yet
        return None
    return len(drawn)
