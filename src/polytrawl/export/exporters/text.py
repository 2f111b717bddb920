"""Plain text, one file per language: the monolingual corpus."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from polytrawl.export.base import Exporter
from polytrawl.export.selection import Selection
from polytrawl.export.writing import TextFiles
from polytrawl.views.text import render


@dataclass(kw_only=True)
class Text(Exporter, name="text"):
    """`text/<language>.txt`: a paragraph a line, an empty line between documents."""

    def export(self, selection: Selection, folder: Path) -> None:
        """Write one file per language that has documents."""
        (folder / "text").mkdir()
        with TextFiles(folder / "text") as files:
            for document in selection.documents():
                files.open(f"{document.language or 'und'}.txt").write(render(document) + "\n")
