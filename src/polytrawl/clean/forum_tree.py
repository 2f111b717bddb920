"""The elements and texts of a page as flat lists, in page order: what the forum extractors compare.

An element is a number. Its descendants are the numbers that follow it up to `stops`, the texts inside it are
`texts[first_text[e] : last_text[e]]`, so that questions about a part of the page are slices and sums.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from polytrawl.clean.characters import composed, without_unwanted
from polytrawl.clean.markup import tags

_SKIPPED = tags("skipped")
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


@dataclass(slots=True)
class Tree:
    """All visible elements and texts of a page."""

    tags: list[str] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)  # -1 for the root
    depths: list[int] = field(default_factory=list)
    attributes: list[dict[str, str | None]] = field(default_factory=list)
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

    def own_text(self, element: int) -> str:
        """The text that stands in the element itself, not in those inside it."""
        inside = range(self.first_text[element], self.last_text[element])
        return " ".join(self.texts[number] for number in inside if self.holders[number] == element)


def read_tree(parsed: LexborHTMLParser) -> Tree:
    """The elements and texts of a page. One walk with a stack of its own, so that depth is no danger."""
    tree, stack = Tree(), list[tuple[LexborNode, int]]()
    node, parent, links = parsed.root, -1, 0
    while node is not None:
        element = _enter(tree, node, parent, is_linked=links > 0)
        child = node.child if element >= 0 else None
        if child is not None:
            stack.append((node, parent))
            links += tree.tags[element] == "a"
            node, parent = child, element
            continue
        if element >= 0:
            _close(tree, element)
        while node.next is None and stack:
            node, above = stack.pop()
            links -= tree.tags[parent] == "a"
            _close(tree, parent)
            parent = above
        node = node.next
    return tree


def _enter(tree: Tree, node: LexborNode, parent: int, *, is_linked: bool) -> int:
    """Take in a node; gives the number of the element whose children are to be visited, else -1."""
    tag = node.tag or "-"
    if tag[0] == "-":
        if tag == "-text" and parent >= 0:
            content = node.text_content or ""
            words = without_unwanted(content).split() if not content.isspace() else ()
            if words:
                tree.texts.append(composed(" ".join(words)))
                tree.holders.append(parent)
                tree.linked.append(is_linked)
        return -1
    attributes = node.attributes
    if tag in _SKIPPED or (attributes and _is_hidden(attributes)):
        return -1
    tree.tags.append(tag)
    tree.parents.append(parent)
    tree.depths.append(tree.depths[parent] + 1 if parent >= 0 else 0)
    tree.attributes.append(attributes)
    tree.stops.append(0)
    tree.first_text.append(len(tree.texts))
    tree.last_text.append(0)
    return len(tree.tags) - 1


def _close(tree: Tree, element: int) -> None:
    tree.stops[element] = len(tree.tags)
    tree.last_text[element] = len(tree.texts)


def _is_hidden(attributes: dict[str, str | None]) -> bool:
    style = attributes.get("style")
    return "hidden" in attributes or bool(style and _HIDDEN_STYLE.search(style))
