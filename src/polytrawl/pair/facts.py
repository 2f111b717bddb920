"""What is known of a page before it is compared with others: depth, file extension, numbers of words and paragraphs."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import urlsplit

from polytrawl.records import Document, Lang

__all__ = ["Facts", "depth_of", "extension_of", "facts_of", "ratio"]

_HAN_OR_KANA = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")  # written without spaces: each counts as a word


class Facts(NamedTuple):
    """A page as the pre-filters see it."""

    id: str
    page: str
    language: Lang
    depth: int
    extension: str
    words: int
    paragraphs: int
    chars: int


def facts_of(document: Document) -> Facts:
    """The facts about a document; its main text counts."""
    text = document.text
    return Facts(
        document.id,
        document.page,
        document.language or "und",
        depth_of(document.url),
        extension_of(document.url),
        len(_HAN_OR_KANA.sub(" x ", text).split()),
        len(document.main),
        len(text),
    )


def ratio(one: float, other: float) -> float:
    """The smaller of two sizes over the larger one; 1 for two that are nothing."""
    return min(one, other) / max(one, other) if max(one, other) else 1.0


def depth_of(url: str) -> int:
    """How many folders deep a page lies, as ILSP-FC counts.

    >>> depth_of("http://domain.org/d1/d2/d3/page.html"), depth_of("http://domain.org/")
    (4, 0)
    """
    return sum(1 for part in _path(url).split("/") if part)


def extension_of(url: str) -> str:
    """The file extension in a URL, lower case; empty without one.

    >>> extension_of("http://a.test/x.de.HTML?id=3"), extension_of("http://a.test/x/")
    ('html', '')
    """
    name = _path(url).rpartition("/")[2]
    return name.rpartition(".")[2].lower() if "." in name else ""


def _path(url: str) -> str:
    try:
        return urlsplit(url).path
    except ValueError:  # a host that is none, such as [::
        return url.partition("//")[2].partition("/")[2]
