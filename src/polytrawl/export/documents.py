"""A file for each document, in a folder for each language."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from polytrawl.export.selection import Selection
from polytrawl.records import Document


def write_documents(selection: Selection, folder: Path, render: Callable[[Document], str], suffix: str) -> None:
    """Write every wanted document to `<folder>/<language>/<id><suffix>`; the folder is there even if it stays empty."""
    folder.mkdir()
    made: set[Path] = set()
    for document in selection.documents():
        home = folder / (document.language or "und")
        if home not in made:
            home.mkdir()
            made.add(home)
        path = home / f"{document.id}{suffix}"
        path.write_text(render(document), encoding="utf-8", newline="\n", errors="replace")
