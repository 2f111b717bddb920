"""All language editions whose dumps are in a folder."""

from __future__ import annotations

import os
from pathlib import Path

from polytrawl.bootstrap.base import Progress
from polytrawl.bootstrap.dumps.folder import DumpFiles
from polytrawl.bootstrap.dumps.load import Store
from polytrawl.bootstrap.dumps.wiki import DumpWiki
from polytrawl.bootstrap.editions import edition
from polytrawl.errors import ConfigError
from polytrawl.records import Lang

__all__ = ["DumpSource"]


class DumpSource:
    """Editions in dumps. What is loaded is kept beside them, or in `cache` where that folder cannot be written to."""

    def __init__(self, folder: Path, *, cache: Path, progress: Progress) -> None:
        if not folder.is_dir():
            raise ConfigError(f"--dumps {folder}: is no folder; give the one with enwiki-DATE-page.sql.gz and its like")
        self._folder, self._progress = folder, progress
        self._cache = folder if os.access(folder, os.W_OK) else cache
        self._open: dict[Lang, tuple[Store, DumpWiki] | None] = {}

    def wiki(self, language: Lang) -> DumpWiki | None:
        """One edition; None where the folder has no dump of its pages."""
        if language not in self._open:
            files = DumpFiles(self._folder, edition(language))
            self._open[language] = self._opened(language, files) if files.is_there else None
        found = self._open[language]
        return found[1] if found else None

    def _opened(self, language: Lang, files: DumpFiles) -> tuple[Store, DumpWiki]:
        self._cache.mkdir(parents=True, exist_ok=True)
        store = Store(self._cache / f"{files.name}.polytrawl.sqlite", self._progress)
        return store, DumpWiki(language, files, store)

    def notes(self) -> list[str]:
        """Dumps that are missing or cut, and what that means."""
        return [note for found in self._open.values() if found for note in found[1].notes.values()]

    def close(self) -> None:
        """Close all files."""
        for found in self._open.values():
            if found:
                found[0].close()
