"""The crawl's loop: as many visits at once as are allowed, always to the best URL that may be fetched now.

One task for each URL in our hands; all else happens between two awaits of one thread, so the frontier and the WARC
never see two writers.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from polytrawl.crawl.harvest import ENDED, LAST_PAGES, LATELY, Lately
from polytrawl.crawl.store import Queued, Store
from polytrawl.crawl.visit import Visitor
from polytrawl.work import Progress

if TYPE_CHECKING:
    import asyncio

_REPORT_S = 0.2
_KEEP_S = 0.1  # what was fetched is on disk after this time, also when nothing else happens
# Pages that may wait for the judge: enough for its workers. Usual ones are some megabytes together.
_UNJUDGED, _UNJUDGED_BYTES = 128, 64 << 20


class Limits(NamedTuple):
    """When the crawl stops, and how much it does at once. Zero means no limit."""

    pages: int
    requests: int
    seconds: float
    connections: int
    connections_per_host: int
    saturation: float = 0.0  # new words that the last pages must have brought, each
    saturation_pages: int = LATELY


class Bell:
    """Wakes the loop when a host or a connection is free."""

    def __init__(self) -> None:
        self._has_rung = False
        self._sleeper: asyncio.Future[None] | None = None

    def ring(self) -> None:
        """Wake who waits, or who will wait next."""
        self._has_rung = True
        if self._sleeper is not None and not self._sleeper.done():
            self._sleeper.set_result(None)

    async def wait(self, seconds: float) -> None:
        """Wait for the bell, but no longer than this."""
        import asyncio  # noqa: PLC0415 - slow to import

        if not self._has_rung:
            loop = asyncio.get_running_loop()
            self._sleeper = loop.create_future()
            alarm = loop.call_later(seconds, self.ring)
            try:
                await self._sleeper
            finally:
                alarm.cancel()
        self._has_rung = False


@dataclass
class Loop:
    """A crawl that is under way."""

    frontier: Store
    visitor: Visitor
    limits: Limits
    progress: Progress
    base_counts: Counter[str]  # of what was here before
    bell: Bell
    _running: set[asyncio.Task[None]] = field(default_factory=set)
    _failed: list[BaseException] = field(default_factory=list)
    _reported: float = 0.0
    _kept: float = 0.0
    _lately: Lately = Lately(0, 0)
    _looked: int = -1  # how many pages there were at the last look

    async def run(self) -> None:
        """Crawl until a limit is reached or nothing is left."""
        import asyncio  # noqa: PLC0415 - slow to import

        started = time.monotonic() - float(self.frontier.noted("seconds") or 0)
        self.frontier.note(ENDED, "")
        self.frontier.note(LAST_PAGES, str(self.limits.saturation_pages))
        try:
            while (left := self._seconds_left(started)) > 0 and not self._failed:
                for queued in self._take():
                    task = asyncio.create_task(self.visitor.visit(queued))
                    self._running.add(task)
                    task.add_done_callback(self._end)
                if not self._running and self._is_done():
                    break
                await self.bell.wait(min(left, self._pause_s()))
                self._tell(started)
        finally:
            for task in self._running:
                task.cancel()
            await asyncio.gather(*self._running, return_exceptions=True)
            self._tell(started, at_once=True)
        if self._failed:
            raise self._failed[0]  # no fetch trouble but ours, or a full disk
        self._tell_end(started)

    def is_over(self) -> bool:
        """Whether there is nothing to do, before it has begun."""
        return not self._has_room() or not self.frontier.is_waiting

    def _end(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (err := task.exception()):
            self._failed.append(err)
        self.bell.ring()

    def _seconds_left(self, started: float) -> float:
        return self.limits.seconds - (time.monotonic() - started) if self.limits.seconds else math.inf

    def _take(self) -> Iterator[Queued]:
        """The URLs to be fetched now; never more than pages are still wanted, as all of them may turn out well."""
        while self._has_room() and (queued := self.frontier.pop(self.frontier.now(), self.limits.connections_per_host)):
            yield queued

    def _has_room(self) -> bool:
        pages, requests, connections = self.limits.pages, self.limits.requests, self.limits.connections
        running = len(self._running)
        # With one connection the order is exact: no page is fetched before the links of the last one are known.
        most = connections + (_UNJUDGED if connections > 1 else 0)
        return (
            (not pages or self.frontier.counts[""] + running < pages)
            and (not requests or self.frontier.asked < requests)
            and self.frontier.asking < connections
            and running < most
            and self.visitor.judge.held_bytes < _UNJUDGED_BYTES
            and not self._is_saturated()
        )

    def _is_saturated(self) -> bool:
        """Whether the last pages, when there are enough of them, have brought too little."""
        if not self.limits.saturation:
            return False
        if self._looked != self.frontier.counts[""]:
            self._looked = self.frontier.counts[""]
            self._lately = self.frontier.harvest.lately(self.limits.saturation_pages)
        return self._lately.pages == self.limits.saturation_pages and self._lately.each < self.limits.saturation

    def _is_done(self) -> bool:
        return not self._has_room() or self.frontier.wake_at(self.limits.connections_per_host) is None

    def _pause_s(self) -> float:
        """How long nothing needs to be done, unless something happens."""
        wake = self.frontier.wake_at(self.limits.connections_per_host) if self._has_room() else None
        return _KEEP_S if wake is None else max(0.0, min(_KEEP_S, wake - self.frontier.now()))

    def _tell_end(self, started: float) -> None:
        """Note why the crawl is over; that it is saturated is told at once, since nobody can foresee it."""
        ended = self._ended(started)
        self.frontier.note(ENDED, ended)
        self.frontier.keep()
        if self._is_saturated():
            self.progress.say(f"crawl: stopped: {ended}")

    def _ended(self, started: float) -> str:
        limits = self.limits
        if self._is_saturated():
            brought = f"the last {self._lately.pages} pages brought {self._lately.each:.3g} new words on the topic each"
            return f"{brought}, below crawl.saturation = {limits.saturation:g}"
        reached = {
            f"crawl.max_pages = {limits.pages}": 0 < limits.pages <= self.frontier.counts[""],
            f"crawl.max_requests = {limits.requests}": 0 < limits.requests <= self.frontier.asked,
            f"crawl.max_seconds = {limits.seconds:g}": self._seconds_left(started) <= 0,
        }
        return next(
            (f"{limit} is reached" for limit, is_so in reached.items() if is_so), "nothing is left that may be fetched"
        )

    def _tell(self, started: float, *, at_once: bool = False) -> None:
        now = time.monotonic()
        if at_once or now - self._reported >= _REPORT_S:
            self._reported = now
            self.frontier.note("seconds", f"{now - started:.1f}")
            counts = self.base_counts + self.frontier.counts
            self.progress.advance(counts[""], dict(sorted(counts.items())))
        if at_once or now - self._kept >= _KEEP_S:
            self._kept = now
            self.frontier.keep()
