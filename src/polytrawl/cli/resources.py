"""The commands below `resources`: how rare words are, and which of them belong together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from polytrawl.cli import output

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Build and look at word statistics of languages.")

Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]


@app.command()
def build(
    corpus: Annotated[
        list[Path], typer.Option(help="A run directory, a folder of texts, a text file or lines of JSON; repeatable.")
    ],
    lang: Annotated[str, typer.Option(help="Its language, e.g. en.")],
    out: Annotated[Path, typer.Option(help="The file to write.")],
    *,
    longest: Annotated[int, typer.Option(min=1, max=3, help="Count sequences of up to so many words.")] = 3,
    min_count: Annotated[int, typer.Option(min=1, help="What is seen less often counts as seen once.")] = 2,
    json: Json = False,
) -> None:
    """Count words and sequences of words: how rare they are, and how much they are expressions."""
    from polytrawl.relevance.build import write
    from polytrawl.relevance.corpus import read_corpus

    language = lang.strip().lower()
    head = write(out, read_corpus(corpus, language), language=language, longest=longest, min_count=min_count)
    if json:
        output.as_json({"file": out, "size": out.stat().st_size, "head": head})
        return
    kinds = ", ".join(f"{number} of {n}" for n, number in enumerate(head.entries, 1))
    print(f"{head.documents} documents, {head.words} words; sequences by length: {kinds}")
    print(f"{out} ({out.stat().st_size} bytes)")


@app.command()
def show(
    file: Annotated[Path, typer.Argument(help="A resource.")],
    words: Annotated[list[str] | None, typer.Argument(help="Words, or sequences of words in quotes.")] = None,
    *,
    json: Json = False,
) -> None:
    """Tell what a resource was made of, and what it says about words."""
    from polytrawl.relevance.resource import Resource
    from polytrawl.relevance.words import words as cut

    found = Resource(file)
    asked = [" ".join(cut(one)) for one in words or ()]
    rows = list(zip(asked, found.values(asked), found.mwe().values(asked), strict=True))
    if json:
        output.as_json({"head": found.head, "words": rows})
        return
    print(f"{found.head.language}: {found.head.documents} documents, {found.head.size} words and sequences")
    if rows:
        output.table(("words", "IDF", "MWE factor"), [(one, f"{idf:.3f}", f"{mwe:.3f}") for one, idf, mwe in rows])
