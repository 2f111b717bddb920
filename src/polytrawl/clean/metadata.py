"""What a page says about itself: title, language, description, keywords, author, licence, images, translations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser

from polytrawl import urls
from polytrawl.clean.characters import squeeze
from polytrawl.clean.consent import meta_signals
from polytrawl.clean.declared import Attributes, DeclaredLinks, Headers, header_links
from polytrawl.records import Image, Lang, Link

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{1,8})*")
_KEYWORD_END = re.compile(r"[,;،、，]")  # also the commas of Arabic, Japanese and Chinese
_QUERY = re.compile(r"[?#]")
_CC_LICENCE = re.compile(r"https?://(www\.)?creativecommons\.org/(licen[sc]es|publicdomain)/", re.IGNORECASE)


class Metadata(NamedTuple):
    """The fields of a `Document` that come from the head of a page."""

    title: str
    declared_language: Lang
    description: str
    keywords: tuple[str, ...]
    author: str
    licence: str
    canonical: str
    images: tuple[Image, ...]
    links: tuple[Link, ...]  # those of the head: next, prev, canonical, feeds, where a refresh leads
    alternates: tuple[Link, ...]
    consent: tuple[str, ...]


class _Found:
    """The elements that say something about the page, from one look at the tree: each look costs as much."""

    def __init__(self, tree: LexborHTMLParser) -> None:
        self.metas: list[tuple[str, str]] = []  # name and content
        self.refresh = ""
        self.links: list[Attributes] = []
        self.images: list[Attributes] = []
        for node in tree.css("meta[content], link[href][rel], img"):
            if node.tag == "meta":
                self._meta(node.attributes)
            else:
                (self.images if node.tag == "img" else self.links).append(node.attributes)

    def _meta(self, attributes: Attributes) -> None:
        name = (attributes.get("name") or attributes.get("property") or "").strip().lower()
        content = squeeze(attributes.get("content") or "")
        if name and content:
            self.metas.append((name, content))
        elif (attributes.get("http-equiv") or "").strip().lower() == "refresh":
            self.refresh = self.refresh or content


def read_metadata(tree: LexborHTMLParser, *, url: str, base: str | None, depth: int, headers: Headers = ()) -> Metadata:
    """What the page says about itself; `base` is what relative addresses start from, `depth` that of its links."""
    found = _Found(tree)
    metas = dict(reversed(found.metas))  # the first of a name counts
    title = tree.css_first("head > title") or tree.css_first("title")
    declared = DeclaredLinks([*found.links, *header_links(headers)], url=url, base=base, depth=depth)
    return Metadata(
        title=squeeze(title.text()) if title else "",
        declared_language=_declared_language(tree),
        description=metas.get("description") or metas.get("og:description", ""),
        keywords=tuple(filter(None, (squeeze(word) for word in _KEYWORD_END.split(metas.get("keywords", ""))))),
        author=metas.get("author", ""),
        licence=declared.first("license"),
        canonical=declared.first("canonical"),
        images=tuple(_images(found.images)),
        links=(*declared.others(), *declared.refresh(found.refresh, headers)),
        alternates=tuple(declared.alternates()),
        consent=tuple(dict.fromkeys(meta_signals(found.metas))),
    )


def base_of(tree: LexborHTMLParser, url: str | None) -> str | None:
    """What relative addresses on the page start from: its `<base>`, else its own address."""
    node = tree.css_first("base[href]")
    declared = urls.normalise(node.attributes.get("href") or "", url) if node else None
    return declared or url


def licence_of(links: Iterable[Link]) -> str:
    """The address of the licence that a link names by rel=license, else a link to Creative Commons; empty without."""
    links = tuple(links)
    by_rel = (link.target for link in links if "license" in link.rel.split())
    by_address = (link.target for link in links if _CC_LICENCE.match(link.target))
    return next(by_rel, "") or next(by_address, "")


def as_language(tag: str) -> Lang:
    """A language tag in the form used here; empty where it is none.

    >>> as_language(" PT_br "), as_language("C")
    ('pt-br', '')
    """
    tag = tag.strip().lower().replace("_", "-")
    return tag if _LANGUAGE.fullmatch(tag) else ""


def _declared_language(tree: LexborHTMLParser) -> Lang:
    attributes = tree.root.attributes if tree.root else {}
    return as_language(attributes.get("lang") or attributes.get("xml:lang") or "")


def _images(found: Iterable[Attributes]) -> Iterator[Image]:
    for attributes in found:
        source = attributes.get("src") or attributes.get("data-src") or ""
        if source.startswith("data:"):
            source = attributes.get("data-src") or ""
        name = _QUERY.split(source, maxsplit=1)[0].rpartition("/")[2]
        if name:
            yield Image(file_name=squeeze(name), alt=squeeze(attributes.get("alt") or ""))
