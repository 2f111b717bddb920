"""The frontier at growing sizes: does a URL cost the same among ten thousand as among ten million?

A synthetic web with few hosts and one with many. At each power of ten: CPU time to add a URL, to find one again with a
better score, and to take the best and settle it; and the resident memory of the process.
"""

from __future__ import annotations

import argparse
import itertools
import random
import resource
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from polytrawl.crawl.frontier import Found, Frontier

_PAGE = 50  # links that are added together, as from one page
_PROBES = 20_000  # operations that are timed at each size, or a fifth of it
_STEP_S, _DELAY_S = 0.001, 0.1  # between two requests, and between two to one host


class Web:
    """URLs in a random order over hosts, some of which have far more of them than others."""

    def __init__(self, hosts: int) -> None:
        self._hosts = hosts
        self._chance = random.Random(1)  # noqa: S311 - a synthetic web

    def new(self, first: int, count: int) -> Iterator[Found]:
        """So many URLs that were never seen."""
        for number in range(first, first + count):
            yield self.url(number, self._chance.random())

    def url(self, number: int, score: float) -> Found:
        """One URL of the web; small hosts are many, large ones few."""
        spread = (number * 2_654_435_761 % 2**32) / 2**32
        host = int(spread * spread * self._hosts)
        return Found(f"http://host{host}.test/section{number % 97}/page-{number}.html", score, 3, "http://host0.test/")


def _memory_mb() -> float:
    status = Path("/proc/self/status")
    if not status.exists():  # elsewhere than on Linux: the highest so far
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    [line] = [line for line in status.read_text().splitlines() if line.startswith("VmRSS")]
    return int(line.split()[1]) / 1024


def _timed(count: int, work: Callable[[], None]) -> float:
    """Microseconds of CPU for each of so many operations."""
    start = time.process_time()
    work()
    return (time.process_time() - start) / count * 1e6


def _add(frontier: Frontier, web: Web, first: int, count: int) -> None:
    for start in range(first, first + count, _PAGE):
        with frontier.step():
            frontier.add(web.new(start, _PAGE))
    frontier.keep()


def _improve(frontier: Frontier, web: Web, size: int, count: int) -> None:
    chance = random.Random(size)  # noqa: S311 - a synthetic web
    for _ in range(count // _PAGE):
        with frontier.step():
            frontier.add(web.url(chance.randrange(size), 1.0 + chance.random()) for _ in range(_PAGE))
    frontier.keep()


def _take(frontier: Frontier, clock: Iterator[float], count: int) -> None:
    for _ in range(count):
        while (queued := frontier.pop(now := next(clock), 1)) is None:
            pass
        with frontier.step():
            frontier.settle(queued, "failed", "http-404")
            frontier.free(queued, now + _DELAY_S)
        frontier.land(queued)
    frontier.keep()


def _measure(hosts: int, largest: int) -> None:
    print(f"\n{hosts} hosts")
    print(f"{'URLs':>12} {'add us':>8} {'again us':>9} {'take us':>8} {'memory MB':>10} {'disk MB':>8}")
    clock = itertools.count(1e9, _STEP_S)
    with tempfile.TemporaryDirectory() as folder:
        frontier, web, size, goal = Frontier(Path(folder)), Web(hosts), 0, 10_000
        while goal <= largest:
            count = min(_PROBES, goal // 5)
            _add(frontier, web, size, goal - count - size)
            steps = {
                "add": partial(_add, frontier, web, goal - count, count),
                "again": partial(_improve, frontier, web, goal, count),
                "take": partial(_take, frontier, clock, count),
            }
            add, again, take = (_timed(count, work) for work in steps.values())
            disk = sum(path.stat().st_size for path in Path(folder).iterdir()) / 1e6
            print(f"{goal:12} {add:8.1f} {again:9.1f} {take:8.1f} {_memory_mb():10.0f} {disk:8.0f}", flush=True)
            size, goal = goal, goal * 10
        frontier.close()


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--urls", type=int, default=10_000_000, help="the largest size")
    parser.add_argument("--hosts", type=int, nargs="*", default=[1_000, 100_000], help="numbers of hosts")
    arguments = parser.parse_args()
    for hosts in arguments.hosts:
        _measure(hosts, arguments.urls)


if __name__ == "__main__":
    main()
