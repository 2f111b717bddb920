"""The words of a sentence, in parts: where something stands between two words, they are no neighbours.

`polytrawl.relevance.words` leaves out numbers, signs and words of one letter. For how often a word is there that does
not matter, but "salute e sicurezza" must not become the sequence "salute sicurezza".
"""

from __future__ import annotations

import re

from polytrawl.relevance.words import words

__all__ = ["parts"]

# Not the hyphen and the apostrophe within words, and not the letter before an apostrophe: "prise d'eau" stays together,
# as "prise eau". Letters are named by what they are not, since vowels of South Asian scripts are no letters to `\w`.
_SIGNS = (
    "!-&(-,./:-@\\[-`{-~\u00a1-\u00a9\u00ab\u00ae-\u00b4\u00b6-\u00b9\u00bb-\u00bf"
    "\u2013-\u2018\u201a-\u205e\u3000-\u303f\uff01-\uff0f\uff1a-\uff1f"
)
_LETTER = r"(?<![\w'\u2019\u0300-\u0dff])[^\W\d_](?![\w'\u2019\u0300-\u0dff])"
_BREAK = re.compile(rf"[{_SIGNS}]|\d|(?<!\S)-|-(?!\S)|{_LETTER}")


def parts(sentence: str) -> list[list[str]]:
    """The words of a sentence; those of one part stand next to each other.

    >>> parts("Salute e sicurezza: 2 norme d'uso, well-known (in part)")
    [['salute'], ['sicurezza'], ['norme', 'uso'], ['well', 'known'], ['in', 'part']]
    """
    # Folded first: a single ß is a word of two letters.
    return [found for part in _BREAK.split(sentence.casefold()) if part and (found := words(part))]
