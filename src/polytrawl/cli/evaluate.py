"""The `evaluate` commands: how good corpora, page pairs, sentence alignments, crawl strategies and translations are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polytrawl.cli import output
from polytrawl.cli.evaluate_choose import choose
from polytrawl.cli.evaluate_crawl import crawl, train
from polytrawl.cli.evaluate_judged import judged
from polytrawl.cli.evaluate_sample import app as samples
from polytrawl.cli.evaluate_translation import translation
from polytrawl.cli.many_files import ManyFiles
from polytrawl.errors import ConfigError

if TYPE_CHECKING:
    from polytrawl.evaluate.figures import Figures
    from polytrawl.evaluate.pairs import Evaluation

app = typer.Typer(
    help="Tell how good a corpus, its page pairs and sentence alignments, crawl strategies, and translations are.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.command()(crawl)
app.command()(train)
app.add_typer(samples, name="sample")
app.command()(judged)
app.command(cls=ManyFiles)(translation)
app.command(cls=ManyFiles)(choose)

Dir = Annotated[Path, typer.Argument(help="A run directory.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]


@app.command()
def pairs(
    folder: Dir,
    *,
    gold: Annotated[
        list[Path], typer.Option(help="Known pairs: two addresses a line, a tab between them; repeatable.")
    ],
    ignore: Annotated[
        list[Path] | None, typer.Option(help="Pairs that count neither way, in the same form; repeatable.")
    ] = None,
    exported: Annotated[
        bool, typer.Option("--exported/--all", help="The pairs that are exported, or all that were found.")
    ] = False,
    json: Json = False,
) -> None:
    """Compare the page pairs with known ones."""
    from polytrawl.evaluate import api
    from polytrawl.run import open_run

    opened = open_run(folder)
    found = api.against_gold(opened, gold, ignore or (), exported=exported)
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
