"""The commands below `lm`: language models are trained, measured and mixed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polytrawl.cli import output
from polytrawl.cli.going import Json
from polytrawl.errors import ConfigError

if TYPE_CHECKING:
    from polytrawl.lm.perplexity import Perplexity
    from polytrawl.lm.reading import Text
    from polytrawl.lm.train import Trained

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Train, measure and mix language models.")

Texts = Annotated[
    list[Path],
    typer.Argument(help="Text files, a sentence a line, perhaps .gz or .zst; run directories.", metavar="FILE|DIR..."),
]
Lang = Annotated[str, typer.Option(help="The language wanted of a run directory, and for --tokenise.")]
Tokenise = Annotated[
    bool, typer.Option("--tokenise", help="Cut lines into words and punctuation; else spaces part words.")
]
Scorer = Annotated[str, typer.Option("--scorer", help="What reads models: auto, kenlm or builtin.")]


@app.command()
def train(  # noqa: PLR0913 - one argument per option
    texts: Texts,
    *,
    out: Annotated[Path, typer.Option(help="The model: .arpa, .arpa.gz, or .bin for build_binary.")],
    order: Annotated[int, typer.Option(min=1, max=6, help="Words in the longest n-gram.")] = 5,
    prune: Annotated[
        str, typer.Option(help="Leave out n-grams seen so often or less, by order; by default 0,0,1,1,1.")
    ] = "",
    engine: Annotated[str, typer.Option(help="What estimates: auto, builtin or lmplz.")] = "auto",
    memory: Annotated[
        str, typer.Option(help="For counts, e.g. 500M; what is more goes to files beside the model.")
    ] = "1G",
    lang: Lang = "",
    tokenise: Tokenise = False,
    json: Json = False,
) -> None:
    """Estimate a language model by modified Kneser-Ney smoothing."""
    from polytrawl.lm.train import Trainer

    trainer = Trainer(order=order, prune=prune, engine=engine, memory=memory)
    made = trainer.train(text_of(texts, lang, tokenise=tokenise), out)
    output.as_json(made) if json else _show_trained(made)
    _tell_notes(made.put_right)
    for number, one in enumerate(made.counted.discounts, 1):
        if one.problem:
            amounts = ", ".join(f"{amount:g}" for amount in one.amounts)
            print(f"{number}-grams: {one.problem}, so discounts are {amounts}: is the text small?", file=sys.stderr)


@app.command()
def perplexity(
    model: Annotated[Path, typer.Argument(help="An ARPA file, a binary model, or a mixture (.json).")],
    texts: Texts,
    *,
    beside: Annotated[
        list[Path] | None, typer.Option(help="A model to compare with: its words count as words too; repeatable.")
    ] = None,
    scorer: Scorer = "auto",
    lang: Lang = "",
    tokenise: Tokenise = False,
    json: Json = False,
) -> None:
    """Tell how well a model predicts a text, and how many of its words it does not know."""
    from polytrawl.lm.mixture import open_any, with_words_of
    from polytrawl.lm.perplexity import perplexity as measured

    text = text_of(texts, lang, tokenise=tokenise)
    opened = open_any(model, scorer)
    found = measured(with_words_of(opened, beside) if beside else opened, text)
    output.as_json(found) if json else _show(found)
    _tell_notes(text.notes)


@app.command()
def mix(
    models: Annotated[list[Path], typer.Argument(help="Two or more models.", metavar="MODEL...")],
    *,
    tune: Annotated[
        list[Path], typer.Option(help="Sentences to fit the weights to, not those of training; repeatable.")
    ],
    out: Annotated[Path, typer.Option(help="The mixture to write.")] = Path("mix.json"),
    scorer: Scorer = "auto",
    lang: Lang = "",
    tokenise: Tokenise = False,
    json: Json = False,
) -> None:
    """Weigh models so that together they predict a sample best, and write the weights."""
    from polytrawl.lm.mixture import tune as tuned
    from polytrawl.lm.mixture import write_mix
    from polytrawl.lm.scorer import open_model

    if out.suffix != ".json":
        raise ConfigError(f"{out}: the file of a mixture must end with .json")
    twice = next((one for one in models if models.count(one) > 1), None)
    if twice:
        raise ConfigError(f"{twice} is named twice; name two or more models, each once")
    if len(models) == 1:
        raise ConfigError(f"{models[0]}: one model is no mixture; name two or more")
    text = text_of(tune, lang, tokenise=tokenise)
    found = tuned([open_model(model, scorer) for model in models], text)
    write_mix(out, models, found)
    _tell_notes(text.notes)
    if json:
        output.as_json(found)
        return
    figures = zip(models, found.weights, found.alone, strict=True)
    rows = [(model, f"{weight:.4f}", f"{alone:.2f}") for model, weight, alone in figures]
    output.table(("model", "weight", "perplexity"), [*rows, (out, "", f"{found.mixed:.2f}")])
    print(f"{found.sentences:,} sentences, {found.tokens:,} tokens, of which no model knows {found.unknown:,}")


def text_of(paths: list[Path], language: str, *, tokenise: bool = False) -> Text:
    """The sentences of files and run directories."""
    from polytrawl.lm.reading import Text

    language = language.strip().lower()
    runs = [path for path in paths if path.is_dir()]
    if not runs:
        return Text(tuple(paths), tokenise=tokenise, language=language)
    if len(paths) > 1:
        raise ConfigError(f"{runs[0]}: a run directory is given alone, without other texts")
    if not language:
        raise ConfigError(f"{runs[0]}: say which language of the run is wanted: --lang de")
    exported = runs[0] / "export" / "sentences" / f"{language}.txt"
    if exported.exists():
        print(f"reading {exported}", file=sys.stderr)
        return Text((exported,), tokenise=tokenise, language=language)
    return Text(lines=lambda: _would_export(runs[0], language), tokenise=tokenise, language=language)


def _would_export(folder: Path, language: str) -> Iterator[str]:
    """The sentences that an export would hold."""
    from polytrawl.characters import one_line
    from polytrawl.language_tags import same_language
    from polytrawl.run import open_run
    from polytrawl.sentences import split

    for document in open_run(folder).would_export().documents():
        if same_language(document.language or "und", language):
            for paragraph in document.main:
                yield from map(one_line, split(paragraph.text, document.language or "und"))


def _tell_notes(notes: dict[str, int]) -> None:
    for what, number in notes.items():
        print(f"the text has {number:,} {what}, which are left out or replaced", file=sys.stderr)


def _show_trained(made: Trained) -> None:
    counted = made.counted
    print(f"{counted.sentences:,} sentences, {counted.tokens:,} tokens, {counted.types:,} words")
    figures = zip(counted.seen, counted.ngrams, counted.discounts, strict=True)
    heads = ("order", "seen", "kept", "D1", "D2", "D3+")
    rows = [
        (order, f"{seen:,}", f"{kept:,}", *(f"{amount:.3f}" for amount in one.amounts))
        for order, (seen, kept, one) in enumerate(figures, 1)
    ]
    output.table(heads, rows)
    speed = counted.tokens / made.seconds
    print(f"{made.file}: by {made.engine} in {made.seconds:.1f} s, {speed:,.0f} tokens/s")


def _show(found: Perplexity) -> None:
    without = "-" if found.without_unknown is None else f"{found.without_unknown:.4f}"
    print(f"perplexity          {found.perplexity:.4f}")
    print(f"without unknown     {without}")
    print(f"unknown words       {found.unknown:,} ({found.unknown_share:.2%})")
    print(f"tokens              {found.tokens:,}")
    print(f"sentences           {found.sentences:,}")
