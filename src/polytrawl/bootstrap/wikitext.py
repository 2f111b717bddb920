"""Plain text from wikitext: paragraphs without templates, tables, references, pictures and markup.

Templates are dropped, not filled in, so that a text needs nothing but itself. One pass over the brackets, whatever is
left open; a heading closes what the author forgot to close.
"""

from __future__ import annotations

import re
from collections import Counter
from html import unescape

__all__ = ["plain_text"]

_DROPPED = (
    "ref|math|chem|gallery|timeline|score|syntaxhighlight|source|style|graph|mapframe|templatedata|hiero|imagemap"
)
_TOKEN = re.compile(
    rf"<!--|-->|\{{\{{|\}}\}}|\{{\||\|\}}|\[\[|\]\]|\n=|<(?P<open>{_DROPPED})\b[^<>]*>|</(?P<close>{_DROPPED})\s*>",
    re.IGNORECASE,
)
_CLOSES = {"-->": "<!--", "}}": "{{", "|}": "{|"}
_OPENS = frozenset(_CLOSES.values())
_OUTSIDE = re.compile(r"\[(?:https?:)?//[^\s\[\]]{1,2000}(?:\s+([^\[\]\n]{1,1000}))?\]")
# A source or a link to elsewhere; where it stands in a sentence, its words are part of that.
_OUTSIDE_ITEM = re.compile(r"^[*#:;]+[^\n]*\[(?:https?:)?//[^\n]*$", re.MULTILINE)
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]{0,500}>")
_DEEPEST = 8  # links inside links: captions of pictures have one or two; more are left open
_BREAK = re.compile(r"<br\b[^<>\n]{0,50}>", re.IGNORECASE)
_SWITCH = re.compile(r"__[^\W\d_]{3,30}__")
_QUOTES = re.compile("'{2,5}")
_MARKER = re.compile(r"^[*#:;]+\s*", re.MULTILINE)
_HEADING = re.compile(r"^=.*$|^----+", re.MULTILINE)
_RULED = re.compile(r"^[ \t]*[|!].*$", re.MULTILINE)  # rows of a table that was never opened
_NAMESPACE = re.compile(r":?[^\s:|]{1,40}:\S")


def plain_text(wikitext: str) -> str:
    r"""The paragraphs of an article, with blank lines between them.

    >>> plain_text("{{Infobox|a={{b}}}}\nA '''tulip'''<ref>x</ref> is a [[Geophyte|plant]].\n== See ==\n* [[Lily]]")
    'A tulip is a plant.\n\nLily'
    """
    text = _without_blocks(wikitext.replace("\r\n", "\n"))
    text = _OUTSIDE_ITEM.sub("", text)
    text = _OUTSIDE.sub(lambda found: found[1] or "", text)
    text = _BREAK.sub(" ", text)
    for pattern in (_HEADING, _RULED, _SWITCH, _QUOTES, _TAG, _MARKER):
        text = pattern.sub("", text)
    lines = (" ".join(unescape(line).split()) for line in text.split("\n"))
    return "\n\n".join(line for line in lines if line)


class _Reader:
    """Collects what stands outside of dropped blocks, and replaces links by their words."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self._dropping: list[str] = []  # the blocks that are open, by what opened them
        self._open: Counter[str] = Counter()  # how many of each kind these are
        self._links: list[int] = []  # where the links that are open begin

    def add(self, text: str) -> None:
        if text and not self._dropping:
            self.pieces.append(text)

    def token(self, found: re.Match[str]) -> None:
        token = found[0]
        if token.startswith("\n"):
            self._dropping.clear()
            self._open.clear()
            self._links.clear()
            self.add(token)
        elif found["open"]:
            if not token.endswith("/>"):
                self._drop(found["open"].lower())
        elif token in _OPENS:
            self._drop(token)
        elif found["close"] or token in _CLOSES:
            self._close((found["close"] or _CLOSES[token]).lower())
        elif not self._dropping:
            self._link(token)

    def _drop(self, opened: str) -> None:
        self._dropping.append(opened)
        self._open[opened] += 1

    def _close(self, opened: str) -> None:
        """Close a block with all that was left open inside; a closing without an opening means nothing."""
        last = "" if self._open[opened] else opened
        while last != opened:
            last = self._dropping.pop()
            self._open[last] -= 1

    def _link(self, token: str) -> None:
        if token.startswith("["):
            if len(self._links) == _DEEPEST:
                self._links.clear()
            self._links.append(len(self.pieces))
        elif self._links:
            start = self._links.pop()
            inside = "".join(self.pieces[start:])
            del self.pieces[start:]
            self.add(_words_of_link(inside))


def _without_blocks(wikitext: str) -> str:
    reader = _Reader()
    last = 0
    text = "\n" + wikitext
    for found in _TOKEN.finditer(text):
        reader.add(text[last : found.start()])
        reader.token(found)
        last = found.end()
    reader.add(text[last:])
    return "".join(reader.pieces)


def _words_of_link(inside: str) -> str:
    """What a link shows; nothing for pictures, categories and links to other languages.

    >>> _words_of_link("Rose (plant)|rose"), _words_of_link("Datei:R.jpg|mini|Eine Rose"), _words_of_link("Lily")
    ('rose', '', 'Lily')
    """
    target, bar, shown = inside.partition("|")
    if _NAMESPACE.match(target):
        return ""
    return shown.rpartition("|")[2] if bar else target
