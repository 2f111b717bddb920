"""Whole records as JSON Lines in zstd: everything polytrawl knows about each document and unit."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from polytrawl.export.base import Exporter
from polytrawl.export.selection import Selection
from polytrawl.shards import write_shard


@dataclass(kw_only=True)
class Jsonl(Exporter, name="jsonl"):
    """`documents.jsonl.zst` and `units.jsonl.zst`."""

    def export(self, selection: Selection, folder: Path) -> None:
        """Write both files."""
        write_shard(folder / "documents.jsonl.zst", selection.documents())
        write_shard(folder / "units.jsonl.zst", selection.units())
