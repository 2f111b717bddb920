"""Several models as one: p(w | h) = sum of l_i p_i(w | h), with weights l_i that fit a sample best.

The weights come from expectation maximisation: each is set to the mean share that its model has in the probability of
the sample's words, until none changes. The likelihood has one maximum only, so the start does not matter.

To a model that does not know a word it counts as impossible where another model knows it; so what the mixture gives to
all words together is never above 1. Words that no model knows get what the models give to unknown words, and say
nothing about weights.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np

from polytrawl.errors import ConfigError
from polytrawl.files import write_json
from polytrawl.lm.chunk import Array
from polytrawl.lm.perplexity import batches
from polytrawl.lm.reading import Text
from polytrawl.lm.scorer import Scored, Scorer, open_model

__all__ = ["Mix", "Mixture", "Part", "Tuned", "open_any", "read_mix", "tune", "write_mix"]

_SETTLED = 1e-7  # the largest change of a weight that counts as none
_MOST_ROUNDS = 10_000  # guess; two models of one language settle in 20 to 200
_LEAST = 1e-6  # of a weight: words that only this model knows stay possible. Guess
_NO_CHANCE = 1e-100


class Part(msgspec.Struct, forbid_unknown_fields=True):
    """One model of a mixture."""

    file: str  # from the folder of the file that says so
    weight: float


class Mix(msgspec.Struct):
    """The file of a mixture."""

    models: list[Part]


class Tuned(msgspec.Struct, frozen=True):
    """Weights, and perplexities of the sample: by each model alone, and by the mixture."""

    weights: list[float]
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
    name: str = "mixture"

    def score(self, sentences: Sequence[str]) -> Scored:
        """The values of all words of some sentences, in a row."""
        return _mixed([scorer.score(sentences) for scorer in self.scorers], self.weights)


def tune(scorers: Sequence[Scorer], text: Text) -> Tuned:
    """The weights that fit a sample."""
    parts: list[list[Scored]] = [[] for _ in scorers]
    sentences = 0
    for batch in batches(text):
        sentences += len(batch)
        for part, scorer in zip(parts, scorers, strict=True):
            part.append(scorer.score(batch))
    if not sentences:
        raise ConfigError("there are no sentences with words in the sample, so there is nothing to tune weights on")
    scored = [Scored(*map(np.concatenate, zip(*part, strict=True))) for part in parts]
    weights, rounds = _fit(scored)
    mixed = _mixed(scored, weights)
    return Tuned(
        weights=weights,
        alone=[_perplexity(one) for one in scored],
        mixed=_perplexity(mixed),
        sentences=sentences,
        tokens=mixed.log10.size - sentences,
        unknown=int(mixed.is_unknown.sum()),
        rounds=rounds,
    )


def _perplexity(scored: Scored) -> float:
    return float(10 ** -scored.log10.mean())


def _chances(scored: Sequence[Scored]) -> tuple[Array, Array]:
    """Probabilities by model and word, and which words no model knows."""
    is_unknown = np.stack([one.is_unknown for one in scored])
    by_none = np.asarray(is_unknown.all(axis=0))
    chances = 10.0 ** np.stack([one.log10 for one in scored])
    chances[is_unknown & ~by_none] = 0.0
    return chances, by_none


def _mixed(scored: Sequence[Scored], weights: Sequence[float]) -> Scored:
    chances, by_none = _chances(scored)
    return Scored(np.log10(np.maximum(np.array(weights) @ chances, _NO_CHANCE)), by_none)


def _fit(scored: Sequence[Scored]) -> tuple[list[float], int]:
    chances, by_none = _chances(scored)
    chances = np.maximum(chances[:, ~by_none], _NO_CHANCE)
    weights = np.full(len(scored), 1 / len(scored))
    change, rounds = 1.0, 0
    while change >= _SETTLED and rounds < _MOST_ROUNDS:
        shares = weights[:, None] * chances
        new = (shares / shares.sum(axis=0)).mean(axis=1)
        change, weights, rounds = float(np.abs(new - weights).max()), new, rounds + 1
    weights = np.maximum(weights, _LEAST)
    return (weights / weights.sum()).tolist(), rounds


def write_mix(path: Path, models: Sequence[Path], weights: Sequence[float]) -> None:
    """Write the file of a mixture."""
    folder = path.parent.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    parts = [Part(os.path.relpath(one.resolve(), folder), weight) for one, weight in zip(models, weights, strict=True)]
    write_json(path, Mix(parts))


def read_mix(path: Path) -> Mix:
    """What the file of a mixture says, with weights that are above 0 and add up to 1."""
    try:
        mix = msgspec.json.decode(path.read_bytes(), type=Mix)
    except (OSError, msgspec.DecodeError) as err:
        raise ConfigError(f"{path}: this is no mixture as `polytrawl lm mix` writes it: {err}") from err
    total = sum(part.weight for part in mix.models)
    if any(part.weight < 0 for part in mix.models) or not total > 0:
        raise ConfigError(f"{path}: weights are numbers from 0 on, and one must be above 0")
    return Mix([Part(part.file, part.weight / total) for part in mix.models if part.weight])


def open_any(path: Path, engine: str = "auto") -> Scorer:
    """A model, or a mixture of models where the file is JSON."""
    if path.suffix != ".json":
        return open_model(path, engine)
    mix = read_mix(path)
    return Mixture(
        [open_model(path.parent / part.file, engine) for part in mix.models], [part.weight for part in mix.models]
    )
