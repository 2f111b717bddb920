"""What a page says about itself: title, language, description, author, date, site, licence, images, translations.

It is read from `<html lang>`, `<title>`, `<meta>` (plain, OpenGraph, Dublin Core, and what journals and news use),
`<link>`, `<time>`, JSON-LD and HTTP headers. Where they differ, the one that is made for people counts first.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from polytrawl import urls
from polytrawl.characters import squeeze
from polytrawl.clean.consent import meta_signals
from polytrawl.clean.dates import as_date
from polytrawl.clean.declared import Attributes, DeclaredLinks, Headers, header_links
from polytrawl.clean.jsonld import read_jsonld
from polytrawl.clean.licence import RELS
from polytrawl.clean.walk import Walk
from polytrawl.records import Image, Lang, Link

_LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{1,8})*")
_KEYWORD_END = re.compile(r"[,;،、，]")  # also the commas of Arabic, Japanese and Chinese
_WEB_ADDRESS = re.compile(r"https?://", re.IGNORECASE)
_LATE_SOURCES = ("data-src", "data-original", "data-lazy-src")

# Where a fact may stand: names of <meta>, and after a colon alone those of JSON-LD. The first that is there counts.
_TITLES = ("og:title", "dc.title", "dcterms.title", ":headline")
_DESCRIPTIONS = ("description", "og:description", "dc.description", "dcterms.description", ":description")
_KEYWORDS = ("keywords", "news_keywords", "article:tag", "dc.subject", "dcterms.subject", ":keywords")
_AUTHORS = ("author", "article:author", "dc.creator", "dcterms.creator", "citation_author", ":author")
_SITES = ("og:site_name", ":site", "application-name", "dc.publisher", "dcterms.publisher")
_LICENCES = ("dcterms.license", "dc.rights.license", "dc.rights", "dcterms.rights", *RELS, "license", ":license")
_LANGUAGES = ("content-language", "dc.language", "dcterms.language", ":inLanguage")
_DATES = (
    *("article:published_time", "datepublished", ":datePublished", "og:article:published_time", "dcterms.issued"),
    *("dc.date.issued", "citation_publication_date", "citation_date", "dcterms.created", "dc.date.created", "dc.date"),
    *("dcterms.date", "date", "pubdate", "publishdate", "publish-date", "publish_date", "publication_date"),
)
__all__ = ["Metadata", "as_language", "read_metadata"]


class Metadata(NamedTuple):
    """The fields of a `Document` that come from the head of a page, and what its addresses start from."""

    title: str
    declared_language: Lang
    description: str
    keywords: tuple[str, ...]
    author: str
    date: str
    site_name: str
    licence: str
    canonical: str
    images: tuple[Image, ...]
    links: tuple[Link, ...]  # those of the head: next, prev, canonical, feeds, where a refresh leads
    alternates: tuple[Link, ...]
    consent: tuple[str, ...]
    base: str | None


class _Found:
    """The elements that say something about the page."""

    def __init__(self, walk: Walk) -> None:
        self.metas: list[tuple[str, str]] = []  # name and content
        self.refresh = ""
        self.titles: list[tuple[bool, str]] = []  # whether it does not stand in the head, and its text
        self.jsonld: list[str] = []
        self.of_tag: defaultdict[str, list[Attributes]] = defaultdict(list)
        for tag, is_in_head, text, attributes in walk.facts:
            if tag == "meta":
                self._meta(attributes)
            elif tag == "title":
                self.titles.append((not is_in_head, text))
            elif tag != "script":
                self.of_tag[tag].append(attributes)
            elif attributes.get("type") == "application/ld+json":
                self.jsonld.append(text)

    def _meta(self, attributes: Attributes) -> None:
        content = squeeze(attributes.get("content") or "")
        if not content:
            return
        name = attributes.get("name") or attributes.get("property") or attributes.get("itemprop") or ""
        role = (attributes.get("http-equiv") or "").strip().lower()
        if name:
            self.metas.append((name.strip().lower(), content))
        elif role == "refresh":
            self.refresh = self.refresh or content
        elif role == "content-language":
            self.metas.append((role, content))


class _Facts:
    """What the metas and the JSON-LD say, by name."""

    def __init__(self, found: _Found) -> None:
        self._values: dict[str, list[str]] = {}
        for name, content in found.metas:
            self._values.setdefault(name, []).append(content)
        for name, value in read_jsonld(found.jsonld).items():
            self._values[":" + name] = [value]

    def all(self, names: Iterable[str]) -> list[str]:
        """All values of the first name that is there."""
        return next((self._values[name] for name in names if name in self._values), [])

    def each(self, names: Iterable[str]) -> Iterator[str]:
        """The values of all names."""
        return (value for name in names for value in self._values.get(name, ()))

    def first(self, names: Iterable[str]) -> str:
        """The first value; empty without one."""
        return next(self.each(names), "")


def read_metadata(walk: Walk, *, url: str, depth: int, headers: Headers = ()) -> Metadata:
    """What the page says about itself; `depth` is that of its links."""
    found = _Found(walk)
    facts = _Facts(found)
    base = _base_of(found, url or None)
    title = min(found.titles, key=lambda one: one[0], default=(False, ""))[1]
    declared = DeclaredLinks([*found.of_tag["link"], *header_links(headers)], url=url, base=base, depth=depth)
    return Metadata(
        title=squeeze(title) or facts.first(_TITLES),
        declared_language=_declared_language(found, facts, headers),
        description=facts.first(_DESCRIPTIONS),
        keywords=tuple(_keywords(facts)),
        author=_author(facts),
        date=_date(facts, [one for one in found.of_tag["time"] if "datetime" in one]),
        site_name=facts.first(_SITES),
        licence=next(filter(None, map(declared.first, RELS)), "") or _licence(facts, base),
        canonical=declared.first("canonical"),
        images=tuple(_images(found.of_tag["img"])),
        links=(*declared.others(), *declared.refresh(found.refresh, headers)),
        alternates=tuple(declared.alternates()),
        consent=tuple(dict.fromkeys(meta_signals(found.metas))),
        base=base,
    )


def _base_of(found: _Found, url: str | None) -> str | None:
    """What relative addresses on the page start from: its `<base>`, else its own address."""
    first = next(filter(None, (one.get("href") for one in found.of_tag["base"])), None)
    return (urls.normalise(first, url) if first else None) or url


def as_language(tag: str) -> Lang:
    """A language tag in the form used here; empty where it is none.

    >>> as_language(" PT_br "), as_language("C")
    ('pt-br', '')
    """
    tag = tag.strip().lower().replace("_", "-")
    return tag if _LANGUAGE.fullmatch(tag) else ""


def _declared_language(found: _Found, facts: _Facts, headers: Headers) -> Lang:
    attributes = next(iter(found.of_tag["html"]), {})
    claims = (attributes.get("lang") or attributes.get("xml:lang") or "", *facts.each(_LANGUAGES))
    by_header = (value for name, value in headers if name.lower() == "content-language")
    return next(filter(None, map(as_language, (*claims, *by_header))), "")


def _keywords(facts: _Facts) -> Iterator[str]:
    words = (squeeze(word) for value in facts.all(_KEYWORDS) for word in _KEYWORD_END.split(value))
    return iter(dict.fromkeys(filter(None, words)))


def _author(facts: _Facts) -> str:
    """The names of the authors; some sites give the address of a profile instead, which is none."""
    names = (name for name in facts.all(_AUTHORS) if not _WEB_ADDRESS.match(name))
    return ", ".join(dict.fromkeys(names)) or next(
        (name for name in facts.each(_AUTHORS) if not _WEB_ADDRESS.match(name)), ""
    )


def _date(facts: _Facts, times: list[Attributes]) -> str:
    """When the page was published. A time on the page counts if it says that it is this, or is the only one."""
    told = next(filter(None, map(as_date, facts.each(_DATES))), "")
    marked = [one for one in times if "pubdate" in one or "datePublished" in (one.get("itemprop") or "").split()]
    chosen = (marked or times)[:1] if marked or len(times) == 1 else []
    return told or next((as_date(one.get("datetime") or "") for one in chosen), "")


def _licence(facts: _Facts, base: str | None) -> str:
    """The address of a licence; the names of owners stand in the same place."""
    addresses = (value for value in facts.each(_LICENCES) if _WEB_ADDRESS.match(value))
    return next((address for value in addresses if (address := urls.normalise(value, base))), "")


def _images(found: Iterable[Attributes]) -> Iterator[Image]:
    for attributes in found:
        source = attributes.get("src") or ""
        if not source or source.startswith("data:"):
            source = _late_source(attributes)
        name = source.partition("?")[0].partition("#")[0].rpartition("/")[2]
        if name:
            yield Image(file_name=squeeze(name), alt=squeeze(attributes.get("alt") or ""))


def _late_source(attributes: Attributes) -> str:
    """The address of an image that a script loads, or of which there are several sizes."""
    sources = (attributes.get(key) or "" for key in _LATE_SOURCES)
    several = attributes.get("srcset") or attributes.get("data-srcset") or ""
    return next((one for one in sources if one and not one.startswith("data:")), several.strip().partition(" ")[0])
