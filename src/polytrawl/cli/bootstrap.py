"""The command `bootstrap`: terms, translations and seeds for a word."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polytrawl.cli import output
from polytrawl.cli.going import Json, ended_kindly
from polytrawl.cli.progress import make_progress

if TYPE_CHECKING:
    from polytrawl.bootstrap.result import Bootstrap

_SHOWN = 10  # rows of terms
_WIDEST = 24  # characters of a term in the table


def bootstrap(  # noqa: PLR0913 - one argument per option
    word: Annotated[str, typer.Argument(help="What the topic is called, e.g. ballet: the name of a category.")],
    langs: Annotated[str, typer.Option(help="Languages wanted, e.g. en,de; the word is of the first.")],
    *,
    depth: Annotated[int, typer.Option(min=0, max=20, help="How far to go down into subcategories.")] = 2,
    max_pages: Annotated[int, typer.Option(min=1, help="Stop after so many pages.")] = 10_000,
    keep_names: Annotated[bool, typer.Option("--keep-names", help="Names of people and places are terms too.")] = False,
    no_texts: Annotated[bool, typer.Option("--no-texts", help="Do not read the articles.")] = False,
    articles: Annotated[bool, typer.Option("--articles", help="Also write texts and a phrase table.")] = False,
    out: Annotated[Path | None, typer.Option(help="A folder; by default bootstrap/WORD.")] = None,
    dumps: Annotated[Path | None, typer.Option(help="A folder of SQL dumps to read instead of asking an API.")] = None,
    wiki: Annotated[
        str, typer.Option(help="The address of the APIs, with {lang} for the language.")
    ] = "https://{lang}.wikipedia.org/w/api.php",
    contact: Annotated[str, typer.Option(help="Your e-mail or web address, told to the servers you visit.")] = "",
    allow_private: Annotated[
        bool, typer.Option("--allow-private", help="Also ask private and loopback addresses.")
    ] = False,
    fresh: Annotated[bool, typer.Option("--fresh", help="Ask again what was answered before.")] = False,
    json: Json = False,
) -> None:
    """Find terms, their translations and seed URLs for a topic word, by the categories and links of Wikipedia."""
    from polytrawl.bootstrap.api.client import Manners
    from polytrawl.bootstrap.articles import clear_articles, write_articles
    from polytrawl.bootstrap.opening import folder_for, languages_of, open_source
    from polytrawl.bootstrap.output import write
    from polytrawl.bootstrap.start import Options
    from polytrawl.bootstrap.start import bootstrap as start

    languages, folder, progress = languages_of(langs), out or folder_for(word), make_progress()
    options = Options(depth=depth, max_pages=max_pages, keep_names=keep_names, texts=not no_texts)
    manners = Manners(contact=contact, allow_private=allow_private)
    with (
        ended_kindly(_going_on(sys.argv[1:]), progress.close),
        open_source(folder, progress=progress, wiki=wiki, dumps=dumps, manners=manners, fresh=fresh) as source,
    ):
        found = start(word, languages, source=source, options=options, progress=progress)
        written = write(found, folder, progress.say)
        clear_articles(folder, languages)
        if articles:
            written += write_articles(found, source, folder, progress)
        progress.end(f"bootstrap {sum(one.terms for one in found.counts)} terms")
    output.as_json(_told(found, written)) if json else _show(found, written)


def _going_on(arguments: Sequence[str]) -> str:
    """The command that goes on: `--fresh` would forget what was answered until now."""
    return shlex.join(["polytrawl", *(word for word in arguments if word != "--fresh")])


def _told(found: Bootstrap, written: list[Path]) -> dict[str, object]:
    return {
        "word": found.word,
        "category": found.category,
        "is_whole": found.is_whole,
        "languages": found.counts,
        "notes": found.notes,
        "files": [str(path) for path in written],
    }


def _show(found: Bootstrap, written: list[Path]) -> None:
    print(f"category {found.category!r} of the Wikipedia in {found.languages[0]}, to depth {found.depth}\n")
    heads = ("", "categories", "pages", "terms", "excluded", "seeds")
    rows = [(one.language, one.categories or "", one.pages, one.terms, one.excluded, one.seeds) for one in found.counts]
    output.table(heads, rows)
    print()
    output.table([f"{one.language.upper()}: {one.terms}" for one in found.counts], _sample(found))
    for note in found.notes:
        print(f"\nnote: {note}")
    print(f"\nnext: look through {next(path for path in written if path.name == 'index.html')} in a browser")
    for path in written:
        print(path, file=sys.stderr)


def _sample(found: Bootstrap) -> Iterator[list[str]]:
    """The heaviest terms, those in most languages first, each beside its translations, as in the paper's Table 1."""
    first, *others = found.languages
    known = {(one.languages, one.source): one.target for one in reversed(found.translations)}
    rows = [
        [term.text, *(known.get(((first, other), term.text), "") for other in others)] for term in found.terms_in(first)
    ]
    for row in sorted(rows, key=lambda row: -sum(map(bool, row)))[:_SHOWN]:
        yield [cell if len(cell) <= _WIDEST else f"{cell[: _WIDEST - 1]}…" for cell in row]
