"""Queries as users write them: words, text files, or addresses of pages."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from polytrawl.errors import ConfigError

__all__ = ["Written", "as_list", "file_of", "is_url", "texts_of"]

Written = str | tuple[str, ...]  # one or several
_LONGEST_NAME = 1000  # characters; no path is longer, but texts are
# A slash alone does not make a name: people look for pages about TCP/IP and HIV/AIDS.
_NAME = re.compile(r"(/|\./|\.\./|~\w*/)\S*|\S+\.(txt|x?html?|tsv|csv|md)", re.IGNORECASE)


def as_list(written: Written) -> list[str]:
    """Every entry of a query that is not empty."""
    return [one for one in ([written] if isinstance(written, str) else written) if one.strip()]


def is_url(written: str) -> bool:
    """Whether an entry is the address of a page."""
    return written.strip().lower().startswith(("http://", "https://"))


def file_of(written: str, folder: Path | None = None) -> Path | None:
    """The file that an entry names, seen from a folder or from here; None where it is words.

    What can only be the name of a file, and is none, is a `ConfigError`: nobody looks for pages about `query.txt`.
    """
    if len(written) > _LONGEST_NAME or "\n" in written or "\0" in written:
        return None
    name = written.strip()
    for path in ((folder or Path()) / name, Path(name)):
        if _is_file(path):
            return path
    if _NAME.fullmatch(name):
        raise ConfigError(f"topic.query: there is no file {name}; give its whole path")
    return None


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # too long for a name: words
        return False


def texts_of(written: Iterable[str]) -> list[str]:
    """The texts of entries: those of files, and words as they are. Addresses must have been fetched by the run."""
    return [_text(one) for one in written]


def _text(written: str) -> str:
    if is_url(written):
        raise ConfigError(f"topic.query: {written} has not been fetched; a run does that, or save its text to a file")
    path = file_of(written)
    if path is None:
        return written
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as err:
        raise ConfigError(f"topic.query: {path} cannot be read: {err}; it must be a UTF-8 text file") from err
