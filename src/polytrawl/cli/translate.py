"""The commands `translate` and `tune`: sentences are translated by a model, and its weights fitted to a sample."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polytrawl.cli import output
from polytrawl.cli.going import Json
from polytrawl.errors import ConfigError

if TYPE_CHECKING:
    from polytrawl.translate.engines.base import Engine
    from polytrawl.translate.hypothesis import Hypothesis
    from polytrawl.translate.tune import Tuned

Folder = Annotated[
    str, typer.Argument(help="A model folder, a CTranslate2 folder, or a command (--engine command).", metavar="MODEL")
]
Jobs = Annotated[int, typer.Option(min=0, help="Cores to work on; 0 for all.")]


def translate(
    model: Folder,
    file: Annotated[str, typer.Argument(help="Prepared sentences, one a line; - for standard input.")] = "-",
    *,
    engine: Annotated[str, typer.Option(help="auto, builtin, moses, thot, ctranslate2 or command.")] = "auto",
    stack: Annotated[int, typer.Option(min=0, help="Size of stacks, in place of the model's.")] = 0,
    nbest: Annotated[int, typer.Option(min=0, help="Write so many translations of each, as Moses lists them.")] = 0,
    jobs: Jobs = 0,
    timeout: Annotated[float, typer.Option(min=1, help="Seconds that another program may take for a batch.")] = 600.0,
) -> None:
    """Translate sentences by a model, line by line."""
    from polytrawl.translate.engines.base import Asked, Ranking, make_engine

    _tell_warnings(logging.WARNING)
    made = make_engine(engine, Asked(model=model, jobs=jobs, stack=stack, timeout_s=timeout))
    lists = isinstance(made, Ranking)
    if nbest and not lists:
        raise ConfigError(f"--nbest: the engine {made.name} gives one translation of each sentence")
    first = 0
    for batch in _batches(file):
        lines = _ranked_lines(made, batch, nbest, first) if nbest else made.translate(batch)
        for line in lines:
            print(line)
        sys.stdout.flush()  # who asks line by line waits for the answer
        first += len(batch)


def _ranked_lines(engine: Engine, batch: list[str], number: int, first: int) -> Iterator[str]:
    from polytrawl.translate.engines.base import Ranking

    assert isinstance(engine, Ranking)  # noqa: S101 - it was asked
    for place, ranked in enumerate(engine.nbest(batch, number), first):
        for one in ranked:
            yield f"{place} ||| {one.text} ||| {_features(one)} ||| {one.score:.6f}"


def _features(one: Hypothesis) -> str:
    return " ".join(f"{value:.6g}" for value in one.features)


def _batches(file: str) -> Iterator[list[str]]:
    """Sentences, as many at a time as are there already."""
    from polytrawl.translate.lines import file_lines, waiting_lines

    if file == "-":
        yield from waiting_lines(sys.stdin.buffer)
    else:
        yield from file_lines(Path(file))


def tune(  # noqa: PLR0913 - one argument per option
    model: Annotated[Path, typer.Argument(help="A model folder.", metavar="MODEL")],
    *,
    source: Annotated[Path, typer.Option(help="Prepared sentences, one a line.")],
    reference: Annotated[list[Path], typer.Option(help="Their translations, line by line; repeatable.")],
    method: Annotated[str, typer.Option(help="mert or pro.")] = "mert",
    out: Annotated[
        Path | None, typer.Option(help="A folder for the tuned model.toml; else MODEL's own is replaced.")
    ] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds at most.")] = 10,
    nbest: Annotated[int, typer.Option(min=2, help="Translations of each sentence in a round.")] = 100,
    held_out: Annotated[float, typer.Option(min=0.0, max=0.5, help="Share of the sentences to judge by.")] = 0.25,
    l2: Annotated[float | None, typer.Option(min=0.0, help="Pull of the weights to those of the start.")] = None,
    seed: Annotated[int, typer.Option(help="For all that is drawn.")] = 1,
    jobs: Jobs = 0,
    json: Json = False,
) -> None:
    """Find weights with which a model translates a sample best, and keep them where they hold on the rest of it."""
    from polytrawl.translate.builtin import make_builtin
    from polytrawl.translate.lines import read_parallel
    from polytrawl.translate.model import move_model
    from polytrawl.translate.tune import Tuning
    from polytrawl.translate.tune import tune as tuned

    _tell_warnings(logging.INFO)
    sources, references = read_parallel(source, reference)
    how = Tuning(method=method, rounds=rounds, nbest=nbest, held_out=held_out, l2=l2, seed=seed)
    how.fitter(0)  # a wrong name is told before anything is loaded
    found = tuned(make_builtin(model, jobs=jobs, only=sources), sources, references, how)
    path = move_model(found.model, model, out or model)
    output.as_json(found) if json else _show(found, path)


def _show(found: Tuned, path: Path) -> None:
    first, best = found.rounds[0], found.rounds[found.best]
    heads = ("feature", "before", "after")
    rows = zip(found.model.names(), first.weights, best.weights, strict=True)
    output.table(heads, [(name, f"{before:.4f}", f"{after:.4f}") for name, before, after in rows])
    print(f"BLEU of what is held out {first.held_out:.2f} before, {best.held_out:.2f} after")
    if not found.best:
        print("no other weights hold on what is held out: those of the start are kept")
    print(f"{path}: weights of round {found.best} of {len(found.rounds) - 1}")


def _tell_warnings(level: int) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("polytrawl: %(message)s"))
    logger = logging.getLogger("polytrawl.translate")
    logger.handlers[:] = [handler]
    logger.setLevel(level)
    logger.propagate = False
