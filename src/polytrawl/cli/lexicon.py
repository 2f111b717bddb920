"""The commands below `lexicon`: bilingual dictionaries from files, other dictionaries and parallel texts."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polytrawl.cli import output

if TYPE_CHECKING:
    from collections.abc import Iterable

    from polytrawl.lexicon.entries import Entry
    from polytrawl.lexicon.gather import FileRead

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Make bilingual lexicons of dictionaries and parallel texts, join, choose and judge them.",
)

Files = Annotated[list[Path], typer.Argument(help="Dictionaries or lexicons.", metavar="FILE...")]
Langs = Annotated[str, typer.Option(help="Its languages, e.g. en,de.")]
Out = Annotated[Path, typer.Option("-o", "--out", help="The lexicon to write.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]


@app.command("import")
def import_(
    files: Files,
    langs: Langs,
    out: Out,
    *,
    max_words: Annotated[int, typer.Option(min=1, help="Leave out what has more words, on either side.")] = 5,
    json: Json = False,
) -> None:
    """Read dictionaries (dictd, FreeDict TEI, tables, Apertium, wiktextract) as one lexicon."""
    from polytrawl.lexicon.gather import gather

    found = gather(files, both_languages(langs), most_words=max_words)
    _report(out, found.languages, found.entries, found.files, json=json)


@app.command()
def triangulate(
    files: Files,
    langs: Langs,
    out: Out,
    *,
    min_score: Annotated[float, typer.Option(min=0, max=1, help="Leave out what is believed less.")] = 0.2,
    max_paths: Annotated[int, typer.Option(min=1, help="Leave out pivot words that join more pairs.")] = 200,
    json: Json = False,
) -> None:
    """Translate by way of other languages: en-it from en-de and de-it, en-fr and fr-it, whichever way each goes."""
    from polytrawl.lexicon.gather import read_whole
    from polytrawl.lexicon.merge import merged
    from polytrawl.lexicon.triangulate import Triangles

    triangles, read = Triangles(both_languages(langs), most_paths=max_paths), []
    for path in files:
        languages, entries, file = read_whole(path)
        if not triangles.add(languages, entries):
            file.problem = f"it is {'-'.join(languages)}: not between one of {langs} and a third language"
        read.append(file)
    found = (entry for entry in triangles.entries() if entry.score >= min_score)
    _report(out, triangles.languages, merged(found), read, json=json)
    for language, number in triangles.ambiguous.items():
        _say(f"{number} {language} words join more than {max_paths} pairs each and were left out")


def both_languages(langs: str) -> tuple[str, str]:
    """Both languages as polytrawl names them, whether the user wrote `deu` or `de`."""
    from polytrawl.cli.align import both_languages as parsed
    from polytrawl.lexicon.formats import two_letters

    left, right = parsed(langs)
    return two_letters(left), two_letters(right)


def _report(
    out: Path, languages: tuple[str, str], entries: Iterable[Entry], files: Iterable[FileRead], *, json: bool
) -> None:
    """Write a lexicon and tell what it is made of."""
    from polytrawl.lexicon.entries import write_lexicon

    out.parent.mkdir(parents=True, exist_ok=True)
    number = write_lexicon(out, languages, entries)
    if json:
        output.as_json({"file": out, "languages": languages, "entries": number, "files": list(files)})
        return
    for file in files:
        if file.problem:
            _say(f"{file.file}: {file.problem}")
    rows = [(file.file, file.entries, output.reasons(file.dropped) or "-") for file in files]
    output.table(("file", "read", "left out"), rows)
    print(f"\n{number:,} entries {languages[0]}-{languages[1]} in {out}")


def _say(text: str) -> None:
    print(f"polytrawl: {text}", file=sys.stderr)
