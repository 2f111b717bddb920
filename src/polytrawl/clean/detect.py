"""The encoding of bytes that name none, or a wrong one: what the detector says, put right where it is known to err."""

from __future__ import annotations

import codecs
import re

WESTERN = "cp1252"
# What browsers read under these names holds more characters than Python's encodings of the same name.
WIDER = {"gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949", "big5": "big5hkscs", "iso8859-11": "cp874"}
WIDER["koi8-r"] = "koi8-u"  # the same but for box-drawing characters, in whose place stand Ukrainian letters

# What the detector takes for these is written in the other on the web; their letters are the same.
_ON_THE_WEB = {"iso8859-16": "cp1250", "iso8859-13": "cp1257"}

_UNKNOWN = ("utf-8", "ascii", WESTERN)
_WINDOWS_LETTERS = re.compile(rb"[\x80-\x9f]")
# Beside a letter: ą ś ź in ISO 8859-2, signs in windows-1250; then š ž, which may be ą ľ there.
_POLISH_ISO = re.compile(rb"[a-z\xb3\xbf-\xff][\xb1\xb6\xbc]|[\xa6\xac\xb6\xbc][a-z]", re.IGNORECASE)
_CZECH_ISO = re.compile(rb"[a-z\xc0-\xff][\xb9\xbe]", re.IGNORECASE)
_POLISH_LETTERS = re.compile(rb"[\xb3\xbf\xea]")  # ł ż ę in both
_HANGUL = re.compile("[\uac00-\ud7a3]")
_MIN_HANGUL = 0.7  # of the non-ASCII characters; guess


def detected_encoding(content: bytes) -> str:
    """The encoding of these bytes, as Python calls it; windows-1252 where nothing can be said."""
    from resiliparse.parse.encoding import detect_encoding  # noqa: PLC0415 - slow to import

    found = str(detect_encoding(content))
    if found in _UNKNOWN:
        return "cp949" if _is_korean(content) else WESTERN
    if found == "cp1250" and _is_iso(content):
        return "iso8859-2"
    found = _ON_THE_WEB.get(found) or WIDER.get(found, found)
    try:
        return codecs.lookup(found).name
    except LookupError:
        return WESTERN


def _is_korean(content: bytes) -> bool:
    try:
        text = content.decode("cp949")
    except UnicodeDecodeError:
        return False
    others = sum(not char.isascii() for char in text)
    return len(_HANGUL.findall(text)) > _MIN_HANGUL * others


def _is_iso(content: bytes) -> bool:
    """Whether text in a language of central Europe has the bytes that only ISO 8859-2 uses for letters."""
    if _WINDOWS_LETTERS.search(content):
        return False
    is_czech = _CZECH_ISO.search(content) and not _POLISH_LETTERS.search(content)
    return bool(_POLISH_ISO.search(content) or is_czech)
