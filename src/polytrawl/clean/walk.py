"""One walk over a page: the blocks of text in page order, with what their surroundings say about them.

A block is a paragraph, list item, heading, table cell, caption or a piece of running text between two block tags or
two `<br>`. `scan` notes places; here texts are cut out, each at once, and the elements around them are looked at: only
those that hold text, and equal ones once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from selectolax.lexbor import LexborHTMLParser

from polytrawl.characters import composed, without_invisible
from polytrawl.clean.scan import Elements, Place, scan
from polytrawl.clean.zone import Zone

_MIN_POSTS = 2  # one alone is the article of a page that calls its articles posts


class Block(msgspec.Struct, gc=False):
    """One block of text and where it stands."""

    text: str
    zone: Zone
    element: int = 0  # number of the block element it stands in
    link_chars: int = 0


class Walk(NamedTuple):
    """All that a walk found."""

    text: str  # raw, all of the page
    blocks: list[Block]
    elements: Elements
    links: list[Place]
    # How often an element that may hold a post has which path, and the path of the next such element above it.
    posts: Counter[int]
    above: dict[int, int]

    def is_post(self, zone: Zone) -> bool:
        """Whether the zone is in a post: a page has several of them in the same place of its structure."""
        path = zone.post
        while path and self.posts[path] < _MIN_POSTS:
            path = self.above[path]
        return bool(path)


def walk(tree: LexborHTMLParser) -> Walk:
    """The blocks and links of a page."""
    found = scan(tree.html or "")
    zones = _Zones(found.elements)
    text = found.text
    blocks = [Block(_clean(text[start:end]), zones.of(element), element) for start, end, element in found.blocks]
    _count_link_chars(blocks, found.links, text, found.blocks)
    return Walk(text, blocks, found.elements, found.links, zones.posts, zones.above)


def _clean(raw: str) -> str:
    """Text with single plain spaces, in NFC, without characters that mean nothing."""
    text = " ".join(raw.split())
    if text.isascii() and text.isprintable():
        return text
    return composed(" ".join(without_invisible(text).split()))


class _Zones:
    """The zones of elements that hold text."""

    def __init__(self, elements: Elements) -> None:
        self._elements = elements
        self._zones: dict[int, Zone] = {0: Zone()}
        self._known: dict[tuple[int, str, str], Zone] = {}
        self._paths: dict[tuple[int, str], int] = {}
        self.posts: Counter[int] = Counter()
        self.above: dict[int, int] = {}

    def of(self, number: int) -> Zone:
        """The zone inside an element."""
        zone = self._zones.get(number)
        if zone is None:
            above, zones = self._elements.above, self._zones
            unknown = [number]
            while (number := above[number]) not in zones:
                unknown.append(number)
            zone = zones[number]
            for one in reversed(unknown):
                zones[one] = zone = self._enter(one, zone)
        return zone

    def _enter(self, number: int, outer: Zone) -> Zone:
        tag, written = self._elements.tags[number], self._elements.written[number]
        key = (id(outer), tag, written)  # all zones stay alive, so an id names one of them only
        zone = self._known.get(key)
        if zone is None:
            path = self._paths.setdefault((outer.path, tag), len(self._paths) + 1)
            zone = self._known[key] = outer.enter(tag, written, path)
        if zone.post == zone.path:
            self.posts[zone.path] += 1
            self.above[zone.path] = outer.post
        return zone


def _count_link_chars(
    blocks: Sequence[Block], links: Sequence[Place], text: str, places: Sequence[tuple[int, int, int]]
) -> None:
    """Tell each block how much of its text is that of links, which may go over several blocks. Both are in order."""
    first, last = 0, len(blocks)
    for _, begin, stop, _ in links:
        while first < last and places[first][1] <= begin:
            first += 1
        number = first
        while number < last and places[number][0] < stop:
            start, end, _ = places[number]
            part = text[max(begin, start) : min(stop, end)]
            block = blocks[number]
            block.link_chars = min(len(block.text), block.link_chars + len(" ".join(part.split())))
            number += 1
