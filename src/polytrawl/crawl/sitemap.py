"""Sitemaps: the list of its pages that a site offers, and their versions in other languages."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import NamedTuple
from xml.parsers import expat

from polytrawl import urls
from polytrawl.crawl.feeds import is_feed, parse_feed
from polytrawl.errors import FetchError
from polytrawl.records import Link

BAD_SITEMAP = "bad-sitemap"
_MAX_URLS, _MAX_BYTES = 50_000, 50 << 20  # the limits of the sitemap protocol
_GZIP_MAGIC = b"\x1f\x8b"


class Sitemap(NamedTuple):
    """What a sitemap names: pages, and further sitemaps."""

    links: tuple[Link, ...]
    sitemaps: tuple[str, ...]


def parse_sitemap(url: str, body: bytes) -> Sitemap:
    """The links in a sitemap; `FetchError` where it is no sitemap, or declares entities, which none needs."""
    body = _unpacked(body)
    if is_feed(body):  # the protocol allows this, and lists of addresses
        return Sitemap(parse_feed(url, body), ())
    if body.lstrip(b"\xef\xbb\xbf \r\n").startswith((b"http://", b"https://")):
        return Sitemap(tuple(_plain_links(url, body)), ())
    reader = _Reader(url)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.StartDoctypeDeclHandler = reader.refuse
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    try:
        parser.Parse(body, True)
    except expat.ExpatError as err:
        raise FetchError(BAD_SITEMAP, str(err)) from err
    return Sitemap(tuple(reader.links[:_MAX_URLS]), tuple(reader.sitemaps[:_MAX_URLS]))


def _unpacked(body: bytes) -> bytes:
    """The body freed of gzip; what is longer than the protocol allows is cut."""
    if not body.startswith(_GZIP_MAGIC):
        return body
    try:
        return zlib.decompressobj(wbits=31).decompress(body, _MAX_BYTES)
    except zlib.error as err:
        raise FetchError(BAD_SITEMAP, f"broken gzip: {err}") from err


def _plain_links(url: str, body: bytes) -> Iterator[Link]:
    for line in body.decode("utf-8-sig", "replace").split("\n", _MAX_URLS)[:_MAX_URLS]:
        target = urls.normalise(line) if line.startswith("http") else None
        if target:
            yield Link(source=url, target=target, rel="sitemap")


class _Reader:
    def __init__(self, url: str) -> None:
        self._url = url
        self._path: list[str] = []
        self._text: list[str] = []
        self.links: list[Link] = []
        self.sitemaps: list[str] = []

    def refuse(self, *_: object) -> None:
        """A document type is where entity bombs are declared."""
        raise FetchError(BAD_SITEMAP, "it has a document type declaration")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        self._path.append(name.rpartition(" ")[2])
        self._text.clear()
        if self._path[0] not in ("urlset", "sitemapindex"):
            raise FetchError(BAD_SITEMAP, f"it begins with <{self._path[0]}>")
        if self._path[-1] == "link" and attributes.get("rel") == "alternate":
            self._add(attributes.get("href", ""), attributes.get("hreflang", ""))

    def end(self, _: str) -> None:
        """An element ends."""
        if self._path[-2:] == ["url", "loc"]:
            self._add("".join(self._text))
        elif self._path[-2:] == ["sitemap", "loc"]:
            target = urls.normalise("".join(self._text), self._url)
            self.sitemaps += [target] if target else []
        self._path.pop()

    def text(self, text: str) -> None:
        """Some characters."""
        self._text.append(text)

    def _add(self, target: str, language: str = "") -> None:
        url = urls.normalise(target, self._url)
        if url:
            self.links.append(Link(source=self._url, target=url, rel="sitemap", hreflang=language.lower()))
