"""One walk over a page: the blocks of text in page order, its links, and what it says about itself.

A block is a paragraph, list item, heading, table cell, caption or a piece of running text between two block tags or
two `<br>`. The compiled part reads the page as the parser writes it out again. Strings come from there in one piece;
those with characters that may mean nothing, or are not in NFC, are tidied here.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np
from selectolax.lexbor import LexborHTMLParser

from polytrawl.characters import ESCAPED_TWICE, composed, escaped_once, without_invisible
from polytrawl.clean import native
from polytrawl.clean.tables import ELEMENTS, KINDS, tables

_TEXT = re.compile(">([^<>]*)<")
_BLOCK, _FACT, _INT = np.dtype(native.Block), np.dtype(native.Fact), np.dtype(np.int32)
_LINK_STRINGS = 7


class Fact(NamedTuple):
    """An element that tells something about the page."""

    tag: str
    is_in_head: bool
    text: str
    attributes: dict[str, str]


class Element(NamedTuple):
    """A block element."""

    above: int  # number of the element around it
    tag: str
    first: int  # its first block
    end: int  # the first block behind it
    names: frozenset[str]  # the words in its class and id


class Walk:
    """All that a walk found. What a list holds is that of each block."""

    def __init__(self, html: str) -> None:
        self._library, self._view = native.library(), native.View()
        self.handle, self.html = 0, native.utf8("")  # the latter as it was read
        self._read(html)
        if self._view.is_escaped_twice:
            self._read(_reread(html))
        self._strings = self._read_strings()
        self._facts_at = self._view.blocks_count + _LINK_STRINGS * self._view.links_count
        blocks = native.numbers(self._view.blocks, _BLOCK, self._view.blocks_count)
        self.texts = self._strings[: len(blocks)]
        self.kinds = [KINDS[number] for number in blocks["kind"].tolist()]
        self.element_of: list[int] = blocks["element"].tolist()
        self.levels: list[int] = blocks["level"].tolist()
        self.is_noise, self.is_hidden, self.is_post = (
            blocks[name].astype(bool).tolist() for name in ("is_noise", "is_hidden", "is_post")
        )
        self.link_chars: list[int] = blocks["link_characters"].tolist()

    def __del__(self) -> None:
        if self.handle:
            self._library.page_free(self.handle)

    def _read(self, html: str) -> None:
        if self.handle:
            self._library.page_free(self.handle)
        self.html = native.utf8(html.replace("\0", " "))  # a zero ends a string
        self.handle = self._library.page_read(tables(), self.html.address, self.html.size)
        if not self.handle:
            raise MemoryError("a page")
        self._library.page_view(self.handle, self._view)

    def _read_strings(self) -> list[str]:
        view = self._view
        strings = native.strings(view.strings, view.string_bytes)
        for number in native.numbers(view.care, _INT, view.care_count).tolist():
            strings[number] = text = composed(" ".join(without_invisible(strings[number]).split()))
            if number < view.blocks_count:
                self._replace(number, text)
        return strings

    def _replace(self, block: int, text: str) -> None:
        content = text.encode("utf-8", "replace")
        if not self._library.page_replace(self.handle, block, content, len(content), len(text)):
            raise MemoryError("a block of a page")

    @property
    def seen(self) -> list[str]:
        """The texts, empty where they are hidden: threads are read without those."""
        return ["" if is_hidden else text for text, is_hidden in zip(self.texts, self.is_hidden, strict=True)]

    @property
    def links(self) -> Iterator[tuple[str, ...]]:
        """The links in page order.

        Of each its address, anchor, the words before and behind it, rel, hreflang, what stands for the anchor where
        there is none, and the address of a picture in it where there is not that, either.
        """
        first = len(self.texts)
        columns = (self._strings[at : self._facts_at : _LINK_STRINGS] for at in range(first, first + _LINK_STRINGS))
        return zip(*columns, strict=True)

    @property
    def facts(self) -> Iterator[Fact]:
        """What the page says about itself, in page order."""
        strings = self._strings
        for kind, is_in_head, first, count in native.numbers(self._view.facts, _FACT, self._view.facts_count).tolist():
            names, end = first + 1, first + 1 + 2 * count
            attributes = dict(zip(strings[names:end:2], strings[names + 1 : end : 2], strict=True))
            yield Fact(ELEMENTS[kind], bool(is_in_head), strings[first], attributes)

    @property
    def elements(self) -> list[Element]:
        """The block elements, that of the whole page first."""
        found = (native.Element * self._view.elements_count)()
        self._library.page_elements(self.handle, found)
        own = native.numbers(self._library.page_own_words(self.handle), _INT, max(one.words_end for one in found))
        words = [self._words[number] for number in own.tolist()]
        return [
            Element(
                one.above,
                ELEMENTS[one.kind] if one.kind >= 0 else "",
                one.first,
                one.end,
                frozenset(words[one.words : one.words_end]),
            )
            for one in found
        ]

    @cached_property
    def _words(self) -> list[str]:
        """The words in classes and ids that differ."""
        found, size = list[str](), ctypes.c_int64()
        while word := self._library.page_word(self.handle, len(found), ctypes.byref(size)):
            found.append(ctypes.string_at(word, size.value).decode())
        return found


def walk(tree: LexborHTMLParser) -> Walk:
    """The blocks and links of a page."""
    return Walk(tree.html or "")


def _reread(html: str) -> str:
    """The page, where what was escaped twice is escaped once. An entity alone in its element is meant."""
    if not ESCAPED_TWICE.search(html):
        return html
    return _TEXT.sub(lambda text: text[0] if ESCAPED_TWICE.fullmatch(text[1].strip()) else escaped_once(text[0]), html)
