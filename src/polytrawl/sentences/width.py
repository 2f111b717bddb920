"""How long a text is when languages are compared."""

from __future__ import annotations

import re

# Characters that say as much as several letters of an alphabet: Han 3 times, kana, Hangul and Ethiopic twice. Guess.
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_SYLLABLES = re.compile("[\u3040-\u30ff\uac00-\ud7af\u1200-\u137f]")


def width(text: str) -> int:
    """The length of a text in characters, those of denser scripts counted more than once.

    >>> width("sicher"), width("安全")
    (6, 6)
    """
    if text.isascii():
        return len(text)
    return len(text) + 2 * len(_HAN.findall(text)) + len(_SYLLABLES.findall(text))
