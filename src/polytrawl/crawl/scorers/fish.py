"""Fish-Search (De Bra et al. 1994): fish swim on where there is food, and die after too long without.

A page on the topic gives its links new strength; one that is not leaves them less by one, and links without strength
come last. Of each page only so many links are taken before all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, ClassVar

import msgspec

from polytrawl.crawl.memory import Memory
from polytrawl.crawl.topical import BEHIND, Topical
from polytrawl.options import option
from polytrawl.records import Document, Link

_FED, _HUNGRY, _REST = 2.0, 1.0, 0.0
_MORE = 1.5  # a page on the topic has so many times as many fish; a guess


@dataclass(kw_only=True)
class Fish(Topical, name="fish"):
    """Fish-Search: links of pages on the topic first; after some pages off the topic a path is given up."""

    learns: ClassVar[bool] = True  # the strength of those that wait

    # Both are guesses.
    width: Annotated[int, msgspec.Meta(ge=1)] = option(20, "links of a page that come before those of others")
    depth: Annotated[int, msgspec.Meta(ge=1)] = option(3, "pages off the topic in a row that a path outlives")
    _strength: Memory = field(init=False, repr=False, compare=False, default_factory=Memory)

    def rate(self, links: Sequence[Link], source: Document) -> Sequence[float]:
        """One of few values for each link: they are followed in the order in which they were found."""
        is_hit = self.is_hit(source)
        strength = self.depth if is_hit else self._strength.get(source.url, default=self.depth) - 1
        for link in links:
            self._strength.raise_to(link.target, strength)
        if strength <= 0:
            return [BEHIND] * len(links)
        first, number = (_FED, int(_MORE * self.width)) if is_hit else (_HUNGRY, self.width)
        return [first if place < number else _REST for place in range(len(links))]
