"""The phrase pairs of all tables of a model, side by side: a pair has the scores of all of them."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from polytrawl.errors import ConfigError
from polytrawl.translate.lm_core import Floats, Ints
from polytrawl.translate.model import Model
from polytrawl.translate.table import read_table

__all__ = ["Phrases", "load_phrases"]


@dataclass(frozen=True)
class Phrases:
    """Phrase pairs; those of a source phrase stand together."""

    groups: dict[str, int]  # by source phrase
    first: Ints  # by group, and one more: its first pair
    scores: Floats  # by pair: natural logarithms
    targets: tuple[str, ...]  # by pair
    words: tuple[str, ...]  # all target words
    word: Ints  # of all pairs, one after the other
    word_at: Ints  # by pair, and one more: its first word

    def lengths(self) -> Ints:
        """By pair the number of target words."""
        return np.diff(self.word_at)


def load_phrases(model: Model, folder: Path, wanted: Container[str] | None = None) -> Phrases:
    """The phrase pairs of all tables, or those of the source phrases that are wanted.

    Scores that a table lacks are its floor; a pair that stands twice counts once.
    """
    rows: dict[str, dict[str, int]] = {}
    found = [_add_table(model, number, folder, rows, wanted) for number in range(len(model.tables))]
    if not rows and wanted is None:
        raise ConfigError(f"{folder}: the phrase tables of the model are empty")
    floors = np.concatenate([np.full(len(one.weights), np.log(one.floor)) for one in model.tables])
    size = sum(map(len, rows.values()))
    scores = np.tile(floors, (size, 1))
    start = 0
    for table, (at, values) in zip(model.tables, found, strict=True):
        width = len(table.weights)
        scores[at, start : start + width] = values
        start += width
    order = np.fromiter((row for pairs in rows.values() for row in pairs.values()), np.int64, size)
    sizes = [len(pairs) for pairs in rows.values()]
    targets = tuple(target for pairs in rows.values() for target in pairs)
    groups = {source: number for number, source in enumerate(rows)}
    return Phrases(groups, np.cumsum([0, *sizes]), scores[order], targets, *_words(targets))


def _add_table(
    model: Model, number: int, folder: Path, rows: dict[str, dict[str, int]], wanted: Container[str] | None
) -> tuple[Ints, Floats]:
    """Where the pairs of a table stand among all, and their scores."""
    table = model.tables[number]
    count = sum(map(len, rows.values()))
    at: dict[int, int] = {}
    values: list[Floats] = []
    seen = 0
    for pairs, scores in read_table(folder / table.path, len(table.weights), model.search.longest, wanted):
        values.append(scores)
        for source, target in pairs:
            row = rows.setdefault(source, {}).setdefault(target, count)
            count += row == count
            at.setdefault(row, seen)
            seen += 1
    if not values:
        return np.zeros(0, np.int64), np.zeros((0, len(table.weights)))
    taken = np.fromiter(at.values(), np.int64, len(at))
    return np.fromiter(at, np.int64, len(at)), np.concatenate(values)[taken]


def _words(targets: Sequence[str]) -> tuple[tuple[str, ...], Ints, Ints]:
    numbers: dict[str, int] = {}
    word: list[int] = []
    ends = [0]
    for target in targets:
        word.extend(numbers.setdefault(one, len(numbers)) for one in target.split())
        ends.append(len(word))
    return tuple(numbers), np.array(word, np.int64), np.array(ends, np.int64)
