"""Sentences scored by a model: for each word and each end of a sentence log10 p, and whether the model knows the word.

`kenlm` does it where it is installed; `BuiltIn` reads ARPA files itself and gives the same to four decimals and more.
"""

from __future__ import annotations

import importlib.util
import logging
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from polytrawl.errors import ConfigError, did_you_mean
from polytrawl.lm.arpa_read import find, read_arpa, read_words
from polytrawl.lm.chunk import Array

__all__ = ["ENGINES", "BuiltIn", "Kenlm", "Scored", "Scorer", "is_binary", "open_model"]

log = logging.getLogger(__name__)

ENGINES = ("auto", "kenlm", "builtin")
PIP = "pip install 'polytrawl[mt]' (it compiles: a C++ compiler is needed)"
_BINARY = b"mmap lm http://kheafield.com/code"  # how files of build_binary begin


class Scored(NamedTuple):
    """A value for each word and, after those of each sentence, one for its end."""

    log10: Array
    is_unknown: Array


class Scorer(Protocol):
    """What scores sentences."""

    name: str

    def score(self, sentences: Sequence[str]) -> Scored:
        """The values of all words of some sentences, in a row."""

    def words(self) -> set[bytes] | None:
        """The words that it knows, and its own; None where that cannot be told."""


def open_model(path: Path, engine: str = "auto") -> Scorer:
    """A model in a file, by `kenlm` where that is possible and nothing else is asked for."""
    if engine not in ENGINES:
        raise ConfigError(f"there is no engine {engine!r} to score with{did_you_mean(engine, ENGINES)}")
    if not path.is_file():
        raise ConfigError(f"{path}: there is no such model")
    has_kenlm = importlib.util.find_spec("kenlm") is not None
    binary = is_binary(path)
    if not has_kenlm and (engine == "kenlm" or binary):
        what = f"{path}: only kenlm reads binary models" if binary else "the package kenlm is missing"
        raise ConfigError(f"{what}; {PIP}")
    if engine == "builtin" or not has_kenlm or path.suffix == ".zst":
        if binary:
            raise ConfigError(f"{path}: only kenlm reads binary models; leave out the engine")
        if engine == "auto" and not has_kenlm:
            _tell_missing()
        return BuiltIn(path)
    return _by_kenlm(path, engine)


@cache
def _tell_missing() -> None:
    """Say once, however many models are opened, that kenlm is missing."""
    log.warning("kenlm is missing, so the built-in reader scores, which is slower; %s", PIP)


def is_binary(path: Path) -> bool:
    """Whether a file is a model as build_binary makes it."""
    with path.open("rb") as file:
        return file.read(len(_BINARY)) == _BINARY


def _by_kenlm(path: Path, engine: str) -> Scorer:
    try:
        return Kenlm(path)
    except (OSError, RuntimeError, ImportError) as err:  # also a kenlm that was compiled for another Python
        reason = " ".join(str(err).split())
        if engine == "kenlm" or is_binary(path):
            raise ConfigError(f"{path}: kenlm does not read it: {reason}") from err
        made = BuiltIn(path)  # tells in better words what is wrong, or reads what kenlm refuses
        log.warning("%s: kenlm does not read it, so the built-in reader scores: %s", path, reason)
        return made


class Kenlm:
    """A model that kenlm has loaded."""

    name = "kenlm"

    def __init__(self, path: Path) -> None:
        import kenlm  # noqa: PLC0415 - an extra

        self._file = None if is_binary(path) else path
        config = kenlm.Config()
        config.show_progress = False
        config.arpa_complain = kenlm.ARPALoadComplain.NONE
        self._model: Any = kenlm.Model(str(path), config)  # kenlm brings no types

    def score(self, sentences: Sequence[str]) -> Scored:
        """The values of all words of some sentences, in a row."""
        rows = np.array(list(chain.from_iterable(map(self._model.full_scores, sentences))), np.float64).reshape(-1, 3)
        return Scored(rows[:, 0], rows[:, 2] > 0)

    def words(self) -> set[bytes] | None:
        """The words of an ARPA file; kenlm does not list those of a binary model."""
        return None if self._file is None else read_words(self._file)


class BuiltIn:
    """An ARPA file in tables, which are searched for all words of many sentences at once."""

    name = "builtin"

    def __init__(self, path: Path) -> None:
        self._model = read_arpa(path)
        missing = [word for word in ("<s>", "</s>") if word.encode() not in self._model.words]
        if missing:
            raise ConfigError(f"{path}: {' and '.join(missing)} is not among its words, so no sentence can be scored")

    def score(self, sentences: Sequence[str]) -> Scored:
        """The values of all words of some sentences, in a row."""
        words = self._numbers(sentences)
        model, begin = self._model, self._model.words[b"<s>"]
        is_begin = words == begin
        rows = words  # of the longest n-gram of each order that ends at each place
        log10 = model.levels[0].log10[words]
        for level, below in zip(model.levels[1:], model.levels, strict=False):
            before = np.concatenate(([-1], rows[:-1]))
            context = before >= 0
            context &= ~is_begin
            rows = np.full(words.size, -1)
            at = np.flatnonzero(context)
            rows[at] = find(level, (before[at] << model.word_bits) | words[at])
            is_found = rows >= 0
            backed = context & ~is_found
            log10[backed] += below.weight[before[backed]]
            log10[is_found] = level.log10[rows[is_found]]
        return Scored(log10[~is_begin], (words == model.unknown)[~is_begin])

    def words(self) -> set[bytes]:
        """The words of the model."""
        return set(self._model.words)

    def _numbers(self, sentences: Iterable[str]) -> Array:
        model = self._model
        text = "".join(f"<s> {sentence} </s> " for sentence in sentences).encode()
        return np.array([model.words.get(word, model.unknown) for word in text.split()], np.int64)
