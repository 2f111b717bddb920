"""Plain-text pairs, as Moses and most MT toolkits want them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from polytrawl.export.base import Exporter
from polytrawl.export.selection import Selection
from polytrawl.export.texts import one_line
from polytrawl.export.writing import TextFiles, empty_pairs
from polytrawl.records import Lang


@dataclass(kw_only=True)
class Moses(Exporter, name="moses"):
    """`moses/<l1>-<l2>.<l1>` and `moses/<l1>-<l2>.<l2>`: line n of one is the translation of line n of the other."""

    def export(self, selection: Selection, folder: Path) -> None:
        """Write two files per language pair that has units; empty files where there are no units at all."""
        (folder / "moses").mkdir()
        with TextFiles() as files:
            for unit in selection.units():
                pair = unit.source_language, unit.target_language
                for path, text in zip(_paths(folder / "moses", pair), unit.texts, strict=True):
                    files.open(path).write(one_line(text) + "\n")
            for pair in empty_pairs(selection):
                for path in _paths(folder / "moses", pair):
                    files.open(path)


def _paths(folder: Path, pair: tuple[Lang, Lang]) -> tuple[Path, Path]:
    stem = "-".join(pair)
    return folder / f"{stem}.{pair[0]}", folder / f"{stem}.{pair[1]}"
