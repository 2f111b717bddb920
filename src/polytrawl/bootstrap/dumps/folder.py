"""Which files of a folder are the dumps of an edition."""

from __future__ import annotations

import re
from pathlib import Path

from polytrawl.errors import ConfigError

__all__ = ["DumpFiles"]

_ENDINGS = (".sql.gz", ".sql", ".sql.bz2")
_TEXTS = (
    "-pages-articles.xml.bz2",
    "-pages-articles-multistream.xml.bz2",
    "-pages-articles.xml",
    "-pages-articles.xml.gz",
)


class DumpFiles:
    """The dumps of one edition and one day: the last that has a table of pages."""

    def __init__(self, folder: Path, edition: str) -> None:
        self.name = f"{edition.replace('-', '_')}wiki"
        self._folder = folder
        days = (
            found[1]
            for path in folder.glob(f"{self.name}-*-page.sql*")
            if (found := re.fullmatch(rf"{re.escape(self.name)}-(\w+)-page\.sql(\.gz|\.bz2)?", path.name))
        )
        self._day = max(days, default="")

    @property
    def is_there(self) -> bool:
        """Whether there are any."""
        return bool(self._day)

    def table(self, name: str) -> Path | None:
        """The dump of a table; None where there is none."""
        return self._first([f"-{name}{ending}" for ending in _ENDINGS])

    def texts(self) -> Path | None:
        """The dump of all articles; None where there is none."""
        return self._first(_TEXTS)

    def _first(self, endings: list[str] | tuple[str, ...]) -> Path | None:
        paths = (self._folder / f"{self.name}-{self._day}{ending}" for ending in endings)
        return next((path for path in paths if self._day and path.is_file()), None)

    def needed(self, name: str) -> Path:
        """The dump of a table; a `ConfigError` names the file where there is none."""
        found = self.table(name)
        if found is None:
            day = self._day or "DATE"
            raise ConfigError(
                f"{self._folder}: {self.name}-{day}-{name}.sql.gz is missing; "
                f"download it from https://dumps.wikimedia.org/{self.name}/"
            )
        return found
