"""The words of a text as adequacy compares them: casefolded beginnings, so that inflected forms meet.

Scripts that put no spaces between words give single characters.
"""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from polytrawl.characters import UNSPACED

_PREFIX = 6  # letters of a word that count
_BEGINNING = 4  # letters of a beginning in which words of two languages look alike
_TOKEN = re.compile(rf"[{UNSPACED}]|[^\W_](?:[^\W_{UNSPACED}]|[\u0300-\u036f\u0900-\u0dff])*")
_MOST = 120  # words of a side that are compared
_GREEK = "αβγδεζηθικλμνξοπρστυφχψως", "abgdezitiklmnxoprstyfhpos"
_CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ", "abvgdezziiklmnoprstufhccss'y'euaiieg"
_LATIN = str.maketrans(_GREEK[0] + _CYRILLIC[0], _GREEK[1] + _CYRILLIC[1])


class Token(NamedTuple):
    """A word."""

    form: str  # casefolded, its first letters
    beginning: str  # in Latin letters without accents; empty for short words and numbers
    is_name: bool  # it begins with a capital
    number: int  # 32 bits that stand for the form, the same in all processes


@lru_cache(maxsize=1 << 16)
def _token(word: str) -> Token:
    form = word.casefold()
    beginning = ""
    if len(form) >= _BEGINNING and form.isalpha():
        plain = form if form.isascii() else unicodedata.normalize("NFD", form).translate(_LATIN)
        plain = plain if plain.isascii() else "".join(one for one in plain if not unicodedata.combining(one))
        beginning = plain[:_BEGINNING]
    form = form[:_PREFIX]
    return Token(form, beginning, word[0].isupper(), zlib.crc32(form.encode("utf-8", "surrogatepass")))


def tokens_of(text: str) -> Sequence[Token]:
    """The words of a text, up to a bound.

    >>> [token.form for token in tokens_of("Die Installationen in 安全")]
    ['die', 'instal', 'in', '安', '全']
    """
    return [_token(word) for word in _TOKEN.findall(text)[:_MOST]]
