"""Strategies side by side: each crawls the same recorded web from the same seeds with the same budget."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from importlib.metadata import version

import msgspec
import xxhash

from polytrawl.crawl.base import LinkScorer
from polytrawl.crawl.links import is_nofollow
from polytrawl.evaluate.crawl.measures import Measures, curve, measure, ranks, tau
from polytrawl.evaluate.crawl.replay import replay
from polytrawl.evaluate.crawl.web import Web
from polytrawl.relevance.pages import text_of
from polytrawl.relevance.query import Similar

GAMMA = 0.1  # a guess; where there are labels they decide

Make = Callable[[], LinkScorer]


class Terms(msgspec.Struct, frozen=True):
    """What is the same for all strategies."""

    budget: int
    seeds: dict[str, list[str]]  # by name: good, bad
    query: list[str]  # texts
    skipped: list[str]  # pages that may be fetched and are not counted: those the query was taken from
    gamma: float = GAMMA
    labels: str = ""  # which labels make a page relevant; empty where gamma decides
    at_once: int = 1


class Result(msgspec.Struct, frozen=True):
    """How one strategy fared from one set of seeds."""

    strategy: str
    seeds: str
    measures: Measures
    precision: list[float]  # the AvP curve
    harvest: list[float]  # the curve of HR
    cpu_ms: float  # that the strategy takes for a page and its links
    links: float  # of a page, on average
    order: list[str]


class Contest(msgspec.Struct, frozen=True):
    """All results and what follows from them."""

    signature: str
    terms: Terms
    pages: int
    relevant: dict[str, int]  # that can be reached, by seeds
    results: list[Result]
    average_ranks: dict[str, float]  # by AUC, over all sets of seeds
    taus: dict[str, float | None]  # between rankings
    left_out: dict[str, str] = {}  # strategies that could not work, and why


class Nearness:
    """How near each page is to the query; looked at when it is asked for, and once."""

    def __init__(self, web: Web, query: Similar) -> None:
        self._web, self._query = web, query
        self._known: dict[str, float] = {}

    def __getitem__(self, url: str) -> float:
        if url not in self._known:
            self._known[url] = self._query.similarity(text_of(self._web[url]))
        return self._known[url]


def hold(
    web: Web, terms: Terms, strategies: Mapping[str, Make], query: Similar, relevant: Collection[str] | None, about: str
) -> Contest:
    """Let all strategies crawl. `about` says what else the figures depend on: the web, options of strategies."""
    near = Nearness(web, query)
    hits = set(relevant) if relevant is not None else {page.url for page in web if near[page.url] >= terms.gamma}
    hits -= set(terms.skipped)
    reachable = {name: len(hits & _reachable(web, seeds)) for name, seeds in terms.seeds.items()}
    results = [
        _result(web, terms, (name, make()), seeds, (near, hits, reachable[seeds]))
        for seeds in terms.seeds
        for name, make in strategies.items()
    ]
    return Contest(
        signature=_signature(terms, about, list(strategies)),
        terms=terms,
        pages=len(web),
        relevant=reachable,
        results=results,
        average_ranks=_average_ranks(results),
        taus=dict(_taus(results)),
    )


def _result(
    web: Web, terms: Terms, named: tuple[str, LinkScorer], seeds: str, truth: tuple[Nearness, set[str], int]
) -> Result:
    (name, strategy), (near, hits, relevant) = named, truth
    wanted = terms.budget + len(terms.skipped)
    crawl = replay(web, strategy, terms.seeds[seeds], wanted, at_once=terms.at_once)
    order = [url for url in crawl.order if url not in terms.skipped][: terms.budget]
    similarities, found = [near[url] for url in order], [url in hits for url in order]
    return Result(
        strategy=name,
        seeds=seeds,
        measures=measure(similarities, found, relevant),
        precision=curve(similarities),
        harvest=curve([float(one) for one in found]),
        cpu_ms=1000 * crawl.seconds / max(1, len(crawl.order)),
        links=crawl.links / max(1, len(crawl.order)),
        order=order,
    )


def _reachable(web: Web, seeds: Sequence[str]) -> set[str]:
    """All pages that a crawl can come to: by the links that it follows, and by those to other languages."""
    seen, queue = set(seeds), deque(seeds)
    while queue:
        page = web[queue.popleft()]
        for link in (*page.links, *page.alternates):
            if link.target not in seen and not is_nofollow(link):
                seen.add(link.target)
                queue.append(link.target)
    return seen


def _signature(terms: Terms, about: str, strategies: list[str]) -> str:
    """Equal for contests that must have equal figures."""
    content = msgspec.json.encode((version("polytrawl"), terms, about, strategies), order="deterministic")
    return f"N={terms.budget} strategies={len(strategies)} id={xxhash.xxh3_64_hexdigest(content)}"


def _by_seeds(results: Sequence[Result]) -> dict[str, list[Result]]:
    found: dict[str, list[Result]] = {}
    for one in results:
        found.setdefault(one.seeds, []).append(one)
    return found


def _average_ranks(results: Sequence[Result]) -> dict[str, float]:
    """The mean rank of each strategy by AUC, as in tables 5.4 and 5.5."""
    places: dict[str, list[float]] = {}
    for group in _by_seeds(results).values():
        for one, rank in zip(group, ranks([one.measures.auc for one in group]), strict=True):
            places.setdefault(one.strategy, []).append(rank)
    return {name: sum(found) / len(found) for name, found in places.items()}


def _taus(results: Sequence[Result]) -> Iterator[tuple[str, float | None]]:
    """How much rankings agree: by AUC and by harvest from the same seeds, and by AUC from different seeds."""
    groups = _by_seeds(results)
    aucs = {name: [one.measures.auc for one in group] for name, group in groups.items()}
    for name, group in groups.items():
        yield f"AUC and HR, {name} seeds", tau(aucs[name], [one.measures.harvest for one in group])
    first, *others = groups
    for other in others:
        yield f"AUC, {first} and {other} seeds", tau(aucs[first], aucs[other])
