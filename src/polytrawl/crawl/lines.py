"""Which URL is next: the waiting lines of all hosts, in memory, each with just its first few URLs.

A line holds the best URLs of its host; all others stand in the store and have a worse place than `bound`. So the
order is exact, and memory grows with the number of hosts, not of URLs.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left, insort
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from polytrawl.crawl.store import Budget

Place: TypeAlias = tuple[float, int]  # minus the score, and the id: the smaller, the sooner
LAST: Place = (float("inf"), 1 << 63)  # behind everything

# So many places in all lines together: some 25 MB. With few hosts lines are long and seldom filled from the store.
_PLACES = 200_000
_LONGEST, _SHORTEST = 256, 2
_SLACK = 1000  # entries a heap may have beyond twice the number of hosts before it is made anew


@dataclass(slots=True, eq=False)
class Line:
    """The URLs of one host that wait to be fetched."""

    id: int
    host: str
    site: str
    next_at: float = 0.0
    asked: int = 0  # requests in all
    asked_now: int = 0  # since the crawl was started
    asking: int = 0  # requests under way
    best: list[Place] = field(default_factory=list)
    bound: Place = LAST  # what is not among the best stands behind this; LAST: there is nothing else
    shown: Place | None = None  # its entry among the ready ones
    is_waiting: bool = False  # whether it has an entry among those that pause

    def put(self, place: Place, longest: int) -> None:
        """A URL joins the line; the rear of a line that is too long is left to the store."""
        if place < self.bound:
            insort(self.best, place)
            if len(self.best) > 2 * longest:
                del self.best[longest:]
                self.bound = self.best[-1]

    def remove(self, place: Place) -> None:
        """A URL leaves the line."""
        index = bisect_left(self.best, place)
        if self.best[index : index + 1] == [place]:
            del self.best[index]

    def may_be_asked(self, per_host: int, budget: Budget) -> bool:
        """Whether another request is allowed, the time aside."""
        return (
            self.asking < per_host
            and (not budget.in_all or self.asked < budget.in_all)
            and (not budget.now or self.asked_now < budget.now)
        )


class Lines:
    """All lines, and among them the ones that may be served now."""

    def __init__(self, fill: Callable[[Line, int], None], budget: Budget) -> None:
        self._fill = fill  # reads the best of a line from the store
        self._budget = budget
        self._lines: dict[int, Line] = {}
        self._ready: list[tuple[Place, int]] = []
        self._pausing: list[tuple[float, int]] = []

    def __len__(self) -> int:
        return len(self._lines)

    def __contains__(self, number: int) -> bool:
        return number in self._lines

    def get(self, number: int) -> Line | None:
        """The line of a host."""
        return self._lines.get(number)

    @property
    def longest(self) -> int:
        """How many URLs of a host are read from the store at once."""
        return max(_SHORTEST, min(_LONGEST, _PLACES // (2 * len(self._lines) or 1)))

    def open(self, line: Line) -> Line:
        """Add a line."""
        self._lines[line.id] = line
        return line

    def clear(self) -> None:
        """Forget all lines."""
        self._lines.clear()
        self._ready.clear()
        self._pausing.clear()

    def put(self, line: Line, place: Place) -> None:
        """A URL joins a line."""
        line.put(place, self.longest)
        self.show(line)

    def move(self, line: Line, old: Place, new: Place) -> None:
        """A URL that waits gets another place."""
        line.remove(old)
        line.put(new, self.longest)
        self.show(line)

    def show(self, line: Line) -> None:
        """Let a line be seen among the ready ones at its right place."""
        head = self._head(line)
        if head is not None and head != line.shown and not line.is_waiting:
            line.shown = head
            heapq.heappush(self._ready, (head, line.id))
            if len(self._ready) > 2 * len(self._lines) + _SLACK:
                self._tidy()

    def _head(self, line: Line) -> Place | None:
        if not line.best and line.bound != LAST:
            self._fill(line, self.longest)
        return line.best[0] if line.best else None

    def _tidy(self) -> None:
        """Throw away entries that do not hold any more."""
        self._ready = [(line.shown, line.id) for line in self._lines.values() if line.shown is not None]
        heapq.heapify(self._ready)

    def take(self, now: float, per_host: int) -> tuple[Line, Place] | None:
        """The best place among the lines that may be served now; it is taken out of its line."""
        self._wake(now)
        while self._ready:
            place, number = heapq.heappop(self._ready)
            line = self._lines[number]
            if line.shown != place:
                continue  # another entry has taken its place
            line.shown = None
            if self._head(line) != place:
                self.show(line)
            elif line.may_be_asked(per_host, self._budget):
                if line.next_at <= now:
                    del line.best[0]
                    return line, place
                self._wait(line)
        return None

    def _wait(self, line: Line) -> None:
        line.is_waiting = True
        heapq.heappush(self._pausing, (line.next_at, line.id))

    def _wake(self, now: float) -> None:
        while self._pausing and self._pausing[0][0] <= now:
            self._rise()

    def _rise(self) -> None:
        line = self._lines[heapq.heappop(self._pausing)[1]]
        line.is_waiting = False
        self.show(line)  # should its pause have been made longer, it goes back when its turn comes

    def wake_at(self, per_host: int) -> float | None:
        """When the next line may be served; None where there is none, or only lines that are being served."""
        for _, number in self._ready:
            line = self._lines[number]
            line.shown = None
            if not line.is_waiting and self._head(line) is not None and line.may_be_asked(per_host, self._budget):
                self._wait(line)
        self._ready.clear()
        while self._pausing:
            at, number = self._pausing[0]
            line = self._lines[number]
            if self._head(line) is not None and line.may_be_asked(per_host, self._budget):
                if at == line.next_at:
                    return at
                heapq.heapreplace(self._pausing, (line.next_at, number))
            else:
                heapq.heappop(self._pausing)
                line.is_waiting = False
        return None
