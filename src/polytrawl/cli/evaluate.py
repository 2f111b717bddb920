"""The `evaluate` commands: how good page pairs, sentence alignments and crawl strategies are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polytrawl.cli import output
from polytrawl.cli.evaluate_crawl import crawl, train
from polytrawl.cli.many_files import ManyFiles
from polytrawl.errors import ConfigError

if TYPE_CHECKING:
    from polytrawl.evaluate.figures import Figures
    from polytrawl.evaluate.intervals import Interval
    from polytrawl.evaluate.judged import Judged
    from polytrawl.evaluate.pairs import Evaluation

app = typer.Typer(
    help="Tell how good page pairs, sentence alignments and crawl strategies are.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.command()(crawl)
app.command()(train)

Dir = Annotated[Path, typer.Argument(help="A run directory.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
Exported = Annotated[
    bool, typer.Option("--exported", help="Only the pairs that are exported, not all that were found.")
]


@app.command()
def pairs(
    folder: Dir,
    *,
    gold: Annotated[
        list[Path] | None, typer.Option(help="Known pairs: two addresses a line, a tab between them; repeatable.")
    ] = None,
    ignore: Annotated[
        list[Path] | None, typer.Option(help="Pairs that count neither way, in the same form; repeatable.")
    ] = None,
    judged: Annotated[
        list[Path] | None, typer.Option(help="A table of `evaluate sample` with judgements; repeatable.")
    ] = None,
    exported: Exported = False,
    json: Json = False,
) -> None:
    """Compare the page pairs with known ones, or count what a reader said of a sample."""
    from polytrawl.evaluate import api
    from polytrawl.run import open_run

    if bool(gold) == bool(judged):
        raise ConfigError("evaluate pairs: give --gold FILE or --judged FILE, and not both")
    opened = open_run(folder)
    if judged:
        said = api.by_judgements(opened, judged, exported=exported)
        output.as_json(said) if json else _show_judged(said)
        return
    found = api.against_gold(opened, gold or (), ignore or (), exported=exported)
    files = api.write_evaluation(opened, found)
    if json:
        output.as_json({**_fields(found), "files": files})
    else:
        _show(found)
        print(*files, sep="\n")


@app.command(cls=ManyFiles)
def align(  # noqa: PLR0913 - one argument per option
    *,
    gold: Annotated[list[Path], typer.Option(help="Alignments that are right; one or more files.")],
    test: Annotated[list[Path] | None, typer.Option(help="Alignments to judge, in the same order.")] = None,
    left: Annotated[list[Path] | None, typer.Option(help="Instead: texts to align, a sentence a line.")] = None,
    right: Annotated[list[Path] | None, typer.Option(help="Their translations.")] = None,
    langs: Annotated[str, typer.Option(help="Their languages, e.g. de,fr.")] = "und,und",
    aligner: Annotated[str, typer.Option(help="Who aligns them.")] = "",
    form: Annotated[str, typer.Option("--format", help="Of --test: auto, vec, ladder or tsv.")] = "auto",
    json: Json = False,
) -> None:
    """Compare sentence alignments with known ones: strict and lax precision, recall and F1."""
    from polytrawl.cli import evaluate_align as command

    if bool(test) == bool(left or right):
        raise ConfigError("evaluate align: give --test FILE, or --left FILE --right FILE, and not both")
    if test:
        found = command.by_files(gold, test, form)
    else:
        found = command.by_texts(gold, (left or [], right or []), langs, aligner)
    output.as_json(found) if json else command.show(found)


@app.command()
def sample(
    folder: Dir,
    *,
    size: Annotated[
        int | None, typer.Option(min=1, help="So many pairs; by default as many as --margin needs.")
    ] = None,
    margin: Annotated[
        float, typer.Option(min=0.001, max=0.5, help="How exact precision is to be told, with a confidence of 95 %.")
    ] = 0.1,
    seed: Annotated[int, typer.Option(help="Another number draws other pairs.")] = 0,
    exported: Exported = False,
    json: Json = False,
) -> None:
    """Draw page pairs to judge, as a table and as a sheet for a browser."""
    from polytrawl.evaluate import api
    from polytrawl.run import open_run

    files, drawn, population = api.write_sample(
        open_run(folder), size=size, seed=seed, margin=margin, exported=exported
    )
    if json:
        output.as_json({"drawn": drawn, "pairs": population, "files": files})
        return
    print(f"{drawn} of {population} page pairs drawn\n{files[0]}\n{files[1]}")
    print(f"next: judge them in the browser, then: polytrawl evaluate pairs {folder} --judged judged.tsv")


def _fields(found: Evaluation) -> dict[str, object]:
    return {name: getattr(found, name) for name in found.__struct_fields__ if name != "faults"}


def _show(found: Evaluation) -> None:
    _figures("", {"all": found.overall, "all fetched": found.fetched})
    for name in ("languages", "site", "method", "grade"):
        _figures(name, getattr(found, f"by_{name}"))
    print("\ncalibration" + _error(found.calibration_error))
    bins = [(f"{b.low:.1f}-{b.high:.1f}", b.pairs, _share(b.predicted), _share(b.observed)) for b in found.calibration]
    output.table(("probability", "pairs", "predicted", "observed"), bins)
    print("\nmissing pairs")
    output.table(("why", "pairs"), list(found.missing.items()) or [("none", 0)])
    print(f"\nneither way: {found.ignored} ignored, {found.unjudged} in languages or on sites without known pairs")


def _figures(what: str, rows: Mapping[str, Figures]) -> None:
    print()
    figures = [
        (name, one.found, one.right, one.gold, _share(one.precision), _share(one.recall), _share(one.f1))
        for name, one in rows.items()
    ]
    output.table((what, "found", "right", "known", "precision", "recall", "F1"), figures)


def _share(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _error(value: float | None) -> str:
    return "" if value is None else f": predicted and observed are {value:.3f} apart on average"


def _show_judged(said: Judged) -> None:
    rows = [
        (
            name,
            one.pairs,
            one.judged,
            one.parallel,
            one.comparable,
            one.no,
            _bounds(one.is_parallel),
            _bounds(one.is_usable),
        )
        for name, one in said.grades.items()
    ]
    heads = ("grade", "pairs", "judged", "parallel", "comparable", "no", "share parallel", "or comparable")
    output.table(heads, rows)
    print("\nshares with the bounds between which they lie with a confidence of 95 %")
    if said.unjudged or said.gone:
        print(f"left out: {said.unjudged} without a judgement, {said.gone} that this run does not have")


def _bounds(one: Interval) -> str:
    return f"{one.share:.3f} ({one.low:.3f} to {one.high:.3f})"
