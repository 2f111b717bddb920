"""The main content as Markdown (CommonMark)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from polytrawl.characters import one_line
from polytrawl.records import Document, Paragraph

# What Markdown would read as markup wherever it stands, and what it would at the start of a line.
_INLINE = re.compile(r"([\\`*_\[\]<>|~])|&(?=#?\w+;)")
_LINE_START = re.compile(r"^(\s*)([#+=-]|\d{1,9}(?=[.)](?:\s|$)))", re.MULTILINE)
_FENCES = re.compile("`{3,}")


def render(document: Document) -> str:
    """Titles and headings with number signs, list items with hyphens, code in fences."""
    main = document.main
    parts = [_block(paragraph) for paragraph in main]
    # Items of one list stand close together, everything else apart.
    between = [_between(*two) for two in pairwise(main)]
    return "".join(_woven(parts, between)).rstrip() + "\n"


def _between(one: Paragraph, other: Paragraph) -> str:
    return "\n" if one.kind == other.kind == "listitem" else "\n\n"


def _woven(parts: list[str], between: list[str]) -> Iterator[str]:
    for part, gap in zip(parts, [*between, ""], strict=False):
        yield part
        yield gap


def _block(paragraph: Paragraph) -> str:
    text = paragraph.text
    match paragraph.kind:
        case "title":
            return f"# {_one_line(text)}"
        case "heading":  # which level it had is not known
            return f"## {_one_line(text)}"
        case "listitem":
            return "- " + _escaped(text).replace("\n", "\n  ")
        case "quote":
            return "> " + _escaped(text).replace("\n", "\n> ")
        case "pre":
            return _fenced(text)
    return _escaped(text)


def _one_line(text: str) -> str:
    return _escaped(one_line(text))


def _escaped(text: str) -> str:
    r"""The text, so that Markdown shows it as it is.

    >>> print(_escaped("1. a *b*"))
    1\. a \*b\*
    """
    text = _INLINE.sub(lambda found: f"\\{found[0]}", text)
    return _LINE_START.sub(_escaped_start, text)


def _escaped_start(found: re.Match[str]) -> str:
    # A backslash has no meaning before a digit: it goes before the point that makes a list of the number.
    return f"{found[0]}\\" if found[2].isdigit() else f"{found[1]}\\{found[2]}"


def _fenced(text: str) -> str:
    longest = max((len(fence) for fence in _FENCES.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}\n{text}\n{fence}"
