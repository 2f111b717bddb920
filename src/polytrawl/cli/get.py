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
    depth: Annotated[int, typer.Option(min=0, max=20, help="With --topic-word: how far down into subcategories.")] = 2,
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
    from polytrawl.cli.start import config_of, folder_for, starts_of
    from polytrawl.run import new_run

    given: dict[str, Any] = {"topic": topic, "strategy": strategy, "max_pages": max_pages, "contact": contact}
    if topic_word is None:
        if wiki or dumps:
            raise ConfigError("--wiki and --dumps are for --topic-word; give a word, or leave them out")
        starts = starts_of(urls or [], seeds)
        folder = out or folder_for(starts[0] if urls else seeds)
        table = config_of(starts, langs, **given)
    else:
        folder = out or folder_for(Path(topic_word.strip() or "word"))
        if verbose:
            logging.basicConfig(level=logging.DEBUG, format="%(levelname)s %(name)s: %(message)s")
        asked = {"word": topic_word, "depth": depth, "dumps": dumps, "contact": contact or "", "sets": list(sets or ())}
        table = _table_of_word(asked | ({"wiki": wiki} if wiki else {}), langs, folder, given)
        more = starts_of(urls or [], seeds) if urls or seeds else []
        table["seeds"] += [one for one in config_of(more, langs, **given)["seeds"] if one not in table["seeds"]]
    go(new_run(folder, table, sets=sets or ()), last=last, json=json, verbose=verbose)


def _table_of_word(asked: dict[str, Any], langs: str, folder: Path, given: dict[str, Any]) -> dict[str, Any]:
    """The config of a run whose topic and seeds come of a word; the user's own topic goes first."""
    from polytrawl import config
    from polytrawl.bootstrap.opening import languages_of
    from polytrawl.cli.start import config_of
    from polytrawl.from_word import Word, start_from

    # What is wrong with the rest is told now, not after an hour of looking around.
    config.check(config.resolve(config_of(["https://example.org/"], langs, **given), sets=asked["sets"], folder=folder))
    progress = make_progress()
    with ended_kindly(shlex.join(["polytrawl", *sys.argv[1:]]), progress.close):
        start = start_from(Word(languages=languages_of(langs), **asked), folder, progress)
    return config_of(start.seeds, langs, **{**given, "topic": given["topic"] or start.topic})
