"""Sites that are one site in several languages under different domains, such as company.de and company.it.

They are known by what their pages name as versions in another language, with hreflang or by a link such as "Italiano";
or, without a link, by domains that differ in one place and pages with the same paths. Each site tells once which others
it names and which paths it has; sites are joined along these ties, never by comparing all with all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec

from polytrawl.pair.markers import same_language
from polytrawl.pair.namesakes import namesakes, paths_of
from polytrawl.pair.switches import named_languages
from polytrawl.records import Document, Lang, Link
from polytrawl.urls import site_of

__all__ = ["Tie", "Told", "joined_sites", "told_by"]

# Where only one of two sites names the other, it does so on this share of its pages, and names several pages there: a
# list of addresses, or a link to the home page of somebody else on every page, joins nothing. Guesses.
_MIN_SHARE, _MIN_PAGES = 0.1, 2


class Tie(msgspec.Struct):
    """What a site says of another one."""

    languages: list[Lang]  # in which it names versions there
    pages: int  # of its own that do so
    targets: int  # pages that they name


class Told(msgspec.Struct):
    """What a site says of itself and of others."""

    languages: list[Lang]
    pages: int
    ties: dict[str, Tie]
    paths: list[int] = []  # hashes of some


def told_by(site: str, documents: Sequence[Document]) -> Told:
    """What the documents of a site say."""
    languages: defaultdict[str, set[Lang]] = defaultdict(set)
    sources: defaultdict[str, set[str]] = defaultdict(set)
    targets: defaultdict[str, set[str]] = defaultdict(set)
    for document in documents:
        for target, language in _named(document):
            other = _site_of(target)
            if other != site:
                languages[other].add(language)
                sources[other].add(document.url)
                targets[other].add(target)
    ties = {one: Tie(sorted(languages[one]), len(sources[one]), len(targets[one])) for one in sorted(languages)}
    own = sorted({document.language or "und" for document in documents})
    return Told(own, len(documents), ties, paths_of(document.url for document in documents))


def _named(document: Document) -> Iterator[tuple[str, Lang]]:
    """The pages that a document names as versions in other languages than its own, and in which."""
    for link in (*document.alternates, *document.links):
        for language in _languages(link):
            if not same_language(language, document.language):
                yield link.target, language


def _languages(link: Link) -> frozenset[Lang]:
    if link.hreflang:
        return frozenset({link.hreflang} - {"x-default"})
    return named_languages(link.anchor)


@lru_cache(maxsize=16384)
def _site_of(url: str) -> str:
    return site_of(url)


def joined_sites(told: Mapping[str, Told]) -> dict[str, str]:
    """For each site that is part of a larger one the name of that: the first of the names of its parts."""
    parents = {site: site for site in told}

    def find(site: str) -> str:
        while parents[site] != site:
            parents[site] = site = parents[parents[site]]
        return site

    for site, other in _ties(told):
        first, second = sorted((find(site), find(other)))
        parents[second] = first
    return {site: find(site) for site in told if find(site) != site}


def _ties(told: Mapping[str, Told]) -> Iterator[tuple[str, str]]:
    """The sites that belong together, by links and by paths."""
    for site, own in told.items():
        yield from ((site, other) for other in own.ties if other in told and _are_one(site, other, told))
    for site, other in namesakes({site: own.paths for site, own in told.items()}):
        languages = {tag.partition("-")[0] for one in (site, other) for tag in told[one].languages}
        if len(languages) > 1:  # else it is a copy, in which there is nothing to pair
            yield site, other


def _are_one(site: str, other: str, told: Mapping[str, Told]) -> bool:
    tie, back = told[site].ties[other], told[other].ties.get(site)
    if not _holds(tie, told[other]):
        return False
    if back and _holds(back, told[site]):
        return True
    return tie.targets >= _MIN_PAGES and tie.pages >= max(_MIN_PAGES, _MIN_SHARE * told[site].pages)


def _holds(tie: Tie, other: Told) -> bool:
    """Whether the other site has pages in a language that it is named for."""
    return any(same_language(one, language) for one in tie.languages for language in other.languages)
