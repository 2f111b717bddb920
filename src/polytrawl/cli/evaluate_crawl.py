"""The command `evaluate crawl`: crawl strategies side by side on a recorded web."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from polytrawl.cli import output
from polytrawl.errors import ConfigError

if TYPE_CHECKING:
    from polytrawl.evaluate.crawl.contest import Contest

# What runs without a resource or a model.
DEFAULT = "UC,BFS-1G,BFS-2G,BFS-3G,SS-1G,SS-2G,SS-3G,fish,ilsp,yield"


def crawl(  # noqa: PLR0913 - the options of a command
    web: Annotated[Path, typer.Argument(help="A run directory, a WARC file, a folder of them, or an SQLite file.")],
    *,
    good: Annotated[list[str] | None, typer.Option(help="A seed on the topic; repeatable.")] = None,
    bad: Annotated[list[str] | None, typer.Option(help="A seed off the topic; repeatable.")] = None,
    query: Annotated[
        list[str] | None, typer.Option(help="Words, a text file, or the address of a page of the web; repeatable.")
    ] = None,
    langs: Annotated[str, typer.Option(help="The languages of the query, with commas between them.")] = "en",
    strategy: Annotated[str, typer.Option(help="Names of strategies, with commas between them.")] = DEFAULT,
    budget: Annotated[int, typer.Option(min=1, help="Pages that each may fetch.")] = 300,
    labels: Annotated[
        Path | None, typer.Option(help="Labels of pages: address, tab, label; or an SQLite file that has them.")
    ] = None,
    relevant: Annotated[
        list[str] | None, typer.Option(help="A label that makes a page relevant, with all below it; repeatable.")
    ] = None,
    gamma: Annotated[
        float, typer.Option(min=0, max=1, help="Without labels: the similarity from which a page is relevant.")
    ] = 0.1,
    resource: Annotated[
        Path | None, typer.Option(help="IDF and MWE factors, as `polytrawl resources build` makes them.")
    ] = None,
    connections: Annotated[int, typer.Option(min=1, help="Pages under way at the same time: N of Best-N-First.")] = 1,
    plugin: Annotated[list[Path] | None, typer.Option(help="A Python file with your strategy; repeatable.")] = None,
    sets: Annotated[
        list[str] | None, typer.Option("--set", help="An option of a strategy: NAME.option=value; repeatable.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Where the page and the figures go.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Let crawl strategies fetch the same recorded web, and tell what each has found."""
    from polytrawl.evaluate.crawl import api
    from polytrawl.plugin import PluginFile

    for file in plugin or ():
        PluginFile.read(file).load()
    task = api.Task(
        strategies=[name.strip() for name in strategy.split(",") if name.strip()],
        seeds={"good": good or [], "bad": bad or []},
        query=query or [],
        languages=[one.strip() for one in langs.split(",") if one.strip()],
        budget=budget,
        gamma=gamma,
        labels=labels,
        relevant=relevant or [],
        resource=resource,
        options=_options(sets or []),
        at_once=connections,
        leaves_out=strategy == DEFAULT,  # who names strategies wants all of them
    )
    found = api.compare(web, task)
    files = api.write_contest(found, out or Path("evaluation"), web.resolve().name)
    if json:
        output.as_json({**msgspec.to_builtins(found), "files": files})
        return
    _show(found)
    print(*files, sep="\n")


def train(
    sessions: Annotated[Path, typer.Argument(help="Browsing sessions: lines of relevant,tab,url.")],
    web: Annotated[
        Path | None,
        typer.Argument(help="Where the visited pages are: as for `evaluate crawl`. Without it they are fetched."),
    ] = None,
    *,
    langs: Annotated[str, typer.Option(help="The language of the pages; one only.")] = "en",
    contact: Annotated[str, typer.Option(help="Your e-mail or web address, told to the servers you ask.")] = "",
    allow_private: Annotated[bool, typer.Option(help="Ask private and loopback addresses too.")] = False,
    out: Annotated[Path, typer.Option(help="Where the model goes.")] = Path("hmm.json"),
) -> None:
    """Train the strategy HMM from browsing sessions."""
    from polytrawl.evaluate.crawl import api, training

    if web:
        model, pages = api.train(sessions, api.open_web(web), langs)
    else:
        texts, reasons = training.fetch_visited(sessions, contact=contact, allow_private=allow_private)
        for address, reason in reasons.items():
            print(f"polytrawl: {address}: passed over: {reason}", file=sys.stderr)
        model, pages = training.train_from(sessions, texts, langs), len(texts)
    api.write_model(model, out)
    print(f"{pages} pages in {len(model.centres)} clusters\n{out}")
    if len(model.centres) == 1:
        print(
            "polytrawl: all pages look alike; visit others too, or no link will be better than another", file=sys.stderr
        )
    print(f"next: --set crawl.strategy.use=HMM --set crawl.strategy.model={out}")


def _options(sets: list[str]) -> dict[str, dict[str, Any]]:
    from polytrawl.config import overlaid

    found = overlaid({}, sets)
    for name, table in found.items():
        if not isinstance(table, dict):
            raise ConfigError(f"--set {name}: expected NAME.option=value")
    return found


def _show(found: Contest) -> None:
    print(f"{found.signature}\n{found.pages} pages; by average rank:")
    for seeds in found.terms.seeds:
        rows = []
        for one in sorted(found.results, key=lambda one: found.average_ranks[one.strategy]):
            if one.seeds == seeds:
                m = one.measures
                shares = [f"{value:.3f}" for value in (m.avp, m.harvest, m.recall, m.auc)]
                rank = f"{found.average_ranks[one.strategy]:.2f}"
                rows.append((one.strategy, *shares, f"{m.auc_sum:.2f}", rank, f"{one.cpu_ms:.2f}"))
        print(f"\n{seeds} seeds, {found.relevant[seeds]} relevant pages within reach")
        output.table(("strategy", "AvP", "HR", "recall", "AUC", "AUC sum", "average rank", "ms a page"), rows)
    for name, reason in found.left_out.items():
        print(f"\n{name} was left out: {reason}")
    print("\nKendall's tau")
    output.table(
        ("rankings", "tau"), [(what, "-" if tau is None else f"{tau:.3f}") for what, tau in found.taus.items()]
    )
