"""Evidence from links between the versions of a page.

Pages name their translations in `<link rel="alternate" hreflang>` and in the HTTP header Link, and lead readers to them
by links that name a language: "Italiano", "IT", a flag. Two pages in different languages that link to each other, and
to no other page in the other's language, are likely a pair whatever the links say.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, ClassVar, NamedTuple

import msgspec

from polytrawl.options import option
from polytrawl.pair.addresses import address
from polytrawl.pair.base import Candidate, Pairer
from polytrawl.pair.markers import same_language
from polytrawl.pair.switches import named_languages
from polytrawl.records import Document, Lang, Link, Site

_Probability = Annotated[float, msgspec.Meta(ge=0, le=1)]
_Pair = tuple[str, str]


class _Claim(NamedTuple):
    """A page says that another one is its version in a language; trust tells how clearly, and how rightly."""

    source: Document
    target: Document
    trust: float


@dataclass(kw_only=True)
class Links(Pairer, name="links"):
    """Pages that name each other as versions in another language."""

    needs: ClassVar[tuple[str, ...]] = ("links",)

    # All are guesses, to be learned from sites with known pairs.
    mutual: _Probability = option(0.98, "probability when both pages name each other")
    one_sided: _Probability = option(
        0.85, "probability when only one page names the other, shared among all that name it"
    )
    third_party: _Probability = option(0.7, "probability when a third page names both as its versions")
    disagreement: _Probability = option(0.1, "factor when the text of the page is not in the language it is named with")
    switch: _Probability = option(0.95, "factor when a link in the page names the language, not hreflang; 0 for none")
    unnamed: _Probability = option(
        0.6, "probability when two pages link to each other and no link names a language; 0 for none"
    )

    def candidates(self, site: Site) -> Iterable[Candidate]:
        """Pairs that pages claim, pairs of pages that a third one claims, and pages that just link to each other."""
        pages = _Pages(site)
        claims = list(self._claims(site, pages))
        trusts = {(claim.source.id, claim.target.id): claim.trust for claim in claims}
        shares = _shares(claims, trusts)
        best: dict[_Pair, float] = {}
        for claim in claims:
            back = trusts.get((claim.target.id, claim.source.id))
            base = self.one_sided if back is None else self.mutual * back
            _raise(best, claim, claim.source.id, base * claim.trust * shares[claim.source.id, claim.target.id])
        for left, right in _siblings(claims):
            share = shares[left.source.id, left.target.id] * shares[right.source.id, right.target.id]
            _raise(best, left, right.target.id, self.third_party * left.trust * right.trust * share)
        for pair, rivals in _mutual_links(site, pages) if self.unnamed else ():
            best.setdefault(pair, self.unnamed / rivals)  # what the pages say, rightly or wrongly, counts first
        return [Candidate(left, right, probability) for (left, right), probability in sorted(best.items())]

    def _claims(self, site: Site, pages: _Pages) -> Iterator[_Claim]:
        """What the pages of a site say, one claim for each pair of pages and direction."""
        for document in site.documents:
            named: dict[str, _Claim] = {}
            for target, trust in self._named(document, pages):
                if trust > (named[target.id].trust if target.id in named else 0.0):
                    named[target.id] = _Claim(document, target, trust)
            yield from (named[target] for target in sorted(named))

    def _named(self, document: Document, pages: _Pages) -> Iterator[tuple[Document, float]]:
        for target, link in pages.led_to(document, document.alternates):
            if link.hreflang.casefold() not in ("", "x-default"):
                yield target, self._trust({link.hreflang}, target)
        for target, link in pages.led_to(document, document.links) if self.switch else ():
            languages = {link.hreflang} if link.hreflang else named_languages(link.anchor)
            if languages:
                yield target, self.switch * self._trust(languages, target)

    def _trust(self, languages: Iterable[Lang], target: Document) -> float:
        return 1.0 if any(same_language(one, target.language) for one in languages) else self.disagreement


def _shares(claims: list[_Claim], trusts: Mapping[_Pair, float]) -> dict[_Pair, float]:
    """The part of a page that a claim can have: all when the page says the same, else shared by all that name it.

    A home page that many pages of one language name as their version is not the version of them all.
    """
    claimants: dict[tuple[str, Lang], int] = defaultdict(int)
    for claim in claims:
        claimants[claim.target.id, claim.source.language or "und"] += 1
    return {
        (claim.source.id, claim.target.id): 1.0
        if (claim.target.id, claim.source.id) in trusts
        else 1.0 / claimants[claim.target.id, claim.source.language or "und"]
        for claim in claims
    }


class _Pages:
    """The documents of a site by the addresses that lead to them."""

    def __init__(self, site: Site) -> None:
        self._documents = {address(document.url): document for document in reversed(site.documents)}
        self._known: dict[str, Document | None] = {}

    def led_to(self, source: Document, links: Sequence[Link]) -> Iterator[tuple[Document, Link]]:
        """The pages in other languages that links lead to. The other half of a page in two languages is none."""
        for link in links:
            if link.target not in self._known:
                self._known[link.target] = self._documents.get(address(link.target))
            target = self._known[link.target]
            if target and target.page != source.page and not same_language(source.language, target.language):
                yield target, link


def _siblings(claims: list[_Claim]) -> Iterator[tuple[_Claim, _Claim]]:
    """Claims of one page about two others, at most one for each language: the most trusted, then the smallest id."""
    by_source: dict[str, dict[Lang, _Claim]] = defaultdict(dict)
    for claim in sorted(claims, key=lambda one: (-one.trust, one.target.id)):
        by_source[claim.source.id].setdefault(claim.target.language or "und", claim)
    for named in by_source.values():
        yield from combinations(named.values(), 2)


def _mutual_links(site: Site, pages: _Pages) -> Iterator[tuple[_Pair, int]]:
    """Pages in two languages that link to each other, and how many pages of the other's language one of them links."""
    linked: dict[str, dict[str, Lang]] = {}
    degrees: dict[tuple[str, Lang], int] = defaultdict(int)
    for document in site.documents:
        targets = {target.id: target.language or "und" for target, _ in pages.led_to(document, document.links)}
        linked[document.id] = targets
        for language in targets.values():
            degrees[document.id, language] += 1
    for source, targets in linked.items():
        for target, language in targets.items():
            own = linked[target].get(source)
            if own is not None and source < target:
                yield (source, target), max(degrees[source, language], degrees[target, own])


def _raise(best: dict[_Pair, float], claim: _Claim, other: str, probability: float) -> None:
    """Note that the page a claim is about makes a pair with another one, unless that is known to be more probable."""
    pair = (min(claim.target.id, other), max(claim.target.id, other))
    best[pair] = max(best.get(pair, 0.0), probability)
