"""The commands below `lexicon`: bilingual dictionaries from files, other dictionaries and texts."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polytrawl.cli import output
from polytrawl.cli.lexicon_learn import learn
from polytrawl.cli.lexicon_topic import translate
from polytrawl.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from polytrawl.lexicon.entries import Entry
    from polytrawl.lexicon.gather import FileRead

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Make bilingual lexicons of dictionaries, parallel and comparable texts; join, choose and judge them.",
)

Files = Annotated[list[Path], typer.Argument(help="Dictionaries or lexicons.", metavar="FILE...")]
Langs = Annotated[str, typer.Option(help="Its languages, e.g. en,de.")]
Out = Annotated[Path, typer.Option("-o", "--out", help="The lexicon to write.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
_ANY = 1_000_000  # words of an entry that is in a lexicon already


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

    found = gather(files, both_languages(langs), most_words=max_words, also_of_lexicons=True)
    report(out, found.languages, found.entries, found.files, json=json)


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
    report(out, triangles.languages, merged(found), read, json=json)
    for language, number in triangles.ambiguous.items():
        _say(f"{number} {language} words join more than {max_paths} pairs each and were left out")


@app.command()
def align(
    corpus: Annotated[
        list[Path],
        typer.Argument(help="A run directory, a TMX or TSV file, or two text files.", metavar="DIR|FILE..."),
    ],
    langs: Langs,
    out: Out,
    *,
    method: Annotated[str, typer.Option(help="eflomal, association, or auto: eflomal if it is installed.")] = "auto",
    min_count: Annotated[int, typer.Option(min=1, help="Leave out what is linked less often.")] = 2,
    min_score: Annotated[float, typer.Option(min=0, max=1, help="Leave out what is believed less.")] = 0.1,
    json: Json = False,
) -> None:
    """Learn word translations from a parallel corpus, with counts and probabilities."""
    from polytrawl.cli.lexicon_corpus import corpus_of, method_of
    from polytrawl.lexicon.merge import merged

    languages, chosen = both_languages(langs), method_of(method)
    found, read = corpus_of(corpus, languages)
    _say(f"{len(found):,} sentence pairs, aligned by {chosen}")
    entries = found.entries(chosen, read.origin, min_count=min_count, min_score=min_score)
    report(out, languages, merged(entries), [read], json=json)


@app.command()
def merge(
    files: Files,
    out: Out,
    *,
    langs: Annotated[str | None, typer.Option(help="Its languages; by default those of the first lexicon.")] = None,
    json: Json = False,
) -> None:
    """Join lexicons: what several origins have is believed more; those from the other language are turned."""
    from polytrawl.lexicon.gather import between, gather

    languages = both_languages(langs) if langs else between(files[0])
    found = gather(files, languages, most_words=_ANY)
    report(out, languages, found.entries, found.files, json=json)


@app.command("filter")
def filter_(  # noqa: PLR0913 - one argument per option
    file: Annotated[Path, typer.Argument(help="A lexicon.")],
    out: Out,
    *,
    min_score: Annotated[float, typer.Option(min=0, max=1, help="Leave out what is believed less.")] = 0.0,
    min_support: Annotated[int, typer.Option(min=0, help="Leave out what has fewer paths or counts.")] = 0,
    origin: Annotated[list[str] | None, typer.Option(help="Keep only origins like this, e.g. 'freedict:*'.")] = None,
    max_words: Annotated[int | None, typer.Option(min=1, help="Most words on either side; 1: single words.")] = None,
    best: Annotated[int | None, typer.Option(min=1, help="Most translations of a source.")] = None,
    words: Annotated[Path | None, typer.Option("--list", help="Keep only sources of this list, a word a line.")] = None,
    top: Annotated[int | None, typer.Option(min=1, help="Keep only sources among so many frequent words.")] = None,
    json: Json = False,
) -> None:
    """Choose entries of a lexicon by score, support, origin, length, or a list of words."""
    from polytrawl.cli.lexicon_coverage import wanted_words
    from polytrawl.lexicon.gather import read_whole
    from polytrawl.lexicon.select import Choice

    languages, entries, read = read_whole(file, most_words=_ANY)
    sources = wanted_words(languages[0], words, top)
    choice = Choice(min_score, min_support, tuple(origin or ()), max_words, sources, best)
    chosen = list(choice.chosen(entries))
    read.dropped.update(choice.dropped)
    report(out, languages, chosen, [read], json=json)


@app.command()
def coverage(
    files: Files,
    *,
    words: Annotated[Path | None, typer.Option("--list", help="A list for the source language, a word a line.")] = None,
    top: Annotated[list[int] | None, typer.Option(help="So many frequent words; repeatable; 1000 and 5000.")] = None,
    against: Annotated[Path | None, typer.Option(help="A held-out dictionary, for precision and recall.")] = None,
    json: Json = False,
) -> None:
    """Tell how much of a basic vocabulary lexicons have, and how far a held-out dictionary agrees with them."""
    from polytrawl.cli import lexicon_coverage as command

    found = [command.measured(path, words, top or [1000, 5000], against) for path in files]
    output.as_json(found) if json else command.show(found)


app.command()(learn)
app.command()(translate)


def both_languages(langs: str) -> tuple[str, str]:
    """Both languages as polytrawl names them, whether the user wrote `deu` or `de`."""
    from polytrawl.cli.align import both_languages as parsed
    from polytrawl.lexicon.formats import two_letters

    left, right = map(two_letters, parsed(langs))
    if left == right:
        raise ConfigError(f"--langs {langs}: a lexicon is between two languages, as in --langs de,fr")
    return left, right


def report(
    out: Path, languages: tuple[str, str], entries: Iterable[Entry], files: Sequence[FileRead], *, json: bool
) -> None:
    """Write a lexicon and tell what it is made of; where nothing is left, what stood there before stays."""
    from polytrawl.lexicon.entries import write_lexicon

    out.parent.mkdir(parents=True, exist_ok=True)
    number = write_lexicon(out, languages, entries, also_empty=False)
    if not number:
        why = "; ".join(output.reasons(file.dropped) for file in files if file.dropped)
        raise ConfigError(f"no entries are left: {why or 'lower --min-score or --min-count'}")
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
