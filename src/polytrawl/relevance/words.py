"""Texts as sequences of words, as relevance is measured: letters only, two or more, case-folded.

Scripts without spaces between words are cut into pairs of neighbouring characters, which find most of their words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["ngrams", "words"]

# Thai, Lao, Burmese, Khmer, kana and Han are written without spaces; there no word can be told from its neighbours.
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
# Vowels of South Asian scripts, points of Hebrew and Arabic: parts of words, but no letters to `\w`.
_MARKS = "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0dff"
# Digits of other scripts are none of `0-9`, and rare.
_DIGITS = "\u0660-\u0669\u06f0-\u06f9\uff10-\uff19"
_CAREFUL = re.compile(rf"[{_UNSPACED}]+|[^\W\d_{_UNSPACED}](?:[^\W\d_{_UNSPACED}]|[{_MARKS}])+")
_NEEDS_CARE = re.compile(f"[{_UNSPACED}{_MARKS}{_DIGITS}]")
_IS_UNSPACED = re.compile(f"[{_UNSPACED}]")
_SIGNS = re.compile(r"[^\x00-\x7f\w]")
_LETTERS = bytes(byte if byte >= ord("a") and chr(byte) not in "{|}~\x7f" else ord(" ") for byte in range(256))


def words(text: str) -> list[str]:
    """The words of a text.

    >>> words("Die 3 Straßen: A, B_2 und LÄRM")
    ['die', 'strassen', 'und', 'lärm']
    >>> words("安全第一")
    ['安全', '全第', '第一']
    """
    folded = text.casefold()
    if not folded.isascii():
        if _NEEDS_CARE.search(folded):
            return [word for found in _CAREFUL.findall(folded) for word in _cut(found)]
        folded = _SIGNS.sub(" ", folded)
    # Blanks for what is no letter, then a cut at blanks: a third of the time of a pattern that finds letters. Bytes of
    # UTF-8 from 128 are parts of letters, for other signs are gone.
    cut = folded.encode("utf-8", "replace").translate(_LETTERS).decode().split()
    return [word for word in cut if len(word) > 1]


def _cut(found: str) -> list[str]:
    if _IS_UNSPACED.match(found):
        return [found[start : start + 2] for start in range(len(found) - 1)]
    return [found]


def ngrams(words: Sequence[str], n: int) -> list[str]:
    """Every sequence of n neighbouring words, with spaces between them.

    >>> ngrams(["risk", "of", "falls"], 2)
    ['risk of', 'of falls']
    >>> ngrams(["falls"], 2)
    []
    """
    if n == 1:
        return list(words)
    return [" ".join(part) for part in zip(*(words[start:] for start in range(n)), strict=False)]
