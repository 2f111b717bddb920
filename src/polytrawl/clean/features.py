"""What can be measured of the blocks of a page, as columns of numbers. No word of a language is looked at.

The compiled part does it; its files `measure.c`, `groups.c` and `matrix.c` say what the columns are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from polytrawl.clean.native import WIDTH, library
from polytrawl.clean.parse import parsed
from polytrawl.clean.walk import Walk

__all__ = ["Floats", "Measured", "Singles", "means", "measure"]

Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
_LONGEST_HEADING = 300  # characters; no heading is that long


@dataclass(frozen=True, slots=True)
class Measured:
    """A page in numbers."""

    walk: Walk  # the numbers belong to it
    matrix: Singles  # a row for each block
    words: Floats  # of each block


class _Rows:
    """Numbers that belong to a walk, which is kept as long as an array over them is."""

    def __init__(self, walk: Walk, address: int) -> None:
        self.walk = walk
        shape = (len(walk.texts), WIDTH)
        self.__array_interface__ = {"shape": shape, "typestr": "=f4", "data": (address, True), "version": 3}


def measure(walk: Walk, title: str = "") -> Measured:
    """All columns of a page that has blocks."""
    count, likenesses = len(walk.texts), _likenesses(walk.texts, title)
    matrix = library().page_measure(walk.handle, likenesses.ctypes.data)
    if not matrix:
        raise MemoryError("a page's columns")
    words = np.empty(count)
    library().page_words(walk.handle, words.ctypes.data)
    return Measured(walk, np.asarray(_Rows(walk, matrix)), words)


def means(htmls: Iterable[str]) -> list[float]:
    """The mean of each column over some pages. Parameters made where these were others do not fit."""
    rows = [measure(Walk(parsed(html).html or "")).matrix for html in htmls]
    return [round(float(mean), 4) for mean in np.vstack(rows).mean(0, np.float64)]


def _likenesses(texts: Sequence[str], title: str) -> Floats:
    """How much of the title a short text is, or of the text the title."""
    folded = title.casefold()
    found = np.zeros(len(texts))
    short = (text if len(text) <= _LONGEST_HEADING else "" for text in texts)
    for number, text in enumerate("\n".join(short).casefold().split("\n") if folded else ()):
        if text and (text in folded or folded in text):
            found[number] = min(len(text), len(folded)) / max(len(text), len(folded))
    return found
