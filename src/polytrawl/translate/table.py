"""Phrase tables in Moses' text form: `source ||| target ||| scores ...` a line, probabilities, perhaps compressed."""

from __future__ import annotations

from collections.abc import Container, Iterator
from pathlib import Path

import numpy as np

from polytrawl.errors import ConfigError
from polytrawl.lm.reading import opened
from polytrawl.translate.lm_core import Floats

__all__ = ["read_table"]

_AT_ONCE = 1 << 16  # lines
_LOWEST = np.exp(-100.0)  # Moses takes no logarithm to be lower
_SHORTEST = 3  # parts of a line
Pair = tuple[str, str]


def read_table(
    path: Path, scores: int, longest: int, wanted: Container[str] | None = None
) -> Iterator[tuple[list[Pair], Floats]]:
    """Phrase pairs, many at a time, and the natural logarithms of their scores.

    Source phrases that are longer, or that are not among those wanted, are left out.
    """
    lines: list[list[str]] = []
    for number, raw in _lines(path):
        parts = raw.split("|||", _SHORTEST)
        if len(parts) < _SHORTEST or not parts[0].strip():
            if not raw.strip():
                continue
            raise ConfigError(f"{path}: line {number}: expected `source ||| target ||| scores`, found {raw[:80]!r}")
        if parts[0].count(" ") <= longest and (wanted is None or parts[0].strip() in wanted):
            lines.append(parts)
        if len(lines) == _AT_ONCE:
            yield _read(lines, scores, path, number)
            lines = []
    if lines:
        yield _read(lines, scores, path, number)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    with opened(path) as file:
        for number, line in enumerate(file, 1):
            yield number, line.decode("utf-8", "replace").rstrip("\r\n")


def _read(lines: list[list[str]], scores: int, path: Path, last: int) -> tuple[list[Pair], Floats]:
    fields = [parts[2].split() for parts in lines]
    for one in fields:
        if len(one) != scores:
            raise ConfigError(
                f"{path}, up to line {last}: a phrase pair has {len(one)} scores, and the model has {scores} weights"
            )
    try:
        values = np.array(fields, np.float64)
    except ValueError as err:
        raise ConfigError(f"{path}, up to line {last}: a score is no number: {err}") from err
    if not np.all((values >= 0) & (values < np.inf)):
        raise ConfigError(f"{path}, up to line {last}: a score is below 0 or no number; scores are no logarithms")
    pairs = [(" ".join(parts[0].split()), " ".join(parts[1].split())) for parts in lines]
    return pairs, np.log(np.maximum(values, _LOWEST))
