"""Sitemaps: the list of its pages that a site offers, and their versions in other languages."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias
from xml.parsers import expat

from polytrawl import urls
from polytrawl.crawl.feeds import is_feed, parse_feed
from polytrawl.errors import FetchError
from polytrawl.records import Lang, Link

BAD_SITEMAP = "bad-sitemap"
_MAX_URLS, _MAX_BYTES = 50_000, 50 << 20  # the limits of the sitemap protocol
_MAX_VERSIONS = 200  # of one page: more languages and regions than any site has
_GZIP_MAGIC = b"\x1f\x8b"


Versions: TypeAlias = list[tuple[Lang, str]]  # languages and addresses


class Sitemap(NamedTuple):
    """What a sitemap names: pages, and further sitemaps."""

    links: tuple[Link, ...]
    sitemaps: tuple[str, ...]
    versions: Mapping[str, Versions] = {}  # of pages, in other languages


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
    return Sitemap(tuple(reader.links[:_MAX_URLS]), tuple(reader.sitemaps[:_MAX_URLS]), reader.versions)


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
        self.versions: dict[str, Versions] = {}
        self._page = ""  # the address in the element that is being read
        self._named: Versions = []  # the versions in it

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
            language = attributes.get("hreflang", "").lower()
            if version := self._add(attributes.get("href", ""), language):
                self._named.append((language, version))

    def end(self, _: str) -> None:
        """An element ends."""
        if self._path[-2:] == ["url", "loc"]:
            self._page = self._add("".join(self._text))
        elif self._path[1:] == ["url"]:
            self._note_versions()
        elif self._path[-2:] == ["sitemap", "loc"]:
            target = urls.normalise("".join(self._text), self._url)
            self.sitemaps += [target] if target else []
        self._path.pop()

    def text(self, text: str) -> None:
        """Some characters."""
        self._text.append(text)

    def _note_versions(self) -> None:
        others = [(language, url) for language, url in self._named if url != self._page and language]
        if self._page and others and len(self.versions) < _MAX_URLS:
            self.versions[self._page] = others[:_MAX_VERSIONS]
        self._page, self._named = "", []

    def _add(self, target: str, language: str = "") -> str:
        url = urls.normalise(target, self._url)
        if url:
            self.links.append(Link(source=self._url, target=url, rel="sitemap", hreflang=language))
        return url or ""
