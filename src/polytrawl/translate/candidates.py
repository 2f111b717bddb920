"""Translations of a tuning set, with features and counts of BLEU; the lists of all rounds are merged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from polytrawl.translate.bleu import COUNTS, bleu, bleu_counts
from polytrawl.translate.hypothesis import Hypothesis
from polytrawl.translate.lm_core import Floats, Ints

__all__ = ["Candidates", "Mask", "Pool"]

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class Candidates:
    """Translations of all sentences, those of a sentence together."""

    features: Floats  # by translation
    counts: Floats  # by translation
    first: Ints  # by sentence, and one more

    def best(self, weights: Floats) -> Ints:
        """The best translation of each sentence by some weights."""
        scores = self.features @ weights
        spans = zip(self.first, self.first[1:], strict=False)
        return np.array([begin + int(np.argmax(scores[begin:end])) for begin, end in spans])

    def bleu(self, weights: Floats) -> float:
        """The BLEU of the best translations by some weights."""
        return float(bleu(self.counts[self.best(weights)].sum(axis=0)))


@dataclass
class Pool:
    """Collects translations round by round."""

    references: Sequence[Sequence[str]]  # of each sentence
    _known: list[dict[tuple[str, tuple[float, ...]], Floats]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._known = [{} for _ in self.references]

    def add(self, lists: Iterable[Sequence[Hypothesis]]) -> None:
        """Add the translations of all sentences."""
        for known, references, hypotheses in zip(self._known, self.references, lists, strict=True):
            for one in hypotheses:
                key = one.text, tuple(round(value, 4) for value in one.features)
                if key not in known:
                    known[key] = np.concatenate((one.features, bleu_counts(one.text, references)))

    def __len__(self) -> int:
        return sum(map(len, self._known))

    def candidates(self) -> Candidates:
        """All translations so far."""
        rows = np.array([row for known in self._known for row in known.values()])
        width = rows.shape[1] - COUNTS
        first = np.cumsum([0, *(len(known) for known in self._known)])
        return Candidates(rows[:, :width], rows[:, width:], first)
