"""What each character is, in a table of bits for the compiled part: so nothing of Unicode has to be known there."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from polytrawl.characters import special

_LETTER, _DIGIT, _UPPER, _STOP, _COMMA, _SPACE, _WIDE, _WHITE, _SPECIAL, _CARE = (1 << bit for bit in range(10))
_STOPS, _COMMAS = ".!?…。！？।؟։;·", ",،、，;:；："
_WIDE_SCRIPTS = ((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3040, 0x30FF), (0x3400, 0x9FFF))
_PLANE = 0x10000  # characters beyond count as letters
_HANGUL_PARTS = (*range(0x1161, 0x1176), *range(0x11A8, 0x11C3))  # they join those before them, by rule

_FIRST_MARK = "\u0300"


@lru_cache(maxsize=1)
def classes() -> NDArray[np.uint16]:
    """A number for each character of the first plane, and one for all beyond."""
    table = np.zeros(_PLANE + 1, np.uint16)
    every = list(map(chr, range(_PLANE)))
    for bit, claim in ((_LETTER, str.isalpha), (_DIGIT, str.isdigit), (_UPPER, str.isupper), (_WHITE, str.isspace)):
        table[[*map(claim, every), False]] |= bit
    for bit, signs in ((_STOP, _STOPS), (_COMMA, _COMMAS), (_SPACE, " ")):
        table[[*map(ord, signs)]] |= bit
    for first, last in _WIDE_SCRIPTS:
        table[first : last + 1] |= _WIDE
    table[_PLANE] = _LETTER | _CARE
    invisible = [*map(ord, special("".join(every)))]
    table[invisible] |= _SPECIAL | _CARE
    table[[*_not_composed(every)]] |= _CARE
    return table


def _not_composed(every: Iterable[str]) -> Iterator[int]:
    """Characters that may look different in NFC, alone or behind others."""
    yield from _HANGUL_PARTS
    for char in every:
        if char < _FIRST_MARK:
            continue
        if unicodedata.combining(char) or not unicodedata.is_normalized("NFC", char):
            yield ord(char)
        if (parts := unicodedata.decomposition(char)) and parts[0] != "<" and " " in parts:
            yield int(parts.split()[1], 16)
