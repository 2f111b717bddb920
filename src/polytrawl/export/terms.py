"""The terms of every exported page in one table: for formats that have no place for them, and for who asks first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from polytrawl.export.selection import Selection
from polytrawl.export.texts import one_line
from polytrawl.export.writing import open_text
from polytrawl.records import Document

__all__ = ["FILE", "write_terms"]

FILE = "terms.tsv"
_COLUMNS = ("document", "url", "language", "licence", "robots", "consent")


def write_terms(selection: Selection, folder: Path) -> None:
    """Write what the owner of each exported document said about its use, when it was fetched."""
    with open_text(folder / FILE) as file:
        file.write("\t".join(_COLUMNS) + "\n")
        file.writelines("\t".join(map(one_line, _row(one))) + "\n" for one in selection.documents())


def _row(document: Document) -> Iterator[str]:
    yield from (document.id, document.url, document.language or "und")
    yield from (document.licence, document.robots, " ".join(document.consent))
