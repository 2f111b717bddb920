"""Translations of terms by all that speaks for them, learned in rounds.

In each round terms are compared by their contexts, in windows of several sizes, over what is known of both languages;
by embeddings that are rotated onto each other by what is known; by their letters, by their frequencies, and terms of
several words by the translations of their words. Pairs that are each other's best and surely so are known in the next
round.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from rapidfuzz.distance import LCSseq
from rapidfuzz.process import cdist

from polytrawl.lexicon.entries import Entry
from polytrawl.lexicon.from_comparable.contexts import Window, counts_near, log_likelihood, pmi
from polytrawl.lexicon.from_comparable.embeddings import embedded, rotation
from polytrawl.lexicon.from_comparable.measures import Table, cosine
from polytrawl.lexicon.from_comparable.nearest import believed, csls, mutual, scaled
from polytrawl.lexicon.from_comparable.parts import by_parts, by_stems
from polytrawl.lexicon.from_comparable.seed import Couple, anchors, classes, stem_pairs
from polytrawl.lexicon.from_comparable.terms import Terms
from polytrawl.lexicon.from_comparable.texts import Text
from polytrawl.lexicon.words import latin

__all__ = ["WEIGHTS", "Combined"]

# Chosen by hand, English to Spanish, on halves of LilyPond's manual, after some eighty variants were seen on the same
# four parts of FreeDict: what they give there is no held-out figure, the docs have others. Best translation right, of
# 181 words with 20 occurrences or more: PMI in one window of 2, 5, 10, 30 words .22 .27 .29 .27; PMI and log-
# likelihood in all four .35; with sides .39; with frequency .39; with letters .41. The four windows below .43, in a
# second round .45; in a third with embeddings 0, .5, 1, 2: .44 .48 .46 .45. Embeddings alone .05, in the third round
# .31. From there, changes of one weight gave .43 to .48, and the better ones were taken without measuring them
# together. `parts` and `lexicon`: guesses.
WEIGHTS = {
    "sides": 0.5,
    "near": 0.75,
    "wide": 0.5,
    "sentence": 1.0,
    "embedding": 0.5,
    "letters": 10.0,
    "frequency": 0.5,
    "native": 1.0,
    "parts": 6.0,
    "lexicon": 4.0,
}
_WINDOWS = {
    "sides": (Window(2, is_sided=True), log_likelihood),
    "near": (Window(5), pmi),
    "wide": (Window(10), log_likelihood),
    "sentence": (Window(30), pmi),
}
_ROUNDS = 3
_SURE = 0.5  # of the softmax, for a pair to be known in the next round
_OFTEN = 5  # occurrences of both
_FEWEST = 50  # known pairs that fix a rotation of 100 dimensions well enough to help; guess


@dataclass
class Combined:
    """Two texts, their terms, and what is known of their words."""

    texts: tuple[Text, Text]
    terms: tuple[Terms, Terms]
    lexicon: Sequence[Entry] = ()
    rounds: int = _ROUNDS
    weights: dict[str, float] = field(default_factory=lambda: dict(WEIGHTS))
    has_hubs: bool = False  # leave hubs as they are, to see what their correction gives
    signals: dict[str, Table] = field(default_factory=dict)  # of the last round

    def __post_init__(self) -> None:
        self.known = stem_pairs(self.lexicon, self.texts)
        self.same = anchors(self.texts)

    def scores(self) -> Table:
        """The sum of the weighted signals for each pair of terms, after all rounds."""
        self.signals = {**self._lasting()}
        learned: list[tuple[int, int]] = []
        found: Table = np.zeros((0, 0), np.float32)
        for _ in range(self.rounds):
            self.signals.update(self._round(learned))
            found = self._sum()
            learned = self._sure(found)
        return found

    def _sum(self) -> Table:
        found: Table = sum(  # type: ignore[assignment]  # there is at least one
            np.float32(self.weights[name]) * table for name, table in self.signals.items() if self.weights.get(name)
        )
        return found

    def _lasting(self) -> dict[str, Table]:
        """What does not change from round to round."""
        shares = [own.counts / max(1, len(text.running)) for text, own in zip(self.texts, self.terms, strict=True)]
        apart = np.abs(np.log(shares[0][:, None] / shares[1][None, :]))
        foreign = [min(0.0, self.texts[1].native(name)) for name in self.terms[1].names]
        return {
            "letters": _alike(self.terms[0].names, self.terms[1].names),
            "frequency": (-apart).astype(np.float32),
            "native": np.broadcast_to(np.array(foreign, np.float32), apart.shape),
            "lexicon": by_stems(self.texts, self.terms, self.known),
        }

    def _round(self, learned: Sequence[tuple[int, int]]) -> dict[str, Table]:
        pairs = [*self.known, *self._stems(learned)]
        seed = classes(self.texts, pairs, self.same)
        found = {"parts": by_parts(self.texts, self.terms, [*pairs, *((word, word) for word in self.same)])}
        for name, (window, weigh) in _WINDOWS.items():
            left, right = (
                np.maximum(weigh(counts_near(text, own, columns, window)), 0)
                for text, own, columns in zip(self.texts, self.terms, (seed.left, seed.right), strict=True)
            )
            found[name] = self._near(cosine(left, right))
        return {**found, **self._rotated([*self._known_terms(), *learned])}

    def _rotated(self, known: Sequence[tuple[int, int]]) -> dict[str, Table]:
        if len(known) < _FEWEST or not self.weights.get("embedding"):
            return {}
        left, right = self._embedded
        turned: Table = left @ rotation(left, right, known)
        return {"embedding": self._near((turned @ right.T).astype(np.float32))}

    def _near(self, likeness: Table) -> Table:
        return scaled(likeness if self.has_hubs else csls(likeness))

    @property
    def _embedded(self) -> tuple[Table, Table]:
        if not hasattr(self, "_vectors"):
            self._vectors = embedded(self.texts[0], self.terms[0]), embedded(self.texts[1], self.terms[1])
        return self._vectors

    def _known_terms(self) -> Iterable[tuple[int, int]]:
        """Terms that the lexicon has, each with its most frequent translation."""
        table = self.signals["lexicon"] * self.terms[1].counts.astype(np.float32)
        rows = np.flatnonzero(table.any(axis=1)) if table.size else np.zeros(0, np.int64)
        return zip(rows.tolist(), table[rows].argmax(axis=1).tolist(), strict=True)

    def _sure(self, scores: Table) -> list[tuple[int, int]]:
        """Pairs that are each other's best, by far, and that are no rare words; the surest first."""
        rows, columns = mutual(scores)
        belief = believed(scores).forth[rows, columns]
        often = np.minimum(self.terms[0].counts[rows], self.terms[1].counts[columns]) >= _OFTEN
        order = np.argsort(-belief, kind="stable")
        good = order[(belief >= _SURE)[order] & often[order]]
        return list(zip(rows[good].tolist(), columns[good].tolist(), strict=True))

    def _stems(self, learned: Iterable[tuple[int, int]]) -> Iterable[Couple]:
        (ours, theirs), (left, right) = self.terms, self.texts
        for i, j in learned:
            if ours.sizes[i] == theirs.sizes[j] == 1:
                yield left.stem(ours.names[i]), right.stem(theirs.names[j])


def _alike(left: Sequence[str], right: Sequence[str]) -> Table:
    """The share of the longer term's letters that both have in the same order; from half of them on, squared."""
    shares = cdist(
        [latin(one) for one in left],
        [latin(one) for one in right],
        scorer=LCSseq.normalized_similarity,
        dtype=np.float32,
    )
    return (np.clip((shares - 0.5) / 0.5, 0, 1) ** 2).astype(np.float32)
