"""Corners of the web, a host and its first folder, and what waits in each: where to look around."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from polytrawl.crawl.learning.candidates import Candidate
from polytrawl.crawl.learning.ledger import Ledger

# Promises that count as kept before any was made. On the generated webs that `yield` tells of, .1 and .5 give the same
# harvest as .2, within what chance does.
_FAITH = 0.2


class Corners:
    """What is known of each corner, and what waits there."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, Candidate]] = {}
        self._paid = Ledger(1.0)
        self._word: dict[str, tuple[float, float]] = {}  # what anchors promised, and what of it was kept

    def learn(self, corner: str, reward: float) -> None:
        """A page there has paid so much."""
        self._paid.add([corner], reward)

    def judge(self, one: Candidate, share: float) -> None:
        """A page was as good as this share of the best ones; its anchor had promised something, perhaps."""
        promised, kept = self._word.get(one.corner, (0.0, 0.0))
        self._word[one.corner] = (promised + one.anchor, kept + min(one.anchor, share))

    def honesty(self, corner: str) -> float:
        """What of the promises of anchors that lead there was kept, 0..1; 1 where nothing is known."""
        promised, kept = self._word.get(corner, (0.0, 0.0))
        return (kept + _FAITH) / (promised + _FAITH)

    def add(self, one: Candidate) -> None:
        """Something waits."""
        self._waiting.setdefault(one.corner, {})[one.url] = one

    def drop(self, one: Candidate) -> None:
        """It waits no longer, or was chosen once."""
        there = self._waiting.get(one.corner, {})
        there.pop(one.url, None)
        if not there:
            self._waiting.pop(one.corner, None)

    def reset(self, waiting: Iterable[Candidate]) -> None:
        """Only these wait."""
        self._waiting.clear()
        for one in waiting:
            if not one.is_chosen:
                self.add(one)

    def least_known(self, pages: int, poor: float) -> Candidate | None:
        """The best that waits where least is known; not where so many pages are known and pay little."""
        times = {name: self._paid.times(name) for name in self._open(pages, poor)}
        least = min(times.values(), default=0)
        there = (one for name, seen in times.items() if seen == least for one in self._waiting[name].values())
        return max(there, key=lambda one: one.score, default=None)

    def _open(self, pages: int, poor: float) -> Iterator[str]:
        for name in self._waiting:
            if self._paid.times(name) < pages or self._paid.mean(name, 0.0) > poor:
                yield name
