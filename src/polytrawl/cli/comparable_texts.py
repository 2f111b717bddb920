"""Comparable texts as commands take them: two files, the folder of a comparable corpus, or a run directory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from polytrawl.errors import ConfigError
from polytrawl.language_tags import same_language
from polytrawl.lm.reading import opened
from polytrawl.records import Lang
from polytrawl.run import open_run

__all__ = ["both_sides"]

Documents = Iterator[list[str]]  # the paragraphs of each


def both_sides(paths: Sequence[Path], languages: tuple[Lang, Lang]) -> tuple[Documents, Documents]:
    """The documents of both languages; of text files an empty line ends a document."""
    for path in paths:
        if not path.exists():
            raise ConfigError(f"{path}: no such file or directory")
    if len(paths) == 1 and paths[0].is_dir():
        left, right = (_of_folder(paths[0], language) for language in languages)
        return left, right
    if len(paths) != 2 or any(path.is_dir() for path in paths):  # noqa: PLR2004 - both sides
        raise ConfigError(
            f"give two text files, in the order of --langs {','.join(languages)}, a run directory, "
            f"or the folder of a comparable corpus, which has {languages[0]}.txt and {languages[1]}.txt"
        )
    return _documents(paths[0]), _documents(paths[1])


def _of_folder(folder: Path, language: Lang) -> Documents:
    if (folder / f"{language}.txt").exists():
        return _documents(folder / f"{language}.txt")
    return (
        [paragraph.text for paragraph in document.main]
        for document in open_run(folder).documents()
        if same_language(document.language or "und", language)
    )


def _documents(path: Path) -> Documents:
    with opened(path) as file:
        yield from _parted(
            line.decode("utf-8-sig" if not number else "utf-8", "replace") for number, line in enumerate(file)
        )


def _parted(lines: Iterable[str]) -> Documents:
    paragraphs: list[str] = []
    for line in lines:
        if line.strip():
            paragraphs.append(line.strip())
        elif paragraphs:
            yield paragraphs
            paragraphs = []
    if paragraphs:
        yield paragraphs
