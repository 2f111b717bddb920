"""The command `prepare`: text as translation systems are trained on it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from polytrawl.cli import output
from polytrawl.cli.going import Json
from polytrawl.errors import ConfigError

_BOTH = 2


def prepare(  # noqa: PLR0913 - one argument per option
    texts: Annotated[
        list[Path],
        typer.Argument(help="Run directories, text files, .tsv or .tmx files of pairs.", metavar="DIR|FILE..."),
    ],
    langs: Annotated[str, typer.Option(help="One language for sentences, two for pairs: en or en,es.")],
    *,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="The folder to write; of a run by default DIR/prepare/LANGS.")
    ] = None,
    tokeniser: Annotated[str, typer.Option(help="auto, fast, sacremoses or builtin.")] = "auto",
    max_words: Annotated[int, typer.Option(min=0, help="Leave out longer sentences; 0: none.")] = 22,
    repeats: Annotated[bool, typer.Option("--repeats", help="Keep sentences that come again.")] = False,
    any_language: Annotated[bool, typer.Option("--any-language", help="Keep sentences in other languages.")] = False,
    like: Annotated[Path | None, typer.Option(help="A prepared folder whose tokeniser and true case to use.")] = None,
    json: Json = False,
) -> None:
    """Cut text into tokens, put it into true case, and tell long, repeated and foreign sentences."""
    from polytrawl.prepare.stage import Preparation, as_in
    from polytrawl.prepare.tables import is_table
    from polytrawl.prepare.units import pairs_of, sentences_of

    languages = tuple(one.strip().lower() for one in langs.split(",") if one.strip())
    if len(languages) not in (1, _BOTH) or len(set(languages)) != len(languages):
        raise ConfigError(f"--langs {langs}: expected one language, or two with a comma between: en,es")
    if out is None and not (len(texts) == 1 and texts[0].is_dir()):
        raise ConfigError("say where the prepared text should go: --out DIR")
    folder = out or texts[0] / "prepare" / "-".join(languages)
    known = as_in(like) if like else None
    preparation = Preparation(
        languages,
        known.engine if known else tokeniser,
        max_words or None,
        not repeats,
        not any_language,
        tuple(known.truecasers[side] for side in known.sides(languages)) if known else (),
    )
    for path in texts if len(languages) == 1 else ():
        if is_table(path):
            print(f"polytrawl: {path}: a table, of which the texts in {languages[0]} are taken", file=sys.stderr)
    units = sentences_of(texts, languages[0]) if len(languages) == 1 else pairs_of(texts, (languages[0], languages[1]))
    made = preparation.run(units, folder)
    if json:
        output.as_json(made)
        return
    kept = made.counts.get("", 0)
    print(f"{kept:,} of {sum(made.counts.values()):,} are in {folder}, cut by {made.tokenisers[0]}")
    print(f"left out: {output.reasons(made.counts) or 'none'}")
