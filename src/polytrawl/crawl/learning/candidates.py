"""Pages that were fetched, and URLs that wait, as `yield` remembers them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

_PARENTS = 12  # of a URL are asked what else they led to; a guess, to bound the work
NEIGHBOURS = 4  # links on each side


@dataclass(slots=True, eq=False)
class Hub:
    """A page that was fetched, as the place of links."""

    near: float
    links: int = 0
    waiting: dict[int, Candidate] = field(default_factory=dict)  # what the links at these places lead to
    outcomes: dict[int, float] = field(default_factory=dict)  # what the links at these places have paid
    paid: float = 0.0
    times: int = 0

    def forget(self) -> None:
        """Nothing is learned from this page any more."""
        self.waiting.clear()

    def learn(self, place: int, reward: float) -> list[Candidate]:
        """The link at this place has paid so much; gives what the links around it lead to, which have learned it."""
        self.waiting.pop(place, None)
        if place in self.outcomes:
            return []
        self.outcomes[place] = reward
        self.paid += reward
        self.times += 1
        beside = [self.waiting[near] for near in _around(place) if near in self.waiting] if self.waiting else []
        for one in beside:
            one.paid_beside += reward
            one.outcomes_beside += 1
        return beside

    def join(self, place: int, candidate: Candidate) -> None:
        """The link at this place leads to something that waits."""
        self.waiting[place] = candidate
        if self.outcomes:
            for near in _around(place):
                if near in self.outcomes:
                    candidate.paid_beside += self.outcomes[near]
                    candidate.outcomes_beside += 1


@dataclass(slots=True, eq=False)
class Candidate:
    """A URL that waits. Of its links only what counts is kept."""

    url: str
    corner: str
    prefixes: tuple[str, ...]  # its folders, from the first to the last
    address: float  # how near the words of its address are
    anchor: float = 0.0  # how near its best anchor is
    context: float = 0.0
    tongue: float = 0.0  # whether a link says that it leads to the other language
    links: int = 0
    near: float = 0.0  # of all pages that link to it, together
    nearest: float = 0.0
    places: list[tuple[Hub, int]] = field(default_factory=list)
    paid_beside: float = 0.0  # by the links around those that lead here
    outcomes_beside: int = 0
    tokens: set[str] = field(default_factory=set)
    score: float = 0.0
    is_chosen: bool = False  # to look around; once, since there may be nothing at this address

    @property
    def is_well_known(self) -> bool:
        """Whether so many links lead here that one more tells nothing new: it is in a menu."""
        return len(self.places) >= _PARENTS

    def count(self, hub: Hub) -> None:
        """One more link leads here."""
        self.links += 1
        self.near += hub.near
        self.nearest = max(self.nearest, hub.near)

    def join(self, hub: Hub, place: int, tokens: Sequence[str]) -> None:
        """Learn from a link, which has an anchor of these words."""
        self.count(hub)
        self.places.append((hub, place))
        hub.join(place, self)
        self.tokens.update(tokens)

    def leave(self) -> None:
        """It waits no longer."""
        for hub, place in self.places:
            hub.waiting.pop(place, None)

    def hubs(self, usual: float, parts: float) -> float:
        """What the pages that link here have paid with other links."""
        paid, number = parts * usual, parts
        for hub, _ in self.places:
            paid += hub.paid
            number += hub.times
        return paid / number

    def siblings(self, usual: float, parts: float) -> float:
        """What the links around those that lead here have paid."""
        return (self.paid_beside + parts * usual) / (self.outcomes_beside + parts)


def _around(place: int) -> range:
    return range(place - NEIGHBOURS, place + NEIGHBOURS + 1)


def corner_of(prefixes: Sequence[str]) -> str:
    """Host and first folder of a URL: what explores a web looks at these.

    >>> corner_of(["a.test", "a.test/wiki", "a.test/wiki/b"]), corner_of(["a.test"])
    ('a.test/wiki', 'a.test')
    """
    return prefixes[:2][-1]


def prefixes_of(url: str) -> tuple[str, ...]:
    """The host and the folders of a URL.

    >>> prefixes_of("http://a.test/wiki/b/c.html?d=e/f")
    ('a.test', 'a.test/wiki', 'a.test/wiki/b')
    """
    bare = url.partition("://")[2].partition("?")[0].partition("#")[0]
    return tuple(accumulate(bare.split("/")[:-1], _below)) or (bare,)


def _below(folder: str, name: str) -> str:
    return f"{folder}/{name}"
