"""The elements and texts of a page as flat lists, in page order: what the forum extractors compare.

An element is a number. Its descendants are the numbers that follow it up to `stops`, the texts inside it are
`texts[first_text[e] : last_text[e]]`, so that questions about a part of the page are slices and sums.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from polytrawl.characters import composed, without_unwanted
from polytrawl.clean import native
from polytrawl.clean.tables import ELEMENTS, tables

TELLS_DATE, TELLS_AUTHOR = 1, 2  # as in `tree.h`
_ATTRIBUTE = re.compile(r'\s([^\s=]+)="([^"]*)"')
_NODE, _TEXT, _INT = np.dtype(native.Node), np.dtype(native.Text), np.dtype(np.int32)


@dataclass(slots=True)
class Tree:
    """All visible elements and texts of a page."""

    tags: list[str]
    parents: list[int]  # -1 for the root
    depths: list[int]
    written: list[str]  # tags with their attributes
    like: list[int]  # the first element with the same tag, class, id and itemprop
    tells: list[int]  # what its attributes may tell
    stops: list[int]
    first_text: list[int]
    last_text: list[int]
    texts: list[str]  # one for each text node, white space made single
    holders: list[int]  # the element that holds the text itself
    linked: list[bool]  # whether the text is that of a link

    def __len__(self) -> int:
        return len(self.tags)

    def text(self, element: int) -> str:
        """All text inside an element."""
        return " ".join(self.texts[self.first_text[element] : self.last_text[element]])

    def attributes(self, element: int) -> dict[str, str]:
        """The attributes of an element."""
        return {name: plain(value) for name, value in _ATTRIBUTE.findall(self.written[element])}


def read_tree(html: bytes) -> Tree:
    """The elements and texts of a page as the parser writes it, what is hidden left out."""
    library, view = native.library(), native.TreeView()
    handle = library.tree_new(tables(), html, len(html))
    if not handle:
        raise MemoryError("the tree of a page")
    try:
        library.tree_view(handle, view)
        return _copied(view)
    finally:
        library.tree_free(handle)


def _copied(view: native.TreeView) -> Tree:
    nodes = native.numbers(view.nodes, _NODE, view.nodes_count)
    texts = native.numbers(view.texts, _TEXT, view.texts_count)
    written = native.strings(view.written, view.written_bytes)[:-1]
    kinds: list[int] = nodes["kind"].tolist()
    return Tree(
        tags=[ELEMENTS[kind] if kind >= 0 else one.partition(" ")[0] for kind, one in zip(kinds, written, strict=True)],
        parents=nodes["parent"].tolist(),
        depths=nodes["depth"].tolist(),
        written=written,
        like=nodes["like"].tolist(),
        tells=nodes["tells"].tolist(),
        stops=nodes["stop"].tolist(),
        first_text=nodes["first_text"].tolist(),
        last_text=nodes["last_text"].tolist(),
        texts=_tidied(view),
        holders=texts["holder"].tolist(),
        linked=texts["is_linked"].astype(bool).tolist(),
    )


def _tidied(view: native.TreeView) -> list[str]:
    texts = native.strings(view.said, view.said_bytes)[:-1]
    for number in native.numbers(view.care, _INT, view.care_count).tolist():
        texts[number] = composed(" ".join(without_unwanted(texts[number]).split()))
    return texts


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
