"""A resource: IDF and MWE factors of a language in one small file, mapped into memory.

The file has a line of magic, a line of JSON (`Head`), and three columns sorted by the first: a 64-bit hash of each
n-gram, its IDF as a 16-bit number, and its normalised PMI in steps of 1/255: 11 bytes an entry. All processes of a
machine share the pages that they look at.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from polytrawl.errors import ConfigError
from polytrawl.relevance.hashes import Hashes, hashes_of, joined
from polytrawl.relevance.mwe import DEFAULT, MINIMUM

__all__ = ["Head", "Resource", "encoded", "open_resource"]

_MAGIC = b"polytrawl resource 2\n"
_ALIGN = 8  # bytes: hashes are read where they lie


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """What a resource was made of."""

    language: str
    documents: int
    words: int
    longest: int
    min_count: int
    entries: list[int]  # words, 2-grams, 3-grams

    @property
    def size(self) -> int:
        """All entries."""
        return sum(self.entries)


def encoded(head: Head, hashes: NDArray[np.uint64], idf: NDArray[np.float64], pmi: NDArray[np.float64]) -> bytes:
    """A resource as bytes; the columns are sorted by the hashes."""
    start = _MAGIC + msgspec.json.encode(head)
    start += b" " * (-(len(start) + 1) % _ALIGN) + b"\n"
    columns = (hashes.astype("<u8"), idf.astype("<f2"), np.rint(pmi * 255).astype("u1"))
    return start + b"".join(column.tobytes() for column in columns)


class Resource:
    """A resource on disk. It is an `Idf` itself; `mwe()` gives its MWE factors."""

    def __init__(self, path: Path) -> None:
        try:
            self.head, start = _read_head(path)
            content = np.memmap(path, np.uint8, "r", offset=0)
        except (OSError, ValueError) as err:  # an empty file cannot be mapped
            raise ConfigError(f"{path}: cannot be read as a resource: {err}") from err
        size = self.head.size
        if len(content) != start + 11 * size:
            raise ConfigError(f"{path}: the resource is damaged: {len(content)} bytes; build it again")
        self._hashes = content[start : start + 8 * size].view("<u8")
        self._idf = content[start + 8 * size : start + 10 * size].view("<f2")
        self._pmi = content[start + 10 * size :]
        self.hapax = math.log(self.head.documents)

    def value(self, ngram: str) -> float:
        """The inverse document frequency; what is not listed counts as seen once."""
        return self.values([ngram])[0]

    def values(self, ngrams: Iterable[str]) -> list[float]:
        """The inverse document frequency of each."""
        return self._column(self._idf, hashes_of(ngrams), self.hapax).tolist()  # type: ignore[no-any-return]  # floats

    def sequences(self, parts: Sequence[Hashes]) -> NDArray[np.float64]:
        """The values of n-grams, given by the numbers of their words."""
        return self._column(self._idf, joined(parts), self.hapax)

    def mwe(self, *, default: float = DEFAULT, minimum: float = MINIMUM) -> ResourceMwe:
        """The MWE factors."""
        return ResourceMwe(self, default, minimum)

    def pmi(self, hashes: Hashes) -> NDArray[np.float64]:
        """The normalised PMI of each n-gram, 0..1; -1 where it is not known."""
        return self._column(self._pmi, hashes, -255.0) / 255

    def _column(self, column: NDArray[np.generic], wanted: Hashes, unknown: float) -> NDArray[np.float64]:
        if not len(self._hashes):
            return np.full(len(wanted), unknown)
        places = np.minimum(np.searchsorted(self._hashes, wanted), len(self._hashes) - 1)
        return np.where(self._hashes[places] == wanted, column[places].astype(np.float64), unknown)


class ResourceMwe:
    """The MWE factors of a resource."""

    def __init__(self, resource: Resource, default: float, minimum: float) -> None:
        self._resource, self._default, self._minimum = resource, default, minimum

    def values(self, ngrams: Iterable[str]) -> list[float]:
        """The factor of each; the default where it is not listed or below the minimum."""
        return self.sequences(hashes_of(ngrams)).tolist()  # type: ignore[no-any-return]  # floats

    def sequences(self, hashes: Hashes) -> NDArray[np.float64]:
        """The factor of each n-gram, given by its number."""
        pmi = self._resource.pmi(hashes)
        return np.where(pmi >= self._minimum, pmi, self._default)


@lru_cache(maxsize=16)
def open_resource(path: Path) -> Resource:
    """The resource in a file; a `ConfigError` where it is none."""
    return Resource(path)


def _read_head(path: Path) -> tuple[Head, int]:
    with path.open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise ConfigError(
                f"{path}: no resource, or one of an older version; make it with `polytrawl resources build`"
            )
        line = file.readline()
    try:
        return msgspec.json.decode(line, type=Head), len(_MAGIC) + len(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as err:
        raise ConfigError(f"{path}: the resource is damaged: {err}; build it again") from err
