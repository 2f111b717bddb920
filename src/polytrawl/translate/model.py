"""A translation system: a folder with `model.toml`, which names phrase tables, language models and their weights.

Features and their signs are those of Moses, so that weights can go from one to the other.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Annotated

import msgspec
import tomli_w

from polytrawl.errors import ConfigError
from polytrawl.files import write_whole

__all__ = [
    "FILE",
    "LanguageModel",
    "Model",
    "Search",
    "Table",
    "Weights",
    "move_model",
    "read_model",
    "write_model",
]

FILE = "model.toml"
Name = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]+$")]
Count = Annotated[int, msgspec.Meta(ge=1)]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A phrase table in Moses' text form, and a weight for the logarithm of each of its scores."""

    name: Name
    path: str  # from the folder of the model
    weights: Annotated[tuple[float, ...], msgspec.Meta(min_length=1)]
    # What all scores are taken to be for a phrase pair that only other tables have. Two large tables, generic and of
    # the domain, 398 sentences: BLEU 30.0, 32.3, 33.5, 33.0, 32.1 for 1, 0.1, 0.01, 0.001, 0.0001. Beside a list of
    # words of the domain the generic table did best with 1: what only the list has must not lose by it
    floor: Annotated[float, msgspec.Meta(gt=0, le=1)] = 0.01


class LanguageModel(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An ARPA file, and the weight of ln p."""

    name: Name
    path: str  # from the folder of the model
    weight: float


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Weights of what is no table and no language model; defaults are those that Moses starts from."""

    words: float = -1.0  # of minus the number of target words
    phrases: float = 0.2  # of the number of phrases
    distortion: float = 0.3  # of minus the sum of all jumps, in source words
    unknown: float = 1.0  # of -100 for each word that is copied


class Search(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How widely translations are looked for."""

    stack: Count = 20  # partial translations that are kept for each number of source words
    reordering: Annotated[int, msgspec.Meta(ge=-1)] = 6  # the longest jump, in source words; -1 for none
    options: Count = 20  # translations of a source phrase that are looked at
    longest: Count = 7  # source words of a phrase
    looked_at: Annotated[int, msgspec.Meta(ge=0)] = 0  # partial translations scored for each stack; 0: 10 x stack


class Model(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A system of phrase tables and language models, with weights."""

    source: str
    target: str
    tables: Annotated[tuple[Table, ...], msgspec.Meta(min_length=1)]
    lms: tuple[LanguageModel, ...] = ()
    weights: Weights = Weights()
    search: Search = Search()

    def names(self) -> list[str]:
        """The features in order: the scores of tables, language models, words, phrases, distortion, unknown."""
        scores = [f"table {one.name} {number}" for one in self.tables for number in range(1, len(one.weights) + 1)]
        return [*scores, *(f"lm {one.name}" for one in self.lms), *msgspec.structs.asdict(self.weights)]

    def vector(self) -> list[float]:
        """The weights of all features, in the order of `names`."""
        scores = [weight for one in self.tables for weight in one.weights]
        return [*scores, *(one.weight for one in self.lms), *msgspec.structs.asdict(self.weights).values()]

    def with_vector(self, vector: list[float]) -> Model:
        """The same model with other weights, in the order of `names`."""
        names = self.names()
        if len(vector) != len(names):
            raise ConfigError(f"the model has {len(names)} features, and there are {len(vector)} weights")
        values = iter(float(value) for value in vector)
        tables = tuple(
            msgspec.structs.replace(one, weights=tuple(next(values) for _ in one.weights)) for one in self.tables
        )
        lms = tuple(msgspec.structs.replace(one, weight=next(values)) for one in self.lms)
        weights = Weights(**dict(zip(Weights.__struct_fields__, values, strict=True)))
        return msgspec.structs.replace(self, tables=tables, lms=lms, weights=weights)


def read_model(folder: Path) -> Model:
    """The model in a folder; its tables and language models must be there, and are not read."""
    path = folder / FILE
    try:
        model = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Model, strict=False)
    except OSError as err:
        raise ConfigError(f"{path}: {err.strerror or err}; a model is a folder with {FILE}") from err
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as err:
        raise ConfigError(f"{path}: {err}") from err
    _check(model, folder)
    return model


def write_model(model: Model, folder: Path) -> Path:
    """Write `model.toml`; the files it names must be put beside it by whoever makes them."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / FILE
    write_whole(path, tomli_w.dumps(msgspec.to_builtins(model)))
    return path


def move_model(model: Model, origin: Path, folder: Path) -> Path:
    """Write the `model.toml` of a model to another folder; its files stay where they are."""
    way = Path(os.path.relpath(origin.resolve(), folder.resolve()))
    tables = tuple(msgspec.structs.replace(one, path=(way / one.path).as_posix()) for one in model.tables)
    lms = tuple(msgspec.structs.replace(one, path=(way / one.path).as_posix()) for one in model.lms)
    return write_model(msgspec.structs.replace(model, tables=tables, lms=lms), folder)


def _check(model: Model, folder: Path) -> None:
    for kind, parts in (("tables", model.tables), ("lms", model.lms)):
        names = [one.name for one in parts]
        for name in names:
            if names.count(name) > 1:
                raise ConfigError(f"{folder / FILE}: {kind}: the name {name!r} stands there twice")
        for one in parts:
            if not (folder / one.path).is_file():
                raise ConfigError(f"{folder / FILE}: {kind}: {one.name}: there is no file {folder / one.path}")
