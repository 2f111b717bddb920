"""The links of a page as records: absolute, with anchor text and the words around it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from polytrawl import urls
from polytrawl.characters import squeeze
from polytrawl.clean.scan import plain
from polytrawl.clean.walk import Walk
from polytrawl.clean.zone import value
from polytrawl.records import Link

_CONTEXT_WORDS = 10  # on each side, as in the papers on Shark-Search
_FLAG = re.compile(r"(?i)(?<![a-z])(?:flags?|lang|languages?)(?![a-z])|(?:^|/)[a-z]{2}\.\w+$")
_MAX_LINKS = 50_000  # ten times the longest index pages; a page of 440 000 links took 0.9 GB of memory
_CONTEXT_CHARS = 240  # bounds the search for them; ten words are some 60 to 80 characters, and pages are indented


def read_links(walk: Walk, *, url: str, base: str | None, depth: int) -> Iterator[Link]:
    """The links of a page in page order; what is no web address is left out."""
    targets: dict[str, str | None] = {}
    for tag, start, end, picture in walk.links[:_MAX_LINKS]:
        written = value(tag, ' href="') or value(tag, ' src="')
        if written not in targets:
            targets[written] = urls.normalise(plain(written), base) if written else None
        target = targets[written]
        if target:
            yield Link(
                source=url,
                target=target,
                anchor=_tidy(walk.text[start:end].split()) or squeeze(plain(_label(tag, picture))),
                context=_context(walk.text, start, end),
                rel=plain(value(tag, ' rel="')).lower(),
                hreflang=value(tag, ' hreflang="').lower(),
                depth=depth,
            )


def _label(tag: str, picture: str) -> str:
    """What stands for the text of a link where there is none: the title of a frame, the alt of an image.

    The file name of a flag names a language.
    """
    source = value(picture, ' src="').partition("?")[0]
    flag = source.rpartition("/")[2] if _FLAG.search(source) else ""
    return value(tag, ' title="') or value(tag, ' alt="') or value(picture, ' alt="') or flag


def _context(text: str, start: int, end: int) -> str:
    """The words before and behind a link."""
    before = text[max(0, start - _CONTEXT_CHARS) : start].rsplit(None, _CONTEXT_WORDS)[-_CONTEXT_WORDS:]
    behind = text[end : end + _CONTEXT_CHARS].split(None, _CONTEXT_WORDS)[:_CONTEXT_WORDS]
    return _tidy(before + behind)


def _tidy(words: list[str]) -> str:
    text = " ".join(words)
    return text if text.isascii() and text.isprintable() else squeeze(text)
