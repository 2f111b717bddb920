"""Characters as they should stand in a corpus: NFC, one kind of space, nothing invisible without a meaning.

It works on text after parsing, not on HTML: entities bring in special characters too, and NFC would join a `>` with a
combining stroke behind it and so destroy a tag.
"""

from __future__ import annotations

import re
import unicodedata

# C0 and C1 controls (the white ones among them become spaces first), soft hyphen, zero-width space, word joiner,
# byte order mark, annotation marks, non-characters, lone surrogates. Joiners and direction marks stay: Persian,
# Indic scripts and Hebrew need them.
_UNWANTED = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u200b\u2060\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff]+"
)


def squeeze(text: str) -> str:
    r"""Text on one line with single plain spaces, in NFC, without unwanted characters.

    >>> squeeze(" zwei\u202fkg\u00a0 Mehl\n Arbeits\u00adschutz ")
    'zwei kg Mehl Arbeitsschutz'
    """
    return unicodedata.normalize("NFC", " ".join(_UNWANTED.sub("", text).split()))


def without_unwanted(text: str) -> str:
    """The text without characters that mean nothing."""
    return _UNWANTED.sub("", text)
