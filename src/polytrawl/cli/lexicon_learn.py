"""The `lexicon learn` command: a domain lexicon from comparable texts."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

Texts = Annotated[
    list[Path],
    typer.Argument(help="Two text files, a comparable corpus, or a run directory.", metavar="DIR|FILE FILE"),
]


def learn(  # noqa: PLR0913 - one argument per option
    texts: Texts,
    langs: Annotated[str, typer.Option(help="Its languages, e.g. en,es.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="The lexicon to write.")],
    *,
    seed_lexicon: Annotated[list[Path] | None, typer.Option(help="A lexicon or dictionary; repeatable.")] = None,
    method: Annotated[str, typer.Option(help="combined, or profiles: as published.")] = "combined",
    measure: Annotated[str, typer.Option(help="Of profiles: cosine, manhattan, division, product, lin.")] = "cosine",
    terms: Annotated[int, typer.Option(min=1, max=5000, help="Important words of each side.")] = 1000,
    words: Annotated[Path | None, typer.Option("--list", help="Terms to translate, one a line, instead.")] = None,
    best: Annotated[int, typer.Option(min=1, help="Most translations of a term.")] = 3,
    min_score: Annotated[float, typer.Option(min=0, max=1, help="Leave out what is believed less.")] = 0.1,
    min_count: Annotated[int, typer.Option(min=1, help="Leave out terms that occur less often.")] = 3,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Learn the translations of important terms from two texts on the same things that are no translations."""
    from polytrawl.cli.comparable_texts import both_sides
    from polytrawl.cli.lexicon import both_languages, report
    from polytrawl.lexicon.basic import listed_words
    from polytrawl.lexicon.from_comparable import Options, Text
    from polytrawl.lexicon.from_comparable import learn as learned
    from polytrawl.lexicon.gather import FileRead, gather

    options = Options(
        method=method, measure=measure, terms=terms, best=best, min_score=min_score, min_count=min_count,
        listed=tuple(listed_words(words)) if words else (),
    )  # fmt: skip
    languages = both_languages(langs)
    lexicon = gather(seed_lexicon, languages).entries if seed_lexicon else []
    left, right = (
        Text(own, other, (line for document in documents for line in document))
        for own, other, documents in zip(languages, languages[::-1], both_sides(texts, languages), strict=True)
    )
    found = learned((left, right), lexicon, options)
    for text in found.missing:
        print(f"polytrawl: {text}", file=sys.stderr)
    sides = [
        FileRead(f"{text.language}: {len(own.names)} terms of", "", len(text.sentences), dict(text.dropped))
        for text, own in zip(found.texts, found.terms, strict=True)
    ]
    report(out, languages, found.entries, sides, json=json)
