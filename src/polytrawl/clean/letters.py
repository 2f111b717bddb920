"""How many letters, digits and signs texts have, counted for all texts of a page at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Ints = NDArray[np.int64]

LETTER, DIGIT, UPPER, STOP, COMMA, SPACE, WIDE = (1 << bit for bit in range(7))
STOPS, _COMMAS = ".!?…。！？।؟։;·", ",،、，;:；："
_WIDE_SCRIPTS = ((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3040, 0x30FF), (0x3400, 0x9FFF))
_PLANE = 0x10000  # characters beyond count as letters


@lru_cache(maxsize=1)
def _classes() -> NDArray[np.uint8]:
    """What kind of character each one is."""
    table = np.zeros(_PLANE + 1, np.uint8)
    for code in range(_PLANE):
        char = chr(code)
        table[code] = (
            LETTER * char.isalpha()
            | DIGIT * char.isdigit()
            | UPPER * char.isupper()
            | STOP * (char in STOPS)
            | COMMA * (char in _COMMAS)
            | SPACE * (char == " ")
        )
    for first, last in _WIDE_SCRIPTS:
        table[first : last + 1] |= WIDE
    table[_PLANE] = LETTER
    return table


def count_letters(texts: Sequence[str]) -> dict[int, Floats]:
    """How many characters of each class a text has."""
    joined = np.frombuffer("\n".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
    classes = _classes()[np.minimum(joined, _PLANE)]
    lengths = np.fromiter(map(len, texts), np.int64, len(texts)) + 1
    starts = np.concatenate(([0], np.cumsum(lengths)[:-1]))
    kinds = (LETTER, DIGIT, UPPER, STOP, COMMA, SPACE, WIDE)
    return {kind: np.add.reduceat((classes & kind) > 0, starts).astype(float) for kind in kinds}
