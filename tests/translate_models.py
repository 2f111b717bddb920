"""What tests of translation share: small models, and a slow search by the definition."""

from __future__ import annotations

import gzip
import importlib.util
import math
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from lm_models import Slow, train
from polytrawl.translate.model import LanguageModel, Model, Search, Table, Weights, write_model

needs_numba = pytest.mark.skipif(
    importlib.util.find_spec("numba") is None, reason="numba is not installed: pip install 'polytrawl[mt]'"
)
Entries = dict[tuple[str, str], tuple[float, ...]]
Derivation = tuple[tuple[int, int, str], ...]


def write_table(path: Path, entries: Entries) -> Path:
    lines = (f"{' ||| '.join(pair)} ||| {' '.join(map(repr, scores))}\n" for pair, scores in entries.items())
    path.write_bytes(gzip.compress("".join(lines).encode()))
    return path


def random_table(dice: random.Random, words: int, scores: int, share: float = 0.5, *, empty: bool = True) -> Entries:
    """Phrases of source words a0, a1... with target words b0, b1..., or, where wanted, nothing."""
    entries: Entries = {}
    for length in (1, 2, 3):
        for _ in range(words * 3):
            source = " ".join(f"a{dice.randrange(words)}" for _ in range(length))
            size = dice.randint(0 if empty and length > 1 else 1, length + 1)
            target = " ".join(f"b{dice.randrange(words)}" for _ in range(size))
            if dice.random() < share:
                entries[source, target] = tuple(dice.choice([0.5, 0.1, dice.random()]) for _ in range(scores))
    return entries


def make_model(
    folder: Path, seed: int, *, words: int = 5, lms: int = 2, search: Search | None = None, empty: bool = True
) -> Model:
    """A model of two tables and some language models, written to a folder."""
    dice = random.Random(seed)
    tables = [random_table(dice, words, 2, empty=empty), random_table(dice, words, 1, share=0.3, empty=empty)]
    for number, entries in enumerate(tables):
        write_table(folder / f"t{number}.gz", entries)
    made = []
    for number in range(lms):
        lines = [" ".join(f"b{dice.randrange(words)}" for _ in range(dice.randint(1, 6))) for _ in range(30)]
        path, _ = train(folder, lines, order=2 + number, prune="0")
        path.rename(folder / f"lm{number}.arpa")
        made.append(LanguageModel(name=f"lm{number}", path=f"lm{number}.arpa", weight=0.4 + 0.3 * number))
    model = Model(
        source="aa",
        target="bb",
        tables=(
            Table(name="one", path="t0.gz", weights=(0.3, 0.2)),
            Table(name="two", path="t1.gz", weights=(0.25,), floor=0.02),
        ),
        lms=tuple(made),
        weights=Weights(words=-0.3, phrases=-0.1, distortion=0.2, unknown=0.7),
        search=search or Search(),
    )
    write_model(model, folder)
    return model


class SlowDecoder:
    """Scores and searches as the features are described, with dictionaries and no approximation."""

    def __init__(self, folder: Path, model: Model) -> None:
        self.model = model
        self.tables = [_read(folder / one.path) for one in model.tables]
        self.lms = [Slow(folder / one.path) for one in model.lms]
        self.known: dict[str, set[str]] = {}
        for table in self.tables:
            for source, target in table:
                self.known.setdefault(source, set()).add(target)

    def features(self, words: list[str], derivation: Derivation) -> list[float]:
        """The features of a translation, each by its definition."""
        made: list[float] = []
        spoken = " ".join(target for _, _, target in derivation if target).split()
        is_copied = [end - start == 1 and words[start] not in self.known for start, end, _ in derivation]
        for table, described in zip(self.tables, self.model.tables, strict=True):
            missing = (described.floor,) * len(described.weights)
            rows = [
                table.get((" ".join(words[start:end]), target), missing)
                for (start, end, target), copied in zip(derivation, is_copied, strict=True)
                if not copied
            ]
            made += [sum(math.log(row[number]) for row in rows) for number in range(len(missing))]
        made += [math.log(10) * sum(one.sentence(" ".join(spoken))) for one in self.lms]
        ends = [0, *(end for _, end, _ in derivation)]
        jumps = sum(abs(start - before) for before, (start, _, _) in zip(ends, derivation, strict=False))
        return [*made, -len(spoken), len(derivation), -jumps, -100 * sum(is_copied)]

    def score(self, words: list[str], derivation: Derivation) -> float:
        vector = self.model.vector()
        return sum(weight * value for weight, value in zip(vector, self.features(words, derivation), strict=True))

    def all(self, words: list[str]) -> Iterator[Derivation]:
        """All translations that the reordering limit allows."""
        yield from self._extend(words, (), frozenset())

    def _extend(self, words: list[str], done: Derivation, covered: frozenset[int]) -> Iterator[Derivation]:
        if len(covered) == len(words):
            yield done
            return
        limit = self.model.search.reordering if self.model.search.reordering >= 0 else 99
        last = done[-1][1] if done else 0
        gap = min(set(range(len(words))) - covered)
        for start in range(len(words)):
            for end in range(start + 1, min(start + self.model.search.longest, len(words)) + 1):
                span = frozenset(range(start, end))
                is_near = abs(start - last) <= limit and (start == gap or end - gap <= limit)
                if is_near and not span & covered:
                    for target in self._targets(words[start:end]):
                        yield from self._extend(words, (*done, (start, end, target)), covered | span)

    def _targets(self, phrase: list[str]) -> set[str]:
        copy = set(phrase) if len(phrase) == 1 else set()
        return self.known.get(" ".join(phrase), copy)


def _read(path: Path) -> Entries:
    rows = (line.split(" ||| ") for line in gzip.decompress(path.read_bytes()).decode().splitlines())
    return {(row[0], row[1]): tuple(map(float, row[2].split())) for row in rows}
