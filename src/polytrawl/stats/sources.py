"""Where texts come from: what an export of a run would hold, or files of your own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from polytrawl.errors import ConfigError
from polytrawl.export.selection import Selection
from polytrawl.language_tags import same_language
from polytrawl.records import Lang
from polytrawl.relevance.corpus import read_corpus
from polytrawl.stats.gather import Text

__all__ = ["Source", "of_files", "of_selection"]

Source = Callable[[], Iterable[Text]]


def of_selection(selection: Selection, language: Lang = "") -> Source:
    """The main texts of the documents that an export would hold, in one language or in all."""

    def read() -> Iterator[Text]:
        for document in selection.documents():
            tag = document.language or "und"
            if not language or same_language(tag, language):
                yield Text(tag, document.url, [paragraph.text for paragraph in document.main])

    return read


def of_files(path: Path, language: Lang) -> Source:
    """Text files, or lines of JSON; each line is a paragraph."""
    if not language:
        raise ConfigError(f"{path}: this is no run directory; for text files say their language: --lang de")

    def read() -> Iterator[Text]:
        for text in read_corpus([path], language):
            yield Text(language, "", [line for line in text.splitlines() if line.strip()])

    return read
