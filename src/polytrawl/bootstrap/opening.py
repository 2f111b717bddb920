"""Opening a source by what a user says: dumps where a folder is named, else an API."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from polytrawl.bootstrap.api.client import Manners
from polytrawl.bootstrap.api.source import WIKIPEDIA, ApiSource
from polytrawl.bootstrap.base import Progress, Source
from polytrawl.bootstrap.dumps.source import DumpSource
from polytrawl.errors import ConfigError
from polytrawl.records import Lang

__all__ = ["folder_for", "languages_of", "open_source"]

ANSWERS = "answers.sqlite"
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{1,8})*")
_NO_NAME = re.compile(r"[^\w-]+")
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


def languages_of(text: str) -> list[Lang]:
    """The languages that a user lists, with commas between them.

    >>> languages_of("en, DE,pt_BR")
    ['en', 'de', 'pt-br']
    """
    found = [part.strip().lower().replace("_", "-") for part in text.split(",") if part.strip()]
    wrong = [one for one in found if not _LANGUAGE.fullmatch(one)]
    if wrong or not found:
        raise ConfigError(
            f"--langs {text}: {wrong[0] if wrong else 'nothing'} is no language; write codes, such as en,de"
        )
    return found


def folder_for(word: str) -> Path:
    """Where a bootstrap goes when the user names no folder.

    >>> str(folder_for("Health & Safety"))
    'bootstrap/health-safety'
    """
    return Path("bootstrap") / (_NO_NAME.sub("-", word.lower()).strip("-") or "word")
