"""What dictd serves: an index of words with places in a file of articles, which is mostly compressed.

FreeDict's articles have the word on the first line, with its pronunciation, and below it translations, numbered where
there are several senses. All else on lines of their own explains: definitions, notes, synonyms, examples, references.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from polytrawl.lexicon.formats.base import Couple, Damaged, Wanted
from polytrawl.lexicon.formats.opened import opened
from polytrawl.lexicon.formats.text import LISTED, plain

__all__ = ["index_of", "other_files", "read_dictd"]

_DIGITS = {
    digit: value for value, digit in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
}
_ENDINGS = (".index", ".dict.dz", ".dict")
_SENSE = re.compile(r"\s?\d+\.\s+\S")
_MARKED = re.compile(r"\s?\[")  # [Am.] Bausparkasse
_LONGEST = 1 << 20  # bytes of an article; what says more is a wrong index


class _Row(NamedTuple):
    start: int
    size: int
    word: str


def index_of(path: Path) -> Path:
    """The index of a dictionary of which any file is named.

    >>> index_of(Path("freedict-deu-ita.dict.dz")).name
    'freedict-deu-ita.index'
    """
    ending = next((one for one in _ENDINGS if path.name.endswith(one)), "")
    return path.with_name(path.name.removesuffix(ending) + ".index")


def read_dictd(path: Path, wanted: Wanted) -> Iterator[Couple]:
    """The couples of a dictd dictionary, in the order of its articles, so that it is read once from end to end."""
    index = index_of(path)
    body = _body_of(index)
    rows = sorted(_rows(index, wanted))
    with opened(body) as file:
        articles = _Articles(file)
        for row in rows:
            data = articles.read(row)
            if len(data) < row.size:
                raise Damaged(f"{body.name} ends before the article of {row.word!r}")
            yield from _article(row.word, data.decode("utf-8", "replace"), wanted)


def other_files(path: Path) -> list[Path]:
    """The files that a dictionary is made of besides the one that is named; none where it is of another form."""
    if not path.name.endswith(_ENDINGS):
        return []
    index = index_of(path)
    return [one for one in (index, _body_of(index)) if one != path and one.exists()]


def _body_of(index: Path) -> Path:
    plain = index.with_suffix(".dict")
    return plain if plain.exists() else index.with_suffix(".dict.dz")


class _Articles:
    """Articles in the order of their places. Many words may have one: a step back would unpack all that is before."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._start, self._data = file, 0, b""

    def read(self, row: _Row) -> bytes:
        kept = self._data[row.start - self._start :]
        if not kept:
            self._file.seek(row.start)
        self._start, self._data = row.start, kept + self._file.read(max(0, row.size - len(kept)))
        return self._data[: row.size]


def _rows(index: Path, wanted: Wanted) -> Iterator[_Row]:
    with index.open(encoding="utf-8", errors="replace", newline="\n") as lines:
        for line in lines:
            word, _, place = line.rstrip("\r\n").partition("\t")
            try:
                start, size = map(_number, place.split("\t")[:2])
            except (KeyError, ValueError) as err:
                raise Damaged(f"{index.name} is no index of dictd: {line[:60]!r}") from err
            if size > _LONGEST:
                wanted.dropped["too-long"] += 1
            elif not word.startswith("00database"):
                yield _Row(start, size, word)


def _number(digits: str) -> int:
    """A number as dictd writes it, in base 64.

    >>> _number("B"), _number("BA")
    (1, 64)
    """
    value = 0
    for digit in digits:
        value = value * 64 + _DIGITS[digit]
    return value


def _article(indexed: str, text: str, wanted: Wanted) -> Iterator[Couple]:
    head, *lines = text.split("\n")
    for word in wanted.parts(_headword(indexed, head)):
        for number, line in enumerate(line for line in lines if line.strip()):
            if _translates(line, is_first=number == 0):
                others = wanted.parts(line, LISTED)
                yield from (Couple(word, other) for other in others)


def _headword(indexed: str, head: str) -> str:
    """The word as the article writes it; indexes have it in small letters and without signs."""
    found = plain(head)
    return found if _letters(found) == _letters(indexed) else indexed


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _translates(line: str, *, is_first: bool) -> bool:
    """Whether a line has translations: the first one has, and those with the number of a sense.

    Where every line of deu-ita, fra-ita, deu-spa and fra-spa counts, of what is found by way of German and French .212
    (en-it) and .071 (en-es) are right instead of .301 and .141, and no more right ones are found.
    """
    if _SENSE.match(line):
        return True
    return is_first and (not line[0].isspace() or bool(_MARKED.match(line)))
