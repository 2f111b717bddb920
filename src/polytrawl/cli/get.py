"""The command `get`: from addresses, from a list of them, or from a word alone, to a corpus."""

from __future__ import annotations

import logging
import shlex
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from polytrawl.cli.going import Json, Last, Sets, Verbose, ended_kindly, go
from polytrawl.cli.progress import make_progress
from polytrawl.errors import ConfigError

_ANY = "http://localhost/"  # stands for seeds that are not known yet, and needs no contact


def get(  # noqa: PLR0913 - one argument per option
    urls: Annotated[list[str] | None, typer.Argument(help="Where to start.")] = None,
    *,
    langs: Annotated[str, typer.Option(help="Languages wanted, e.g. de,it.")],
    seeds: Annotated[
        Path | None,
        typer.Option(help="More places to start: a file of addresses, or the folder of `sites` or `bootstrap`."),
    ] = None,
    topic_word: Annotated[
        str | None, typer.Option(help="A topic in a word: terms and sites are found by `bootstrap` and `sites`.")
    ] = None,
    depth: Annotated[
        int | None,
        typer.Option(min=0, max=20, help="With --topic-word: how far down into subcategories; 2 by default."),
    ] = None,
    wiki: Annotated[
        str | None, typer.Option(help="With --topic-word: the address of the APIs, with {lang} for the language.")
    ] = None,
    dumps: Annotated[Path | None, typer.Option(help="With --topic-word: a folder of SQL dumps of Wikipedia.")] = None,
    out: Annotated[Path | None, typer.Option(help="The run directory; by default runs/HOST or runs/WORD.")] = None,
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
    """Make a run directory for these addresses, or for a word, and run everything."""
    from polytrawl.cli.start import config_of, folder_for, folder_for_word, starts_of
    from polytrawl.run import new_run

    given: dict[str, Any] = {"topic": topic, "strategy": strategy, "max_pages": max_pages, "contact": contact}
    of_word = {"depth": depth, "wiki": wiki, "dumps": dumps}
    if topic_word is None:
        _check_no_word(of_word)
        starts = starts_of(urls or [], seeds)
        folder = out or folder_for(starts[0] if urls else seeds)
        table = config_of(starts, langs, **given)
    else:
        folder = out or folder_for_word(topic_word)
        if verbose:
            logging.basicConfig(level=logging.DEBUG, format="%(levelname)s %(name)s: %(message)s")
        asked: dict[str, Any] = {"word": topic_word, "contact": contact or "", "sets": list(sets or ())}
        asked |= {key: value for key, value in of_word.items() if value is not None}
        own = starts_of(urls or [], seeds) if urls or seeds else []
        table = _table_of_word(asked, config_of(own, langs, **given), folder)
    go(new_run(folder, table, sets=sets or ()), last=last, json=json, verbose=verbose)


def _check_no_word(of_word: dict[str, Any]) -> None:
    idle = [f"--{name}" for name, value in of_word.items() if value is not None]
    if idle:
        are = "is" if len(idle) == 1 else "are"
        raise ConfigError(f"{' and '.join(idle)} {are} for --topic-word; give a word, or leave this out")


def _table_of_word(asked: dict[str, Any], table: dict[str, Any], folder: Path) -> dict[str, Any]:
    """A config with the topic and the seeds that come of a word; the user's own go first."""
    from polytrawl import config
    from polytrawl.from_word import Word, check_contact, start_from
    from polytrawl.run import check_not_by_hand

    # What is wrong with the rest is told now, not after an hour of looking around.
    word = Word(languages=table["languages"], **asked)
    check_not_by_hand(folder)
    config.check(config.resolve({**table, "seeds": table["seeds"] or [_ANY]}, sets=asked["sets"], folder=folder))
    check_contact(word)
    progress = make_progress()
    with ended_kindly(shlex.join(["polytrawl", *sys.argv[1:]]), progress.close):
        start = start_from(word, folder, progress)
    seeds = list(dict.fromkeys([*table["seeds"], *start.seeds]))
    return {"topic": {"definition": str(start.topic.resolve())}, **table, "seeds": seeds}
