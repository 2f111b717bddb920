"""What pages say about their translations: `hreflang`, links that name a language, flags.

The rules are those by which the pair stage knows a language switch. A link to another domain counts where it has
`hreflang`, or where that domain has the same name under another suffix, as company.de and company.fr have: a page may
well have a link "English" that leads to somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from polytrawl.pair.markers import same_language
from polytrawl.pair.switches import named_languages
from polytrawl.records import Document, Lang, Link, replace
from polytrawl.urls import normalise, site_of

__all__ = ["Claim", "claims_of", "in_words", "telling"]

_PICTURE = re.compile(r"\.(?:png|gif|svg|jpe?g|webp|ico)$", re.IGNORECASE)
_NO_LANGUAGE = ("", "x-default")


class Claim(NamedTuple):
    """A page says that its version in another language is at some address."""

    language: Lang
    kind: str  # hreflang, link or flag
    page: str
    target: str
    said: str  # the text of the link


def claims_of(documents: Iterable[Document], languages: Sequence[Lang]) -> list[Claim]:
    """All claims about versions in wanted languages, each once; none about the language that the page is in."""
    found: dict[tuple[Lang, str, str, str], Claim] = {}
    for document in documents:
        for claim in _claims(document, languages):
            target = normalise(claim.target) or ""  # of `hreflang` it may be anything
            if target.startswith("http") and target != document.url:
                found.setdefault(claim[:4], claim._replace(target=target))
    return list(found.values())


def _claims(document: Document, languages: Sequence[Lang]) -> Iterator[Claim]:
    others = [one for one in languages if not same_language(one, document.language)]
    for link in document.alternates:
        for language in _wanted([link.hreflang], others):
            yield Claim(language, "hreflang", document.url, link.target, link.hreflang)
    for link in document.links:
        if named := _named(link, document):
            kind = "hreflang" if link.hreflang else "flag" if _PICTURE.search(link.anchor) else "link"
            for language in _wanted(named, others):
                yield Claim(language, kind, document.url, link.target, link.anchor.strip())


def _named(link: Link, document: Document) -> Iterable[Lang]:
    if link.hreflang:
        return [link.hreflang]
    named = named_languages(link.anchor)
    return named if named and _is_related(link.target, document.url) else ()


def _is_related(target: str, page: str) -> bool:
    address = normalise(target)
    if address is None:
        return False
    one, other = site_of(address), site_of(page)
    return one == other or one.partition(".")[0] == other.partition(".")[0]


def _wanted(named: Iterable[Lang], wanted: Sequence[Lang]) -> list[Lang]:
    marked = [one for one in named if one.casefold() not in _NO_LANGUAGE]
    return [language for language in wanted if any(same_language(one, language) for one in marked)]


def telling(document: Document) -> Document:
    """No more of a document than tells something about its site: pages of many sites are held at the same time."""
    links = tuple(replace(link, context="") for link in document.links if _tells(link, document.site))
    return replace(document, links=links, paragraphs=(), posts=(), images=(), description="", outline="")


def _tells(link: Link, site: str) -> bool:
    if link.hreflang or named_languages(link.anchor):
        return True
    target = normalise(link.target)
    return target is not None and site_of(target) != site


def in_words(claims: Sequence[Claim]) -> list[str]:
    """The claims, put together by language and kind.

    >>> in_words([Claim("de", "link", "http://a.test/", "http://a.test/de", "Deutsch")])
    ['link "Deutsch" to de on 1 page, e.g. http://a.test/']
    """
    groups: dict[tuple[str, Lang], list[Claim]] = {}
    for claim in claims:
        groups.setdefault((claim.kind, claim.language), []).append(claim)
    return [_sentence(kind, language, group) for (kind, language), group in sorted(groups.items())]


def _sentence(kind: str, language: Lang, group: Sequence[Claim]) -> str:
    pages = sorted({claim.page for claim in group}, key=lambda one: (len(one), one))
    said = min(claim.said for claim in group)
    quoted = "" if kind == "hreflang" else f' "{" ".join(said.split())[:40]}"'
    return f"{kind}{quoted} to {language} on {len(pages)} page{'s' if len(pages) > 1 else ''}, e.g. {pages[0]}"
