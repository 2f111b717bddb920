"""Plain-text pairs, as Moses and most MT toolkits want them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from polytrawl.characters import one_line
from polytrawl.export.base import Exporter
from polytrawl.export.selection import Selection
from polytrawl.export.writing import TextFiles, empty_pairs
from polytrawl.records import Lang


@dataclass(kw_only=True)
class Moses(Exporter, name="moses"):
    """`moses/<l1>-<l2>.<l1>` and `moses/<l1>-<l2>.<l2>`: line n of one is the translation of line n of the other."""

    def export(self, selection: Selection, folder: Path) -> None:
        """Write two files per language pair that has units; empty files where there are no units at all."""
        (folder / "moses").mkdir()
        with TextFiles(folder / "moses") as files:
            for unit in selection.units():
                names = _names(unit.source_language, unit.target_language)
                for name, text in zip(names, unit.texts, strict=True):
                    files.open(name).write(one_line(text) + "\n")
            for pair in empty_pairs(selection):
                for name in _names(*pair):
                    files.open(name)


def _names(source: Lang, target: Lang) -> tuple[str, str]:
    return f"{source}-{target}.{source}", f"{source}-{target}.{target}"
