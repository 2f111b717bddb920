"""Models as ARPA files: for each order a line per n-gram, with logarithms to the base 10."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

import numpy as np

from polytrawl.lm.chunk import Array
from polytrawl.lm.estimate import Estimates
from polytrawl.lm.merge import Grams

try:
    from isal import igzip
except ImportError:  # no wheel for this machine
    igzip = None  # type: ignore[assignment]  # what is missing is None

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

__all__ = ["write_arpa", "written"]

_AT_ONCE = 1 << 16  # lines that are made at once
_DECIMALS = 6  # lmplz writes seven or eight digits; half a millionth in a logarithm is one in a million in p
_LEAST = 1e-99  # of a probability; programs read -99 as none
# A logarithm is two pieces of text, to the third decimal and from the fourth on, that are looked up.
_HIGH = np.array([f"-{number // 1000}.{number % 1000:03}" for number in range(100 * 1000)], object)
_LOW = np.array([f"{number:03}" for number in range(1000)], object)


def write_arpa(path: Path, orders: Sequence[Estimates], words: Sequence[str]) -> None:
    """Write a model; the file is there whole or not at all."""
    with written(path) as file:
        file.write(b"\\data\\\n")
        for number, one in enumerate(orders, 1):
            file.write(b"ngram %d=%d\n" % (number, one.kept.size))
        spelled = np.array(words, object)
        inner, last = spelled + " ", spelled + "\t"
        for number, one in enumerate(orders, 1):
            file.write(b"\n\\%d-grams:\n" % number)
            ends = [inner] * (number - 1) + [spelled if one.weight is None else last]
            for start in range(0, one.kept.size, _AT_ONCE):
                pieces = _pieces(orders[:number], slice(start, start + _AT_ONCE), ends)
                file.write("".join(pieces.ravel().tolist()).encode())
        file.write(b"\n\\end\\\n")


@contextmanager
def written(path: Path) -> Iterator[IO[bytes]]:
    """A file to write, compressed where its name says so, which gets its name when it is whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".tmp")
    try:
        with _open(temporary, path.suffix) as file:
            yield file
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _open(path: Path, suffix: str) -> IO[bytes]:
    if suffix == ".gz":
        kind: Any = igzip.IGzipFile if igzip else gzip.GzipFile
        return cast("IO[bytes]", kind(path, "wb"))
    return cast("IO[bytes]", zstd.open(path, "wb")) if suffix == ".zst" else path.open("wb")


def _pieces(orders: Sequence[Estimates], part: slice, spelled: Sequence[Array]) -> Array:
    """Lines of an order as rows of texts that are to be put together; `spelled` has the words of each place."""
    one = orders[-1]
    rows = one.kept[part]
    columns = [*_logarithms(one.probability[part], "\t"), *_words([each.grams for each in orders], rows, spelled)]
    columns += [np.full(rows.size, "\n", object)] if one.weight is None else _logarithms(one.weight[rows], "\n")
    return np.stack(columns, axis=1)


def _words(orders: Sequence[Grams], rows: Array, spelled: Sequence[Array]) -> list[Array]:
    made: list[Array] = []
    for grams, words in zip(reversed(orders), reversed(spelled), strict=True):
        key = np.asarray(grams.key[rows])
        made.append(words[key & ((1 << grams.word_bits) - 1)])
        rows = key >> grams.word_bits
    return made[::-1]


def _logarithms(values: Array, end: str) -> list[Array]:
    """Logarithms as two columns of texts."""
    millionths = np.rint(np.log10(np.clip(values, _LEAST, 1.0)) * -(10**_DECIMALS)).astype(np.int64)
    high = millionths // 1000
    return [_HIGH[high], (_LOW + end)[millionths - high * 1000]]
