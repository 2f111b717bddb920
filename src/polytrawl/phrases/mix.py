"""Several tables as one: p = sum of l_i p_i (linear interpolation).

A table that does not know what a probability is conditioned on (the source of p(e|f), the target of p(f|e)) has no
opinion on it: there the weights of the other tables are made to add up to 1 (Sennrich 2012). A table that knows it and
not the pair says 0. Lexical weights are treated as the probabilities that they stand beside.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

import xxhash

from polytrawl.errors import ConfigError
from polytrawl.phrases.in_order import in_order
from polytrawl.phrases.table import BAR, Row, line_of, lines_of, order_of, read_table

__all__ = ["mixed", "shares"]

_FORTH = 2  # of four scores the first two are conditioned on the target
_BOTH_WAYS = 4

_Keyed = tuple[bytes, int, Row]  # order, number of the table, pair


def shares(weights: Sequence[float], tables: int) -> list[float]:
    """Weights that add up to 1; none given: equal ones.

    >>> shares([3, 1], 2), shares([], 2)
    ([0.75, 0.25], [0.5, 0.5])
    """
    given = list(weights) or [1.0] * tables
    if len(given) != tables:
        raise ConfigError(f"--weights: {len(given)} weight(s) for {tables} tables")
    if min(given) < 0 or not sum(given) > 0:
        raise ConfigError(f"--weights: weights are from 0 on and not all 0: {', '.join(f'{one:g}' for one in given)}")
    return [one / sum(given) for one in given]


def mixed(paths: Sequence[Path], weights: Sequence[float]) -> Iterator[Row]:
    """The pairs of all tables in order, with the scores of the mixture."""
    parts = shares(weights, len(paths))
    width = _width(paths)
    targets = [_targets(path) for path in paths] if width == _BOTH_WAYS else []
    streams = [_keyed(path, number) for number, path in enumerate(paths)]
    for _, group in groupby(heapq.merge(*streams), key=lambda one: one[2].source):
        found = list(group)
        knows_source = [any(number == one for _, one, _ in found) for number in range(len(paths))]
        for _, same in groupby(found, key=lambda one: one[2].target):
            rows = {number: row for _, number, row in same}
            target = next(iter(rows.values())).target
            knows_target = [_digest(target) in known for known in targets]
            forth = _FORTH if width == _BOTH_WAYS else 0
            yield _mixture(rows, [knows_target] * forth + [knows_source] * (width - forth), parts)


def _mixture(rows: dict[int, Row], knows: Sequence[Sequence[bool]], parts: Sequence[float]) -> Row:
    """One pair; `knows` says of each score which tables have an opinion."""
    scores = []
    for place, known in enumerate(knows):
        weight = sum(part for part, one in zip(parts, known, strict=True) if one)
        total = sum(parts[number] * row.scores[place] for number, row in rows.items())
        scores.append(total / weight if weight else 0.0)
    heaviest = rows[max(rows, key=lambda number: (bool(rows[number].links), parts[number]))]
    return Row(heaviest.source, heaviest.target, tuple(scores), heaviest.links)


def _width(paths: Sequence[Path]) -> int:
    widths = []
    for path in paths:
        row = next(read_table(path), None)
        if row is None:
            raise ConfigError(f"{path}: the table has no lines")
        widths.append(len(row.scores))
    if len(set(widths)) > 1:
        said = ", ".join(f"{path} {width}" for path, width in zip(paths, widths, strict=True))
        raise ConfigError(f"tables with different numbers of scores cannot be mixed: {said}")
    return widths[0]


def _targets(path: Path) -> set[int]:
    return {_digest(line.split(BAR, 2)[1].strip()) for _, line in lines_of(path) if BAR in line}


def _digest(text: str) -> int:
    return xxhash.xxh3_64_intdigest(text.encode("utf-8", "replace"))


def _keyed(path: Path, number: int) -> Iterator[_Keyed]:
    return ((order_of(line_of(row)), number, row) for row in in_order(path))
