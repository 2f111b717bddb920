"""Which entries of a lexicon are wanted: every one that is not gets a reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from polytrawl.lexicon.entries import Entry

__all__ = ["Choice"]


@dataclass
class Choice:
    """What is wanted, and how many entries were left out for which reason."""

    min_score: float = 0.0
    min_support: int = 0
    origins: tuple[str, ...] = ()  # patterns such as `freedict:*`; one of an entry's origins must fit one of them
    most_words: int | None = None  # on either side
    sources: frozenset[str] | None = None  # words, case folded, that are wanted; None: all
    best: int | None = None  # how many targets of each source; entries come in the order of their sources
    dropped: Counter[str] = field(default_factory=Counter)

    def chosen(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """The wanted entries."""
        kept: Counter[str] = Counter()
        for entry in entries:
            reason = self.against(entry)
            if not reason and self.best is not None and kept[entry.source] >= self.best:
                reason = "not-among-best"
            if reason:
                self.dropped[reason] += 1
            else:
                kept[entry.source] += 1
                yield entry

    def against(self, entry: Entry) -> str:
        """Why an entry is not wanted; empty where it is."""
        if entry.score < self.min_score:
            return "low-score"
        if entry.support < self.min_support:
            return "low-support"
        if self.origins and not any(fnmatchcase(one, like) for one in entry.origins for like in self.origins):
            return "other-origin"
        if self.most_words is not None and max(_words(entry.source), _words(entry.target)) > self.most_words:
            return "too-long"
        if self.sources is not None and entry.source.casefold() not in self.sources:
            return "not-listed"
        return ""


def _words(text: str) -> int:
    return len(text.split())
