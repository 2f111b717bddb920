"""Words and n-grams as 64-bit numbers: what makes it quick to count and look up thousands of them at once.

A word's number is a polynomial of its bytes, of which all words of a text are had by a few operations on arrays: the
sums up to the end of each word, less those up to its start, moved to the first place. An n-gram's number is made of
those of its words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from polytrawl.relevance.words import as_one, letters, letters_and_digits

__all__ = ["HashTable", "Hashes", "Tokens", "Words", "hashes_of", "joined", "tokens_in", "words_in"]

Hashes = NDArray[np.uint64]
_Places = NDArray[np.intp]

_BASE = 0x9E3779B97F4A7C15  # odd, so that it has an inverse
_STEP = np.uint64(
    0xD6E8FEB86659FD93
)  # odd; words are mixed well already, so no more is needed to tell "a b" from "b a"
_MIX, _HALF = np.uint64(0xFF51AFD7ED558CCD), np.uint64(32)
_PIECE = 1 << 16  # bytes that are looked at together; a longer word is cut
# The first bytes of characters of two and of three bytes, the latter up to where one sign can be a word.
_TWO, _THREE, _BEHIND = 0xC0, 0xE0, 0xE3


class Words(NamedTuple):
    """The words of several texts, one after the other."""

    hashes: Hashes
    texts: _Places  # the number of the text in which each stands
    number: int  # of texts


def _powers(base: int) -> Hashes:
    found = np.ones(_PIECE + 2, np.uint64)
    found[1:] = base
    return np.cumprod(found, dtype=np.uint64)


_UP, _DOWN = _powers(_BASE), _powers(pow(_BASE, -1, 1 << 64))


def words_in(texts: Sequence[str]) -> Words:
    """The words of texts, as `words` cuts them."""
    raw = letters(as_one(texts))
    found = _cut(raw)
    kept = found.sizes > 1 if raw.isascii() else ~_is_letter(np.frombuffer(raw, np.uint8)[found.starts], found.sizes)
    return Words(found.hashes[kept], _texts(raw, found.starts[kept], len(texts)), len(texts))


class Tokens(NamedTuple):
    """The tokens of several texts, one after the other."""

    hashes: Hashes
    texts: _Places
    raw: bytes
    starts: _Places
    sizes: _Places

    def at(self, place: int) -> str:
        """The token itself."""
        start = self.starts[place]
        return self.raw[start : start + self.sizes[place]].decode()


def tokens_in(texts: Sequence[str]) -> Tokens:
    """The tokens of texts, as `tokens` cuts them."""
    raw = letters_and_digits(as_one(texts))
    found = _cut(raw)
    return Tokens(found.hashes, _texts(raw, found.starts, len(texts)), raw, found.starts, found.sizes)


def hashes_of(ngrams: Iterable[str]) -> Hashes:
    """The number of each word, or of words with single spaces between them."""
    given = list(ngrams)
    raw = "\0".join(given).encode("utf-8", "replace")
    found = _cut(raw)
    sizes = np.bincount(_texts(raw, found.starts, len(given)), minlength=len(given))
    firsts = np.cumsum(sizes) - sizes
    made = np.zeros(len(given), np.uint64)
    for place in range(sizes.max(initial=0)):
        has = sizes > place
        made[has] = made[has] * _STEP + found.hashes[firsts[has] + place]
    return made


def joined(parts: Sequence[Hashes]) -> Hashes:
    """The numbers of n-grams, given those of their first words, their second words, and so on."""
    found = parts[0]
    for part in parts[1:]:
        found = found * _STEP + part
    return found


class _Found(NamedTuple):
    """What stands between blanks."""

    hashes: Hashes
    starts: _Places
    sizes: _Places


def _cut(raw: bytes) -> _Found:
    pieces = list(_pieces(raw))
    found = [_hashed(raw[start:end], start) for start, end in pieces]
    return found[0] if len(found) == 1 else _Found(*map(np.concatenate, zip(*found, strict=True)))


def _pieces(raw: bytes) -> Iterator[tuple[int, int]]:
    """Where texts can be cut, at blanks or between texts where there are any."""
    start = 0
    while len(raw) - start > _PIECE:
        end = max(raw.rfind(blank, start + 1, start + _PIECE) for blank in (b" ", b"\0"))
        yield start, (end := end if end > 0 else start + _PIECE)
        start = end
    yield start, len(raw)


def _hashed(raw: bytes, offset: int) -> _Found:
    line = np.frombuffer(b" %b " % raw, np.uint8)
    is_word = line > ord(" ")
    edges = np.flatnonzero(is_word[1:] != is_word[:-1])
    before, last = edges[::2], edges[1::2]
    sums = np.cumsum(line * _UP[: len(line)])
    found = (sums[last] - sums[before]) * _DOWN[before]
    found = (found ^ (found >> _HALF)) * _MIX
    return _Found(found ^ (found >> _HALF), before + offset, last - before)


def _is_letter(firsts: NDArray[np.uint8], sizes: _Places) -> NDArray[np.bool_]:
    """Which words are one letter of an alphabet, given their first bytes."""
    two, three = (sizes == 2) & (firsts >= _TWO), (sizes == 3) & (firsts >= _THREE) & (firsts < _BEHIND)  # noqa: PLR2004 - bytes
    found: NDArray[np.bool_] = (sizes == 1) | two | three
    return found


def _texts(raw: bytes, starts: _Places, number: int) -> _Places:
    """The number of the text in which each word stands, where NUL stands between texts."""
    if number <= 1:
        return np.zeros(len(starts), np.intp)
    return np.searchsorted(np.flatnonzero(np.frombuffer(raw, np.uint8) == 0), starts)


class HashTable:
    """Values by number."""

    def __init__(self, values: Mapping[str, float]) -> None:
        hashes = hashes_of(values)
        order = np.argsort(hashes)
        self._hashes, self._values = hashes[order], np.array(list(values.values()), np.float64)[order]

    def get(self, wanted: Hashes, unknown: float) -> NDArray[np.float64]:
        """The value of each, or that of what is unknown."""
        if not len(self._hashes):
            return np.full(len(wanted), unknown)
        places = np.minimum(np.searchsorted(self._hashes, wanted), len(self._hashes) - 1)
        return np.where(self._hashes[places] == wanted, self._values[places], unknown)
