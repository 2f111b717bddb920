"""What a page says about itself: title, language, description, keywords, author, licence, images, translations."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from polytrawl import urls
from polytrawl.clean.characters import squeeze
from polytrawl.clean.consent import meta_signals
from polytrawl.records import Image, Lang, Link

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{1,8})*")
_KEYWORD_END = re.compile(r"[,;،、，]")  # also the commas of Arabic, Japanese and Chinese
_CC_LICENCE = re.compile(r"https?://(www\.)?creativecommons\.org/(licen[sc]es|publicdomain)/", re.IGNORECASE)


class Metadata(NamedTuple):
    """The fields of a `Document` that come from the head of a page."""

    title: str
    declared_language: Lang
    description: str
    keywords: tuple[str, ...]
    author: str
    canonical: str
    images: tuple[Image, ...]
    alternates: tuple[Link, ...]
    consent: tuple[str, ...]


def read_metadata(tree: LexborHTMLParser, *, url: str, base: str | None, depth: int) -> Metadata:
    """What the page says about itself; `base` is what relative addresses start from, `depth` that of its links."""
    pairs = _metas(tree)
    metas = dict(reversed(pairs))  # the first of a name counts
    title = tree.css_first("head > title") or tree.css_first("title")
    return Metadata(
        title=squeeze(title.text()) if title else "",
        declared_language=_declared_language(tree),
        description=metas.get("description") or metas.get("og:description", ""),
        keywords=tuple(filter(None, (squeeze(word) for word in _KEYWORD_END.split(metas.get("keywords", ""))))),
        author=metas.get("author", ""),
        canonical=next(_targets(_head_links(tree, "canonical"), base), ""),
        images=tuple(_images(tree)),
        alternates=tuple(_alternates(tree, url=url, base=base, depth=depth)),
        consent=tuple(dict.fromkeys(meta_signals(pairs))),
    )


def base_of(tree: LexborHTMLParser, url: str | None) -> str | None:
    """What relative addresses on the page start from: its `<base>`, else its own address."""
    node = tree.css_first("base[href]")
    declared = urls.normalise(node.attributes.get("href") or "", url) if node else None
    return declared or url


def licence_of(tree: LexborHTMLParser, links: Iterable[Link], base: str | None) -> str:
    """The address of the licence: what rel=license names, else a link to Creative Commons; empty without either."""
    named = next(_targets(_head_links(tree, "license"), base), "")
    links = tuple(links)
    by_rel = (link.target for link in links if "license" in link.rel.split())
    by_address = (link.target for link in links if _CC_LICENCE.match(link.target))
    return named or next(by_rel, "") or next(by_address, "")


def as_language(tag: str) -> Lang:
    """A language tag in the form used here; empty where it is none.

    >>> as_language(" PT_br "), as_language("C")
    ('pt-br', '')
    """
    tag = tag.strip().lower().replace("_", "-")
    return tag if _LANGUAGE.fullmatch(tag) else ""


def _metas(tree: LexborHTMLParser) -> list[tuple[str, str]]:
    """The names and contents of the `<meta>` elements, in page order."""
    found: list[tuple[str, str]] = []
    for node in tree.css("meta[content]"):
        attributes = node.attributes
        name = (attributes.get("name") or attributes.get("property") or "").strip().lower()
        content = squeeze(attributes.get("content") or "")
        if name and content:
            found.append((name, content))
    return found


def _declared_language(tree: LexborHTMLParser) -> Lang:
    attributes = tree.root.attributes if tree.root else {}
    return as_language(attributes.get("lang") or attributes.get("xml:lang") or "")


def _head_links(tree: LexborHTMLParser, rel: str) -> Iterator[LexborNode]:
    for node in tree.css("link[href][rel]"):
        if rel in (node.attributes.get("rel") or "").lower().split():
            yield node


def _targets(nodes: Iterable[LexborNode], base: str | None) -> Iterator[str]:
    for node in nodes:
        target = urls.normalise(node.attributes.get("href") or "", base)
        if target:
            yield target


def _alternates(tree: LexborHTMLParser, *, url: str, base: str | None, depth: int) -> Iterator[Link]:
    for node in _head_links(tree, "alternate"):
        language = (node.attributes.get("hreflang") or "").strip().lower()
        target = urls.normalise(node.attributes.get("href") or "", base)
        if language and target:
            title = squeeze(node.attributes.get("title") or "")
            yield Link(source=url, target=target, anchor=title, rel="alternate", hreflang=language, depth=depth)


def _images(tree: LexborHTMLParser) -> Iterator[Image]:
    for node in tree.css("img"):
        attributes = node.attributes
        source = attributes.get("src") or attributes.get("data-src") or ""
        if source.startswith("data:"):
            source = attributes.get("data-src") or ""
        name = re.split(r"[?#]", source, maxsplit=1)[0].rpartition("/")[2]
        if name:
            yield Image(file_name=squeeze(name), alt=squeeze(attributes.get("alt") or ""))
