"""Models as ARPA files: for each order a line per n-gram, with logarithms to the base 10."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import repeat
from pathlib import Path
from typing import IO

import numpy as np

from polytrawl.lm.chunk import Array
from polytrawl.lm.estimate import Estimates
from polytrawl.lm.merge import Grams

try:
    from isal import igzip
except ImportError:  # no wheel for this machine
    igzip = None

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

__all__ = ["write_arpa", "written"]

_AT_ONCE = 1 << 16  # lines that are made at once
_DECIMALS = 6  # lmplz writes seven or eight digits; half a millionth in a logarithm is one in a million in p
_LEAST = 1e-99  # of a probability; programs read -99 as none
_LOW = [f"{number:03}" for number in range(1000)]
_HIGH = [f"-{number // 1000}.{number % 1000:03}" for number in range(100 * 1000)]


def write_arpa(path: Path, orders: Sequence[Estimates], words: Sequence[str]) -> None:
    """Write a model; the file is there whole or not at all."""
    with written(path) as file:
        file.write(b"\\data\\\n")
        for number, one in enumerate(orders, 1):
            file.write(b"ngram %d=%d\n" % (number, one.kept.size))
        for number, one in enumerate(orders, 1):
            file.write(b"\n\\%d-grams:\n" % number)
            for start in range(0, one.kept.size, _AT_ONCE):
                lines = _lines(orders[:number], slice(start, start + _AT_ONCE), words)
                file.write("".join(lines).encode())
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
        return igzip.open(path, "wb") if igzip else gzip.open(path, "wb", 6)  # type: ignore[return-value]  # both write bytes
    return zstd.open(path, "wb") if suffix == ".zst" else path.open("wb")


def _lines(orders: Sequence[Estimates], part: slice, words: Sequence[str]) -> Iterator[str]:
    one = orders[-1]
    rows = one.kept[part]
    first = _logarithms(one.probability[part])
    last = repeat("\n") if one.weight is None else map("\t%s\n".__mod__, _logarithms(one.weight[rows]))
    columns = [map(words.__getitem__, column) for column in _columns([each.grams for each in orders], rows)]
    grams = columns[0] if len(columns) == 1 else map(" ".join, zip(*columns, strict=True))
    return map("%s\t%s%s".__mod__, zip(first, grams, last, strict=False))


def _columns(orders: Sequence[Grams], rows: Array) -> list[list[int]]:
    """The words of n-grams, place by place."""
    made: list[list[int]] = []
    for grams in reversed(orders):
        key = np.asarray(grams.key[rows])
        made.append((key & ((1 << grams.word_bits) - 1)).tolist())
        rows = key >> grams.word_bits
    return made[::-1]


def _logarithms(values: Array) -> Iterator[str]:
    """Logarithms as text: twice as fast as one format for each."""
    thousandths = np.rint(np.log10(np.clip(values, _LEAST, 1.0)) * -(10**_DECIMALS)).astype(np.int64)
    high, low = np.divmod(thousandths, 1000)
    return map(str.__add__, map(_HIGH.__getitem__, high.tolist()), map(_LOW.__getitem__, low.tolist()))
