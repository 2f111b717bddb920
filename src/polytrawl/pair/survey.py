"""What URL patterns say about a run whose pages are paired.

These are the list of patterns, the pairs that they found, and where the translations that are missing may be.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from polytrawl.pair import deep
from polytrawl.pair.instances import Key
from polytrawl.pair.pairers.urls import Urls
from polytrawl.pair.patterns import Found, Pattern, global_credibility
from polytrawl.records import Document, Lang, Promise, Site, UrlPattern

__all__ = ["PATTERNS", "RESCUE", "Pages", "Survey", "survey_patterns"]

PATTERNS, RESCUE = "patterns", "rescue"  # who found a pair: a pattern of its site, or one that other sites rescued

# Patterns of other sites that are tried on a site, the most credible first: each costs some requests. Guess.
_MAX_FOREIGN = 5


class Pages(NamedTuple):
    """The pages of a run as the survey sees them."""

    sites: Mapping[str, Sequence[Document]]  # with text, and in a wanted language; no more than id, URL and language
    partners: Mapping[str, Collection[Lang]]  # of a document: the languages in which it has a partner
    languages: Sequence[Lang]  # of the run


class Survey(msgspec.Struct, frozen=True):
    """What was learned."""

    patterns: list[UrlPattern]  # those that are believed, the most credible first
    sources: dict[str, str]  # the ids of two documents, joined by a space and sorted: who says they are a pair
    promises: list[Promise]


def survey_patterns(urls: Urls, pages: Pages) -> Survey:
    """The survey of a run, with the pairer as the run has it."""
    documents = {site: pages.sites[site] for site in sorted(pages.sites)}
    if len(documents) > 1:
        told = [urls.survey(Site(name=name, documents=tuple(ones))) for name, ones in documents.items()]
        urls.inform(urls.summarise(told))
    found = {site: urls.patterns(ones) for site, ones in documents.items()}
    return Survey(_listed(found), _sources(urls, found), list(_promises(found, pages)))


def _listed(found: Mapping[str, Sequence[Found]]) -> list[UrlPattern]:
    sites: defaultdict[Key, set[str]] = defaultdict(set)
    pairs: defaultdict[Key, int] = defaultdict(int)
    for site, ones in found.items():
        for one in ones:
            sites[one.pattern.key].add(site)
            pairs[one.pattern.key] += len(one.pairs)
    credibility = global_credibility([one.pattern for one in ones] for ones in found.values())
    return [
        UrlPattern(left=key[0], right=key[1], credibility=round(value, 4), sites=len(sites[key]), pairs=pairs[key])
        for key, value in credibility.items()
    ]


def _sources(urls: Urls, found: Mapping[str, Sequence[Found]]) -> dict[str, str]:
    sources: dict[str, str] = {}
    for one in (one for ones in found.values() for one in ones):
        word = PATTERNS if urls.is_strong(one.pattern) else RESCUE
        for left, right in one.pairs:
            sources.setdefault(pair_key(left.id, right.id), word)
    return sources


def pair_key(left: str, right: str) -> str:
    """How a pair of documents is named in a survey."""
    return " ".join(sorted((left, right)))


def _promises(found: Mapping[str, Sequence[Found]], pages: Pages) -> Iterator[Promise]:
    best = _strongest(one.pattern for ones in found.values() for one in ones)
    for site, ones in found.items():
        own = [one.pattern for one in ones]
        keys = {pattern.key for pattern in own}
        foreign = [pattern for pattern in best if pattern.key not in keys][:_MAX_FOREIGN]
        applied = deep.rules(pages.sites[site], own, foreign, pages.languages)
        yield from deep.promises(pages.sites[site], applied, pages.partners, pages.sites.keys())


def _strongest(patterns: Iterable[Pattern]) -> list[Pattern]:
    """Patterns that mean something on other sites too, as they name languages; the most credible first."""
    known = [one for one in patterns if one.is_known]
    credibility = global_credibility([known])
    return list({one.key: one for one in sorted(known, key=lambda one: (-credibility[one.key], one.key))}.values())
