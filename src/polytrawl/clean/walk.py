"""One walk over a page: the blocks of text in page order, with what their surroundings say about them.

A block is a paragraph, list item, heading, table cell, caption or a piece of running text between two block tags or
two `<br>`. `scan` notes places; here texts are cut out, each at once, and the elements around them are looked at: only
those that hold text, and equal ones once.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from selectolax.lexbor import LexborHTMLParser

from polytrawl.clean.characters import composed, without_invisible
from polytrawl.clean.scan import Element, plain, scan
from polytrawl.clean.zone import Zone

_ATTRIBUTE = re.compile(r'\s(href|rel|hreflang|src|title|alt)="([^"]*)"')
_FLAG = re.compile(r"(?i)(?<![a-z])(?:flags?|lang|languages?)(?![a-z])|(?:^|/)[a-z]{2}\.\w+$")
_MIN_POSTS = 2  # one alone is the article of a page that calls its articles posts


class Block(msgspec.Struct, gc=False):
    """One block of text and where it stands."""

    text: str
    zone: Zone
    element: int = 0  # number of the block element it stands in
    link_chars: int = 0


class Anchor(NamedTuple):
    """A link as found: its attributes, and from where to where its text goes in the raw text of the page."""

    href: str
    rel: str
    hreflang: str
    start: int
    end: int
    label: str = ""  # stands for the text where there is none: the title of a frame, the alt of an image


class Walk(NamedTuple):
    """All that a walk found."""

    text: str  # raw, all of the page
    blocks: list[Block]
    elements: list[Element]  # the first one stands for the whole page
    ends: list[int]  # of each element the number of the first block behind it
    anchors: list[Anchor]
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
    blocks = [Block(_clean(found.text[start:end]), zones.of(element), element) for start, end, element in found.blocks]
    anchors = list(_anchors(found.links))
    _count_link_chars(blocks, anchors, found.text, found.blocks)
    return Walk(found.text, blocks, found.elements, found.ends, anchors, zones.posts, zones.above)


def _clean(raw: str) -> str:
    """Text with single plain spaces, in NFC, without characters that mean nothing."""
    text = " ".join(raw.split())
    if text.isascii() and text.isprintable():
        return text
    return composed(" ".join(without_invisible(text).split()))


class _Zones:
    """The zones of elements that hold text."""

    def __init__(self, elements: list[Element]) -> None:
        self._elements = elements
        self._zones: dict[int, Zone] = {0: Zone()}
        self._known: dict[tuple[int, str, str], Zone] = {}
        self._paths: dict[tuple[int, str], int] = {}
        self.posts: Counter[int] = Counter()
        self.above: dict[int, int] = {}

    def of(self, number: int) -> Zone:
        """The zone inside an element."""
        if number not in self._zones:
            unknown = [number]
            while (number := self._elements[number].above) not in self._zones:
                unknown.append(number)
            for one in reversed(unknown):
                self._zones[one] = self._enter(self._elements[one])
            number = unknown[0]
        return self._zones[number]

    def _enter(self, element: Element) -> Zone:
        outer = self._zones[element.above]
        key = (id(outer), element.tag, element.attributes)  # all zones stay alive, so an id names one of them only
        zone = self._known.get(key)
        if zone is None:
            path = self._paths.setdefault((outer.path, element.tag), len(self._paths) + 1)
            zone = self._known[key] = outer.enter(element.tag, element.attributes, path)
        if zone.post == zone.path:
            self.posts[zone.path] += 1
            self.above[zone.path] = outer.post
        return zone


def _anchors(links: list[tuple[str, int, int, str]]) -> Iterator[Anchor]:
    for written, start, end, picture in links:
        found = _attributes(written)
        href = found.get("href") or found.get("src")
        if href:
            label = found.get("title") or found.get("alt") or (_picture(_attributes(picture)) if picture else "")
            yield Anchor(href, found.get("rel", "").lower(), found.get("hreflang", "").lower(), start, end, label)


def _picture(found: dict[str, str]) -> str:
    """What stands for a picture: its alt text, or the file name of a flag, which names a language."""
    source = found.get("src", "").partition("?")[0]
    return found.get("alt") or (source.rpartition("/")[2] if _FLAG.search(source) else "")


def _attributes(written: str) -> dict[str, str]:
    return {name: plain(value) if "&" in value else value for name, value in _ATTRIBUTE.findall(written)}


def _count_link_chars(
    blocks: list[Block], anchors: list[Anchor], text: str, places: list[tuple[int, int, int]]
) -> None:
    """Tell each block how much of its text is that of links, which may go over several blocks."""
    starts = [start for start, _, _ in places]
    for anchor in anchors:
        number = max(bisect_right(starts, anchor.start) - 1, 0)
        while number < len(blocks) and starts[number] < anchor.end:
            start, end, _ = places[number]
            part = text[max(anchor.start, start) : min(anchor.end, end)]
            block = blocks[number]
            block.link_chars = min(len(block.text), block.link_chars + len(" ".join(part.split())))
            number += 1
