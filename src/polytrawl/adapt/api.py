"""Translations in files, from reading them to the table and the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from polytrawl.adapt.contest import Contest, Terms, hold
from polytrawl.adapt.correlation import Correlation
from polytrawl.adapt.lines import named_file, read_lines
from polytrawl.adapt.page import compared, compared_heads, render
from polytrawl.adapt.table import as_tsv, table_of
from polytrawl.characters import table_row
from polytrawl.errors import ConfigError
from polytrawl.files import write_json, write_whole

__all__ = ["compare_files", "write_contest"]


def compare_files(systems: Sequence[str], references: Sequence[Path], terms: Terms) -> Contest:
    """Compare systems, each given as NAME=FILE."""
    named: dict[str, Path] = {}
    for given in systems:
        name, path = named_file(given, "--systems")
        if name in named:
            raise ConfigError(f"--systems {given}: {name} is {named[name]} already; give each a name of its own")
        named[name] = path
    return hold({name: read_lines(path) for name, path in named.items()}, [*map(read_lines, references)], terms)


def write_contest(contest: Contest, taus: Mapping[str, Correlation], out: Path, name: str) -> list[str]:
    """Write the page, a table for each metric, all comparisons, and all of it for programs; gives the files."""
    out.mkdir(parents=True, exist_ok=True)
    made = {
        "translation.html": render(contest, taus, name),
        "compared.tsv": _compared(contest),
        **{f"{metric.lower()}.tsv": as_tsv(table_of(contest, metric)) for metric in contest.signatures},
    }
    for file, text in made.items():
        write_whole(out / file, text)
    write_json(out / "translation.json", {"contest": contest, "taus": taus})
    return [str(out / file) for file in (*made, "translation.json")]


def _compared(contest: Contest) -> str:
    rows = (row for metric in contest.signatures for row in compared(contest, metric))
    return "".join(map(table_row, ((*compared_heads()[:-1], "verdict"), *rows)))
