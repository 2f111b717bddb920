"""The commands. Each is a few lines over `polytrawl.run`; heavy modules load when a command needs them."""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from polytrawl.cli import FAILED, output
from polytrawl.cli.evaluate import app as evaluate
from polytrawl.cli.progress import make_progress
from polytrawl.cli.resources import app as resources
from polytrawl.cli.topic import app as topic_group

if TYPE_CHECKING:
    from polytrawl.run import Run

app = typer.Typer(
    name="polytrawl",
    help="From seed URLs to a parallel corpus: crawl, clean, pair, align, filter, export.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    rich_markup_mode=None,
)

Dir = Annotated[Path, typer.Argument(help="A run directory.")]
Source = Annotated[Path, typer.Argument(help="A run directory, or its run.toml.")]
Sets = Annotated[list[str] | None, typer.Option("--set", help="table.key=value, laid over run.toml; repeatable.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
Verbose = Annotated[bool, typer.Option("-v", "--verbose", help="Show logs.")]
First = Annotated[str, typer.Option("--from", help="The first stage to run.")]
Last = Annotated[str, typer.Option("--to", help="The last stage to run.")]


def _tell_version(wanted: bool) -> None:  # noqa: FBT001 - how typer calls it
    if wanted:
        from importlib.metadata import version  # noqa: PLC0415

        print(f"polytrawl {version('polytrawl')}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Print the version and stop.")
]


@app.callback()
def _options(*, version: Version = False) -> None:
    pass


@app.command()
def get(  # noqa: PLR0913 - one argument per option
    urls: Annotated[list[str], typer.Argument(help="Where to start.")],
    langs: Annotated[str, typer.Option(help="Languages wanted, e.g. de,it.")],
    *,
    out: Annotated[Path | None, typer.Option(help="The run directory; by default runs/HOST.")] = None,
    topic: Annotated[Path | None, typer.Option(help="A file of topic terms.")] = None,
    strategy: Annotated[str | None, typer.Option(help="Which links to follow first.")] = None,
    max_pages: Annotated[int | None, typer.Option(help="Stop after so many pages.")] = None,
    contact: Annotated[
        str | None, typer.Option(help="Your e-mail or web address, told to the servers you visit.")
    ] = None,
    last: Last = "export",
    sets: Sets = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Make a run directory for these addresses and run everything."""
    from polytrawl.cli.start import config_of, folder_for  # noqa: PLC0415
    from polytrawl.run import new_run  # noqa: PLC0415

    table = config_of(urls, langs, topic=topic, strategy=strategy, max_pages=max_pages, contact=contact)
    _go(new_run(out or folder_for(urls[0]), table, sets=sets or ()), last=last, json=json, verbose=verbose)


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
    from polytrawl.run import open_run  # noqa: PLC0415

    _go(open_run(source, sets=sets or ()), first=first, last=last, json=json, verbose=verbose)


def _stage_command(stage: str) -> None:
    def command(source: Source, *, sets: Sets = None, json: Json = False, verbose: Verbose = False) -> None:
        run(source, first=stage, last=stage, sets=sets, json=json, verbose=verbose)

    # `topic` has more commands: there the stage is the one that is meant when none is named.
    group, name = (topic_group, "run") if stage == "topic" else (app, stage)
    group.command(name=name, help=f"Run the {stage} stage alone.", rich_help_panel="Stages")(command)


for _stage in ("crawl", "clean", "language", "topic", "dedup", "pair", "align", "filter", "export"):
    _stage_command(_stage)


@app.command()
def demo(
    *,
    out: Annotated[Path, typer.Option(help="The run directory.")] = Path("runs/demo"),
    sets: Sets = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Crawl a small web that polytrawl carries and serves on this machine, and make a corpus of it."""
    from polytrawl.cli.start import demo_run, judge_demo  # noqa: PLC0415

    with demo_run(out, sets or ()) as (made, web):
        _go(made, json=json, verbose=verbose, again=f"polytrawl demo --out {out}")
        judgement = judge_demo(made, web)
    print(judgement, file=sys.stderr if json else sys.stdout)


@app.command()
def init(folder: Annotated[Path, typer.Argument(help="The run directory to make.")]) -> None:
    """Write a commented run.toml to start from."""
    from polytrawl.cli.start import write_template  # noqa: PLC0415

    path = write_template(folder)
    print(f"{path}: put in your languages, seeds and contact, then: polytrawl run {folder}")


@app.command()
def status(folder: Dir, *, json: Json = False) -> None:
    """Show what each stage has made so far, and how the crawl is doing."""
    from polytrawl.crawl import live  # noqa: PLC0415
    from polytrawl.rundir import RunDir  # noqa: PLC0415
    from polytrawl.summary import stage_rows  # noqa: PLC0415

    directory = RunDir.open(folder)
    rows, crawl = stage_rows(directory), live.read(directory.path / "crawl")
    if json:
        output.as_json({"running": directory.holder(), "stages": rows, "crawl": crawl})
        return
    output.status(rows, running=directory.holder())
    if crawl:
        output.crawl(crawl)


@app.command()
def funnel(folder: Dir, *, json: Json = False) -> None:
    """Show how many pages, documents and units went on at each stage, and why the others did not."""
    from polytrawl.rundir import RunDir  # noqa: PLC0415
    from polytrawl.summary import funnel as steps_of  # noqa: PLC0415

    steps = steps_of(RunDir.open(folder))
    output.as_json(steps) if json else output.funnel(steps)


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
    from polytrawl.run import open_run  # noqa: PLC0415

    opened = open_run(folder)
    if json:
        output.as_json(opened.summary(gold))
    else:
        print(opened.report(gold))


@app.command()
def explain(folder: Dir, what: Annotated[str, typer.Argument(help="A URL or an id.")], *, json: Json = False) -> None:
    """Tell everything that was decided about a page or a unit, stage by stage."""
    from polytrawl.run import open_run  # noqa: PLC0415

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
    from polytrawl.cli.extract import Request, extract_all  # noqa: PLC0415

    request = Request(sources, form, kind, as_view=view, out=out, contact=contact, allow_private=allow_private)
    raise typer.Exit(extract_all(request))


app.add_typer(evaluate, name="evaluate")
app.add_typer(topic_group, name="topic")
app.add_typer(resources, name="resources")


@app.command()
def plugins(*, json: Json = False) -> None:
    """List all plug-ins with their options."""
    from polytrawl.cli.catalogue import entries, show  # noqa: PLC0415

    output.as_json(entries()) if json else show()


@app.command()
def new(
    kind: Annotated[str, typer.Argument(help="The kind of plug-in, e.g. scorer; `polytrawl plugins` lists them.")],
    name: Annotated[str, typer.Argument(help="Its name, e.g. my-scorer.")],
    *,
    folder: Annotated[Path, typer.Option(help="Where to write it.")] = Path(),
) -> None:
    """Write a plug-in class and its test."""
    from polytrawl.cli.scaffold import write_plugin  # noqa: PLC0415

    module, test = write_plugin(kind, name, folder)
    print(
        f'{module} and {test} are written.\nnext: in run.toml, plugins = ["{module.name}"]; test it with: pytest {test}'
    )


def _go(
    run: Run, *, first: str = "crawl", last: str = "export", json: bool, verbose: bool, again: str | None = None
) -> None:
    """Run stages with progress, write the report, and say what was made; `again` is the command that goes on."""
    if verbose:
        logging.basicConfig(level=logging.DEBUG, format="%(levelname)s %(name)s: %(message)s")
    progress = make_progress()
    with _ended_kindly(again or f"polytrawl run {run.path}", progress.close):
        results = run.go(progress, first=first, last=last)
        if last == "export":
            run.report()
    output.as_json({"directory": str(run.path), "stages": results}) if json else output.done(run, results)


@contextmanager
def _ended_kindly(again: str, close: Callable[[], None]) -> Iterator[None]:
    """Ctrl-C and a polite kill end the run cleanly and say how to go on."""
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    except KeyboardInterrupt:
        close()
        print(f"\nstopped; nothing is lost; go on with: {again}", file=sys.stderr)
        raise typer.Exit(FAILED) from None
    finally:
        close()


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
