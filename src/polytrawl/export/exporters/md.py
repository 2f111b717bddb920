"""Markdown, a file per document."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from polytrawl.export.base import Exporter
from polytrawl.export.documents import write_documents
from polytrawl.export.selection import Selection
from polytrawl.views import markdown


@dataclass(kw_only=True)
class Md(Exporter, name="md"):
    """`md/<language>/<document>.md`: the main text with headings and lists."""

    def export(self, selection: Selection, folder: Path) -> None:
        """Write one file per document."""
        write_documents(selection, folder / "md", markdown.render, ".md")
