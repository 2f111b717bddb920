"""The `mine` command: parallel sentences out of comparable texts."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from polytrawl.cli.lexicon_learn import Texts

_COLUMNS = ("source", "target", "source_language", "target_language", "score", "margin", "method")


def mine(
    texts: Texts,
    langs: Annotated[str, typer.Option(help="Their languages, e.g. en,es.")],
    out: Annotated[Path, typer.Option("-o", "--out", help="The table of units to write.")],
    *,
    dictionary: Annotated[Path | None, typer.Option(help="A lexicon or dictionary of the two languages.")] = None,
    within: Annotated[bool, typer.Option("--within", help="Only within the n-th documents of both sides.")] = False,
    min_margin: Annotated[float, typer.Option(min=0, help="Leave out pairs that stand out less.")] = 1.4,
    min_score: Annotated[float, typer.Option(min=0, max=1, help="Leave out pairs that share less.")] = 0.4,
) -> None:
    """Find sentences of two texts that are translations of each other, where most are not."""
    from polytrawl.characters import table_row
    from polytrawl.cli.comparable_texts import both_sides
    from polytrawl.cli.lexicon import both_languages
    from polytrawl.files import write_whole
    from polytrawl.lexicon.dictionary import read_dictionary
    from polytrawl.mine import Options, Sentences, units
    from polytrawl.mine import mine as mined

    languages = both_languages(langs)
    known = read_dictionary(dictionary, languages) if dictionary else None
    left, right = Sentences(languages[0]), Sentences(languages[1])
    for side, documents in zip((left, right), both_sides(texts, languages), strict=True):
        for number, paragraphs in enumerate(documents):
            side.add(number, paragraphs)
    found = mined(left, right, known, Options(min_margin=min_margin, min_score=min_score, within=within))
    rows = [
        (*unit.texts, *languages, f"{unit.score:.4f}", f"{unit.scores[0].value:.3f}", unit.scores[0].name)
        for unit in units(found, left, right)
    ]
    out.parent.mkdir(parents=True, exist_ok=True)
    write_whole(out, "".join(map(table_row, (_COLUMNS, *rows))))
    print(f"{len(rows):,} units of {len(left):,} and {len(right):,} sentences in {out}")
    if not known:
        print("polytrawl: no dictionary: only names, numbers and words written alike were known", file=sys.stderr)
