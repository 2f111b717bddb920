"""The links of a page as records: absolute, with anchor text and the words around it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from polytrawl import urls
from polytrawl.clean.characters import squeeze
from polytrawl.clean.walk import Anchor, Walk
from polytrawl.records import Link

_CONTEXT_WORDS = 10  # on each side, as in the papers on Shark-Search
_MAX_LINKS = 50_000  # ten times the longest index pages; a page of 440 000 links took 0.9 GB of memory
_CONTEXT_CHARS = 120  # bounds the search for them; ten words are some 60 to 80 characters


def read_links(walk: Walk, *, url: str, base: str | None, depth: int) -> Iterator[Link]:
    """The links of a page in page order; what is no web address is left out."""
    text = _Text(walk)
    targets: dict[str, str | None] = {}
    for anchor in walk.anchors[:_MAX_LINKS]:
        if anchor.href not in targets:
            targets[anchor.href] = urls.normalise(anchor.href, base)
        target = targets[anchor.href]
        if target:
            words, context = text.around(anchor)
            yield Link(
                source=url,
                target=target,
                anchor=words or squeeze(anchor.label),
                context=context,
                rel=anchor.rel,
                hreflang=anchor.hreflang,
                depth=depth,
            )


class _Text:
    """The text of all blocks in one string, in which positions can be looked up."""

    def __init__(self, walk: Walk) -> None:
        self._text = "\n".join(block.text for block in walk.blocks)
        lengths = (len(block.text) + 1 for block in walk.blocks)
        self._starts = list(accumulate(lengths, initial=0))

    def around(self, anchor: Anchor) -> tuple[str, str]:
        """The text of a link, and the words before and behind it."""
        start, end = self._place(anchor.start), self._place(anchor.end)
        before = self._text[max(0, start - _CONTEXT_CHARS) : start].split()[-_CONTEXT_WORDS:]
        behind = self._text[end : end + _CONTEXT_CHARS].split()[:_CONTEXT_WORDS]
        return " ".join(self._text[start:end].split()), " ".join((*before, *behind))

    def _place(self, position: tuple[int, int]) -> int:
        block, offset = position
        return self._starts[block] + offset
