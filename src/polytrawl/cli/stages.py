"""The commands that run one stage alone; `align` and `filter` also take files without a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from polytrawl.cli import output
from polytrawl.cli.going import Json, Sets, Source, Verbose, go_stages
from polytrawl.cli.topic import app as topic_group


def add_stages(app: typer.Typer) -> None:
    """Give an app a command for each stage, in their order."""
    for stage in ("crawl", "clean", "language", "topic", "dedup", "pair"):
        _add_stage(app, stage)
    app.command(name="align", rich_help_panel="Stages")(align)
    app.command(name="filter", rich_help_panel="Stages")(filter_)
    _add_stage(app, "export")


def _add_stage(app: typer.Typer, stage: str) -> None:
    def command(source: Source, *, sets: Sets = None, json: Json = False, verbose: Verbose = False) -> None:
        go_stages(source, first=stage, last=stage, sets=sets, json=json, verbose=verbose)

    # `topic` has more commands: there the stage is the one that is meant when none is named.
    group, name = (topic_group, "run") if stage == "topic" else (app, stage)
    group.command(name=name, help=f"Run the {stage} stage alone.", rich_help_panel="Stages")(command)


def align(  # noqa: PLR0913 - one argument per option
    source: Annotated[Path | None, typer.Argument(help="A run directory, or its run.toml.")] = None,
    *,
    left: Annotated[Path | None, typer.Option(help="A text file to align, instead of a run; - for stdin.")] = None,
    right: Annotated[Path | None, typer.Option(help="Its translation.")] = None,
    langs: Annotated[str | None, typer.Option(help="The languages of both files, e.g. de,fr.")] = None,
    aligner: Annotated[str | None, typer.Option(help="Who matches sentences; `polytrawl plugins` lists them.")] = None,
    dictionary: Annotated[Path | None, typer.Option(help="A dictionary, for aligners that use one.")] = None,
    sentences: Annotated[
        bool, typer.Option("--sentences", help="Files have a sentence a line; otherwise a paragraph a line.")
    ] = False,
    form: Annotated[str, typer.Option("--format", help="vec, ladder, tsv or tmx.")] = "tsv",
    out: Annotated[Path | None, typer.Option("-o", "--out", help="A file; by default stdout.")] = None,
    sets: Sets = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Run the align stage alone, or align two plain text files without a run."""
    from polytrawl.errors import ConfigError

    if source is not None:
        if left or right:
            raise ConfigError("align: give a run directory, or --left and --right, and not both")
        go_stages(source, first="align", last="align", sets=sets, json=json, verbose=verbose)
        return
    if left is None or right is None or langs is None:
        raise ConfigError("align: give a run directory, or two files: --left A --right B --langs de,fr")
    from polytrawl.cli.align import Request, align_files

    align_files(Request(left, right, langs, aligner, dictionary, sentences, form, out, sets or ()))


def filter_(  # noqa: PLR0913 - one argument per option
    source: Annotated[Path, typer.Argument(help="A run directory, its run.toml, or a bitext: file.tmx, file.tsv.")],
    *,
    langs: Annotated[str | None, typer.Option(help="The two languages of a bitext, e.g. de,it.")] = None,
    form: Annotated[str, typer.Option("--format", help="What is made of a bitext: tsv, jsonl or tmx.")] = "tsv",
    keep: Annotated[str, typer.Option(help="Which units of a bitext are written: all, balanced or strict.")] = "all",
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="The file to write; by default beside the bitext.")
    ] = None,
    sets: Sets = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Run the filter stage alone, or score and judge the units of any TMX or TSV file."""
    from polytrawl.cli.filter import Request, filter_file, is_bitext, show

    if not is_bitext(source):
        go_stages(source, first="filter", last="filter", sets=sets, json=json, verbose=verbose)
        return
    summary = filter_file(Request(source, langs, form, keep, out, tuple(sets or ())))
    output.as_json(summary) if json else show(summary)
