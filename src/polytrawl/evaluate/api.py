"""What the command `evaluate` does, for Python: compare with known pairs, draw a sample, count judgements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from polytrawl.errors import ConfigError
from polytrawl.evaluate import page, pair_sheet
from polytrawl.evaluate.gold import read_known
from polytrawl.evaluate.intervals import sample_size
from polytrawl.evaluate.judged import Judged, weigh
from polytrawl.evaluate.pairs import Evaluation, Fault, evaluate, slim
from polytrawl.evaluate.sample import draw, read_rows, row_of, table
from polytrawl.files import write_whole
from polytrawl.records import PagePair
from polytrawl.run import Run

__all__ = ["against_gold", "by_judgements", "write_evaluation", "write_sample"]

FOLDER = "evaluate"
MARGIN = 0.1


def pairs_of(run: Run, *, exported: bool = False) -> Iterator[PagePair]:
    """The page pairs that were found, or only those that are exported."""
    if exported:
        yield from run.pairs()
    else:
        yield from (one for one in run.directory.records("pair") if isinstance(one, PagePair))


def against_gold(run: Run, gold: Iterable[Path], ignore: Iterable[Path] = (), *, exported: bool = False) -> Evaluation:
    """The pairs of a run beside the known pairs of some files."""
    known = read_known(gold)
    if not known:
        raise ConfigError("--gold: there are no pairs in it; expected lines of two addresses with a tab between them")
    passed_over = {one.couple for one in read_known(ignore)}
    found = list(map(slim, pairs_of(run, exported=exported)))
    return evaluate(run.directory, found, known, passed_over, run.config.languages)


def write_evaluation(run: Run, found: Evaluation) -> list[Path]:
    """The page with the plot, and the table of all faults."""
    page_file, faults_file = (_place(run, name) for name in ("pairs.html", "errors.tsv"))
    write_whole(page_file, page.render(found, run.path.resolve().name))
    write_whole(
        faults_file, "\n".join(["kind\tleft_url\tright_url\tprobability\twhy", *map(_line, found.faults)]) + "\n"
    )
    return [page_file, faults_file]


def _line(one: Fault) -> str:
    sure = "" if one.probability is None else f"{one.probability:.4f}"
    return f"{one.kind}\t{one.left}\t{one.right}\t{sure}\t{one.why}"


def write_sample(
    run: Run, *, size: int | None = None, seed: int = 0, margin: float = MARGIN, exported: bool = False
) -> tuple[list[Path], int, int]:
    """Draw pairs to judge and write table and sheet; gives the files, the pairs drawn, and how many there are."""
    files = [_place(run, name) for name in ("sample.tsv", "sample.html")]
    _check_unjudged(files[0])
    population = sum(1 for _ in pairs_of(run, exported=exported))
    if not population:
        raise ConfigError(f"{run.path}: there are no page pairs to judge; `polytrawl funnel {run.path}` tells why")
    wanted = sample_size(population, margin) if size is None else size
    drawn = draw(_reader(run, exported=exported), wanted, seed)
    write_whole(files[0], table(map(row_of, drawn)))
    write_whole(files[1], pair_sheet.render(drawn, run.path.resolve().name, population))
    return files, len(drawn), population


def _reader(run: Run, *, exported: bool) -> Callable[[], Iterator[PagePair]]:
    return lambda: pairs_of(run, exported=exported)


def _check_unjudged(path: Path) -> None:
    if path.exists() and any(row.judgement for row in read_rows(path)):
        raise ConfigError(f"{path}: has judgements, which a new sample would erase; move it away first")


def by_judgements(run: Run, files: Sequence[Path], *, exported: bool = False) -> Judged:
    """What a reader said of the pairs of a run; the last judgement on a pair counts."""
    rows = {row.pair: row for path in files for row in read_rows(path)}
    grades = {pair.id: pair.grade for pair in pairs_of(run, exported=exported)}
    return weigh(list(rows.values()), grades)


def _place(run: Run, name: str) -> Path:
    return run.directory.folder(FOLDER) / name
