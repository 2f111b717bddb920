"""What dictionaries write around words: markup, pronunciations, grammar, asides, several translations on one line."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

__all__ = ["LISTED", "OFFERED", "WHOLE", "Dropped", "parts", "plain"]

Dropped = Counter[str]  # how many translations were left out, by reason

LISTED = re.compile(r"\s*[,;/]\s*|\s*\b\d+\.\s+|\s*\b\d+\.$")  # in articles: casa, dimora 2. ditta
OFFERED = re.compile(r"\s*;\s*")  # in tables, where a comma may be part of a name
WHOLE = re.compile(r"(?!)")  # one word, never several
# What opens a bracket never stands inside it: else each of many that stay open would be followed to the end.
_LINE_BREAK = re.compile(r"<(?:br|/?li|/?p|/?div|/?dd)\b[^<>]*>", re.IGNORECASE)
_COMMENT = re.compile(r"<!--.*?(?:-->|$)", re.DOTALL)
_WIKI_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]")
_PRONOUNCED = re.compile(r"(?<!\S)/[^/]+/(?=[\s,;]|$)")
_ASIDE = re.compile(r"<[^<>]*>|\[[^\[\]]*\]|\([^()]*\)|\{[^{}]*\}")
_NESTED = 3  # asides in asides that are taken out
_LEFT_OVER = re.compile(r"[<>{}\[\]()|=\\^_~#]")
_AROUND = " \t\r\n\"'\u201c\u201d\u201e\u00ab\u00bb,;:*\u00b7\u2026\u200b\ufeff"
_SIGNS = str.maketrans({"\u2010": "-", "\u2011": "-", "\u2019": "'", "\u02bc": "'", "\u00ad": None, "\u00a0": " "})


def parts(text: str, cut: re.Pattern[str], dropped: Dropped, *, most_words: int) -> Iterator[str]:
    """The translations in a text, each without what stands around it; what is none is counted with its reason.

    >>> list(parts("1. abaco 2. pallottoliere, conto (antico)", LISTED, Counter(), most_words=3))
    ['abaco', 'pallottoliere', 'conto']
    >>> list(parts("<b>casa</b><br>dimora &amp; <i>co</i> [lit.]", OFFERED, Counter(), most_words=3))
    ['casa', 'dimora & co']
    """
    found = [word for part in cut.split(plain(text)) if (word := part.strip(_AROUND))]
    for word in found or [""]:
        reason = _against(word, most_words)
        if reason:
            dropped[reason] += 1
        else:
            yield word


def plain(text: str) -> str:
    """A text without markup, pronunciations and asides, in one form of its signs.

    >>> plain("Sauberkeit /zˈaʊbɜkˌaɪt/ <n, fem> [techn.]"), plain("chou\u2010fleur&nbsp;vert")
    ('Sauberkeit', 'chou-fleur vert')
    """
    if "&" in text:
        text = html.unescape(text)
    if "<" in text:
        text = _LINE_BREAK.sub("; ", _COMMENT.sub(" ", text))
    if "[[" in text:
        text = _WIKI_LINK.sub(r"\1", text)
    for _ in range(_NESTED):
        text, number = _ASIDE.subn(" ", text)
        if not number:
            break
    if "/" in text:
        text = _PRONOUNCED.sub(" ", text)
    if not text.isascii():
        text = unicodedata.normalize("NFC", text.translate(_SIGNS))
    return " ".join(text.split())


def _against(word: str, most_words: int) -> str:
    if not word:
        return "empty"
    if _LEFT_OVER.search(word):
        return "markup"
    if not any(map(str.isalpha, word)):
        return "no-letters"
    return "too-long" if len(word.split()) > most_words else ""
