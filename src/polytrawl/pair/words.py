"""What two texts in different languages may have in common: numbers, names, code, and words that look alike.

Words count as they are written, and long ones also by their first letters without accents, in Latin letters: that
finds "Installation" and "instalación". Which of them tell anything is left to how rare they are.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache

from polytrawl.records import Document

__all__ = ["shared_tokens", "words_of"]

_TOKEN = re.compile(r"\w+(?:[.:/@+-]\w+)*")  # also 3.14, a/b.txt, me@site, x86-64
_WORD = re.compile(r"[^\W\d_]{3,}")
# Letters of a beginning. Content alone on eight manuals, de-it, en-de and en-it: without F1 .713, of four .729, of five
# .727.
_BEGINNING = 4
_GREEK = "αβγδεζηθικλμνξοπρστυφχψως", "abgdezitiklmnxoprstyfhpos"
_CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ", "abvgdezziiklmnoprstufhccss'y'euaiieg"
_LATIN = str.maketrans(_GREEK[0] + _CYRILLIC[0], _GREEK[1] + _CYRILLIC[1])


def shared_tokens(document: Document) -> Counter[str]:
    """How often the main text has which token, and which beginning of a word, marked by a tilde."""
    found: Counter[str] = Counter()
    for paragraph in document.main:
        for token in _TOKEN.findall(paragraph.text.lower()):
            found[token] += 1
            if len(token) > _BEGINNING and (beginning := _beginning(token)):
                found[beginning] += 1
    return found


@lru_cache(maxsize=1 << 17)
def _beginning(word: str) -> str:
    if not word.isalpha():
        return ""
    letters = "".join(one for one in unicodedata.normalize("NFD", word) if not unicodedata.combining(one))
    return "~" + letters.translate(_LATIN)[:_BEGINNING]


def words_of(text: str) -> frozenset[str]:
    """The words of a text, lower case; those of one or two letters stand everywhere.

    >>> sorted(words_of("Die 3 Mühlen an der Au"))
    ['der', 'die', 'mühlen']
    """
    return frozenset(_WORD.findall(text.lower()))
