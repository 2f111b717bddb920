"""The command `evaluate translation`: translation systems side by side, with significance."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polytrawl.cli import output
from polytrawl.cli.going import Json
from polytrawl.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from polytrawl.adapt.contest import Contest
    from polytrawl.adapt.correlation import Correlation


def translation(  # noqa: PLR0913 - one argument per option
    *,
    references: Annotated[
        list[Path], typer.Option(help="Translations by people, a sentence a line; one or more files.")
    ],
    systems: Annotated[
        list[str], typer.Option(help="Translations to judge; names as BL, WP-LM, UC_GOOD-LMPT.", metavar="NAME=FILE")
    ],
    baseline: Annotated[str, typer.Option(help="The system to compare with; by default BL, else the first.")] = "",
    metrics: Annotated[str, typer.Option(help="Of BLEU, chrF and TER, with commas between.")] = "BLEU,chrF,TER",
    chunks: Annotated[int, typer.Option(min=1, help="Parts of the test set, for the t-test.")] = 25,
    resamples: Annotated[int, typer.Option(min=100, help="Of the test set, for the bootstrap.")] = 1000,
    seed: Annotated[int, typer.Option(help="Of the resamples.")] = 12345,
    tokenise: Annotated[str, typer.Option(help="How BLEU cuts words: 13a, intl, zh, char; none for tokens.")] = "13a",
    lowercase: Annotated[bool, typer.Option("--lowercase", help="Let case not count for BLEU and chrF.")] = False,
    quality: Annotated[
        Path | None, typer.Option(help="Quality of crawls (name, tab, figure), to correlate with.")
    ] = None,
    out: Annotated[Path, typer.Option(help="Where the page and the tables go.")] = Path("evaluation"),
    json: Json = False,
) -> None:
    """Score translations by BLEU, chrF and TER, and tell which differences are not chance."""
    from polytrawl.adapt import api
    from polytrawl.adapt.contest import Terms
    from polytrawl.adapt.correlation import by_kind

    names = [one.strip() for one in metrics.split(",") if one.strip()]
    if not names:
        raise ConfigError("--metrics: name at least one of BLEU, chrF and TER")
    terms = Terms(
        metrics=names,
        chunks=chunks,
        resamples=resamples,
        seed=seed,
        baseline=baseline,
        tokenise=tokenise,
        lowercase=lowercase,
    )
    known = _quality_of(quality, systems) if quality else {}
    found = api.compare_files(systems, references, terms)
    taus = by_kind(found, known, next(iter(found.signatures))) if known else {}
    if quality and not taus:
        _say(f"{quality}: a correlation needs three crawls of one kind, so there is none")
    files = api.write_contest(found, taus, out, out.resolve().name)
    if json:
        output.as_json({"contest": found, "taus": taus, "files": files})
        return
    _show(found, taus)
    print(*files, sep="\n")


def _quality_of(path: Path, systems: Sequence[str]) -> dict[str, float]:
    """The quality of crawls, by name; what cannot be used of it is said, or refused where it is all."""
    from polytrawl.adapt.correlation import read_quality
    from polytrawl.adapt.lines import named_file
    from polytrawl.adapt.names import BASELINE, parse

    found = read_quality(path)
    if not found:
        raise ConfigError(f"{path}: no crawl stands there; expected lines of a name, a tab and a figure")
    for name, figure in found.items():
        if not math.isfinite(figure):
            raise ConfigError(f"{path}: the quality of {name} is {figure}; expected a figure, larger for better crawls")
    crawls = {parse(named_file(one, "--systems")[0])._replace(kind="") for one in systems}
    others = [name for name in found if parse(name)._replace(kind="") not in crawls]
    if len(others) == len(found):
        known = ", ".join(sorted("_".join(filter(None, one)) for one in crawls if one.crawl != BASELINE))
        raise ConfigError(f"{path}: {_are_none(others)} of the systems, which are of {known or BASELINE}")
    if others:
        _say(f"{path}: {_are_none(others)} of the systems and {'do' if len(others) > 1 else 'does'} not count")
    return found


def _are_none(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last} are no crawls" if others else f"{last} is no crawl"


def _say(text: str) -> None:
    print(f"polytrawl: {text}", file=sys.stderr)


def _show(found: Contest, taus: Mapping[str, Correlation]) -> None:
    from polytrawl.adapt.page import compared, compared_heads
    from polytrawl.adapt.table import cells_of, heads, table_of

    print(f"{found.sentences} sentences, {found.references} reference(s), {found.chunks} chunks\n")
    rows = [(name, *(f"{one[metric].score:.2f}" for metric in found.signatures)) for name, one in found.systems.items()]
    output.table(("system", *found.signatures), rows)
    for metric, signature in found.signatures.items():
        print(f"{metric}: {signature}")
    metric = next(iter(found.signatures))
    table = table_of(found, metric)
    print(f"\n{metric}, mean over chunks and references (◇ better than {found.baseline}, ♠ better than WP)")
    output.table(heads(table), map(cells_of, table.rows))
    differences = list(compared(found, metric))
    if differences:
        print()
        output.table(compared_heads(), differences)
    if taus:
        print("\nKendall's tau between the quality of crawls and of translations")
        figures = [
            (kind, one.things, *("-" if x is None else f"{x:.4f}" for x in (one.tau, one.p)))
            for kind, one in taus.items()
        ]
        output.table(("kind", "crawls", "tau", "p"), figures)
    print()
