"""Tables made smaller: to the phrases of a text, the best targets of each source, and pairs that are no accident.

Whether a pair is an accident is told by Fisher's exact test (Johnson, Martin, Foster and Kuhn 2007): the probability p
that phrases which stand in c(f) and c(e) of N sentence pairs meet in c(f, e) of them or more by chance. Two phrases
that were seen once only, together, have -ln p = ln N.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from polytrawl.errors import ConfigError
from polytrawl.phrases.in_order import grouped, in_order
from polytrawl.phrases.spans import LONGEST
from polytrawl.phrases.table import Row

__all__ = ["Choice", "by_chance", "direct", "phrases_of"]

_DIRECT = 2  # p(e|f) among four scores or more
_ENOUGH = 1e-9  # a term of a sum that is so much smaller than the first one changes nothing
_COUNTS = 3


def direct(row: Row) -> float:
    """p(e|f) of a pair: the third score, or the first one of tables with fewer."""
    return row.scores[_DIRECT if len(row.scores) > _DIRECT else 0]


def phrases_of(sentences: Iterable[str], longest: int = LONGEST) -> set[str]:
    """All phrases of a text that may have a translation."""
    found: set[str] = set()
    for sentence in sentences:
        words = sentence.split()
        for length in range(1, min(longest, len(words)) + 1):
            found.update(" ".join(words[at : at + length]) for at in range(len(words) - length + 1))
    return found


@dataclass
class Choice:
    """Which pairs of a table are kept; why others are not is counted."""

    phrases: set[str] | None = None  # keep these sources only
    best: int | None = None  # targets of a source, by p(e|f)
    min_probability: float = 0.0  # p(e|f)
    sentences: int | None = None  # of the corpus: leave out what meets in it by chance
    dropped: Counter[str] = field(default_factory=Counter)

    def chosen(self, path: Path) -> Iterator[Row]:
        """The pairs that are kept, in order."""
        for source, rows in grouped(in_order(path)):
            if self.phrases is not None and source not in self.phrases:
                self.dropped["not-in-text"] += len(rows)
                continue
            likely = [row for row in rows if direct(row) >= self.min_probability]
            self.dropped["improbable"] += len(rows) - len(likely)
            meant = [row for row in likely if self.sentences is None or not self._is_chance(row, self.sentences)]
            self.dropped["by-chance"] += len(likely) - len(meant)
            best = sorted(meant, key=direct, reverse=True)[: self.best]
            self.dropped["not-among-best"] += len(meant) - len(best)
            kept = {row.target for row in best}
            yield from (row for row in meant if row.target in kept)

    def _is_chance(self, row: Row, sentences: int) -> bool:
        if len(row.counts) < _COUNTS:
            raise ConfigError(f"{row.source!r} and {row.target!r} have no counts, without which chance cannot be told")
        target, source, both = row.counts[:3]
        # The bound of Johnson et al. that leaves out pairs of phrases which were seen once only.
        return by_chance(round(both), round(source), round(target), sentences) <= math.log(sentences) + _ENOUGH


def by_chance(both: int, source: int, target: int, sentences: int) -> float:
    """-ln of the probability that phrases meet so often or more by chance.

    >>> round(by_chance(1, 1, 1, 1000), 4) == round(math.log(1000), 4)
    True
    """
    first = _log_hypergeometric(both, source, target, sentences)
    total, term = 1.0, 1.0
    for meeting in range(both, min(source, target)):
        ways = (source - meeting) * (target - meeting)
        term *= ways / ((meeting + 1) * max(sentences - source - target + meeting + 1, 1))
        total += term
        if term < _ENOUGH * total:
            break
    return -(first + math.log(total))


def _log_hypergeometric(both: int, source: int, target: int, sentences: int) -> float:
    return _log_ways(source, both) + _log_ways(sentences - source, target - both) - _log_ways(sentences, target)


def _log_ways(of: int, chosen: int) -> float:
    """Logarithm of the number of ways to choose so many; phrases repeated within sentences may ask for too many."""
    of = max(of, chosen)
    return math.lgamma(of + 1) - math.lgamma(chosen + 1) - math.lgamma(of - chosen + 1)
