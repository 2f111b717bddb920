"""A translation with the phrases it is made of, and the features that its score is the weighted sum of."""

from __future__ import annotations

import msgspec
import numpy as np

from polytrawl.translate.lm_core import Automaton, Floats, Ints, score_words
from polytrawl.translate.model import Model
from polytrawl.translate.options import LN10, UNKNOWN, Options
from polytrawl.translate.phrases import Phrases

__all__ = ["Hypothesis", "Scoring", "Step"]


class Step(msgspec.Struct, frozen=True):
    """A source phrase, from one word up to and without another, and what is said for it."""

    start: int
    end: int
    target: str
    is_copied: bool = False


class Hypothesis(msgspec.Struct, frozen=True):
    """A translation of a sentence."""

    text: str
    score: float
    features: tuple[float, ...]  # in the order of `Model.names`
    steps: tuple[Step, ...] = ()  # in target order


class Scoring:
    """Makes translations of the options that a search has found."""

    def __init__(self, phrases: Phrases, lms: Automaton, model: Model) -> None:
        self._phrases, self._lms = phrases, lms
        self._weights = np.array(model.vector())

    def texts(self, options: Options, words: list[str], path: Ints) -> list[str]:
        """What is said for each phrase, in target order."""
        targets = self._phrases.targets
        texts = [targets[pair] if (pair := options.pair[one]) >= 0 else words[options.start[one]] for one in path]
        return [text for text in texts if text]

    def hypothesis(self, options: Options, words: list[str], path: Ints) -> Hypothesis:
        """The translation that takes these options in this order."""
        targets, steps = self._phrases.targets, []
        for one in path:
            start, pair = int(options.start[one]), options.pair[one]
            text = targets[pair] if pair >= 0 else words[start]
            steps.append(Step(start, start + int(options.length[one]), text, bool(pair < 0)))
        features = self._features(options, path)
        text = " ".join(step.target for step in steps if step.target)
        return Hypothesis(text, float(features @ self._weights), tuple(features.tolist()), tuple(steps))

    def nothing(self) -> Hypothesis:
        """The translation of a sentence without words."""
        return Hypothesis("", 0.0, (0.0,) * self._weights.size)

    def _features(self, options: Options, path: Ints) -> Floats:
        pairs = options.pair[path]
        scores = self._phrases.scores[pairs[pairs >= 0]].sum(axis=0)
        start, end = options.start[path], options.start[path] + options.length[path]
        jumps = np.abs(start - np.concatenate(([0], end[:-1]))).sum()
        places = np.concatenate([np.arange(options.word_at[one], options.word_at[one + 1]) for one in path])
        fluency = [self._fluency(model, options.word[model, places]) for model in range(options.word.shape[0])]
        counts = (-places.size, path.size, -jumps, UNKNOWN * np.count_nonzero(pairs < 0))
        return np.concatenate((scores, fluency, counts))

    def _fluency(self, model: int, words: Ints) -> float:
        """Ln p of a whole sentence."""
        all_words = np.append(words, self._lms.end[model])
        return LN10 * score_words(self._lms, self._lms.begin[model], all_words)[0]
