"""Links that a page declares outside its text: `<link>` elements, the HTTP headers Link and Refresh, `<meta>` refresh.

They come as links like those in the text, with an empty anchor unless they have a title; `rel` says what they are. A
feed has the rel "feed", the target of a refresh "refresh".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from polytrawl import urls
from polytrawl.characters import squeeze
from polytrawl.records import Link

Attributes: TypeAlias = Mapping[str, str | None]
Headers: TypeAlias = Iterable[tuple[str, str]]

FEED = "feed"
_FEED_TYPES = frozenset({"application/rss+xml", "application/atom+xml", "application/rdf+xml"})
_FOLLOWED = ("next", "prev", "previous", "canonical")
_REFRESH = re.compile(r"[\d.\s]*[;,\s]\s*(?:url\s*=\s*)?[\"']?\s*([^\"'\s]+)", re.IGNORECASE)
_HEADER_LINK = re.compile(r"<([^<>]*)>((?:\s*;\s*[\w*-]+\s*=\s*(?:\"[^\"]*\"|[^\s;,\"]*))*)")
_PARAMETER = re.compile(r"([\w-]+)\s*=\s*(?:\"([^\"]*)\"|([^\s;,\"]*))")
_MAX_HEADER = 20_000  # characters of one header that are read


def header_links(headers: Headers) -> Iterator[Attributes]:
    """The links in HTTP headers, with attributes as `<link>` has them.

    >>> [dict(one) for one in header_links([("Link", '</de>; rel="alternate"; hreflang="de"')])]
    [{'rel': 'alternate', 'hreflang': 'de', 'href': '/de'}]
    """
    for name, value in headers:
        if name.lower() == "link":
            for target, rest in _HEADER_LINK.findall(value[:_MAX_HEADER]):
                found = {key.lower(): quoted or plain for key, quoted, plain in _PARAMETER.findall(rest)}
                yield {**found, "href": target}


class DeclaredLinks:
    """Makes records of declared links."""

    def __init__(self, found: Iterable[Attributes], *, url: str, base: str | None, depth: int) -> None:
        self._found = [(rels, one) for one in found if (rels := (one.get("rel") or "").lower().split())]
        self._url = url
        self._base = base
        self._depth = depth

    def first(self, rel: str) -> str:
        """The address that the first link of a kind names; empty without one."""
        targets = (self._target(one) for rels, one in self._found if rel in rels)
        return next(filter(None, targets), "")

    def alternates(self) -> Iterator[Link]:
        """The page in other languages."""
        for rels, one in self._found:
            language = (one.get("hreflang") or "").strip().lower()
            if "alternate" in rels and language and not is_feed(one):
                yield from self._link(self._target(one), "alternate", one, language)

    def others(self) -> Iterator[Link]:
        """Pages that come before or behind this one, its main address where that is another, and feeds."""
        for rels, one in self._found:
            if FEED in rels or ("alternate" in rels and is_feed(one)):
                yield from self._link(self._target(one), FEED, one)
            elif rel := next((word for word in _FOLLOWED if word in rels), ""):
                target = self._target(one)
                yield from self._link(target if target != self._url else None, rel, one)

    def refresh(self, content: str, headers: Headers) -> Iterator[Link]:
        """Where the page sends its reader after a while."""
        told = [content, *(squeeze(value[:_MAX_HEADER]) for name, value in headers if name.lower() == "refresh")]
        for value in told:
            target = _REFRESH.match(value)
            address = urls.normalise(target[1], self._base) if target else None
            if address != self._url:
                yield from self._link(address, "refresh", {})

    def _target(self, attributes: Attributes) -> str | None:
        return urls.normalise(attributes.get("href") or "", self._base)

    def _link(self, target: str | None, rel: str, attributes: Attributes, language: str = "") -> Iterator[Link]:
        if target:
            title = squeeze(attributes.get("title") or "")
            yield Link(source=self._url, target=target, anchor=title, rel=rel, hreflang=language, depth=self._depth)


def is_feed(attributes: Attributes) -> bool:
    """Whether a `<link>` leads to a feed, by its type."""
    return (attributes.get("type") or "").partition(";")[0].strip().lower() in _FEED_TYPES
