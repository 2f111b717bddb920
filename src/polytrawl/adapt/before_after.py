"""A user's own sample text before and after: words that no model knows, and perplexity, with the corpus and without.

Before is the generic model. After is its mixture with the model of the corpus. The weights of the mixture are fitted to
one half of the sample and measured on the other, both ways, so that no sentence judges weights that it has made.

All models give 1 to the same words: those that one of them knows, and those of the sample. What a model has for unknown
words is shared by all that it lacks. Without the words of the sample, the model that lacks least pays nothing for the
words it lacks: with 343 pages of Spanish LilyPond manuals perplexity was 97 where parts of them foretold 118; it is 121
with those words.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

import msgspec
import numpy as np

from polytrawl.errors import ConfigError
from polytrawl.lm.mixture import Mixture, tune
from polytrawl.lm.reading import Text
from polytrawl.lm.scorer import Scored, Scorer
from polytrawl.report.wording import decimal

__all__ = ["BeforeAfter", "Predicted", "before_after", "predicted", "widened"]


class Predicted(msgspec.Struct, frozen=True):
    """How a text is predicted."""

    perplexity: float
    unknown_share: float  # of the running words
    unknown: int
    tokens: int
    sentences: int


class BeforeAfter(msgspec.Struct, frozen=True):
    """A sample by the generic model, by that of the corpus, and by both."""

    before: Predicted
    corpus: Predicted
    after: Predicted
    weight: float  # of the corpus in the mixture; mean over both halves

    @property
    def said(self) -> str:
        """The figures in words."""
        shares = f"{self.before.unknown_share:.1%} to {self.after.unknown_share:.1%}"
        values = f"{decimal(self.before.perplexity)} to {decimal(self.after.perplexity)}"
        verb = "falls" if self.after.perplexity < self.before.perplexity else "does not fall"
        return f"With the corpus, unknown words go from {shares} of your sample, and perplexity {verb}: {values}."


@dataclass
class _Widened:
    """A model that shares what it gives to an unknown word among all words that others know."""

    scorer: Scorer
    others: int
    vocabulary: set[bytes]
    name: str = "widened"

    def score(self, sentences: Sequence[str]) -> Scored:
        found = self.scorer.score(sentences)
        return Scored(found.log10 - found.is_unknown * math.log10(self.others + 1), found.is_unknown)

    def words(self) -> set[bytes]:
        return self.vocabulary


def widened(
    scorers: Sequence[Scorer], sentences: Sequence[str], more: AbstractSet[bytes] = frozenset()
) -> list[Scorer]:
    """The same models over one vocabulary: the words of all of them, those of sentences, and more."""
    known = [scorer.words() for scorer in scorers]
    if None in known:
        raise ConfigError("the words of a binary model cannot be told; give the ARPA file it was made of")
    vocabulary = {word for line in sentences for word in line.encode("utf-8", "replace").split()}
    vocabulary |= more
    vocabulary.update(*(one for one in known if one))
    pairs = zip(scorers, known, strict=True)
    return [_Widened(scorer, len(vocabulary - own), vocabulary) for scorer, own in pairs if own is not None]


def before_after(generic: Scorer, corpus: Scorer, sample: Text) -> BeforeAfter:
    """The figures of a sample."""
    sentences = list(sample.sentences())
    if not sentences:
        raise ConfigError("there are no sentences with words in the sample")
    both = widened([generic, corpus], sentences)
    after, weight = predicted(both, sentences)
    return BeforeAfter(predicted(both[:1], sentences)[0], predicted(both[1:], sentences)[0], after, weight)


def predicted(scorers: Sequence[Scorer], sentences: Sequence[str]) -> tuple[Predicted, float]:
    """How models of one vocabulary predict sentences together, and the weight of the last."""
    halves = sentences[::2], sentences[1::2]
    scored, weights = [], []
    for half, other in (halves, halves[::-1]):
        if half:
            own = _weights(scorers, other)
            scored.append(Mixture(scorers, own, [0] * len(scorers)).score(half))
            weights.append(own[-1])
    return _figures(scored, len(sentences)), float(np.mean(weights))


def _weights(scorers: Sequence[Scorer], sentences: Sequence[str]) -> list[float]:
    if len(scorers) == 1 or not sentences:  # a sample of one sentence has nothing to fit weights to
        return [1 / len(scorers)] * len(scorers)
    return tune(scorers, Text(lines=lambda: sentences)).weights


def _figures(scored: Sequence[Scored], sentences: int) -> Predicted:
    log10 = np.concatenate([one.log10 for one in scored])
    unknown = sum(int(one.is_unknown.sum()) for one in scored)
    tokens = log10.size - sentences
    return Predicted(float(10 ** min(300.0, -log10.mean())), unknown / tokens, unknown, tokens, sentences)
