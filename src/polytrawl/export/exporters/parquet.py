"""Parquet with a dataset card: a folder that Hugging Face `datasets`, polars, DuckDB and others read as it is."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar

import msgspec

from polytrawl.errors import ConfigError
from polytrawl.export import card
from polytrawl.export.base import Exporter
from polytrawl.export.card_header import Tables
from polytrawl.export.parquet_files import ParquetFiles
from polytrawl.export.parquet_rows import document_row, document_schema, unit_row, unit_schema
from polytrawl.export.selection import Selection
from polytrawl.export.writing import empty_pairs, open_text
from polytrawl.options import option


@dataclass(kw_only=True)
class Parquet(Exporter, name="parquet"):
    """`parquet/data/<l1>-<l2>.parquet`, `parquet/documents/<language>.parquet`, a card; needs the extra `parquet`."""

    libraries: ClassVar[tuple[str, ...]] = ("pyarrow",)

    # Guess: some megabytes of text each, enough for a column to compress well.
    rows: Annotated[int, msgspec.Meta(ge=1)] = option(10_000, "most units in a row group")
    # Guess: documents are some fifty times as long as units.
    document_rows: Annotated[int, msgspec.Meta(ge=1)] = option(500, "most documents in a row group")
    documents: bool = option(True, "write documents too, a table per language")

    @classmethod
    def check(cls) -> None:
        """The package pyarrow must be there."""
        if importlib.util.find_spec("pyarrow") is None:
            raise ConfigError("export.exporters: 'parquet' needs pyarrow; run: pip install 'polytrawl[parquet]'")

    def export(self, selection: Selection, folder: Path) -> None:
        """Write a file per language pair and per language, and the card."""
        self.check()
        home = folder / "parquet"
        (home / "data").mkdir(parents=True)
        self._write_units(selection, home / "data")
        if self.documents:
            (home / "documents").mkdir()
            self._write_documents(selection, home / "documents")
        with open_text(home / card.FILE) as file:
            file.write(card.card(selection, card.Place(Tables.of(home))))

    def _write_units(self, selection: Selection, home: Path) -> None:
        """Where there are no units at all, files without rows."""
        with ParquetFiles(home, unit_schema(dates=selection.fetch_dates), self.rows) as files:
            for unit in selection.units():
                pair = f"{unit.source_language}-{unit.target_language}"
                files.add(pair, unit_row(unit, selection.about(unit)))
            for source, target in empty_pairs(selection):
                files.flush(f"{source}-{target}")

    def _write_documents(self, selection: Selection, home: Path) -> None:
        with ParquetFiles(home, document_schema(dates=selection.fetch_dates), self.document_rows) as files:
            for document in selection.documents():
                files.add(document.language or "und", document_row(document))
