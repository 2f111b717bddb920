"""The terms of every exported page in one table: for formats that have no place for them, and for who asks first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from polytrawl.characters import table_row
from polytrawl.export.writing import open_text
from polytrawl.records import Document

__all__ = ["FILE", "terms_table"]

FILE = "terms.tsv"
_COLUMNS = ("document", "url", "language", "licence", "robots", "consent")


@contextmanager
def terms_table(folder: Path) -> Iterator[Callable[[Document], None]]:
    """The open table: call what it gives with each exported document, and what its owner said is written."""
    with open_text(folder / FILE) as file:
        file.write(table_row(_COLUMNS))

        def add(document: Document) -> None:
            file.write(table_row(_row(document)))

        yield add


def _row(document: Document) -> Iterator[str]:
    yield from (document.id, document.url, document.language or "und")
    yield from (document.licence, document.robots, " ".join(document.consent))
