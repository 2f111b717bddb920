"""Opening a source by what a user says: dumps where a folder is named, else an API."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from polytrawl.asking import folder_name, languages_of
from polytrawl.bootstrap.api.client import Manners
from polytrawl.bootstrap.api.source import WIKIPEDIA, ApiSource
from polytrawl.bootstrap.base import Progress, Source
from polytrawl.bootstrap.dumps.source import DumpSource

__all__ = ["folder_for", "languages_of", "open_source"]

ANSWERS = "answers.sqlite"
_MANNERS = Manners()


@contextmanager
def open_source(
    out: Path,
    *,
    progress: Progress,
    wiki: str = WIKIPEDIA,
    dumps: Path | None = None,
    manners: Manners = _MANNERS,
    fresh: bool = False,
) -> Iterator[Source]:
    """A source; what an API answers is kept in the folder `out`, and asked for again only when `fresh`."""
    if dumps is not None:
        read = DumpSource(dumps, cache=out, progress=progress)
        try:
            yield read
        finally:
            read.close()
        return
    asked = ApiSource(out / ANSWERS, template=wiki, manners=manners)
    try:
        if fresh:
            asked.forget()
        yield asked
    finally:
        asked.close()


def folder_for(word: str) -> Path:
    """Where a bootstrap goes when the user names no folder.

    >>> str(folder_for("Health & Safety"))
    'bootstrap/health-safety'
    """
    return Path("bootstrap") / folder_name(word)
