"""The command `stats`: how much there is in each language, what is typical of it, and its terms."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polytrawl.cli import output
from polytrawl.cli.going import Json, Sets, ended_kindly
from polytrawl.cli.progress import make_progress

if TYPE_CHECKING:
    from polytrawl.cli.progress import Bars, Lines
    from polytrawl.stats.gather import Text
    from polytrawl.stats.results import OfLanguage
    from polytrawl.stats.sources import Source

_SHOWN = 10  # words and terms that people are shown


def stats(
    folder: Annotated[Path, typer.Argument(help="A run directory, or text files, with --lang.", metavar="DIR|FILE")],
    *,
    lang: Annotated[str, typer.Option(help="Only this language; of text files: theirs.")] = "",
    top: Annotated[int, typer.Option(min=1, help="Lines of each list, and of n-grams for each length.")] = 500,
    out: Annotated[Path | None, typer.Option(help="Where to write the lists; by default DIR/stats.")] = None,
    profile: Annotated[str | None, typer.Option(help="The profile; by default that of run.toml.")] = None,
    sets: Sets = None,
    json: Json = False,
) -> None:
    """Count words, and list keywords, frequent sequences of words, and terms, for each language of the corpus."""
    from polytrawl.stats.api import statistics
    from polytrawl.stats.files import FOLDER, write_lists

    language = lang.strip().lower()
    given = [*(sets or ()), *([f"export.profile={profile}"] if profile else ())]
    read, total, languages = _source(folder, language, given)
    told = _Told(make_progress(), total)
    with ended_kindly(f"polytrawl stats {folder}", told.progress.close):
        found = statistics(read, top=top, languages=languages, told=told)
        told.progress.end(f"stats     {sum(one.sizes.documents for one in found)} documents")
    if not found:
        _tell_nothing(folder, language)
    place = out or (folder / FOLDER if total is not None else None)
    if place and not out and not language:
        shutil.rmtree(place, ignore_errors=True)  # languages that are gone
    written = write_lists(found, place) if place and found else []
    output.as_json(found) if json else _show(found)
    for path in written:
        print(path, file=sys.stderr)


def _source(folder: Path, language: str, sets: list[str]) -> tuple[Source, int | None, int]:
    """The texts, how many they are where that is known, and in how many languages."""
    from polytrawl.run import open_run
    from polytrawl.stats.sources import of_files, of_selection

    if folder.exists() and not any((folder / name).exists() for name in ("polytrawl.json", "run.toml")):
        return of_files(folder, language), None, 1
    selection = open_run(folder, sets=sets).would_export()
    return of_selection(selection, language), selection.counts["documents"][""], len(selection.languages)


class _Told:
    """Tells how far the counting is."""

    def __init__(self, progress: Bars | Lines, total: int | None) -> None:
        self.progress, self._total = progress, total

    def __call__(self, texts: Iterable[Text]) -> Iterator[Text]:
        self.progress.begin("stats", self._total)
        for number, text in enumerate(texts, 1):
            yield text
            self.progress.advance(number, {})


def _tell_nothing(folder: Path, language: str) -> None:
    of = f" in {language}" if language else ""
    print(
        f"there are no words{of} in what would be exported; `polytrawl funnel {folder}` tells where the pages went",
        file=sys.stderr,
    )


def _show(found: list[OfLanguage]) -> None:
    if not found:
        return
    heads = ("", "documents", "paragraphs", "sentences", "words", "types", "TTR", "per 1000", "hapaxes", "sentence")
    output.table(heads, [_row(one) for one in found])
    for one in found:
        print(f"\n{one.language}")
        _list("keywords", [row.words for row in one.keywords], one.no_keywords)
        _list("terms", [row.words for row in one.terms], one.no_terms)


def _row(one: OfLanguage) -> tuple[object, ...]:
    sizes = one.sizes
    standard = "-" if sizes.standard_ratio is None else f"{sizes.standard_ratio:.3f}"
    return (
        *(one.language, f"{sizes.documents:,}", f"{sizes.paragraphs:,}", f"{sizes.sentences:,}", f"{sizes.words:,}"),
        *(f"{sizes.types:,}{'' if one.types_are_all else '+'}", f"{sizes.type_token_ratio:.3f}", standard),
        *(f"{sizes.hapax_share:.0%}", f"{sizes.sentence_length:.1f}"),
    )


def _list(name: str, words: list[str], reason: str) -> None:
    said = ", ".join(words[:_SHOWN]) or f"none: {reason or 'nothing is frequent enough'}"
    print(f"  {name:9} {said}")
