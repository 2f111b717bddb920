"""The built-in estimator, from sentences to an ARPA file: no compiler, one process, memory as allowed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from polytrawl.errors import ConfigError
from polytrawl.lm.arpa_write import write_arpa
from polytrawl.lm.chunk import MOST, Table, chunks, count
from polytrawl.lm.discounts import Discounts
from polytrawl.lm.estimate import Estimates, estimate
from polytrawl.lm.merge import merge
from polytrawl.lm.reading import Text
from polytrawl.lm.space import Space
from polytrawl.lm.vocabulary import EOS, Vocabulary

__all__ = ["Counted", "estimates_of", "train_builtin"]


class Counted(msgspec.Struct, frozen=True):
    """What a model was made of, and what it has."""

    sentences: int
    tokens: int  # without <s> and </s>
    types: int
    ngrams: list[int]  # kept, by order
    seen: list[int]  # in the text, by order
    discounts: list[Discounts]


def train_builtin(text: Text, out: Path, thresholds: Sequence[int], space: Space, chunk: int = MOST) -> Counted:
    """Write the model of a text with one order for each threshold."""
    words, made = estimates_of(text, thresholds, space, chunk)
    write_arpa(out, made, words)
    counts = made[0].grams.count
    return Counted(
        sentences=int(counts[EOS]),
        tokens=int(counts[EOS + 1 :].sum()),
        types=len(words) - EOS - 1,
        ngrams=[one.kept.size for one in made],
        seen=[len(one.grams) for one in made],
        discounts=[one.discounts for one in made],
    )


def estimates_of(
    text: Text, thresholds: Sequence[int], space: Space, chunk: int = MOST
) -> tuple[list[str], list[Estimates]]:
    """The words of a text, and the estimates of each order."""
    vocabulary, order = Vocabulary(), len(thresholds)
    stretches: list[list[Table]] = []
    for numbers, context in chunks(vocabulary.encode(text.blocks()), order, chunk):
        stretches.append([table.kept_in(space) for table in count(numbers, order, context)])
    if not stretches:
        raise ConfigError("there are no sentences with words in the text; a model needs at least one")
    orders = list(merge(stretches, len(vocabulary), space))
    return vocabulary.words(), estimate(orders, thresholds, space)
