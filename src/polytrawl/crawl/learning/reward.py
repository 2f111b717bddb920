"""What a page pays: its nearness to the query, for the part of its text that is new.

Copies of pages, and texts that a site repeats, pay nothing the second time, and a few words pay little. In a run of
several languages a page in none of them pays a tenth, and one that names its own version in another of them pays half
as much again.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence

from polytrawl.crawl.memory import Memory
from polytrawl.crawl.tongues import leads_to
from polytrawl.records import Document, Lang

_LATELY = 20  # pages
_TOP = 10  # of the best rewards are what others are measured by
_LEAST = 0.05  # a guess: what a page on the topic is worth at least, before any was seen
# Characters of new text that make a page. Tried on six cells (see `yield`): 500 changes no harvest, 2000 costs .013.
_WHOLE = 500
_FOREIGN, _PARTNERED = 0.1, 1.5  # guesses
_PARAGRAPHS = 1 << 20  # remembered; some 60 MB


class Rewards:
    """Pays for pages, and remembers what it paid."""

    def __init__(self, languages: Sequence[Lang]) -> None:
        self._languages = languages
        self._seen: set[int] = set()
        self._paid = Memory()
        self._total, self._pages = 0.0, 0
        self._best: list[float] = []
        self.usual = 0.0  # what a page pays on average
        self.scale = _LEAST  # what the best pages pay
        self._last: deque[float] = deque(maxlen=_LATELY)

    @property
    def lately(self) -> float:
        """What the last pages have paid on average."""
        return sum(self._last) / len(self._last) if self._last else 0.0

    def paid(self, url: str) -> float | None:
        """What was paid for a page; nan where there is none at this address, None where that is not known."""
        return self._paid.get(url, None)

    def miss(self, url: str) -> None:
        """There is no page at this address."""
        self._paid.set(url, math.nan)

    def of(self, document: Document, near: float) -> float:
        """Pay for a page that is so near to the query."""
        reward = near * self._news(document) * self._partner(document)
        self._paid.set(document.url, reward)
        self._total += reward
        self._pages += 1
        self._last.append(reward)
        self._best = sorted([*self._best, reward])[-_TOP:]
        self.usual = self._total / self._pages
        self.scale = max(_LEAST, sum(self._best) / len(self._best))
        return reward

    def _news(self, document: Document) -> float:
        """The share of the main text that stood on no page before; less where that is little text."""
        if len(self._seen) > _PARAGRAPHS:
            self._seen.clear()
        texts = [paragraph.text for paragraph in document.paragraphs if not paragraph.reason]
        sizes = dict(zip(map(hash, texts), map(len, texts), strict=True))
        new = sum(sizes[key] for key in sizes.keys() - self._seen)
        self._seen.update(sizes)
        return new / sum(map(len, texts)) * math.sqrt(min(1.0, new / _WHOLE)) if new else 0.0

    def _partner(self, document: Document) -> float:
        if len(self._languages) <= 1:
            return 1.0
        own = (document.language or "").partition("-")[0]
        others = [one for one in self._languages if one.partition("-")[0] != own]
        if own and len(others) == len(self._languages):
            return _FOREIGN
        links = (*document.alternates, *document.links)
        return _PARTNERED if any(leads_to(link, others) for link in links) else 1.0
