"""Feeds: the newest pages of a site, as RSS, Atom or RDF names them.

A feed is read for its links and is no page itself. Feeds are often broken, so what comes before the mistake counts.
"""

from __future__ import annotations

import re
from xml.parsers import expat

from polytrawl import urls
from polytrawl.errors import FetchError
from polytrawl.records import Link

FEED = "feed"  # the rel of links that lead to feeds, and the reason why a feed is no page
BAD_FEED = "bad-feed"

# The last two are used for feeds and for much else: the content decides.
TYPES = frozenset({"application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/xml", "text/xml"})
_ROOT = re.compile(rb"<(?:[\w-]+:)?(?:rss|feed|RDF)[\s>]")
_SNIFFED_BYTES = 2048
_MAX_LINKS = 10_000  # guess: feeds have ten to a few hundred
_MARKUP = re.compile(r"<[^<>]*>")
_MAX_CONTEXT = 300  # characters; about as much as the words around a link on a page


def is_feed(body: bytes) -> bool:
    """Whether a file is a feed.

    >>> is_feed(b'<?xml version="1.0"?><rss version="2.0">'), is_feed(b"<urlset>")
    (True, False)
    """
    return _ROOT.search(body[:_SNIFFED_BYTES]) is not None


def parse_feed(url: str, body: bytes) -> tuple[Link, ...]:
    """The links of a feed, with titles as anchors; `FetchError` where there are none to be read."""
    reader = _Reader(url)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.EntityDeclHandler = reader.refuse
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    try:
        parser.Parse(body, True)
    except expat.ExpatError as err:
        if not reader.links:
            raise FetchError(BAD_FEED, str(err)) from err
    return tuple(reader.links[:_MAX_LINKS])


class _Reader:
    def __init__(self, url: str) -> None:
        self._url = url
        self._path: list[str] = []
        self._text: list[str] = []
        self._targets: list[str] = []
        self._said: dict[str, str] = {}
        self.links: list[Link] = []

    def refuse(self, *_: object) -> None:
        """Entities are what bombs are made of."""
        raise FetchError(BAD_FEED, "it declares entities")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        word = name.rpartition(" ")[2]
        self._path.append(word)
        self._text.clear()
        if word in ("item", "entry"):
            self._targets, self._said = [], {}
        elif word == "link" and self._is_in_item() and attributes.get("rel", "alternate") == "alternate":
            self._targets.append(attributes.get("href", ""))

    def end(self, _: str) -> None:
        """An element ends."""
        word, text = self._path[-1], "".join(self._text)
        if word in ("item", "entry"):
            self._add()
        elif self._is_in_item():
            if word == "link":
                self._targets.append(text)
            elif word in ("title", "description", "summary"):
                self._said[word] = " ".join(_MARKUP.sub(" ", text).split())
        self._path.pop()

    def text(self, text: str) -> None:
        """Some characters."""
        self._text.append(text)

    def _is_in_item(self) -> bool:
        return self._path[-2:-1] in (["item"], ["entry"])

    def _add(self) -> None:
        target = next((one for one in self._targets if one.strip()), "")
        url = urls.normalise(target, self._url) if target else None
        if url:
            context = self._said.get("description") or self._said.get("summary", "")
            anchor = self._said.get("title", "")
            self.links.append(
                Link(source=self._url, target=url, anchor=anchor, context=context[:_MAX_CONTEXT], rel="item")
            )
