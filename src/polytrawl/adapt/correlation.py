"""Do better crawls make better translations? Kendall's tau between both rankings, and how likely it is by chance."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import NormalDist

import msgspec

from polytrawl.adapt.contest import Contest
from polytrawl.adapt.lines import read_lines
from polytrawl.adapt.names import KINDS, Name, parse
from polytrawl.errors import ConfigError
from polytrawl.evaluate.crawl.measures import tau

__all__ = ["Correlation", "by_kind", "correlation", "read_quality"]

_FEWEST = 3  # two things agree or not, whatever they are
_EXACT = 50  # things up to which all orders are counted; beyond, the normal distribution is as good


class Correlation(msgspec.Struct, frozen=True):
    """How much two rankings agree."""

    things: int
    tau: float | None  # None where one of them ranks nothing
    p: float | None  # two-sided


def correlation(left: Mapping[str, float], right: Mapping[str, float]) -> Correlation:
    """Kendall's tau-b of what both rank."""
    shared = [name for name in left if name in right]
    sides = [left[name] for name in shared], [right[name] for name in shared]
    found = tau(*sides) if len(shared) >= _FEWEST else None
    return Correlation(len(shared), found, None if found is None else _p(found, *sides))


def _p(found: float, left: Sequence[float], right: Sequence[float]) -> float:
    number = len(left)
    has_ties = len(set(left)) < number or len(set(right)) < number
    if number <= _EXACT and not has_ties:
        pairs = number * (number - 1) // 2
        return _exact(number, round(pairs * (1 - abs(found)) / 2))
    return _normal(found, left, right)


def _exact(number: int, swaps: int) -> float:
    """The share of all orders that are as far from none as this one, or farther: with so few swaps, or so many."""
    orders = [1]  # by the number of swaps of neighbours that sort them
    for size in range(2, number + 1):
        longer = [0] * (len(orders) + size - 1)
        for place, count in enumerate(orders):
            for more in range(size):
                longer[place + more] += count
        orders = longer
    return min(1.0, 2 * sum(orders[: swaps + 1]) / math.factorial(number))


def _normal(found: float, left: Sequence[float], right: Sequence[float]) -> float:
    """By the variance of concordant less discordant pairs, which ties make smaller."""
    n = len(left)
    ties = [[count for count in Counter(side).values() if count > 1] for side in (left, right)]
    pairs, (t1, t2) = n * (n - 1) / 2, [sum(t * (t - 1) / 2 for t in side) for side in ties]
    spread = n * (n - 1) * (2 * n + 5) - sum(t * (t - 1) * (2 * t + 5) for side in ties for t in side)
    triples = [sum(t * (t - 1) * (t - 2) for t in side) for side in ties]
    variance = spread / 18 + 2 * t1 * t2 / (n * (n - 1)) + triples[0] * triples[1] / (9 * n * (n - 1) * (n - 2))
    surplus = found * math.sqrt((pairs - t1) * (pairs - t2))
    return 2 * NormalDist().cdf(-abs(surplus) / math.sqrt(variance))


def by_kind(contest: Contest, quality: Mapping[str, float], metric: str = "BLEU") -> dict[str, Correlation]:
    """For each kind of domain data: crawls by their quality beside their systems by a metric; seeds make two crawls."""
    sign = -1 if metric == "TER" else 1
    crawls = {_crawl(parse(name)): value for name, value in quality.items()}
    found = {}
    for kind in (*KINDS, ""):
        scores = {
            _crawl(parse(name)): sign * measured[metric].mean
            for name, measured in contest.systems.items()
            if parse(name).kind == kind
        }
        one = correlation(crawls, scores)
        if one.things >= _FEWEST:
            found[kind or "all"] = one
    return found


def _crawl(name: Name) -> str:
    return f"{name.crawl}_{name.seeds}" if name.seeds else name.crawl


def read_quality(path: Path) -> dict[str, float]:
    """The quality of crawls: lines of a name, as BFS-1G_GOOD, a tab and a figure such as the AUC; larger is better."""
    found: dict[str, float] = {}
    for number, line in enumerate(read_lines(path), 1):
        name, _, figure = line.partition("\t")
        if not line.strip() or line.startswith("#"):
            continue
        try:
            found[name.strip()] = float(figure.split("\t")[0])
        except ValueError as err:
            if number > 1:  # the first line may name the columns
                raise ConfigError(f"{path}, line {number}: expected a name, a tab and a figure") from err
    return found
