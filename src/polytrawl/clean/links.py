"""The links of a page as records: absolute, with anchor text and the words around it."""

from __future__ import annotations

from collections.abc import Iterator

from polytrawl import urls
from polytrawl.clean.characters import squeeze
from polytrawl.clean.walk import Anchor, Walk
from polytrawl.records import Link

_CONTEXT_WORDS = 10  # on each side, as in the papers on Shark-Search
_MAX_LINKS = 50_000  # ten times the longest index pages; a page of 440 000 links took 0.9 GB of memory
_CONTEXT_CHARS = 240  # bounds the search for them; ten words are some 60 to 80 characters, and pages are indented


def read_links(walk: Walk, *, url: str, base: str | None, depth: int) -> Iterator[Link]:
    """The links of a page in page order; what is no web address is left out."""
    targets: dict[str, str | None] = {}
    for anchor in walk.anchors[:_MAX_LINKS]:
        if anchor.href not in targets:
            targets[anchor.href] = urls.normalise(anchor.href, base)
        target = targets[anchor.href]
        if target:
            words, context = _around(walk.text, anchor)
            yield Link(
                source=url,
                target=target,
                anchor=words or squeeze(anchor.label),
                context=context,
                rel=anchor.rel,
                hreflang=anchor.hreflang,
                depth=depth,
            )


def _around(text: str, anchor: Anchor) -> tuple[str, str]:
    """The text of a link, and the words before and behind it."""
    before = text[max(0, anchor.start - _CONTEXT_CHARS) : anchor.start].split()[-_CONTEXT_WORDS:]
    behind = text[anchor.end : anchor.end + _CONTEXT_CHARS].split()[:_CONTEXT_WORDS]
    return _tidy(text[anchor.start : anchor.end].split()), _tidy([*before, *behind])


def _tidy(words: list[str]) -> str:
    text = " ".join(words)
    return text if text.isascii() and text.isprintable() else squeeze(text)
