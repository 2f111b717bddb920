"""The command `adapt`: does a corpus help translation?"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from polytrawl.cli import output
from polytrawl.cli.going import Json
from polytrawl.errors import ConfigError

Files = list[Path] | None


def adapt(  # noqa: PLR0913 - one argument per option
    run: Annotated[Path | None, typer.Argument(help="The run whose corpus is judged.", metavar="[DIR]")] = None,
    *,
    langs: Annotated[str, typer.Option(help="From and into which language, e.g. en,es.")],
    generic: Annotated[Files, typer.Option(help="Generic sentence pairs: .tsv, .tmx or a run; repeatable.")] = None,
    test: Annotated[Files, typer.Option(help="Sentence pairs to test with, kept out of all others.")] = None,
    tune: Annotated[Files, typer.Option(help="Sentence pairs to tune weights with.")] = None,
    sample: Annotated[Path | None, typer.Option(help="Text of your own in the target language.")] = None,
    source_text: Annotated[Files, typer.Option(help="Text of the domain, beside that of the run; repeatable.")] = None,
    target_text: Annotated[Files, typer.Option(help="The same in the target language.")] = None,
    parallel: Annotated[Files, typer.Option(help="Sentence pairs of the domain, beside those of the run.")] = None,
    lexicon: Annotated[Files, typer.Option(help="A dictionary to learn the domain lexicon with; repeatable.")] = None,
    titles: Annotated[Path | None, typer.Option(help="translations.X-Y.tsv of `polytrawl bootstrap`, for WP.")] = None,
    terms: Annotated[Path | None, typer.Option(help="Terms of the source language, one a line.")] = None,
    method: Annotated[str, typer.Option(help="How weights are tuned: mert or pro.")] = "mert",
    out: Annotated[Path | None, typer.Option("-o", "--out", help="Where all goes; by default DIR/adapt/LANGS.")] = None,
    json: Json = False,
) -> None:
    """Adapt a translation system with a corpus, and tell whether that helps."""
    from polytrawl.adapt.answer import in_short, render_answer
    from polytrawl.adapt.experiment import experiment
    from polytrawl.adapt.given import Given
    from polytrawl.cli.lexicon import both_languages
    from polytrawl.files import write_json, write_whole
    from polytrawl.prepare.units import pairs_of
    from polytrawl.translate.tune import Tuning

    if run is None and out is None:
        raise ConfigError("give a run directory, or say with --out where all goes")
    own, languages = [run] if run else [], both_languages(langs)
    given = Given(
        languages=languages,
        generic=generic or (),
        source_text=[*own, *(source_text or ())],
        target_text=[*own, *(target_text or ())],
        parallel=[*(one for one in own if next(pairs_of([one], languages), None)), *(parallel or ())],
        tune=tune or (),
        test=test or (),
        lexicon=lexicon or (),
        titles=titles,
        terms=terms,
        sample=sample,
    )
    folder = out or Path(str(run)) / "adapt" / "-".join(languages)
    found = experiment(given, folder, _say, Tuning(method=method))
    write_json(folder / "adapt.json", found)
    write_whole(folder / "index.html", render_answer(found, (run or folder).resolve().name))
    if json:
        output.as_json(found)
        return
    for line in in_short(found):
        print(line)
    print(f"report: {folder / 'index.html'}")


def _say(step: str) -> None:
    print(f"{time.strftime('%H:%M:%S')} {step}", file=sys.stderr, flush=True)
