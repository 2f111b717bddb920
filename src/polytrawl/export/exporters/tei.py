"""TEI P5, a file per document."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from polytrawl.export.base import Exporter
from polytrawl.export.documents import write_documents
from polytrawl.export.selection import Selection
from polytrawl.views import tei


@dataclass(kw_only=True)
class Tei(Exporter, name="tei"):
    """`tei/<language>/<document>.xml`: the main text with its structure."""

    def export(self, selection: Selection, folder: Path) -> None:
        """Write one file per document."""
        write_documents(selection, folder / "tei", tei.render, ".xml")
