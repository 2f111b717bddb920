"""The `lexicon translate` command: a topic definition in one more language."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

_SHOWN = 10  # terms without translation


def translate(
    definition: Annotated[Path, typer.Argument(help="A topic definition, as the topic stage reads it.")],
    lexicon: Annotated[Path, typer.Option(help="A lexicon or dictionary from the language of its terms.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="The definition to write, in both languages.")],
    *,
    langs: Annotated[str | None, typer.Option(help="From and to, e.g. en,it; by default as the lexicon goes.")] = None,
    best: Annotated[int, typer.Option(min=1, help="Most translations of a term.")] = 2,
    min_score: Annotated[float, typer.Option(min=0, max=1, help="Leave out what is believed less.")] = 0.2,
) -> None:
    """Translate the terms of a topic, so that a crawl in another language knows it, too."""
    from polytrawl.cli.lexicon import both_languages
    from polytrawl.files import write_whole
    from polytrawl.lexicon.gather import between, gather
    from polytrawl.lexicon.topic import definition_text, translated_terms
    from polytrawl.relevance.definition import Definition

    terms = Definition.read(definition).terms
    languages = both_languages(langs) if langs else between(lexicon)
    entries = (entry for entry in gather([lexicon], languages).entries if entry.score >= min_score)
    found = translated_terms(terms, entries, languages, best=best)
    out.parent.mkdir(parents=True, exist_ok=True)
    write_whole(out, "".join(definition_text(found.terms)))
    print(f"{len(found.terms) - len(terms)} terms in {languages[1]} for {len(terms)} terms, in {out}")
    if found.unknown:
        names = ", ".join(term.text for term in found.unknown[:_SHOWN])
        print(f"polytrawl: {len(found.unknown)} terms have no translation: {names}", file=sys.stderr)
