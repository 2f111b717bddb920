"""Shark-Search (Hersovici et al. 1998): what a link inherits from its page, and what stands in and around its anchor.

inherited(child) = delta * sim(page)            if sim(page) > 0
                 = delta * inherited(page)      else
anchor           = sim(anchor text)
context          = 1 if anchor > 0 else sim(words around the anchor)
neighbourhood    = beta * anchor + (1 - beta) * context
score            = gamma * inherited + (1 - gamma) * neighbourhood
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from polytrawl.crawl.memory import Memory
from polytrawl.crawl.topical import NGrams, Share
from polytrawl.options import option
from polytrawl.records import Document, Link


@dataclass(kw_only=True)
class Shark(NGrams, name="shark"):
    """Shark-Search: the similarity of a page decays over its links; anchors and the words around them count as well."""

    learns: ClassVar[bool] = True  # what pages inherit

    delta: Share = option(0.5, "what is left of the similarity of a page one link further")
    gamma: Share = option(0.5, "what the inherited score counts beside the neighbourhood")
    anchor: Share = option(0.8, "what the anchor counts beside the words around it")
    _inherited: Memory = field(init=False, repr=False, compare=False, default_factory=Memory)

    def rate(self, links: Sequence[Link], source: Document) -> Sequence[float]:
        """The score of each link; what it inherits is remembered for its own links."""
        near = self.nearness(source)
        inherited = self.delta * (near or self._inherited.get(source.url))
        for link in links if inherited else ():  # nothing is what those have that are not remembered
            self._inherited.raise_to(link.target, inherited)
        return [self.gamma * inherited + (1 - self.gamma) * near for near in self.neighbourhoods(links)]

    def neighbourhoods(self, links: Sequence[Link]) -> list[float]:
        """What anchors and contexts say of links."""
        anchors = self._short.of([link.anchor for link in links])
        silent = [link.context for link, anchor in zip(links, anchors, strict=True) if not anchor]
        contexts = iter(self._short.of(silent))
        return [self.anchor * anchor + (1 - self.anchor) * (1.0 if anchor else next(contexts)) for anchor in anchors]
