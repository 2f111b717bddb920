"""What is prepared: units of one text or of two, each with an id that leads back to where it is from.

Units come from runs (sentences of the documents that an export would hold, or its sentence pairs), from text files with
sentences or paragraphs a line, and from tables and translation memories.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from polytrawl.characters import one_line
from polytrawl.errors import ConfigError
from polytrawl.filter.bitext import Bitext
from polytrawl.language_tags import same_language
from polytrawl.lm.reading import opened
from polytrawl.prepare.tables import is_table, texts_in
from polytrawl.records import Lang, SentencePair
from polytrawl.run import open_run
from polytrawl.sentences import split

__all__ = ["Documents", "Unit", "pairs_of", "sentences_of"]

_TABLES = (".tmx", ".tsv")


class Unit(NamedTuple):
    """A sentence, or a sentence and its translation."""

    id: str
    texts: tuple[str, ...]


class Documents:
    """Tells by the id of a sentence which document it is of; in text files, empty lines part documents."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._blank = {path.name: list(_blank_lines(path)) for path in paths if path.is_file()}

    def of(self, sentence: str) -> str:
        """The name of the document."""
        name, _, number = sentence.rpartition(":")
        if name not in self._blank:
            return name
        return f"{name}:{bisect(self._blank[name], int(number.partition('.')[0]))}"


def _blank_lines(path: Path) -> Iterator[int]:
    with opened(path) as file:
        yield from (number for number, line in enumerate(file, start=1) if not line.strip())


def sentences_of(paths: Sequence[Path], language: Lang) -> Iterator[Unit]:
    """The sentences of one language in text files, runs, and tables that say which of their columns it is."""
    for path in paths:
        if path.is_dir():
            yield from _of_documents(path, language)
        elif is_table(path):
            yield from (Unit(place, (one_line(text),)) for place, text in texts_in(path, language))
        else:
            yield from _of_lines(path, language)


def _of_documents(folder: Path, language: Lang) -> Iterator[Unit]:
    for document in open_run(folder).would_export().documents():
        if same_language(document.language or "und", language):
            texts = (text for paragraph in document.main for text in split(paragraph.text, language))
            for number, text in enumerate(texts):
                yield Unit(f"{document.id}:{number}", (one_line(text),))


def _of_lines(path: Path, language: Lang) -> Iterator[Unit]:
    """The sentences of a file; a line may hold several."""
    with opened(path) as file:
        for number, line in enumerate(file, start=1):
            text = line.decode("utf-8-sig" if number == 1 else "utf-8", "replace").strip()
            for place, sentence in enumerate(split(text, language) if text else (), start=1):
                if words := one_line(sentence):
                    yield Unit(f"{path.name}:{number}" + (f".{place}" if place > 1 else ""), (words,))


def pairs_of(paths: Sequence[Path], languages: tuple[Lang, Lang]) -> Iterator[Unit]:
    """The sentence pairs of two languages in runs, tables and translation memories, turned where need be."""
    for path in paths:
        if path.is_dir():
            yield from _turned(open_run(path).would_export().units(), languages)
        elif path.suffix.lower() in _TABLES and path.is_file():
            yield from _turned(iter(Bitext(path, languages)), languages)
        else:
            raise ConfigError(f"{path}: expected a run directory, or a .tsv or .tmx file that is there")


def _turned(units: Iterator[SentencePair], languages: tuple[Lang, Lang]) -> Iterator[Unit]:
    for unit in units:
        own, texts = (unit.source_language, unit.target_language), unit.texts
        if all(map(same_language, own, languages)):
            yield Unit(unit.id, texts)
        elif all(map(same_language, own[::-1], languages)):
            yield Unit(unit.id, texts[::-1])
