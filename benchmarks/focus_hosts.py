"""Crawl strategies on generated webs of 40 hosts with corners that mislead.

There are a big host that has a little of the topic everywhere, anchors that lie, and a hundred copies of one page.
Printed are shares of the harvest of an oracle, one for each web, from the worst to the best. In sparse webs few links
lead to the hosts on the topic.

    python benchmarks/focus_hosts.py [--webs 24]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "tests" / "crawl"))

from many_hosts import QUERY, Made, Oracle, many_hosts

from polytrawl.crawl.base import LinkScorer
from polytrawl.crawl.scorers.at_random import AtRandom
from polytrawl.crawl.scorers.shark import Shark
from polytrawl.crawl.scorers.yielding import Yield
from polytrawl.evaluate.crawl.replay import replay

BUDGET = 180  # pages; as many are on the topic
STRATEGIES: dict[str, Callable[[], LinkScorer]] = {
    "yield": lambda: Yield(query=(QUERY,)),
    "shark": lambda: Shark(query=(QUERY,)),
    "random": AtRandom,
}


def harvest(made: Made, strategy: LinkScorer, seeds: list[str]) -> int:
    """How many of the pages that a strategy fetches are on the topic."""
    return len(made.relevant & {*replay(made.web, strategy, seeds, BUDGET).order})


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--webs", type=int, default=24)
    asked = parser.parse_args()
    for kind in ("", "sparse, "):
        webs = [many_hosts(seed, is_sparse=bool(kind)) for seed in range(1, asked.webs + 1)]
        for start in ("good", "bad"):
            seeds = [getattr(made, start) for made in webs]
            oracles = [Oracle.of(made) for made in webs]
            best = [harvest(*one) for one in zip(webs, oracles, seeds, strict=True)]
            for name, make in STRATEGIES.items():
                found = (harvest(made, make(), start) for made, start in zip(webs, seeds, strict=True))
                shares = sorted(one / most for one, most in zip(found, best, strict=True))
                print(f"{kind}{start} seeds, {name:6}: {' '.join(f'{one:.2f}' for one in shares)}", flush=True)


if __name__ == "__main__":
    main()
