"""Evidence from `<link rel="alternate" hreflang>`: what pages say about their own translations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, NamedTuple

import msgspec

from polytrawl.options import option
from polytrawl.pair.addresses import address
from polytrawl.pair.base import Candidate, Pairer
from polytrawl.pair.markers import same_language
from polytrawl.records import Document, Lang, Site

_Probability = Annotated[float, msgspec.Meta(ge=0, le=1)]
_Pair = tuple[str, str]


class _Claim(NamedTuple):
    """A page says that another one is its version in a language; trust is low when the text is in another one."""

    source: Document
    target: Document
    trust: float


@dataclass(kw_only=True)
class Hreflang(Pairer, name="hreflang"):
    """Pages that name each other as versions in another language."""

    # All four are guesses, to be learned from sites with known pairs.
    mutual: _Probability = option(0.98, "probability when both pages name each other")
    one_sided: _Probability = option(
        0.85, "probability when only one page names the other, shared among all that name it"
    )
    third_party: _Probability = option(0.7, "probability when a third page names both as its versions")
    disagreement: _Probability = option(0.1, "factor when the text of the page is not in the language it is named with")

    def candidates(self, site: Site) -> Iterable[Candidate]:
        """Pairs that pages claim, and pairs of pages that a third one claims."""
        claims = list(_claims(site, self.disagreement))
        best: dict[_Pair, float] = {}
        for claim, probability in self._direct(claims):
            _raise(best, claim.source.id, claim.target.id, probability)
        for left, right in _siblings(claims):
            _raise(best, left.target.id, right.target.id, self.third_party * left.trust * right.trust)
        return [Candidate(left, right, probability) for (left, right), probability in sorted(best.items())]

    def _direct(self, claims: list[_Claim]) -> Iterator[tuple[_Claim, float]]:
        """Each claim with its probability; a page that many pages of one language name is no version of them all."""
        trusts = {(claim.source.id, claim.target.id): claim.trust for claim in claims}
        claimants: dict[tuple[str, Lang], int] = defaultdict(int)
        for claim in claims:
            claimants[claim.target.id, claim.source.language or "und"] += 1
        for claim in claims:
            back = trusts.get((claim.target.id, claim.source.id))
            if back is None:
                count = claimants[claim.target.id, claim.source.language or "und"]
                yield claim, self.one_sided * claim.trust / count
            else:
                yield claim, self.mutual * claim.trust * back


def _claims(site: Site, disagreement: float) -> Iterator[_Claim]:
    """What the pages of a site say, one claim for each pair of pages and direction."""
    documents = {address(document.url): document for document in reversed(site.documents)}
    for document in site.documents:
        named: dict[str, _Claim] = {}
        for link in document.alternates:
            target = documents.get(address(link.target))
            if target is None or target.id == document.id or link.hreflang.casefold() in ("", "x-default"):
                continue
            trust = 1.0 if same_language(link.hreflang, target.language) else disagreement
            known = named.get(target.id)
            if known is None or known.trust < trust:
                named[target.id] = _Claim(document, target, trust)
        yield from (named[target] for target in sorted(named))


def _siblings(claims: list[_Claim]) -> Iterator[tuple[_Claim, _Claim]]:
    """Claims of one page about two others, at most one for each language: the most trusted, then the smallest id."""
    by_source: dict[str, dict[Lang, _Claim]] = defaultdict(dict)
    for claim in sorted(claims, key=lambda one: (-one.trust, one.target.id)):
        by_source[claim.source.id].setdefault(claim.target.language or "und", claim)
    for named in by_source.values():
        yield from combinations(named.values(), 2)


def _raise(best: dict[_Pair, float], left: str, right: str, probability: float) -> None:
    pair = (min(left, right), max(left, right))
    best[pair] = max(best.get(pair, 0.0), probability)
