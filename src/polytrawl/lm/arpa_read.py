"""ARPA files as tables: what is wrong with a file is told with its line, or with the n-gram that does not fit.

Rows of an order are sorted by one number, made of the row of the prefix and the last word, as in training.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from polytrawl.errors import ConfigError
from polytrawl.lm.chunk import Array, bits_of
from polytrawl.lm.reading import opened

__all__ = ["Arpa", "Level", "find", "read_arpa", "read_words"]

_COUNT = re.compile(rb"ngram\s+(\d+)\s*=\s*(\d+)\s*")
_AT_ONCE = 1 << 17  # lines
_MOST_HEADER = 1000  # lines that may stand before \data\
_MISSING = -100.0  # log10 p of unknown words in a model that has none, as kenlm takes it


@dataclass
class Level:
    """The n-grams of one order: key, log10 p, log10 of the back-off weight."""

    key: Array
    log10: Array
    weight: Array


@dataclass
class Arpa:
    """A model: numbers of words, and its orders from words up."""

    words: dict[bytes, int]
    word_bits: int
    levels: list[Level]
    unknown: int  # number of <unk>


def find(level: Level, keys: Array) -> Array:
    """The rows of some keys, -1 where there is none."""
    if not level.key.size:
        return np.full(keys.size, -1)
    rows = np.minimum(np.searchsorted(level.key, keys), level.key.size - 1)
    return np.where(level.key[rows] == keys, rows, -1)


def read_arpa(path: Path) -> Arpa:
    """The model in a file."""
    with opened(path) as file:
        reader = _Reader(path, iter(file))
        return reader.model()


def read_words(path: Path) -> set[bytes]:
    """The words of the model in a file."""
    with opened(path) as file:
        return _Reader(path, iter(file)).words()


class _Reader:
    def __init__(self, path: Path, lines: Iterator[bytes]) -> None:
        self._path, self._lines = path, enumerate(lines, 1)
        self._at = 0

    def words(self) -> set[bytes]:
        sizes = self._header()
        return set(self._columns(1, sizes[0], is_last=len(sizes) == 1)[1][0])

    def model(self) -> Arpa:
        sizes = self._header()
        words = self._columns(1, sizes[0], is_last=len(sizes) == 1)
        numbers = {word: number for number, word in enumerate(words[1][0])}
        if len(numbers) < sizes[0]:
            raise self._wrong("a word stands twice among the 1-grams")
        levels = [Level(np.arange(sizes[0]), words[0], words[2])]
        made = Arpa(numbers, bits_of(sizes[0] + 1), levels, numbers.get(b"<unk>", -1))
        for order, size in enumerate(sizes[1:], 2):
            levels.append(self._level(made, order, size, is_last=order == len(sizes)))
        self._expect(b"\\end\\", f"\\end\\ after {sizes[-1]} {len(sizes)}-grams")
        if made.unknown < 0:
            _add_unknown(made)
        return made

    def _header(self) -> list[int]:
        first = (self._at for self._at, line in islice(self._lines, _MOST_HEADER) if line.strip() == b"\\data\\")
        if next(first, None) is None:
            what = "this is no ARPA file: there is no line \\data\\" if self._at else "the file is empty"
            raise self._wrong(what)
        sizes: list[int] = []
        while (line := self._next()).strip():
            found = _COUNT.fullmatch(line)
            if not found or int(found[1]) != len(sizes) + 1:
                raise self._wrong(f"expected `ngram {len(sizes) + 1}=NUMBER`, found {_shown(line)}")
            sizes.append(int(found[2]))
        if not sizes or not sizes[0]:
            raise self._wrong("the file has no 1-grams")
        return sizes

    def _level(self, model: Arpa, order: int, size: int, *, is_last: bool) -> Level:
        log10, columns, weight = self._columns(order, size, is_last=is_last)
        places = [np.fromiter((model.words.get(word, -1) for word in column), np.int64, size) for column in columns]
        for place, column in zip(places, columns, strict=True):
            if size and place.min() < 0:
                raise self._wrong(f"{_shown(column[int(place.argmin())])} is in a {order}-gram and not among the words")
        rows = places[0]
        for level, place in zip(model.levels[1:], places[1:-1], strict=True):
            rows = find(level, (rows << model.word_bits) | place)
        if size and rows.min() < 0:
            words = [column[int(rows.argmin())] for column in columns]
            raise self._wrong(f"the {order}-gram {_shown(b' '.join(words))} has no {order - 1}-gram for its beginning")
        key = (rows << model.word_bits) | places[-1]
        sort = np.argsort(key)
        if np.any(key[sort][1:] == key[sort][:-1]):
            raise self._wrong(f"one of the {order}-grams stands there twice")
        return Level(key[sort], log10[sort], weight[sort])

    def _columns(self, order: int, size: int, *, is_last: bool) -> tuple[Array, list[list[bytes]], Array]:
        """Logarithms, words of each place, and weights of one section."""
        self._expect(b"\\%d-grams:" % order, f"\\{order}-grams:")
        log10, weight = np.empty(size), np.zeros(size)
        columns: list[list[bytes]] = [[] for _ in range(order)]
        for start in range(0, size, _AT_ONCE):
            lines = self._some(min(_AT_ONCE, size - start), order)
            part = slice(start, start + len(lines))
            width = order + 1 if is_last else order + 2
            fields = b" ".join(lines).split()
            if len(fields) != width * len(lines):
                width, fields = order + 2, self._padded(lines, order)
            log10[part] = self._numbers(fields[::width])
            if width > order + 1:
                weight[part] = self._numbers(fields[order + 1 :: width])
            for place, column in enumerate(columns, 1):
                column.extend(fields[place::width])
        if size and log10.max() > 0:
            raise self._wrong(f"a probability of the {order}-grams is above 1")
        return log10, columns, weight

    def _some(self, number: int, order: int) -> list[bytes]:
        lines = [line for _, line in islice(self._lines, number)]
        self._at += len(lines)
        short = len(lines) < number or not lines[-1].strip() or lines[-1].startswith(b"\\")
        if short and (len(lines) < number or any(len(line.split()) <= order for line in lines)):
            raise self._wrong(f"there are fewer {order}-grams than the head of the file says")
        return lines

    def _padded(self, lines: list[bytes], order: int) -> list[bytes]:
        """The fields of lines of which some have no weight."""
        made: list[bytes] = []
        for line in lines:
            fields = line.split()
            if len(fields) not in (order + 1, order + 2):
                raise self._wrong(f"expected a {order}-gram with its logarithm, found {_shown(line)}")
            made += fields if len(fields) == order + 2 else [*fields, b"0"]
        return made

    def _numbers(self, fields: list[bytes]) -> Array:
        try:
            made = np.array(fields).astype(np.float64)
        except ValueError as err:
            raise self._wrong(f"a logarithm is no number: {err}") from err
        if not np.all(np.isfinite(made)):
            made = np.nan_to_num(made, nan=_MISSING, posinf=_MISSING, neginf=_MISSING)
        return made

    def _expect(self, wanted: bytes, name: str) -> None:
        line = self._next()
        while not line.strip():
            line = self._next()
        if line.strip() != wanted:
            raise self._wrong(f"expected {name}, found {_shown(line)}")

    def _next(self) -> bytes:
        self._at, line = next(self._lines, (self._at, b""))
        if not line:
            raise self._wrong("the file ends too early")
        return line

    def _wrong(self, what: str) -> ConfigError:
        return ConfigError(f"{self._path}, up to line {self._at}: {what}")


def _add_unknown(model: Arpa) -> None:
    words = model.levels[0]
    model.unknown = words.key.size
    model.levels[0] = Level(
        np.append(words.key, model.unknown), np.append(words.log10, _MISSING), np.append(words.weight, 0.0)
    )


def _shown(text: bytes) -> str:
    return repr(text[:80].decode(errors="replace").strip())
