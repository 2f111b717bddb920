"""From bytes to text, in the order of the WHATWG standard: BOM, HTTP header, `<meta>`, detection.

Three things are added to the standard. Where the bytes do not fit what is declared, valid UTF-8 and then detection are
tried before broken bytes are replaced. A claim that cannot be right is not believed: latin-1 for text that is valid
UTF-8, or that has hardly an ASCII letter. And in a page put together from several encodings each line has its own.
"""

from __future__ import annotations

import codecs
import re

from polytrawl.clean.detect import WESTERN, WIDER, detected_encoding
from polytrawl.mojibake import is_suspect, repaired

_UTF8 = "utf-8"
_BOMS = ((codecs.BOM_UTF8, _UTF8), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_HTTP_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([^\s\"';,]+)", re.IGNORECASE)
_META_CHARSET = re.compile(rb"<meta[^>]{0,400}?charset\s*=\s*[\"']?\s*([\w:.+-]{1,40})", re.IGNORECASE)
_XML_CHARSET = re.compile(rb"^\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w:.+-]{1,40})", re.IGNORECASE)
_META_BYTES = 4096  # the standard says 1024; heads with long scripts before the charset are common
_MORE_LABELS = {"x-mac-cyrillic": "mac-cyrillic", "hz-gb-2312": "hz", "iso-2022-kr": "iso2022_kr"}

_CONTROLS = bytes((*range(0x09), *range(0x0E, 0x20)))
_ASCII = bytes(range(0x80))
_LETTERS = bytes((*range(0x41, 0x5B), *range(0x61, 0x7B)))
_NO_TEXT = re.compile(rb"<(?:script|style)\b[^<]*+(?:<(?!/s)[^<]*+)*+|<[^<>]*+>", re.IGNORECASE)
_SAMPLE = 65536
_MAX_BROKEN = 0.1  # guess: text in a wrong charset is readable in part, a binary file is a third control characters
_MIN_UTF8 = 5  # characters; a French "é »" alone is valid UTF-8 by chance, so many are not
_MAX_ACCENTED = 0.3  # of the letters; guess, tried on one Icelandic sentence and on one each in 12 other charsets
_MAX_LINES = 20_000  # of a page in which each may have its own encoding; guess
_FEW = 20  # one broken byte in so many non-ASCII characters does not make a claim wrong


def decode(content: bytes, content_type: str = "", fallback: str = "", *, repair: bool = False) -> str | None:
    """The text of a page, or None where the bytes are no text.

    The fallback is the encoding of pages that name none and are not UTF-8; without it, that is detected.
    With `repair`, what was decoded wrongly before it was put into the page is put right.
    """
    text, encoding = _decoded(content, content_type, fallback)
    if _is_broken(text[:_SAMPLE]):
        return None
    is_broken = repair and (is_suspect(content) if encoding == _UTF8 else encoding == WESTERN)
    return repaired(text) if is_broken else text


def _is_broken(sample: str) -> bool:
    data = sample.encode("utf-8", "replace")  # tried on 600 pages: five times as fast as a regular expression
    controls = len(data) - len(data.translate(None, _CONTROLS))
    return controls + sample.count("\ufffd") > _MAX_BROKEN * len(sample)


def _decoded(content: bytes, content_type: str, fallback: str) -> tuple[str, str]:
    """The text, and the encoding in which it was found."""
    for bom, encoding in _BOMS:
        if content.startswith(bom):
            return content[len(bom) :].decode(encoding, "replace"), encoding
    declared = _declared(content, content_type) or _undeclared(content)
    claims = (declared, _UTF8) if declared and _is_credible(content, declared) else (_UTF8,)
    for encoding in claims:
        text = _strictly(content, encoding)
        if text is not None:
            return text, encoding
    if fallback and not declared:
        encoding = _python_name(fallback) or fallback
        return content.decode(encoding, "replace"), encoding
    return _guessed(content, declared)


def _declared(content: bytes, content_type: str) -> str | None:
    """The encoding that the HTTP header or the page itself names, as Python calls it."""
    http = _HTTP_CHARSET.search(content_type)
    head = content[:_META_BYTES]
    meta = _META_CHARSET.search(head) or _XML_CHARSET.search(head)
    names = (http[1] if http else "", meta[1].decode("ascii", "replace") if meta else "")
    found = next((encoding for encoding in map(_python_name, names) if encoding), None)
    if not http and found in ("utf-16-le", "utf-16-be"):
        return _UTF8  # as the standard says: who can read the tag as ASCII is not reading UTF-16
    return found


def _undeclared(content: bytes) -> str | None:
    """Encodings whose bytes could be taken for UTF-8: UTF-16, and the Japanese one that switches by escapes."""
    if b"\x1b$" in content and content.isascii():
        return "iso2022_jp"
    for start, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        half, other = content[start:200:2], content[1 - start : 200 : 2]
        if len(half) > _FEW and 2 * half.count(0) > len(half) and not other.count(0):
            return encoding
    return None


def _python_name(label: str) -> str | None:
    """What a web page means by this label: latin1, for instance, is windows-1252 to all browsers."""
    from resiliparse.parse.encoding import map_encoding_to_html5  # noqa: PLC0415 - slow to import

    label = label.strip().lower()
    if label in _MORE_LABELS:
        return _MORE_LABELS[label]
    encoding = map_encoding_to_html5(label) if label else None
    # Labels it does not know come back as UTF-8; they are better left to detection.
    if not encoding or (encoding == _UTF8 and "utf" not in label):
        return None
    return WIDER.get(str(encoding), str(encoding))


def _is_credible(content: bytes, declared: str) -> bool:
    """Whether a claim can be right. Latin-1 is what servers claim that know nothing of the page."""
    if declared.startswith(("utf", "iso2022", "hz")) or content.isascii():
        return True
    as_utf8 = _strictly(content, _UTF8)
    if as_utf8 is not None and len(as_utf8.encode("ascii", "ignore")) + _MIN_UTF8 <= len(as_utf8):
        return False
    return declared != WESTERN or _is_latin_script(content)


def _is_latin_script(content: bytes) -> bool:
    text = _NO_TEXT.sub(b" ", content[:_SAMPLE])
    letters, accented = len(text) - len(text.translate(None, _LETTERS)), len(text.translate(None, _ASCII))
    return accented <= _MAX_ACCENTED * (letters + accented)


def _strictly(content: bytes, encoding: str) -> str | None:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as err:
        # A page that was cut off may end within a character.
        is_cut = encoding == _UTF8 and err.reason == "unexpected end of data" and not content[: err.start].isascii()
        return content[: err.start].decode() if is_cut else None
    except LookupError:
        return None


def _guessed(content: bytes, declared: str | None) -> tuple[str, str]:
    """What remains when the bytes fit no claim."""
    if declared in (None, _UTF8, WESTERN):
        mixed = _by_lines(content)
        if mixed is not None:
            return mixed, _UTF8
    elif declared and _is_almost(text := content.decode(declared, "replace")):
        return text, declared
    detected = detected_encoding(content)
    text_or_none = _strictly(content, detected)
    if text_or_none is not None:
        return text_or_none, detected
    encoding = declared or WESTERN
    return content.decode(encoding, "replace"), encoding


def _is_almost(text: str) -> bool:
    return text.count("\ufffd") * _FEW <= sum(not char.isascii() for char in text[:_SAMPLE])


def _by_lines(content: bytes) -> str | None:
    """A page in UTF-8 with lines in another encoding, or with broken bytes; None where no line is in UTF-8."""
    lines = content.split(b"\n", _MAX_LINES)
    texts = [_strictly(line, _UTF8) for line in lines]
    broken = b"\n".join(line for line, text in zip(lines, texts, strict=True) if text is None)
    if _is_almost(broken.decode(_UTF8, "replace")):
        encoding = _UTF8
    elif all(text is None or text.isascii() for text in texts):
        return None
    else:
        encoding = detected_encoding(broken)
    pairs = zip(lines, texts, strict=True)
    return "\n".join(line.decode(encoding, "replace") if text is None else text for line, text in pairs)
