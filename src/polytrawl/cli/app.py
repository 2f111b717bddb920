"""The commands. Each is a few lines over `polytrawl.run`; heavy modules load when a command needs them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from polytrawl.cli import output
from polytrawl.cli.adapt import adapt
from polytrawl.cli.bootstrap import bootstrap
from polytrawl.cli.evaluate import app as evaluate
from polytrawl.cli.forget import forget
from polytrawl.cli.get import get
from polytrawl.cli.going import Dir, First, Json, Last, Sets, Source, Verbose, go, go_stages
from polytrawl.cli.ledger import add_ledger
from polytrawl.cli.lexicon import app as lexicon
from polytrawl.cli.lm import app as lm
from polytrawl.cli.mine import mine
from polytrawl.cli.phrases import app as phrases
from polytrawl.cli.prepare import prepare
from polytrawl.cli.resources import app as resources
from polytrawl.cli.sites import sites
from polytrawl.cli.stages import add_stages
from polytrawl.cli.stats import stats
from polytrawl.cli.topic import app as topic_group
from polytrawl.cli.translate import translate, tune

app = typer.Typer(
    name="polytrawl",
    help="From seed URLs to a parallel corpus: crawl, clean, pair, align, filter, export.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    rich_markup_mode=None,
)


def _tell_version(wanted: bool) -> None:  # noqa: FBT001 - how typer calls it
    if wanted:
        from importlib.metadata import version

        print(f"polytrawl {version('polytrawl')}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Print the version and stop.")
]


@app.callback()
def _options(*, version: Version = False) -> None:
    pass


app.command()(get)


@app.command()
def run(
    source: Source,
    *,
    first: First = "crawl",
    last: Last = "export",
    sets: Sets = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Run the stages; what is fresh is skipped, and a changed option runs again what depends on it."""
    go_stages(source, first=first, last=last, sets=sets, json=json, verbose=verbose)


add_stages(app)


@app.command()
def demo(
    *,
    out: Annotated[Path, typer.Option(help="The run directory.")] = Path("runs/demo"),
    sets: Sets = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Crawl a small web that polytrawl carries and serves on this machine, and make a corpus of it."""
    from polytrawl.cli.start import demo_run, judge_demo

    with demo_run(out, sets or ()) as (made, web):
        go(made, json=json, verbose=verbose, again=f"polytrawl demo --out {out}")
        judgement = judge_demo(made, web)
    print(judgement, file=sys.stderr if json else sys.stdout)


@app.command()
def init(folder: Annotated[Path, typer.Argument(help="The run directory to make.")]) -> None:
    """Write a commented run.toml to start from."""
    from polytrawl.cli.start import write_template

    path = write_template(folder)
    print(f"{path}: put in your languages, seeds and contact, then: polytrawl run {folder}")


@app.command()
def status(folder: Dir, *, json: Json = False) -> None:
    """Show what each stage has made so far, and how the crawl is doing."""
    from polytrawl.crawl import live
    from polytrawl.rundir import RunDir
    from polytrawl.summary import stage_rows

    directory = RunDir.open(folder)
    rows, crawl = stage_rows(directory), live.read(directory.path / "crawl")
    if json:
        output.as_json({"running": directory.holder(), "stages": rows, "crawl": crawl})
        return
    output.status(rows, running=directory.holder())
    if crawl:
        output.crawl(crawl)


add_ledger(app)
app.command()(forget)
app.command()(stats)
app.command()(sites)
app.command()(bootstrap)
app.command()(prepare)
app.command()(mine)
app.command()(adapt)


@app.command()
def report(
    folder: Dir,
    *,
    gold: Annotated[
        Path | None, typer.Option(help="Page pairs that are right: two URLs a line, a tab between.")
    ] = None,
    json: Json = False,
) -> None:
    """Write the HTML report of a finished run."""
    from polytrawl.run import open_run

    opened = open_run(folder)
    if json:
        output.as_json(opened.summary(gold))
    else:
        print(opened.report(gold))


@app.command()
def explain(folder: Dir, what: Annotated[str, typer.Argument(help="A URL or an id.")], *, json: Json = False) -> None:
    """Tell everything that was decided about a page or a unit, stage by stage."""
    from polytrawl.run import open_run

    found = open_run(folder).explain(what)
    output.as_json(found) if json else output.findings(found)


@app.command()
def extract(
    sources: Annotated[list[str], typer.Argument(help="Files, URLs, or - for standard input.", metavar="FILE|URL|-")],
    *,
    form: Annotated[str, typer.Option("--format", help="text, json, xml (cesDoc), tei or md.")] = "text",
    kind: Annotated[str, typer.Option(help="What the page is: auto, article or forum.")] = "auto",
    view: Annotated[bool, typer.Option("--view", help="Write an HTML page that shows all blocks and scores.")] = False,
    out: Annotated[Path | None, typer.Option("-o", "--out", help="A file, or a folder for several pages.")] = None,
    contact: Annotated[str, typer.Option(help="Your e-mail or web address, told to the servers you visit.")] = "",
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Also fetch from private and loopback addresses.")
    ] = False,
) -> None:
    """Print the main text of pages, in one of several formats."""
    from polytrawl.cli.extract import Request, extract_all

    request = Request(sources, form, kind, as_view=view, out=out, contact=contact, allow_private=allow_private)
    raise typer.Exit(extract_all(request))


app.add_typer(evaluate, name="evaluate")
app.add_typer(topic_group, name="topic")
app.add_typer(resources, name="resources")
app.add_typer(lexicon, name="lexicon")
app.add_typer(lm, name="lm")
app.add_typer(phrases, name="phrases")
app.command()(translate)
app.command()(tune)


@app.command()
def plugins(*, json: Json = False) -> None:
    """List all plug-ins with their options."""
    from polytrawl.cli.catalogue import entries, show

    output.as_json(entries()) if json else show()


@app.command()
def new(
    kind: Annotated[str, typer.Argument(help="The kind of plug-in, e.g. scorer; `polytrawl plugins` lists them.")],
    name: Annotated[str, typer.Argument(help="Its name, e.g. my-scorer.")],
    *,
    folder: Annotated[Path, typer.Option(help="Where to write it.")] = Path(),
) -> None:
    """Write a plug-in class and its test."""
    from polytrawl.cli.scaffold import write_plugin

    module, test = write_plugin(kind, name, folder)
    print(
        f'{module} and {test} are written.\nnext: in run.toml, plugins = ["{module.name}"]; test it with: pytest {test}'
    )
