"""The export stage: select once, then let every exporter write its files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, ClassVar, cast

import msgspec

from polytrawl.export.base import Exporter
from polytrawl.export.selection import Rules, Selection
from polytrawl.options import option, shared
from polytrawl.records import Lang
from polytrawl.work import Shelf, Sink

Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


@dataclass(kw_only=True)
class Export(Sink, name="export"):
    """Writes the corpus."""

    reads: ClassVar[tuple[str, ...]] = ("topic", "dedup", "pair", "filter")

    languages: tuple[Lang, ...] = shared()
    exporters: tuple[Exporter, ...] = cast(
        "tuple[Exporter, ...]", option(("tmx", "tsv", "jsonl", "text"), "formats to write")
    )
    tolerate: frozenset[str] = option(frozenset(), "reasons that do not keep a document, page pair or unit out")
    min_probability: Share = option(0.0, "page pairs below this probability are left out")
    min_score: Share = option(0.0, "units below this alignment score are left out")
    unit_grades: frozenset[str] = option(frozenset({"parallel"}), "page pairs of these grades give units")
    fetch_dates: bool = option(False, "write when each page was fetched; exports then differ from crawl to crawl")

    def select(self, shelf: Shelf) -> Selection:
        """What the export holds, without writing it."""
        rules = Rules(
            tolerate=self.tolerate,
            min_probability=self.min_probability,
            min_score=self.min_score,
            unit_grades=self.unit_grades,
        )
        return Selection(shelf, rules, self.languages, fetch_dates=self.fetch_dates)

    def write(self, shelf: Shelf, folder: Path) -> dict[str, dict[str, int]]:
        """Write all files; gives counts by kind of record and reason."""
        selection = self.select(shelf)
        for exporter in self.exporters:
            exporter.export(selection, folder)
        return {kind: dict(counts) for kind, counts in selection.counts.items()}
