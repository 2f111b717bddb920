"""The crawl's loop: as many visits at once as are allowed, always to the best URL that may be fetched now.

One task for each request in flight; all else happens between two awaits of one thread, so the frontier and the WARC
never see two writers.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from polytrawl.crawl.frontier import Frontier, Queued
from polytrawl.crawl.visit import Visitor
from polytrawl.work import Progress

if TYPE_CHECKING:
    import asyncio

_REPORT_S = 0.2


class Limits(NamedTuple):
    """When the crawl stops, and how much it does at once. Zero pages or seconds mean no limit."""

    pages: int
    seconds: float
    connections: int
    connections_per_host: int


@dataclass
class Loop:
    """A crawl that is under way."""

    frontier: Frontier
    visitor: Visitor
    limits: Limits
    progress: Progress
    base_counts: Counter[str]  # of what was here before
    _reported: float = 0.0

    async def run(self) -> None:
        """Crawl until a limit is reached or nothing is left."""
        import asyncio  # noqa: PLC0415 - slow to import

        running: set[asyncio.Task[None]] = set()
        started = time.monotonic() - float(self.frontier.noted("seconds") or 0)
        try:
            while (left := self._seconds_left(started)) > 0:
                running |= {asyncio.create_task(self.visitor.visit(queued)) for queued in self._take(len(running))}
                if not running and self._is_done():
                    break
                running = await self._wait(running, left)
                self._report(started)
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            self._report(started, at_once=True)

    def _seconds_left(self, started: float) -> float:
        return self.limits.seconds - (time.monotonic() - started) if self.limits.seconds else math.inf

    def _take(self, running: int) -> Iterator[Queued]:
        """The URLs to be fetched now; never more than pages are still wanted, as all of them may turn out well."""
        while self._has_room(running) and (queued := self.frontier.pop(time.time(), self.limits.connections_per_host)):
            running += 1
            yield queued

    def _has_room(self, running: int) -> bool:
        is_wanted = not self.limits.pages or self.frontier.counts[""] + running < self.limits.pages
        return is_wanted and running < self.limits.connections

    def _is_done(self) -> bool:
        return not self._has_room(0) or self.frontier.wake_at(self.limits.connections_per_host) is None

    async def _wait(self, running: set[asyncio.Task[None]], left: float) -> set[asyncio.Task[None]]:
        """Wait until a task ends, a host may be asked, or the time is up; gives the tasks that go on."""
        import asyncio  # noqa: PLC0415 - slow to import

        if self._has_room(len(running)):
            wake = self.frontier.wake_at(self.limits.connections_per_host)
            left = left if wake is None else min(left, max(0.0, wake - time.time()))
        timeout = None if math.isinf(left) else left
        if not running:
            await asyncio.sleep(timeout or 0)
            return running
        done, running = await asyncio.wait(running, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()  # what is raised here is no fetch trouble but ours, or a full disk
        return running

    def _report(self, started: float, *, at_once: bool = False) -> None:
        now = time.monotonic()
        if at_once or now - self._reported >= _REPORT_S:
            self._reported = now
            self.frontier.note("seconds", f"{now - started:.1f}")
            counts = self.base_counts + self.frontier.counts
            self.progress.advance(counts[""], dict(sorted(counts.items())))
