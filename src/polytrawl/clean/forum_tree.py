"""The elements and texts of a page as flat lists, in page order: what the forum extractors compare.

An element is a number. Its descendants are the numbers that follow it up to `stops`, the texts inside it are
`texts[first_text[e] : last_text[e]]`, so that questions about a part of the page are slices and sums.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser

from polytrawl.characters import composed, without_unwanted
from polytrawl.clean.markup import tags
from polytrawl.clean.written import is_hidden, plain, tags_of

_SKIPPED, _VOID = tags("skipped"), tags("void")
_ATTRIBUTE = re.compile(r'\s([^\s=]+)="([^"]*)"')


@dataclass(slots=True)
class Tree:
    """All visible elements and texts of a page."""

    tags: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)  # -1 for the root
    depths: list[int] = field(default_factory=list)
    written: list[str] = field(default_factory=list)  # tags with their attributes
    stops: list[int] = field(default_factory=list)
    first_text: list[int] = field(default_factory=list)
    last_text: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)  # one for each text node, white space made single
    holders: list[int] = field(default_factory=list)  # the element that holds the text itself
    linked: list[bool] = field(default_factory=list)  # whether the text is that of a link

    def __len__(self) -> int:
        return len(self.tags)

    def text(self, element: int) -> str:
        """All text inside an element."""
        return " ".join(self.texts[self.first_text[element] : self.last_text[element]])

    def attributes(self, element: int) -> dict[str, str]:
        """The attributes of an element."""
        return {name: plain(value) for name, value in _ATTRIBUTE.findall(self.written[element])}


def read_tree(parsed: LexborHTMLParser) -> Tree:
    """The elements and texts of a page, what is hidden left out."""
    tree, parent, links = Tree(), -1, 0
    skipped, depth = "", 0
    for name, written, text in tags_of(parsed.html or ""):
        if skipped:
            depth += (name == skipped) - (name[1:] == skipped)
            if depth:
                continue
            skipped = ""
        elif name[:1] == "/":
            if parent >= 0:
                links -= name == "/a"
                _close(tree, parent)
                parent = tree.parents[parent]
        elif name in _SKIPPED or is_hidden(written):
            if name not in _VOID:
                skipped, depth = name, 1
                continue
        else:
            element = _open(tree, name, written, parent)
            if name in _VOID:
                _close(tree, element)
            else:
                parent = element
                links += name == "a"
        if text and not text.isspace() and parent >= 0:
            _take(tree, text, parent, is_linked=links > 0)
    return tree


def _open(tree: Tree, name: str, written: str, parent: int) -> int:
    tree.tags.append(name)
    tree.parents.append(parent)
    tree.depths.append(tree.depths[parent] + 1 if parent >= 0 else 0)
    tree.written.append(written if len(written) > len(name) else "")
    tree.stops.append(0)
    tree.first_text.append(len(tree.texts))
    tree.last_text.append(0)
    return len(tree.tags) - 1


def _close(tree: Tree, element: int) -> None:
    tree.stops[element] = len(tree.tags)
    tree.last_text[element] = len(tree.texts)


def _take(tree: Tree, text: str, parent: int, *, is_linked: bool) -> None:
    words = without_unwanted(plain(text)).split()
    if words:
        tree.texts.append(composed(" ".join(words)))
        tree.holders.append(parent)
        tree.linked.append(is_linked)
