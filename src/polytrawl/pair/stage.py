"""The pair stage: which documents of a site are translations of each other.

Every pairer gives evidence, evidence is joined, and each document gets at most one partner in each language. A pair
that loses its place to a better one is not emitted.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, cast

import msgspec

from polytrawl.options import option, shared
from polytrawl.pair.base import Pairer
from polytrawl.records import Document, Lang, PagePair, Score, Site, make_id, replace
from polytrawl.sentences import width
from polytrawl.work import Group

_Probability = Annotated[float, msgspec.Meta(ge=0, le=1)]
_Evidence = dict[tuple[str, str], dict[str, float]]

# Added to both lengths, so that pages of one line are not refused for one word more. Guess.
_SLACK = 100
# The largest ratio among the 81 page pairs of the German and Italian installation guide is 1.23. The demo's three pairs
# of front pages, one listing half of the articles, have 2.0 to 2.2; with 1.5 here their probability was .61 to .68,
# with 1.3 it is .53 to .60. Set on these few pages.
_PLAIN_RATIO = 1.3

# Fields of documents that only some pairers read, and what they are without it.
_OPTIONAL: dict[str, Any] = {"links": (), "images": (), "outline": ""}


@dataclass(kw_only=True)
class Pair(Group[Document], name="pair"):
    """Page pairs of a site."""

    reads: ClassVar[tuple[str, ...]] = ("topic",)

    languages: tuple[Lang, ...] = shared()
    pairers: tuple[Pairer, ...] = option(cast("tuple[Pairer, ...]", ("links", "urls")), "sources of evidence")
    # Both guesses: one good source of evidence alone is parallel, a contradicted one is no pair.
    min_probability: _Probability = option(0.3, "pairs less probable than this are not emitted")
    min_parallel: _Probability = option(0.65, "pairs less probable than this are graded comparable")
    max_length_ratio: Annotated[float, msgspec.Meta(gt=1.3)] = option(
        4.0, "length of the longer text over the shorter one at which two pages cannot be translations"
    )

    deep_pages: bool = option(
        default=True, help="try, once, the addresses at which URL patterns promise the translations that are missing"
    )

    def key(self, record: Document) -> str | None:
        """The site; None for a document without text, or in a language that was not asked for."""
        return record.site if record.language in self.languages and record.text.strip() else None

    def project(self, record: Document) -> Document:
        """The document without what no pairer reads."""
        needs = {name for pairer in self.pairers for name in pairer.needs}
        record = replace(record, paragraphs=record.main)
        return replace(record, **{name: empty for name, empty in _OPTIONAL.items() if name not in needs})

    def gather(self, key: str, records: Sequence[Document]) -> Iterator[PagePair]:
        """The pairs of a site, sorted by the ids of their documents."""
        site = _site(key, records)
        documents = {document.id: document for document in site.documents}
        lengths = {document.id: width(document.text) + _SLACK for document in site.documents}
        found = self._evidence(site, documents)
        probabilities = {
            (left, right): joined(scores.values()) * self._plausibility(lengths[left], lengths[right])
            for (left, right), scores in found.items()
        }
        for pair in sorted(self._assign(probabilities, documents)):
            yield self._page_pair(documents[pair[0]], documents[pair[1]], found[pair], probabilities[pair])

    @property
    def surveys(self) -> bool:
        """Whether a pairer must know about all sites of the run."""
        return any(pairer.surveys for pairer in self.pairers)

    def survey(self, key: str, records: Sequence[Document]) -> dict[str, Any]:
        """What each pairer should know about a site when it works on others."""
        site = _site(key, records)
        return {pairer.name: pairer.survey(site) for pairer in self.pairers if pairer.surveys}

    def summarise(self, surveys: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """What each pairer remembers of all sites."""
        return {
            pairer.name: pairer.summarise([one[pairer.name] for one in surveys])
            for pairer in self.pairers
            if pairer.surveys
        }

    def inform(self, summary: Mapping[str, Any]) -> None:
        """Tell each pairer about all sites."""
        for pairer in self.pairers:
            if pairer.surveys:
                pairer.inform(summary[pairer.name])

    def _evidence(self, site: Site, documents: Mapping[str, Document]) -> _Evidence:
        """What each pairer says of each pair; the left document is in the language named earlier."""
        rank = {language: number for number, language in enumerate(self.languages)}
        found: _Evidence = defaultdict(dict)
        for pairer in self.pairers:
            for left, right, probability in pairer.candidates(site):
                places = [rank[documents[one].language or ""] for one in (left, right)]
                if places[0] == places[1]:
                    continue  # an untranslated page is no pair
                pair = (left, right) if places[0] < places[1] else (right, left)
                found[pair][pairer.name] = max(probability, found[pair].get(pairer.name, 0.0))
        return found

    def _plausibility(self, left: int, right: int) -> float:
        """1 for texts of like length, falling to 0 at the largest ratio."""
        ratio = max(left, right) / min(left, right)
        span = math.log(self.max_length_ratio / _PLAIN_RATIO)
        return min(1.0, max(0.0, math.log(self.max_length_ratio / ratio) / span))

    def _assign(
        self, probabilities: Mapping[tuple[str, str], float], documents: Mapping[str, Document]
    ) -> Iterator[tuple[str, str]]:
        """One partner per language for each document: the most probable pair first, then the smallest ids."""
        taken: set[tuple[str, Lang | None]] = set()
        for (left, right), probability in sorted(probabilities.items(), key=lambda one: (-one[1], one[0])):
            places = {(left, documents[right].language), (right, documents[left].language)}
            if probability >= self.min_probability and probability > 0 and taken.isdisjoint(places):
                taken |= places
                yield left, right

    def _page_pair(self, left: Document, right: Document, scores: Mapping[str, float], probability: float) -> PagePair:
        return PagePair(
            id=make_id("p", left.id, right.id),
            left=_for_alignment(left),
            right=_for_alignment(right),
            probability=round(probability, 6),
            grade="parallel" if probability >= self.min_parallel else "comparable",
            evidence=tuple(Score(name=name, value=round(value, 6)) for name, value in sorted(scores.items())),
        )


def _site(name: str, records: Iterable[Document]) -> Site:
    return Site(name=name, documents=tuple(sorted(records, key=lambda one: one.id)))


def joined(probabilities: Iterable[float]) -> float:
    """The probability that at least one of several independent claims is right (noisy or)."""
    return 1.0 - math.prod(1.0 - probability for probability in probabilities)


def _for_alignment(document: Document) -> Document:
    return replace(document, alternates=(), **_OPTIONAL)
