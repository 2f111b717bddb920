"""Texts as deduplicators compare them: words in their order; case, white space and punctuation do not count.

Scripts without spaces between words are cut into characters.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import xxhash

__all__ = ["Hashes", "hash_of", "mixed", "shingles", "words"]

Hashes = npt.NDArray[np.uint64]

_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
# Vowels of South Asian scripts, points of Hebrew and Arabic: no letters to `\w`, but words differ by them.
_MARKS = "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0dff"
_ASCII = re.compile(r"[a-z0-9]+")  # the same as the next for such texts, in two thirds of the time
_WORD = re.compile(rf"[{_UNSPACED}]|(?:[^\W_{_UNSPACED}]|[{_MARKS}])+")

_REMEMBERED = 200_000  # words whose hashes are held: some 30 MB in each worker
_STEP = np.uint64(0x9E3779B97F4A7C15)  # odd, so that places of words in a shingle are told apart
_SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31))
_MIX = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))  # of the finaliser of splitmix64


def words(text: str) -> list[str]:
    """The words of a text.

    >>> words("Die 3 Straßen: A, b_2")
    ['die', '3', 'strassen', 'a', 'b', '2']
    >>> words("安全 OK")
    ['安', '全', 'ok']
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return (_ASCII if folded.isascii() else _WORD).findall(folded)


def hash_of(text: str) -> int:
    """64 bits of a text, the same on every machine."""
    return xxhash.xxh3_64_intdigest(text.encode("utf-8", "surrogatepass"))


class _Remembered(dict[str, int]):
    """Hashes of words: most words of a text were in the texts before it."""

    def __missing__(self, word: str) -> int:
        if len(self) >= _REMEMBERED:
            self.clear()
        found = self[word] = hash_of(word)
        return found


_hashes = _Remembered()


def mixed(values: Hashes) -> Hashes:
    """The values with all their bits stirred, so that each bit depends on all of them."""
    values = values ^ (values >> _SHIFTS[0])
    values *= _MIX[0]
    values ^= values >> _SHIFTS[1]
    values *= _MIX[1]
    values ^= values >> _SHIFTS[2]
    return values


def shingles(words: Sequence[str], length: int) -> Hashes:
    """The different sequences of so many neighbouring words, as sorted hashes; a shorter text is one sequence.

    >>> len(shingles("a b c a b c".split(), 2))
    3
    """
    known = np.fromiter(map(_hashes.__getitem__, words), dtype=np.uint64, count=len(words))
    places = max(1, len(words) - length + 1)
    total = known[:places] * _STEP
    for start in range(1, min(length, len(words))):
        total += known[start : start + places]
        total *= _STEP
    total = mixed(total)
    total.sort()
    is_new = np.empty(len(total), dtype=bool)
    is_new[0] = True
    np.not_equal(total[1:], total[:-1], out=is_new[1:])
    return total[is_new]
