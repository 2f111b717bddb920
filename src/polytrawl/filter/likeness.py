"""What units have in common that differ in case, digits, spaces and punctuation only.

Of units that are alike the export keeps the best; here nothing is refused.
"""

from __future__ import annotations

import re
import unicodedata

import xxhash

from polytrawl.records import Lang

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


def likeness(languages: tuple[Lang, Lang], texts: tuple[str, str]) -> str:
    """64 bits in hexadecimal digits, the same for units that are alike."""
    parts = "\x1f".join((*languages, *map(folded, texts)))
    return xxhash.xxh3_64_hexdigest(parts.encode("utf-8", "surrogatepass"))
