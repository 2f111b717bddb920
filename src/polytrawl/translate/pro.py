"""Tuning by pairwise ranking (Hopkins and May 2011): weights with which better translations score higher.

Pairs of candidates of the same sentence are drawn, those that differ most in BLEU+1 are kept, and logistic regression
on the differences of their features gives weights, which are mixed with those that are there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from polytrawl.translate.bleu import sentence_bleu
from polytrawl.translate.candidates import Candidates, Mask
from polytrawl.translate.lm_core import Floats, Ints

__all__ = ["Pro", "logistic"]


@dataclass(frozen=True)
class Pro:
    """Finds weights for candidates. Numbers are those of Hopkins and May, but for `share` (theirs: 0.1)."""

    drawn: int = 5000  # pairs for each sentence
    kept: int = 50  # of them
    least: float = 0.05  # by which their BLEU+1 differs
    share: float = 0.5  # of new weights in the mixture; 0.1 needs 30 rounds
    l2: float = 0.01  # pulls weights to the anchor, by mean loss
    seed: int = 1

    def weights(self, candidates: Candidates, now: Floats, anchor: Floats, is_tuned: Mask) -> Floats:
        """Weights between those of now and those that rank best; those that are not tuned stay."""
        dice = np.random.default_rng(self.seed)
        better = np.concatenate([self._pairs(candidates, number, dice) for number in range(candidates.first.size - 1)])
        if not better.size:
            return now
        differences = (candidates.features[better[:, 0]] - candidates.features[better[:, 1]])[:, is_tuned]
        size = np.abs(now[is_tuned]).sum()
        scale = np.maximum(differences.std(axis=0), 1e-9)  # else features with large values would be regularised less
        found = logistic(differences / scale, anchor[is_tuned] * scale, self.l2) / scale
        found *= size / max(np.abs(found).sum(), 1e-9)
        made = now.copy()
        made[is_tuned] = (1 - self.share) * now[is_tuned] + self.share * found
        return made

    def _pairs(self, candidates: Candidates, sentence: int, dice: np.random.Generator) -> Ints:
        """Pairs of candidates of a sentence, the better one first."""
        begin, end = candidates.first[sentence], candidates.first[sentence + 1]
        quality = sentence_bleu(candidates.counts[begin:end])
        pairs = dice.integers(0, end - begin, size=(self.drawn, 2))
        gain = quality[pairs[:, 0]] - quality[pairs[:, 1]]
        order = np.argsort(-np.abs(gain), kind="stable")[: self.kept]
        order = order[np.abs(gain[order]) > self.least]
        chosen = np.where(gain[order, None] > 0, pairs[order], pairs[order, ::-1])
        made: Ints = begin + chosen
        return made


def logistic(differences: Floats, anchor: Floats, l2: float, steps: int = 50) -> Floats:
    """Weights that make the mean of ln(1 + exp(-w x)) least, and l2/2 |w - anchor|^2 with it, by Newton's method."""
    weights = np.zeros(differences.shape[1])
    for _ in range(steps):
        chance = 1 / (1 + np.exp(np.clip(differences @ weights, -500, 500)))  # of the wrong order
        slope = -(differences * chance[:, None]).mean(axis=0) + l2 * (weights - anchor)
        curve = (differences * (chance * (1 - chance))[:, None]).T @ differences / len(differences)
        change = np.linalg.solve(curve + max(l2, 1e-9) * np.eye(weights.size), slope)
        weights = weights - change
        if np.abs(change).max() < 1e-8 * max(np.abs(weights).max(), 1.0):
            break
    return weights
