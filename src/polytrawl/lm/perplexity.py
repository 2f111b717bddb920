"""How well a model predicts a text: 10 to the power of the mean of -log10 p, over words and ends of sentences."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import msgspec

from polytrawl.errors import ConfigError
from polytrawl.lm.reading import Text
from polytrawl.lm.scorer import Scorer

__all__ = ["Perplexity", "batches", "perplexity"]

_BATCH = 5_000  # sentences


class Perplexity(msgspec.Struct, frozen=True):
    """The figures of a text; ends of sentences are predicted too, but are no tokens."""

    perplexity: float
    without_unknown: float | None  # None where there is no known word
    unknown_share: float  # of the tokens
    unknown: int
    tokens: int
    sentences: int
    log10: float


def perplexity(scorer: Scorer, text: Text) -> Perplexity:
    """The figures of a text by one model."""
    places = unknown = sentences = 0
    total = total_unknown = 0.0
    for batch in batches(text):
        scored = scorer.score(batch)
        places, unknown = places + scored.log10.size, unknown + int(scored.is_unknown.sum())
        total += float(scored.log10.sum())
        total_unknown += float(scored.log10[scored.is_unknown].sum())
        sentences += len(batch)
    if not sentences:
        raise ConfigError("there are no sentences with words in the text to be scored")
    known = places - unknown
    return Perplexity(
        perplexity=_power(-total / places),
        without_unknown=_power(-(total - total_unknown) / known) if known else None,
        unknown_share=unknown / (places - sentences),
        unknown=unknown,
        tokens=places - sentences,
        sentences=sentences,
        log10=total,
    )


def _power(value: float) -> float:
    return float(10.0 ** min(value, 300.0))


def batches(text: Text) -> Iterator[list[str]]:
    """The sentences of a text, many at a time."""
    sentences = text.sentences()
    while batch := list(islice(sentences, _BATCH)):
        yield batch
