"""The elements and texts of a page as flat lists, in page order: what the forum extractors compare.

An element is a number. Its descendants are the numbers that follow it up to `stops`, the texts inside it are
`texts[first_text[e] : last_text[e]]`, so that questions about a part of the page are slices and sums.
"""

from __future__ import annotations

import re
from functools import cached_property

import numpy as np

from polytrawl.characters import composed, without_unwanted
from polytrawl.clean import native
from polytrawl.clean.tables import ELEMENTS, tables

_ATTRIBUTE = re.compile(r'\s([^\s=]+)="([^"]*)"')
_NODE, _TEXT, _INT = np.dtype(native.Node), np.dtype(native.Text), np.dtype(np.int32)


def _column(name: str) -> cached_property[list[int]]:
    """A number for each element, in a list that is made when it is asked for."""
    return cached_property(lambda tree: tree.nodes[name].tolist())


class Tree:
    """All visible elements and texts of a page. Lists are made when they are asked for."""

    parents = _column("parent")  # the element around each; -1 for the root
    depths = _column("depth")  # how many elements are around each
    stops = _column("stop")  # the element behind all that is inside of each
    first_text, last_text = _column("first_text"), _column("last_text")  # the latter is behind the last one

    def __init__(self, html: native.Utf8) -> None:
        """`html` is a page as the parser writes it."""
        self._library, self._view = native.library(), native.TreeView()
        self.handle = self._library.tree_new(tables(), html.address, html.size)
        if not self.handle:
            raise MemoryError("the tree of a page")
        self._library.tree_view(self.handle, self._view)
        self.nodes = native.numbers(self._view.nodes, _NODE, self._view.nodes_count)
        self.text_records = native.numbers(self._view.texts, _TEXT, self._view.texts_count)  # one for each text

    def __del__(self) -> None:
        if handle := getattr(self, "handle", None):
            self._library.tree_free(handle)

    def __len__(self) -> int:
        return len(self.nodes)

    @cached_property
    def written(self) -> list[str]:
        """Tags with their attributes."""
        return native.strings(self._view.written, self._view.written_bytes)[:-1]

    @cached_property
    def tags(self) -> list[str]:
        """The names of the elements."""
        named = zip(self.nodes["kind"].tolist(), self.written, strict=True)
        return [ELEMENTS[kind] if kind >= 0 else one.partition(" ")[0] for kind, one in named]

    @cached_property
    def texts(self) -> list[str]:
        """One for each text node, white space made single."""
        texts = native.strings(self._view.said, self._view.said_bytes)[:-1]
        for number in native.numbers(self._view.care, _INT, self._view.care_count).tolist():
            texts[number] = composed(" ".join(without_unwanted(texts[number]).split()))
        return texts

    @cached_property
    def holders(self) -> list[int]:
        """For each text the element that holds it itself."""
        found: list[int] = self.text_records["holder"].tolist()
        return found

    def text(self, element: int) -> str:
        """All text inside an element."""
        return " ".join(self.texts[self.first_text[element] : self.last_text[element]])

    def attributes(self, element: int) -> dict[str, str]:
        """The attributes of an element."""
        return {name: plain(value) for name, value in _ATTRIBUTE.findall(self.written[element])}


def plain(value: str) -> str:
    """A value without the entities that the parser writes; there are just these."""
    if "&" not in value:
        return value
    text = value.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&nbsp;", "\xa0")
    return text.replace("&amp;", "&")


def value_of(written: str, name: str) -> str:
    """The value of an attribute of a tag as written: in other values, quotation marks are escaped.

    >>> value_of('p id="a" class="b c"', "class")
    'b c'
    """
    start = f' {name}="'
    at = written.find(start)
    return written[at + len(start) : written.find('"', at + len(start))] if at >= 0 else ""
