"""The outline of a page: its tags and the lengths of its texts, in page order, as Bitextor compares pages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from polytrawl.clean.parse import parsed

__all__ = ["outline"]

_PIECE = re.compile(r"</?([a-z][a-z0-9-]*)[^>]*>|([^<]+)")
_HEAD = re.compile(r"<head\b.*?</head>", re.DOTALL)


def outline(html: str) -> str:
    """The names of tags, opening and closing ones alike, and between them the lengths of texts in characters.

    >>> outline('<div><h1> A  title </h1>Some text.<br><img src="x"></div>')
    'html body div h1 7 h1 10 br img div body html'
    """
    return " ".join(_pieces(_HEAD.sub("", parsed(html).html or "")))


def _pieces(html: str) -> Iterator[str]:
    for tag, text in _PIECE.findall(html):
        if tag:
            yield tag
        elif words := text.split():
            yield str(len(" ".join(words)))
