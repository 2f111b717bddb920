"""Running stages from the command line: the options that all such commands have, progress, and a kind end."""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from polytrawl.cli import FAILED, output
from polytrawl.cli.progress import make_progress

if TYPE_CHECKING:
    from polytrawl.run import Run

Dir = Annotated[Path, typer.Argument(help="A run directory.")]
Source = Annotated[Path, typer.Argument(help="A run directory, or its run.toml.")]
Sets = Annotated[list[str] | None, typer.Option("--set", help="table.key=value, laid over run.toml; repeatable.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
Verbose = Annotated[bool, typer.Option("-v", "--verbose", help="Show logs.")]
First = Annotated[str, typer.Option("--from", help="The first stage to run.")]
Last = Annotated[str, typer.Option("--to", help="The last stage to run.")]


def go(
    run: Run, *, first: str = "crawl", last: str = "export", json: bool, verbose: bool, again: str | None = None
) -> None:
    """Run stages with progress, write the report, and say what was made; `again` is the command that goes on."""
    if verbose:
        logging.basicConfig(level=logging.DEBUG, format="%(levelname)s %(name)s: %(message)s")
    progress = make_progress()
    with ended_kindly(again or f"polytrawl run {run.path}", progress.close):
        results = run.go(progress, first=first, last=last)
        if last == "export":
            run.report()
    output.as_json({"directory": str(run.path), "stages": results}) if json else output.done(run, results)


@contextmanager
def ended_kindly(again: str, close: Callable[[], None]) -> Iterator[None]:
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


def go_stages(source: Path, *, first: str, last: str, sets: Sequence[str] | None, json: bool, verbose: bool) -> None:
    """Run stages of a run directory, the same stage twice for one alone."""
    from polytrawl.run import open_run

    go(open_run(source, sets=sets or ()), first=first, last=last, json=json, verbose=verbose)
