"""Files of text, one for each language pair, opened when they are first needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import combinations
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO

from polytrawl.export.selection import Selection
from polytrawl.records import Lang

__all__ = ["TextFiles", "empty_pairs", "open_text"]


def open_text(path: Path) -> TextIO:
    """A text file, in UTF-8 and with line feeds on every system."""
    return path.open("w", encoding="utf-8", newline="\n", errors="replace")


class TextFiles:
    """Open files of a folder by name; all are closed at the end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stack = ExitStack()
        self._files: dict[str, TextIO] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, err: BaseException | None, at: TracebackType | None) -> None:
        self._stack.__exit__(kind, err, at)

    def __iter__(self) -> Iterator[TextIO]:
        return iter(self._files.values())

    def __contains__(self, name: str) -> bool:
        return name in self._files

    def open(self, name: str, head: Callable[[], str] = str) -> TextIO:
        """The file of this name; it begins with what `head` gives."""
        if name not in self._files:
            self._files[name] = self._stack.enter_context(open_text(self._folder / name))
            self._files[name].write(head())
        return self._files[name]


def empty_pairs(selection: Selection) -> Iterator[tuple[Lang, Lang]]:
    """The language pairs that get an empty file: none but where no unit was selected at all.

    Scripts that come after an export find the file that they expect, and it says that there is nothing in it.
    """
    if not selection.counts["units"][""]:
        yield from combinations(selection.languages, 2)
