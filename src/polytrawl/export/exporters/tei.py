"""TEI P5, a file per document or per language."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

from polytrawl.export.base import Exporter
from polytrawl.export.documents import write_documents
from polytrawl.export.selection import Selection
from polytrawl.export.writing import TextFiles
from polytrawl.options import option
from polytrawl.views import tei


@dataclass(kw_only=True)
class Tei(Exporter, name="tei"):
    """`tei/<language>/<document>.xml`, or `tei/<language>.xml`: the main text with its structure."""

    files: Literal["documents", "language"] = option(
        "documents", "documents: a file for each; language: one file (teiCorpus) per language with all of them"
    )

    def export(self, selection: Selection, folder: Path) -> None:
        """Write the files, as a stream."""
        home = folder / "tei"
        if self.files == "language":
            home.mkdir()
            _write_corpora(selection, home)
        else:
            write_documents(selection, home, tei.render, ".xml")


def _write_corpora(selection: Selection, home: Path) -> None:
    with TextFiles(home) as files:
        for document in selection.documents():
            language = document.language or "und"
            head = partial(tei.corpus_head, f"Pages of the web: {language}", language)
            files.open(f"{language}.xml", head).write(f"{tei.text_of(document)}\n")
        for file in files:
            file.write(tei.CORPUS_TAIL)
