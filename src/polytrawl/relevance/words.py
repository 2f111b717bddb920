"""Texts as sequences of words, as relevance is measured: letters only, two or more, case-folded.

Scripts without spaces between words are cut into pairs of neighbouring characters, which find most of their words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import filterfalse

from polytrawl.characters import UNSPACED

__all__ = ["as_one", "letters", "letters_and_digits", "longer", "ngrams", "runs", "tokens", "words"]

# Vowels of South Asian scripts, points of Hebrew and Arabic: parts of words, but no letters to `\w`.
_MARKS = "\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0dff"
_NO_WORDS = "\u0660-\u0669\u06f0-\u06f9\uff10-\uff19"  # digits of other scripts are none of `0-9`, and rare
_NEEDS_CARE = re.compile(f"[{UNSPACED}{_NO_WORDS}]")
_CAREFUL = re.compile(f"[{UNSPACED}]+|[{_NO_WORDS}]+")
_IS_DIGIT = re.compile(f"[{_NO_WORDS}]")
_SIGNS = re.compile(rf"[^\x00-\x7f\w{_MARKS}]|[\u0966-\u096f]")
# What becomes of bytes: small letters of ASCII, blanks for all else in it, and parts of other letters as they are.
_LETTERS = b"\0" + bytes(
    byte if byte > ord("\x7f") else ord(chr(byte).lower()) if chr(byte).isalpha() else ord(" ")
    for byte in range(1, 256)
)
_LETTERS_AND_DIGITS = bytes(byte if chr(byte).isdecimal() else _LETTERS[byte] for byte in range(256))
_ASCII = bytes(range(128))
_MANY = 200  # characters, more than alphabets have: as many looks at the whole text would take longer than a pattern
_SINGLE = frozenset(map(chr, range(0x3000)))  # letters of alphabets; behind them, one sign can be a word


def words(text: str) -> list[str]:
    """The words of a text.

    >>> words("Die 3 Straßen: A, B_2 und LÄRM")
    ['die', 'strassen', 'und', 'lärm']
    >>> words("Safety first: 安全第一")
    ['safety', 'first', '安全', '全第', '第一']
    """
    # Blanks for what is no letter, then a cut at blanks: a third of the time of a pattern that finds letters.
    return longer(letters(text).replace(b"\0", b" ").decode().split())


def runs(texts: Sequence[str]) -> list[list[str]]:
    """What stands between blanks in each of several texts: its words, and single letters, which are none.

    >>> runs(["R2-D2: It's", ""])
    [['r', 'd', 'it', 's'], []]
    """
    return [text.split() for text in letters(as_one(texts)).decode().split("\0")] if texts else []


def as_one(texts: Sequence[str]) -> str:
    """Texts one after the other, with NUL between them and nowhere else."""
    joined = "\0".join(texts)
    is_clear = joined.count("\0") < len(texts)
    return joined if is_clear else "\0".join([text.replace("\0", " ") for text in texts])


def longer(runs: Iterable[str]) -> list[str]:
    """The words among them."""
    return list(filterfalse(_SINGLE.__contains__, runs))


def letters(text: str) -> bytes:
    r"""A text in UTF-8 with small letters, and blanks for all else but NUL.

    >>> letters("Die 3 Bäume\0LÄRM").decode()
    'die   bäume\x00lärm'
    """
    return _plain(text, _pairs).translate(_LETTERS)


def tokens(text: str) -> list[str]:
    """One token for each character in scripts written without spaces, else one for each run of letters and digits.

    >>> tokens("Die 3 Straßen: B_2, 安全")
    ['die', '3', 'strassen', 'b', '2', '安', '全']
    """
    return letters_and_digits(text).replace(b"\0", b" ").decode().split()


def letters_and_digits(text: str) -> bytes:
    """A text in UTF-8 with small letters and digits, and blanks for all else but NUL."""
    return _plain(text, _apart).translate(_LETTERS_AND_DIGITS)


_Cut = Callable[[re.Match[str]], str]  # what becomes of scripts without spaces, and of digits of other scripts


def _plain(text: str, cut: _Cut) -> bytes:
    raw = text.encode("utf-8", "replace")
    return raw if len(raw) == len(text) else _folded(text, raw, cut).encode("utf-8", "replace")


def _folded(text: str, raw: bytes, cut: _Cut) -> str:
    """The text where all that is not ASCII is a small letter or a blank.

    A text has few such characters that differ, and each is replaced in all of it at once: on pages of 18 000 characters
    that takes a fifth of the time that it takes to fold the whole text and to look for signs in it by a pattern.
    """
    odd = set(raw.translate(None, _ASCII).decode())
    if len(odd) > _MANY or _NEEDS_CARE.search("".join(odd)):
        return _SIGNS.sub(" ", _CAREFUL.sub(cut, text.casefold()))
    for char in odd:
        plain = _plain_of(char)
        if plain != char:
            text = text.replace(char, plain)
    return text


@cache
def _plain_of(char: str) -> str:
    return _SIGNS.sub(" ", char.casefold())


def _pairs(found: re.Match[str]) -> str:
    """Neighbouring characters as words."""
    run = found[0]
    if _IS_DIGIT.match(run):
        return " "
    return f" {' '.join(run[start : start + 2] for start in range(len(run) - 1))} "


def _apart(found: re.Match[str]) -> str:
    """Characters as tokens, digits as they are."""
    return found[0] if _IS_DIGIT.match(found[0]) else f" {' '.join(found[0])} "


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
