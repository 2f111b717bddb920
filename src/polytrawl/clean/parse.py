"""From the text of a page to the tree of a parser. What nobody reads, half of the usual page, is left out before.

That is scripts, styles, drawings, comments, attributes for layout and scripts, and indentation. Pages that would take
the parser too long are thinned out as well. `thin.c` does both.
"""

from __future__ import annotations

import ctypes
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser

from polytrawl.clean import native
from polytrawl.clean.tables import tables

# So many tiny paragraphs take up to 1.5 s on a busy machine. Real pages have less than 30 000 start tags.
MAX_STARTS = 75_000


class Thinned(NamedTuple):
    """A page without what never becomes text, in UTF-8."""

    html: bytes
    starts: int  # how many start tags it has


def thinned(html: str) -> Thinned:
    """What is given to the parser."""
    page, starts = native.utf8(html), ctypes.c_int64()
    out = ctypes.create_string_buffer(page.size)
    size = native.library().page_thin(tables(), page.address, page.size, out, ctypes.byref(starts))
    if size < 0:
        raise MemoryError("a page and its tags")
    return Thinned(ctypes.string_at(out, size), starts.value)


def parsed(html: str) -> LexborHTMLParser:
    """The tree of a page."""
    return LexborHTMLParser(thinned(html).html)


def too_many_starts(html: str) -> int:
    """How many start tags are given to the parser, if they are too many; else zero."""
    starts = thinned(html).starts if html.count("<") > MAX_STARTS else 0
    return starts if starts > MAX_STARTS else 0
