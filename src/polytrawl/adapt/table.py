"""The tables 5.6 and 5.7 of Laranjeira's dissertation: crawls down, seeds and kinds of domain data across.

A system without variations, such as BL, stands in all columns, so that each column is a ranking. The last column is the
mean of these ranks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from polytrawl.adapt.contest import Contest
from polytrawl.adapt.names import KINDS, SEEDS, WIKIPEDIA, Name, parse, wikipedia_for
from polytrawl.characters import table_row
from polytrawl.evaluate.crawl.measures import ranks

__all__ = [
    "BETTER",
    "BETTER_THAN_WP",
    "Cell",
    "Row",
    "Table",
    "as_tsv",
    "average_ranks",
    "cells_of",
    "heads",
    "table_of",
]

BETTER, BETTER_THAN_WP = "◇", "♠"
_CRAWL = "crawl"  # the row of systems whose names tell no crawl, such as LM and LMPT


class Cell(NamedTuple):
    """A figure, whose it is, and what it is better than."""

    value: float
    system: str
    marks: str = ""


class Row(NamedTuple):
    """The systems of one crawl."""

    name: str
    cells: list[Cell | None]
    rank: float | None  # mean over the columns


class Table(NamedTuple):
    """One metric; columns are pairs of seeds and kind."""

    metric: str
    columns: list[tuple[str, str]]
    rows: list[Row]


def table_of(contest: Contest, metric: str, *, whole: bool = False) -> Table:
    """The table of a metric: means over chunks and references as published, or scores of the whole test set."""
    names = {parse(name): name for name in contest.systems}
    columns = _columns(list(names))
    rivals = {column: wikipedia_for(column[1], column[0], contest.systems) for column in columns}

    def cell(crawl: str, column: tuple[str, str]) -> Cell | None:
        system = _in_column(names, crawl, column)
        if not system:
            return None
        found = contest.systems[system][metric]
        signs = ((BETTER, contest.baseline), (BETTER_THAN_WP, rivals[column]))
        marks = "".join(sign for sign, rival in signs if rival in found.against and found.against[rival].is_better)
        return Cell(found.score if whole else found.mean, system, marks)

    first = (parse(contest.baseline).crawl, WIKIPEDIA)  # as published
    crawls = sorted(
        dict.fromkeys(name.crawl for name in names), key=lambda one: first.index(one) if one in first else 2
    )
    return Table(metric, columns, list(_rows(crawls, columns, cell, is_error=metric == "TER")))


def _columns(names: Sequence[Name]) -> list[tuple[str, str]]:
    """Bad seeds first, as published; a column for what has no seeds or kind only where nothing else has them."""
    seeds = [one for one in SEEDS if any(name.seeds == one for name in names)] or [""]
    kinds = [one for one in KINDS if any(name.kind == one for name in names)] or [""]
    return [(seed, kind) for seed in seeds for kind in kinds]


def _in_column(names: Mapping[Name, str], crawl: str, column: tuple[str, str]) -> str:
    seeds, kind = column
    wanted = ((seeds, kind), ("", kind), (seeds, ""), ("", ""))
    return next((names[Name(crawl, *one)] for one in wanted if Name(crawl, *one) in names), "")


def _rows(
    crawls: Sequence[str],
    columns: Sequence[tuple[str, str]],
    cell: Callable[[str, tuple[str, str]], Cell | None],
    *,
    is_error: bool,
) -> Iterator[Row]:
    cells = {crawl: [cell(crawl, column) for column in columns] for crawl in crawls}
    figures = {crawl: [one.value if one else None for one in row] for crawl, row in cells.items()}
    means = average_ranks(figures, is_error=is_error)
    yield from (Row(crawl or _CRAWL, row, means[crawl]) for crawl, row in cells.items())


def average_ranks(figures: Mapping[str, Sequence[float | None]], *, is_error: bool = False) -> dict[str, float | None]:
    """The mean rank of each row over the columns in which it stands; 1 is the best.

    >>> average_ranks({"BL": [14.7, 14.7], "UC": [15.3, 8.1]})
    {'BL': 1.5, 'UC': 1.5}
    """
    places: dict[str, list[float]] = {name: [] for name in figures}
    for column in zip(*figures.values(), strict=True):
        there = [(name, value) for name, value in zip(figures, column, strict=True) if value is not None]
        ranked = ranks([-value if is_error else value for _, value in there])
        for (name, _), rank in zip(there, ranked, strict=True):
            places[name].append(rank)
    return {name: sum(found) / len(found) if found else None for name, found in places.items()}


def heads(table: Table) -> list[str]:
    """The heads of the columns, each in one line."""
    named = (" ".join(filter(None, (f"{seeds.lower()} seeds" if seeds else "", kind))) for seeds, kind in table.columns)
    return ["system", *(name or table.metric for name in named), "average rank"]


def cells_of(row: Row) -> list[str]:
    """A row as text."""
    figures = (f"{one.value:.2f}{one.marks}" if one else "" for one in row.cells)
    return [row.name, *figures, "" if row.rank is None else f"{row.rank:.2f}"]


def as_tsv(table: Table) -> str:
    """The table with tabs."""
    return "".join(map(table_row, [heads(table), *map(cells_of, table.rows)]))
