"""Which ranking finds further bilingual sites: Linkout, PageRank or WeightedPageRank, on generated webs.

Webs of 300 hosts, 60 of them bilingual and linked preferentially to each other (tests/sites/linked_sites.py says with
which chances), are served on loopback. `polytrawl sites` starts from ten bilingual sites drawn at random and the four
directories, samples the top 60 of each ranking, and tells which proved bilingual. Precision at N is told against the
truth; how often the verdict on a sampled site is right as well.

Two more tables are made without any request, from the links and shares of translated pages as they are in twenty webs:
with the directories, and without them, to see what misleads.

The floor: at 30, WeightedPageRank is at least 0.1 better than Linkout. Some minutes.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "tests" / "sites"))

from linked_sites import LinkedSites, linked_sites

from polytrawl.cli.output import table
from polytrawl.cli.progress import Lines
from polytrawl.demo import serve
from polytrawl.sites.api import search
from polytrawl.sites.graph import in_order, rank_outside
from polytrawl.sites.growing import Found, Plan
from polytrawl.sites.looking import Looker
from polytrawl.sites.model import RANKINGS, Judged, Ranked

PLACES = (10, 20, 30, 60)
SEEDS = 10
FLOOR = 0.1


def main() -> None:
    """Print the table; fail below the floor."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--webs", type=int, default=5, help="generated webs, one for each random seed")
    parser.add_argument("--sample-pages", type=int, default=10)
    asked = parser.parse_args()
    figures: dict[tuple[str, int], list[float]] = {}
    rights: list[float] = []
    for seed in range(1, asked.webs + 1):
        web = linked_sites(seed)
        found = run(web, seed, asked.sample_pages)
        for key, value in precision(found.rounds[1].ranked, web).items():
            figures.setdefault(key, []).append(value)
        rights.append(right(found, web))
        print(f"web {seed}: {found.rounds[1].outside} sites outside, verdicts right {rights[-1]:.3f}", file=sys.stderr)
    show("as searched", figures)
    print(f"\nverdicts on sampled sites that are right: {statistics.mean(rights):.3f}, worst web {min(rights):.3f}")
    show("links known", known_links(with_directories=True))
    show("no directories", known_links(with_directories=False))
    gain = statistics.mean(figures["weighted", 30]) - statistics.mean(figures["linkout", 30])
    print(f"\nweighted - linkout at 30: {gain:+.3f} (floor {FLOOR:+.1f})")
    if gain < FLOOR:
        sys.exit("below the floor")


def run(web: LinkedSites, seed: int, pages: int) -> Found:
    """One search, from some bilingual sites and all directories."""
    with serve(web) as server, tempfile.TemporaryDirectory() as folder:
        sets = [f'crawl.connect_to="{server.address}"', "crawl.delay_s=0"]
        looker = Looker(folder=Path(folder), languages=["en", "de"], sample_pages=pages, sets=sets)
        plan = Plan(rounds=1, top=max(PLACES), compare=True)
        found, _ = search([f"http://{one}/" for one in candidates(web, seed)], looker, plan, Lines())
    return found


def precision(ranked: Sequence[Ranked], web: LinkedSites) -> Mapping[tuple[str, int], float]:
    """Precision by ranking and number of places, against the truth."""
    return {
        (ranking, places): sum(one.site in web.bilingual for one in in_order(ranked, ranking)[:places]) / places
        for ranking in RANKINGS
        for places in PLACES
    }


def known_links(*, with_directories: bool, webs: int = 20) -> dict[tuple[str, int], list[float]]:
    """Precision where all links, and the share of translated pages of each site, are known."""
    figures: dict[tuple[str, int], list[float]] = {}
    for seed in range(1, webs + 1):
        web = linked_sites(seed)
        sites = {one: _known(one, web) for one in candidates(web, seed, with_directories=with_directories)}
        for key, value in precision(rank_outside(sites), web).items():
            figures.setdefault(key, []).append(value)
    return figures


def _known(site: str, web: LinkedSites) -> Judged:
    out = {one: f"http://{one}/" for one in web.links[site]}
    return Judged(site=site, url=f"http://{site}/", credibility=web.credibility[site], out=out)


def candidates(web: LinkedSites, seed: int, *, with_directories: bool = True) -> list[str]:
    """Where a search starts."""
    chance = random.Random(f"seeds of {seed}")  # noqa: S311 - not for secrets
    return [*chance.sample(web.bilingual, SEEDS), *(web.directories if with_directories else ())]


def right(found: Found, web: LinkedSites) -> float:
    """The share of the sampled sites on which the verdict is right."""
    truth = {*web.bilingual, *web.directories}
    judged = [one for step in found.rounds for one in step.judged]
    return sum(one.is_accepted == (one.site in truth) for one in judged) / len(judged)


def show(title: str, figures: Mapping[tuple[str, int], list[float]]) -> None:
    """Mean and standard deviation over the webs."""
    print()
    rows = []
    for ranking in reversed(RANKINGS):
        cells = []
        for places in PLACES:
            values = figures[ranking, places]
            spread = statistics.stdev(values) if len(values) > 1 else 0.0
            cells.append(f"{statistics.mean(values):.2f} ± {spread:.2f}")
        rows.append((ranking, *cells))
    table((title, *map(str, PLACES)), rows)


if __name__ == "__main__":
    main()
