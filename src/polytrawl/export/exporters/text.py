"""Plain text, one file per language: the monolingual corpus."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from polytrawl.export.base import Exporter
from polytrawl.export.selection import Selection
from polytrawl.views.text import render


@dataclass(kw_only=True)
class Text(Exporter, name="text"):
    """`text/<language>.txt`: a paragraph a line, an empty line between documents."""

    def export(self, selection: Selection, folder: Path) -> None:
        """Write one file per language that has documents."""
        (folder / "text").mkdir()
        files: dict[str, TextIO] = {}
        with ExitStack() as stack:
            for document in selection.documents():
                language = document.language or "und"
                if language not in files:
                    path = folder / "text" / f"{language}.txt"
                    files[language] = stack.enter_context(path.open("w", encoding="utf-8", newline="\n"))
                files[language].write(render(document) + "\n")
