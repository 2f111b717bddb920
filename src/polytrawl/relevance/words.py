"""Texts as sequences of words, as relevance is measured: letters only, two or more, case-folded.

Scripts without spaces between words are cut into pairs of neighbouring characters, which find most of their words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import filterfalse

from polytrawl.characters import UNSPACED

__all__ = ["ngrams", "words"]

# Vowels of South Asian scripts, points of Hebrew and Arabic: parts of words, but no letters to `\w`.
_MARKS = "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0dff"
_NO_WORDS = "\u0660-\u0669\u06f0-\u06f9\uff10-\uff19"  # digits of other scripts are none of `0-9`, and rare
_NEEDS_CARE = re.compile(f"[{UNSPACED}{_NO_WORDS}]")
_CAREFUL = re.compile(f"[{UNSPACED}]+|[{_NO_WORDS}]+")
_IS_DIGIT = re.compile(f"[{_NO_WORDS}]")
_SIGNS = re.compile(rf"[^\x00-\x7f\w{_MARKS}]|[\u0966-\u096f]")
_LETTERS = bytes(byte if byte >= ord("a") and chr(byte) not in "{|}~\x7f" else ord(" ") for byte in range(256))
_SINGLE = frozenset(char for char in map(chr, range(0x3000)) if char.isalpha())


def words(text: str) -> list[str]:
    """The words of a text.

    >>> words("Die 3 Straßen: A, B_2 und LÄRM")
    ['die', 'strassen', 'und', 'lärm']
    >>> words("Safety first: 安全第一")
    ['safety', 'first', '安全', '全第', '第一']
    """
    folded = text.casefold()
    if not folded.isascii():
        if _NEEDS_CARE.search(folded):
            folded = _CAREFUL.sub(_pairs, folded)
        folded = _SIGNS.sub(" ", folded)
    # Blanks for what is no letter, then a cut at blanks: a third of the time of a pattern that finds letters. Bytes of
    # UTF-8 from 128 are parts of letters, for other signs are gone.
    cut = folded.encode("utf-8", "replace").translate(_LETTERS).decode().split()
    return list(filterfalse(_SINGLE.__contains__, cut))


def _pairs(found: re.Match[str]) -> str:
    """Neighbouring characters as words."""
    run = found[0]
    if _IS_DIGIT.match(run):
        return " "
    return f" {' '.join(run[start : start + 2] for start in range(len(run) - 1))} "


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
