"""What an engine is, and how one is made by its name."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Protocol, runtime_checkable

import msgspec

from polytrawl.errors import ConfigError, did_you_mean
from polytrawl.translate.hypothesis import Hypothesis
from polytrawl.translate.model import FILE

__all__ = ["ENGINES", "Asked", "Engine", "Ranking", "make_engine"]

ENGINES = ("auto", "builtin", "moses", "thot", "ctranslate2", "command")
_MODULES = {"moses": "Moses", "thot": "Thot", "ctranslate2": "CTranslate2", "command": "ByCommand"}


class Engine(Protocol):
    """What translates sentences."""

    name: str

    def translate(self, sentences: Iterable[str]) -> Iterator[str]:
        """A translation of each sentence, in the same order."""


@runtime_checkable
class Ranking(Protocol):
    """An engine that can give more than one translation."""

    def nbest(self, sentences: Iterable[str], number: int) -> Iterator[list[Hypothesis]]:
        """The best translations of each sentence, the best first."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What the user wants of an engine."""

    model: str  # a folder, or a command
    jobs: int = 0  # cores; 0 for all
    stack: int = 0  # in place of the model's; 0 for that
    timeout_s: float = 600.0  # for a batch of sentences, where another program translates


def make_engine(name: str, asked: Asked) -> Engine:
    """The engine of a name; `auto` looks at what is in the folder."""
    if name not in ENGINES:
        raise ConfigError(f"--engine: no such engine {name!r}{did_you_mean(name, ENGINES)}")
    chosen = _guess(asked.model) if name == "auto" else name
    if chosen == "builtin":
        from polytrawl.translate.builtin import make_builtin  # noqa: PLC0415 - it loads what only it needs

        return make_builtin(Path(asked.model), jobs=asked.jobs, stack=asked.stack)
    module = importlib.import_module(f"polytrawl.translate.engines.by_{chosen}")
    made: Engine = getattr(module, _MODULES[chosen])(asked)
    return made


def _guess(model: str) -> str:
    folder = Path(model)
    if (folder / FILE).exists():
        return "builtin"
    if (folder / "model.bin").exists():
        return "ctranslate2"
    if folder.is_dir():
        raise ConfigError(f"{folder}: here is neither a {FILE} nor the model.bin of CTranslate2")
    raise ConfigError(f"{model}: there is no such folder; for a command say --engine command")
