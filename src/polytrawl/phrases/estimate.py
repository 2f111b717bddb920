"""Probabilities of phrases, from counts.

`none` is the relative frequency, p(f|e) = c(f, e) / c(e). `kneser-ney` takes a discount D = n1 / (n1 + 2 n2) from every
pair, where n1 and n2 are the numbers of pairs that were seen once and twice, and gives it to all sources by how many
different targets they have (Foster, Kuhn and Johnson 2006):

    p(f|e) = (c(f, e) - D) / c(e)  +  D n(e) / c(e)  x  n(f) / n

with n(e) the number of different sources of e, n(f) of different targets of f, and n of all pairs. So a pair of phrases
that were both seen once only is no longer certain.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from polytrawl.errors import ConfigError, did_you_mean
from polytrawl.phrases.occurrences import Counts, Pairs
from polytrawl.phrases.side import Array

__all__ = ["SMOOTHING", "Estimator"]

SMOOTHING = ("none", "kneser-ney")
_NO_TWICE = 0.5  # the discount where no pair was seen twice and the formula gives 1; as for language models


@dataclass
class Estimator:
    """Counts of all pairs of a corpus, and what they make probable."""

    sources: Counts
    targets: Counts
    smoothing: str = "none"
    pairs: int = 0
    _often: list[int] = field(default_factory=lambda: [0, 0])  # pairs seen once, and twice

    def __post_init__(self) -> None:
        if self.smoothing not in SMOOTHING:
            raise ConfigError(
                f"--smooth: no such smoothing {self.smoothing!r}{did_you_mean(self.smoothing, SMOOTHING)}"
            )

    def add(self, pairs: Pairs) -> None:
        """Take in pairs; no pair comes twice."""
        self.sources.add(pairs.source, pairs.seen)
        self.targets.add(pairs.target, pairs.seen)
        self.pairs += pairs.seen.size
        for often in (1, 2):
            self._often[often - 1] += int(np.count_nonzero(pairs.seen == often))

    @property
    def discount(self) -> float:
        """What is taken from each count."""
        once, twice = self._often
        if self.smoothing == "none" or not once:
            return 0.0
        return once / (once + 2 * twice) if twice else _NO_TWICE

    def forth(self, pairs: Pairs) -> Array:
        """p(f|e) of pairs."""
        return self._given(pairs.seen, (self.targets, pairs.target), (self.sources, pairs.source))

    def back(self, pairs: Pairs) -> Array:
        """p(e|f) of pairs."""
        return self._given(pairs.seen, (self.sources, pairs.source), (self.targets, pairs.target))

    def _given(self, count: Array, given: tuple[Counts, Array], other: tuple[Counts, Array]) -> Array:
        seen, kinds = given[0].seen[given[1]], given[0].kinds[given[1]]
        discount = self.discount
        if not discount:
            return count / seen
        return (count - discount) / seen + discount * kinds / seen * other[0].kinds[other[1]] / self.pairs
