"""Sentences of one language in tables and translation memories, which have other languages beside it.

A table says by its first line which of its columns are in which language: `source`, `target`, `source_language` and
`target_language`, as `export/units.tsv` does, or the languages themselves, as in `en`, tab, `gv`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from polytrawl.errors import ConfigError
from polytrawl.filter.bitext import Bitext
from polytrawl.language_tags import same_language
from polytrawl.lm.reading import opened
from polytrawl.records import Lang

__all__ = ["is_table", "texts_in"]

_NAMED = {"source", "target"}


def is_table(path: Path) -> bool:
    """Whether a file has several texts side by side: a translation memory, or a `.tsv` file with tabs."""
    suffixes = path.with_suffix("").suffix if path.suffix in (".gz", ".zst") else path.suffix
    return path.is_file() and (suffixes.lower() == ".tmx" or (suffixes.lower() == ".tsv" and len(_heads(path)) > 1))


def texts_in(path: Path, language: Lang) -> Iterator[tuple[str, str]]:
    """The texts of a table in a language, each with where it stands; `ConfigError` where the table does not tell."""
    heads = [] if path.suffix.lower() == ".tmx" else _heads(path)
    columns = [place for place, head in enumerate(heads) if same_language(head, language)]
    if len(columns) == 1:
        yield from _of_column(path, columns[0])
    elif not heads or {*_NAMED, "source_language", "target_language"} <= {*heads}:
        yield from _of_units(path, language)
    else:
        raise ConfigError(
            f"{path}: this is a table of {len(heads)} columns, and none is headed {language}; name the columns in its "
            f"first line, or take both languages of it: --langs {language},xx"
        )


def _heads(path: Path) -> list[str]:
    """The cells of the first line that has words."""
    with opened(path) as file:
        line = next((line for line in file if line.strip()), b"").decode("utf-8-sig", "replace")
    return [cell.strip().lower() for cell in line.split("\t")] if line else []


def _of_column(path: Path, column: int) -> Iterator[tuple[str, str]]:
    is_head = True
    with opened(path) as file:
        for number, line in enumerate(file, start=1):
            cells = line.decode("utf-8", "replace").split("\t")
            if not is_head and column < len(cells) and cells[column].strip():
                yield f"{path.name}:{number}", cells[column].strip()
            is_head = is_head and not line.strip()


def _of_units(path: Path, language: Lang) -> Iterator[tuple[str, str]]:
    for unit in Bitext(path):
        sides = (unit.source_language, unit.source), (unit.target_language, unit.target)
        for name, (own, text) in zip(("source", "target"), sides, strict=True):
            if same_language(own, language):
                yield f"{unit.id}:{name}", text
