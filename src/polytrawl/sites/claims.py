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
from polytrawl.records import Document, Lang, Link
from polytrawl.urls import site_of

__all__ = ["Claim", "claims_of", "in_words"]

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
            if not same_language(claim.language, document.language) and claim.target != document.url:
                found.setdefault(claim[:4], claim)
    return list(found.values())


def _claims(document: Document, languages: Sequence[Lang]) -> Iterator[Claim]:
    for link in document.alternates:
        for language in _wanted([link.hreflang], languages):
            yield Claim(language, "hreflang", document.url, link.target, link.hreflang)
    for link in document.links:
        if named := _named(link, document):
            kind = "hreflang" if link.hreflang else "flag" if _PICTURE.search(link.anchor) else "link"
            for language in _wanted(named, languages):
                yield Claim(language, kind, document.url, link.target, link.anchor.strip())


def _named(link: Link, document: Document) -> Iterable[Lang]:
    if link.hreflang:
        return [link.hreflang]
    named = named_languages(link.anchor)
    return named if named and _is_related(link.target, document.url) else ()


def _is_related(target: str, page: str) -> bool:
    if not target.startswith("http"):
        return False
    one, other = site_of(target), site_of(page)
    return one == other or one.partition(".")[0] == other.partition(".")[0]


def _wanted(named: Iterable[Lang], languages: Sequence[Lang]) -> list[Lang]:
    marked = [one for one in named if one.casefold() not in _NO_LANGUAGE]
    return [language for language in languages if any(same_language(one, language) for one in marked)]


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
