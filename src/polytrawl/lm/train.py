"""Training: which program estimates, with which order and thresholds, and into which kind of file."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from polytrawl.errors import ConfigError, did_you_mean
from polytrawl.lm.builtin import Counted, train_builtin
from polytrawl.lm.outside import has_lmplz, make_binary, train_lmplz
from polytrawl.lm.reading import Text
from polytrawl.lm.space import Space, bytes_of

__all__ = ["ENGINES", "HIGHEST", "Trained", "Trainer", "thresholds_of"]

ENGINES = ("auto", "builtin", "lmplz")
HIGHEST = 6  # the largest order that kenlm reads as it is installed
_BINARY = (".bin", ".binary", ".klm", ".blm")
_PRUNED = (0, 0, 1)  # singletons from order 3 on, as published


class Trained(msgspec.Struct, frozen=True):
    """What was written, by which program, from what."""

    file: str
    engine: str
    order: int
    thresholds: list[int]
    counted: Counted
    seconds: float
    put_right: dict[str, int]  # what in the text was, how often


@dataclass(frozen=True, kw_only=True)
class Trainer:
    """How models are trained."""

    order: int = 5
    prune: str = ""  # thresholds by order; by default singletons from order 3 on
    engine: str = "auto"
    memory: str = "1G"

    def train(self, text: Text, out: Path) -> Trained:
        """Write the model of a text."""
        thresholds, engine, memory = thresholds_of(self.prune, self.order), self._engine(), bytes_of(self.memory)
        started = time.perf_counter()
        out.parent.mkdir(parents=True, exist_ok=True)
        if out.suffix in _BINARY:
            with tempfile.TemporaryDirectory(dir=out.parent, prefix=".polytrawl-lm-") as folder:
                counted = _train(text, Path(folder) / "model.arpa", thresholds, engine, memory)
                make_binary(Path(folder) / "model.arpa", out)
        else:
            counted = _train(text, out, thresholds, engine, memory)
        seconds = time.perf_counter() - started
        return Trained(str(out), engine, self.order, thresholds, counted, seconds, dict(text.notes))

    def _engine(self) -> str:
        if self.engine not in ENGINES:
            raise ConfigError(f"there is no engine {self.engine!r} to train with{did_you_mean(self.engine, ENGINES)}")
        return ("lmplz" if has_lmplz() else "builtin") if self.engine == "auto" else self.engine


def _train(text: Text, out: Path, thresholds: Sequence[int], engine: str, memory: int) -> Counted:
    if engine == "lmplz":
        return train_lmplz(text, out, thresholds, memory)
    return train_builtin(text, out, thresholds, Space(memory, out.parent))


def thresholds_of(prune: str, order: int) -> list[int]:
    """Up to which count n-grams of each order are left out; the last number counts for all orders above.

    >>> thresholds_of("", 5), thresholds_of("0,1", 3), thresholds_of("", 2)
    ([0, 0, 1, 1, 1], [0, 1, 1], [0, 0])
    """
    if not 1 <= order <= HIGHEST:
        raise ConfigError(f"the order is {order}; it must be from 1 to {HIGHEST}")
    try:
        given = [int(one) for one in prune.split(",")] if prune.strip() else list(_PRUNED[:order])
    except ValueError as err:
        raise ConfigError(f"--prune {prune}: expected whole numbers with commas between, as in 0,0,1") from err
    if len(given) > order:
        raise ConfigError(f"--prune {prune}: thresholds for {len(given)} orders, and the model has {order}")
    if given != sorted(given) or given[0] < 0:
        raise ConfigError(f"--prune {prune}: thresholds are from 0 on, and none is below the one before it")
    return given + [given[-1]] * (order - len(given))
