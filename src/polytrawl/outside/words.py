"""The words of a sentence in any language."""

from __future__ import annotations

import re

from polytrawl.characters import UNSPACED

__all__ = ["words_of"]

_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")
# Scripts without spaces between words: two characters in a row stand for a word.
_DENSE = re.compile(f"[{UNSPACED}]")


def words_of(text: str) -> list[str]:
    """The words of a sentence.

    >>> words_of("*Danius dijo: 3,5 km; 安全帽")
    ['danius', 'dijo', '3,5', 'km', '安全', '全帽']
    """
    words: list[str] = []
    for word in _WORD.findall(text.casefold()):
        if len(word) > 1 and _DENSE.search(word):
            words += [word[at : at + 2] for at in range(len(word) - 1)]
        else:
            words.append(word)
    return words
