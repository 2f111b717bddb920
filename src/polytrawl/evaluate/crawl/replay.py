"""A crawl of a recorded web, in memory and without a clock: the order in which a strategy fetches its pages.

The rules are those of the real crawl with one connection: its links, its scorers, its way to combine scores; of equal
scores the one that was found first comes first. Equal input gives an equal order.
"""

from __future__ import annotations

import heapq
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from polytrawl.crawl.base import LinkScorer
from polytrawl.crawl.links import SEED_SCORE, Links
from polytrawl.crawl.scope import Scope
from polytrawl.crawl.scores import RULES
from polytrawl.crawl.store import Found
from polytrawl.errors import PluginError
from polytrawl.evaluate.crawl.web import Web
from polytrawl.records import Document, Link


class Queue:
    """What the frontier does, for one line and without a disk."""

    def __init__(self, combine: str) -> None:
        self._combine = RULES[combine]
        self._waiting: dict[str, tuple[float, int, int, int]] = {}  # score, number, times found, depth
        self._known: set[str] = set()
        self._heap: list[tuple[float, int, str]] = []

    def add(self, found: Iterable[Found]) -> None:
        """Queue what is new; combine the scores of what is found again and still waits."""
        for one in found:
            url = one.url
            if url not in self._known:
                self._known.add(url)
                self._put(url, (one.score, len(self._known), 1, one.depth))
            elif url in self._waiting:
                score, number, times, depth = self._waiting[url]
                new = self._combine(score, one.score, times)
                self._put(url, (new, number, times + 1, min(depth, one.depth)), is_moved=new != score)

    def rescore(self, scores: Mapping[str, float]) -> None:
        """Give what waits other scores."""
        for url, score in scores.items():
            if url in self._waiting and self._waiting[url][0] < SEED_SCORE:
                old, number, times, depth = self._waiting[url]
                self._put(url, (score, number, times, depth), is_moved=score != old)

    def _put(self, url: str, place: tuple[float, int, int, int], *, is_moved: bool = True) -> None:
        self._waiting[url] = place
        if is_moved:
            heapq.heappush(self._heap, (-place[0], place[1], url))

    def pop(self) -> tuple[str, int] | None:
        """The best that waits, and its depth."""
        while self._heap:
            score, _, url = heapq.heappop(self._heap)
            place = self._waiting.get(url)
            if place is not None and -score == place[0]:
                del self._waiting[url]
                return url, place[3]
        return None


class Replay(NamedTuple):
    """How a strategy crawled."""

    order: list[str]  # the pages, as they were fetched
    links: int  # that it gave a score
    seconds: float  # of CPU in the strategy, once it is prepared


@dataclass(frozen=True)
class _Timed(Links):
    """Links that know how long their strategy takes."""

    spent: Counter[str] = field(default_factory=Counter)

    def tell(self, document: Document) -> None:
        with self._clock():
            super().tell(document)

    def revised(self, document: Document) -> Mapping[str, float]:
        with self._clock():
            return super().revised(document)

    def _scores(self, links: Sequence[Link], document: Document) -> Sequence[float]:
        self.spent["links"] += len(links)
        with self._clock():
            return super()._scores(links, document)

    @contextmanager
    def _clock(self) -> Iterator[None]:
        began = time.perf_counter_ns()
        yield
        self.spent["nanoseconds"] += time.perf_counter_ns() - began


def replay(web: Web, strategy: LinkScorer, seeds: Sequence[str], budget: int, *, at_once: int = 1) -> Replay:
    """Let a strategy crawl; `at_once` pages are taken from the queue before it learns of the first."""
    strategy.prepare()
    queue = Queue(strategy.combine)
    queue.add(Found(seed, SEED_SCORE, 0) for seed in seeds)
    links = _Timed(Scope.read("any", seeds=seeds), strategy)
    order: list[str] = []
    began, cpu = time.perf_counter_ns(), time.process_time()
    while len(order) < budget:
        batch = list(_taken(queue, min(at_once, budget - len(order))))
        if not batch:
            break
        for url, depth in batch:
            order.append(url)
            document = web[url]
            links.tell(document)
            queue.add(links.of(document, depth + 1))
            queue.rescore(links.revised(document))
    if links.mishaps.first:  # a crawl outlives the errors of a strategy; figures of one that fails mean nothing
        raise PluginError(f"{strategy.name}: {links.mishaps.first!r}") from links.mishaps.first
    # Reading the clock of the CPU can take longer than a page: it is read twice, and another clock tells the share.
    share = links.spent["nanoseconds"] / (time.perf_counter_ns() - began)
    return Replay(order, links.spent["links"], share * (time.process_time() - cpu))


def _taken(queue: Queue, number: int) -> Iterator[tuple[str, int]]:
    for _ in range(number):
        one = queue.pop()
        if one is None:
            return
        yield one
