"""The list of sources: a line for each host and language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from polytrawl.characters import table_row
from polytrawl.export.contents import Contents, Source
from polytrawl.export.writing import open_text
from polytrawl.records import Lang

__all__ = ["FILE", "write_sources"]

FILE = "sources.tsv"
_COLUMNS = ("host", "language", "documents", "tokens", "units", "licences")


def write_sources(contents: Contents, folder: Path) -> None:
    """Write where everything comes from; the largest sources stand first."""
    with open_text(folder / FILE) as file:
        file.write(table_row(_COLUMNS))
        rows = sorted(contents.sources.items(), key=lambda one: (-one[1].tokens, one[0]))
        file.writelines(table_row(_row(*place, source)) for place, source in rows)


def _row(host: str, language: Lang, source: Source) -> Iterator[str]:
    yield from (host, language, *map(str, (source.documents, source.tokens, source.units)))
    yield " ; ".join(sorted(source.licences))
