"""A translation system as `model.toml` describes it: what is needed of it to hand it to Moses."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

from polytrawl.errors import ConfigError

__all__ = ["LanguageModel", "Search", "System", "Table", "Weights", "read_system"]

FILE = "model.toml"


class Table(msgspec.Struct, frozen=True):
    """A phrase table, with a weight for the logarithm of each score."""

    name: str
    path: str  # from the folder of the system
    weights: tuple[float, ...]
    floor: float = 0.001  # what its scores are taken to be for pairs that only other tables have


class LanguageModel(msgspec.Struct, frozen=True):
    """An ARPA file, with the weight of ln p."""

    name: str
    path: str
    weight: float


class Weights(msgspec.Struct, frozen=True):
    """Weights of the other features, with the signs of Moses."""

    words: float = -1.0
    phrases: float = 0.2
    distortion: float = 0.3
    unknown: float = 1.0


class Search(msgspec.Struct, frozen=True):
    """How widely translations are looked for."""

    stack: int = 20
    reordering: int = 6
    options: int = 20
    longest: int = 7


class System(msgspec.Struct, frozen=True):
    """Tables and language models that are searched together."""

    source: str
    target: str
    tables: tuple[Table, ...]
    lms: tuple[LanguageModel, ...] = ()
    weights: Weights = Weights()
    search: Search = Search()


def read_system(folder: Path) -> System:
    """The system in a folder; `ConfigError` tells what is wrong with it."""
    path = folder / FILE
    try:
        system = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), System, strict=False)
    except OSError as err:
        raise ConfigError(f"{path}: cannot be read: {err.strerror or err}; a system is a folder with {FILE}") from err
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as err:
        raise ConfigError(f"{path}: {err}") from err
    if not system.tables:
        raise ConfigError(f"{path}: there are no [[tables]]: a system needs at least one")
    files = [*((one.name, one.path) for one in system.tables), *((one.name, one.path) for one in system.lms)]
    for name, file in files:
        if not (folder / file).is_file():
            raise ConfigError(f"{path}: {name}: there is no file {folder / file}")
    return system
