"""The command `sites`: which candidates are multilingual sites, and which further sites they lead to."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from polytrawl.asking import languages_of
from polytrawl.cli import output
from polytrawl.cli.going import Json, Sets, Verbose, ended_kindly
from polytrawl.cli.progress import make_progress
from polytrawl.errors import ConfigError, did_you_mean

if TYPE_CHECKING:
    from polytrawl.sites.growing import Found
    from polytrawl.sites.model import Ranking
    from polytrawl.sites.precision import Precision

_SHOWN = 20  # sites that people are shown; all are in the files


def sites(  # noqa: PLR0913 - one argument per option
    candidates: Annotated[
        list[str],
        typer.Argument(help="Addresses, and files or folders with lists of them.", metavar="URL|FILE..."),
    ],
    langs: Annotated[str, typer.Option(help="Languages wanted, two or more, e.g. en,de.")],
    out: Annotated[Path, typer.Option(help="The folder for all that is found.")],
    *,
    rounds: Annotated[int, typer.Option(min=0, help="Look for further sites so many times; 0: candidates only.")] = 1,
    top: Annotated[int, typer.Option(min=1, help="Sample so many sites of the ranking in each round.")] = 30,
    sample_pages: Annotated[int, typer.Option(min=2, help="Pages of a site, on each of its hosts.")] = 20,
    rank: Annotated[str, typer.Option(help="The ranking: weighted, pagerank or linkout.")] = "weighted",
    compare: Annotated[bool, typer.Option("--compare", help="Sample the top of all three rankings.")] = False,
    contact: Annotated[str, typer.Option(help="Your e-mail or web address, told to the servers you visit.")] = "",
    sets: Sets = None,
    json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Find multilingual sites among candidates, and more of them by the links between sites."""
    from polytrawl.sites.api import search
    from polytrawl.sites.growing import Plan
    from polytrawl.sites.looking import Looker

    if verbose:
        logging.basicConfig(level=logging.DEBUG, format="%(levelname)s %(name)s: %(message)s")
    plan = Plan(rounds=rounds, top=top, rank=_ranking(rank), compare=compare)
    looker = Looker(
        folder=out, languages=_languages(langs), sample_pages=sample_pages, contact=contact, sets=list(sets or ())
    )
    progress = make_progress()
    with ended_kindly(f"polytrawl sites ... --langs {langs} --out {out}, as before", progress.close):
        found, written = search(candidates, looker, plan, progress)
    output.as_json(_as_value(found, written)) if json else _show(found, written, langs, out)


def _ranking(word: str) -> Ranking:
    from polytrawl.sites.model import RANKINGS

    for known in RANKINGS:
        if known == word:
            return known
    raise ConfigError(f"--rank {word}: there is no such ranking{did_you_mean(word, RANKINGS)}")


def _languages(langs: str) -> list[str]:
    found = languages_of(langs)
    if len(found) < 2:  # noqa: PLR2004 - two make a pair
        raise ConfigError(f"--langs {langs}: a multilingual site has two languages or more; write e.g. en,de")
    return found


def _as_value(found: Found, written: list[Path]) -> dict[str, object]:
    from polytrawl.sites.tables import dropped

    return {
        "sites": found.accepted,
        "dropped": dropped(found),
        "precision": [_figures(one) for one in _table(found)],
        "files": list(map(str, written)),
    }


def _figures(one: Precision) -> dict[str, object]:
    return {
        "round": one.round,
        "ranking": one.ranking,
        "places": one.places,
        "sampled": one.sampled,
        "precision": one.value,
    }


def _table(found: Found) -> list[Precision]:
    from polytrawl.sites.precision import precisions

    return precisions(list(enumerate(found.rounds)), found.judged)


def _show(found: Found, written: list[Path], langs: str, out: Path) -> None:
    from collections import Counter

    from polytrawl.sites.tables import dropped

    accepted = found.accepted
    if accepted:
        rows = [(one.site, ",".join(one.languages), f"{one.credibility:.2f}", one.round) for one in accepted[:_SHOWN]]
        output.table(("site", "languages", "credibility", "round"), rows)
        if len(accepted) > _SHOWN:
            print(f"and {len(accepted) - _SHOWN} more")
        print()
    _show_precision(found)
    reasons = output.reasons(Counter(one.reason for one in dropped(found)))
    print(f"{len(accepted)} multilingual sites; dropped: {reasons or 'nothing'}")
    for path in written:
        print(f"  {path}")
    if accepted:
        print(f"next: polytrawl get --seeds {out} --langs {langs} --out RUN")
    else:
        print(f"next: look at {out / 'dropped.tsv'}; other candidates or languages may help")


def _show_precision(found: Found) -> None:
    rows = [
        (one.round, one.ranking, one.places, one.sampled, "-" if one.value is None else f"{one.value:.2f}")
        for one in _table(found)
    ]
    if rows:
        output.table(("round", "ranking", "first", "sampled", "precision"), rows)
        print()
