"""Texts that differ in case, digits, spaces and punctuation only are the same here."""

from __future__ import annotations

import re
import unicodedata

import xxhash

__all__ = ["folded", "mark"]

_DIGITS = re.compile("0+")


class _Folded(dict[int, str | None]):
    """What stands for each character; found out when it is first met."""

    def __missing__(self, code: int) -> str | None:
        category = unicodedata.category(chr(code))
        folded = "0" if category == "Nd" else chr(code) if category[0] in "LMN" else None
        self[code] = folded
        return folded


_FOLDED = _Folded()


def folded(text: str) -> str:
    """The letters of a text, casefolded; numbers are all the same. A text without letters is left as it is.

    >>> folded("Seite 12, Zeile 3"), folded("1 + 1")
    ('seite0zeile0', '1 + 1')
    """
    plain = _DIGITS.sub("0", text.casefold().translate(_FOLDED))
    return plain if plain.strip("0") else text


def mark(text: str) -> int:
    """A number of 64 bits that is the same for texts that are alike."""
    return xxhash.xxh3_64_intdigest(folded(text).encode("utf-8", "surrogatepass"))
