"""Several models as one: p(w | h) = sum of l_i p_i(w | h), with weights l_i that fit a sample best.

The weights come from expectation maximisation: each is set to the mean share that its model has in the probability of
the sample's words, until none changes. The likelihood has one maximum only, so the start does not matter.

A model has one probability for all words that it does not know. Here it is shared evenly by the words that other models
know and it does not, and by one more for those that no model knows. So all of them, and the mixture, give 1 to the same
words, and can be compared; and a model gains nothing by not knowing words.
"""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from polytrawl.errors import ConfigError
from polytrawl.files import write_json
from polytrawl.lm.arpa_read import read_words
from polytrawl.lm.chunk import Array
from polytrawl.lm.perplexity import batches
from polytrawl.lm.reading import Text
from polytrawl.lm.scorer import Scored, Scorer, is_binary, open_model

__all__ = ["Mix", "Mixture", "Part", "Tuned", "open_any", "others_of", "read_mix", "tune", "with_words_of", "write_mix"]

_SETTLED = 1e-7  # the largest change of a weight that counts as none
_MOST_ROUNDS = 10_000  # guess; two or three models of English settled in 36 to 111
_NO_CHANCE = 1e-100


class Part(msgspec.Struct, forbid_unknown_fields=True):
    """One model of a mixture."""

    file: str  # from the folder of the file that says so
    weight: float
    others: int = 0  # words that it does not know, and other models do


class Mix(msgspec.Struct):
    """The file of a mixture."""

    models: list[Part]


class Tuned(msgspec.Struct, frozen=True):
    """Weights, and perplexities of the sample: by each model alone, and by the mixture."""

    weights: list[float]
    others: list[int]  # for each model, words that only other models know
    alone: list[float]
    mixed: float
    sentences: int
    tokens: int
    unknown: int  # tokens that no model knows
    rounds: int


@dataclass
class Mixture:
    """Several models that score as one."""

    scorers: Sequence[Scorer]
    weights: Sequence[float]
    others: Sequence[int]
    name: str = "mixture"

    def score(self, sentences: Sequence[str]) -> Scored:
        """The values of all words of some sentences, in a row."""
        return _mixed([_scored(*one, sentences) for one in zip(self.scorers, self.others, strict=True)], self.weights)

    def words(self) -> set[bytes] | None:
        """The words that one of the models knows."""
        found = [scorer.words() for scorer in self.scorers]
        return None if None in found else set().union(*(one for one in found if one))


def tune(scorers: Sequence[Scorer], text: Text) -> Tuned:
    """The weights that fit a sample."""
    others = others_of(scorers)
    parts: list[list[Scored]] = [[] for _ in scorers]
    sentences = 0
    for batch in batches(text):
        sentences += len(batch)
        for part, scorer, number in zip(parts, scorers, others, strict=True):
            part.append(_scored(scorer, number, batch))
    if not sentences:
        raise ConfigError("there are no sentences with words in the sample, so there is nothing to tune weights on")
    scored = [Scored(*map(np.concatenate, zip(*part, strict=True))) for part in parts]
    weights, rounds = _fit(scored)
    mixed = _mixed(scored, weights)
    return Tuned(
        weights=weights,
        others=others,
        alone=[_perplexity(one) for one in scored],
        mixed=_perplexity(mixed),
        sentences=sentences,
        tokens=mixed.log10.size - sentences,
        unknown=int(mixed.is_unknown.sum()),
        rounds=rounds,
    )


def others_of(scorers: Sequence[Scorer]) -> list[int]:
    """How many words each model does not know that others do; 0 for those whose words cannot be told."""
    words = [scorer.words() for scorer in scorers]
    known = set().union(*(one for one in words if one))
    return [0 if one is None else len(known - one) for one in words]


def _scored(scorer: Scorer, others: int, sentences: Sequence[str]) -> Scored:
    found = scorer.score(sentences)
    return Scored(found.log10 - found.is_unknown * math.log10(others + 1), found.is_unknown)


def _perplexity(scored: Scored) -> float:
    return float(10 ** -scored.log10.mean())


def _mixed(scored: Sequence[Scored], weights: Sequence[float]) -> Scored:
    log10 = np.log10(np.maximum(np.array(weights) @ _chances(scored), _NO_CHANCE))
    return Scored(log10, np.logical_and.reduce([one.is_unknown for one in scored]))


def _chances(scored: Sequence[Scored]) -> Array:
    return np.asarray(np.maximum(10.0 ** np.stack([one.log10 for one in scored]), _NO_CHANCE))


def _fit(scored: Sequence[Scored]) -> tuple[list[float], int]:
    chances = _chances(scored)
    weights = np.full(len(scored), 1 / len(scored))
    change, rounds = 1.0, 0
    while change >= _SETTLED and rounds < _MOST_ROUNDS:
        shares = weights[:, None] * chances
        new = (shares / shares.sum(axis=0)).mean(axis=1)
        change, weights, rounds = float(np.abs(new - weights).max()), new, rounds + 1
    return weights.tolist(), rounds


def write_mix(path: Path, models: Sequence[Path], tuned: Tuned) -> None:
    """Write the file of a mixture."""
    folder = path.parent.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    names = [os.path.relpath(one.resolve(), folder) for one in models]
    write_json(path, Mix([Part(*one) for one in zip(names, tuned.weights, tuned.others, strict=True)]))


def read_mix(path: Path) -> Mix:
    """What the file of a mixture says, with weights that are above 0 and add up to 1."""
    try:
        mix = msgspec.json.decode(path.read_bytes(), type=Mix)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as err:
        raise ConfigError(f"{path}: this is no mixture as `polytrawl lm mix` writes it: {err}") from err
    total = sum(part.weight for part in mix.models)
    if any(part.weight < 0 or part.others < 0 for part in mix.models) or not total > 0:
        raise ConfigError(f"{path}: weights are numbers from 0 on, and one must be above 0")
    return Mix([Part(part.file, part.weight / total, part.others) for part in mix.models if part.weight])


def open_any(path: Path, engine: str = "auto") -> Scorer:
    """A model, or a mixture of models where the file is JSON."""
    if path.suffix != ".json":
        return open_model(path, engine)
    parts = read_mix(path).models
    scorers = [open_model(path.parent / part.file, engine) for part in parts]
    return Mixture(scorers, [part.weight for part in parts], [part.others for part in parts])


def with_words_of(scorer: Scorer, models: Sequence[Path]) -> Scorer:
    """The same model, which shares what it gives to unknown words among those that other models know."""
    known = scorer.words()
    if known is None:
        raise ConfigError("the words of a binary model cannot be told; give the ARPA file it was made of")
    return Mixture([scorer], [1.0], [len(set().union(*map(_words_in, models)) - known)])


def _words_in(path: Path) -> set[bytes]:
    if path.suffix == ".json":
        return set().union(*(_words_in(path.parent / part.file) for part in read_mix(path).models))
    if path.exists() and is_binary(path):
        raise ConfigError(f"{path}: the words of a binary model cannot be told; give the ARPA file it was made of")
    return read_words(path)
