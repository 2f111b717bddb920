"""Tests of the strategy that learns: on a web made to lead it astray, and piece by piece."""

from __future__ import annotations

import pytest

from crawl.many_hosts import QUERY, Made, Oracle, distances, many_hosts
from polytrawl.crawl.base import LinkScorer
from polytrawl.crawl.learning.candidates import Candidate, Hub
from polytrawl.crawl.learning.ledger import Ledger
from polytrawl.crawl.learning.reward import Rewards
from polytrawl.crawl.scorers.at_random import AtRandom
from polytrawl.crawl.scorers.yielding import Yield
from polytrawl.evaluate.crawl.replay import replay
from polytrawl.records import Document, Link, Paragraph

BUDGET = 180


def harvest(made: Made, strategy: LinkScorer, seeds: list[str]) -> int:
    return sum(url in made.relevant for url in replay(made.web, strategy, seeds, BUDGET))


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("seeds", ["good", "bad"])
def test_it_is_not_led_astray_on_a_web_of_many_hosts(seed: int, seeds: str) -> None:
    made = many_hosts(seed)
    start = getattr(made, seeds)
    best = harvest(made, Oracle(distances=distances(made.web, made.relevant)), start)
    found = harvest(made, Yield(query=(QUERY,)), start)
    print(
        seed,
        seeds,
        found,
        best,
        found / best,
        harvest(made, AtRandom(), start),
        harvest(made, Yield(query=(QUERY,), explore=0), start),
    )
    assert found >= 0.5 * best
    assert found >= 2 * harvest(made, AtRandom(), start)
