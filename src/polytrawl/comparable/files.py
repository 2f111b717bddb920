"""The files of a comparable corpus: the n-th documents of the two text files are a pair, and line n of the table."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO

from polytrawl.characters import one_line
from polytrawl.comparable.collection import Paper
from polytrawl.comparable.corpus import Corpus
from polytrawl.comparable.match import Match
from polytrawl.files import write_json
from polytrawl.records import Lang

__all__ = ["Spool", "write_corpus"]

_SIDE = ("id", "url", "words", "date")
_COLUMNS = (*(f"left_{name}" for name in _SIDE), *(f"right_{name}" for name in _SIDE), "score", "days", "grade")


class Spool:
    """Texts on disk by the ids of their documents: they come in one order and are written in another."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._places: dict[str, tuple[int, int]] = {}

    def add(self, name: str, text: str) -> None:
        """Put a text away."""
        data = text.encode("utf-8", "replace")
        self._places[name] = self._file.tell(), len(data)
        self._file.write(data)

    def texts(self, names: Iterable[str]) -> Iterator[bytes]:
        """Some of the texts, in the order asked for."""
        for name in names:
            start, size = self._places[name]
            self._file.seek(start)
            yield self._file.read(size)
        self._file.seek(0, 2)


def write_corpus(corpus: Corpus, languages: tuple[Lang, Lang], spool: Spool, folder: Path) -> None:
    """Write the texts of both sides, `pairs.tsv` and `summary.json`."""
    folder.mkdir(parents=True)
    for side, language in enumerate(languages):
        with (folder / f"{language}.txt").open("wb") as file:
            file.writelines(spool.texts(match.sides[side].id for match in corpus.matches))
    with (folder / "pairs.tsv").open("w", encoding="utf-8", newline="\n", errors="replace") as table:
        table.write("\t".join(_COLUMNS) + "\n")
        table.writelines("\t".join(_row(match)) + "\n" for match in corpus.matches)
    write_json(folder / "summary.json", corpus.summary)


def _row(match: Match) -> Iterator[str]:
    for paper in match.sides:
        yield from _cells(paper)
    yield from (f"{match.score:.4f}", "" if match.days is None else f"{math.floor(match.days)}", match.grade)


def _cells(paper: Paper) -> Iterator[str]:
    cells: Mapping[str, object] = {
        "id": paper.id, "url": paper.url, "words": paper.size, "date": paper.date or paper.fetched,
    }  # fmt: skip
    yield from (one_line(str(cells[name])) for name in _SIDE)
