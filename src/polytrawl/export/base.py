"""The plug-in kind of the export stage: one format of files."""

from __future__ import annotations

from pathlib import Path

from polytrawl.export.selection import Selection
from polytrawl.plugin import Plugin
from polytrawl.records import Lang


class Exporter(Plugin, kind="exporter"):
    """Writes what was selected in one format."""

    @classmethod
    def check(cls) -> None:
        """Raise `ConfigError` where something that it needs is not installed; called before anything starts."""

    def check_for(self, languages: tuple[Lang, ...]) -> None:
        """Raise `ConfigError` where its options do not fit the languages of the run; called before anything starts."""

    def export(self, selection: Selection, folder: Path) -> None:
        """Write files into the folder; equal selections give equal bytes."""
        raise NotImplementedError
