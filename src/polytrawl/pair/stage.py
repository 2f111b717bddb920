"""The pair stage: which documents of a site are translations of each other.

Every pairer gives evidence, evidence is joined, and each document gets at most one partner in each language. A pair
that loses its place to a better one is not emitted.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, cast

import msgspec

from polytrawl.options import option, shared
from polytrawl.pair.base import Claims, Pairer, Verdict, Weigher
from polytrawl.pair.groups import grouped
from polytrawl.pair.sisters import Told, joined_sites, told_by
from polytrawl.plugin import find
from polytrawl.records import Document, Lang, PagePair, Score, Site, make_id, replace
from polytrawl.sentences import width
from polytrawl.work import Group

_Probability = Annotated[float, msgspec.Meta(ge=0, le=1)]

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
    pairers: tuple[Pairer, ...] = option(
        cast("tuple[Pairer, ...]", ("links", "urls", "images", "content")), "sources of evidence"
    )
    # On nine sites, each held out, with all claims: .3 P .951 R .979, .4 .955 .977, .5 .958 .977; without any claims
    # .3 P .944 R .940, .4 .951 .932, .5 .955 .916.
    min_probability: _Probability = option(0.4, "pairs less probable than this are not emitted")
    # Guess: one good source of evidence alone is parallel.
    min_parallel: _Probability = option(0.65, "pairs less probable than this are graded comparable")
    max_length_ratio: Annotated[float, msgspec.Meta(gt=1.3)] = option(
        4.0,
        "length of the longer text over the shorter one at which two pages cannot be translations, without `content`",
    )

    deep_pages: bool = option(
        default=True, help="try, once, the addresses at which URL patterns promise the translations that are missing"
    )

    @classmethod
    def check(cls, options: Mapping[str, Any]) -> None:
        """Let each pairer look for what it needs."""
        for table in options["pairers"]:
            find(Pairer, table["use"]).check({name: value for name, value in table.items() if name != "use"})

    def keep_in(self, folder: Path) -> None:
        """Tell each pairer."""
        for pairer in self.pairers:
            pairer.keep_in(folder)

    def key(self, record: Document) -> str | None:
        """The site; None for a document without text, or in a language that was not asked for."""
        return record.site if record.language in self.languages and record.text.strip() else None

    def project(self, record: Document) -> Document:
        """The document without what no pairer reads."""
        needs = {name for pairer in self.pairers for name in pairer.needs}
        links = tuple(replace(link, context="") for link in record.links) if "links" in needs else ()
        record = replace(record, paragraphs=record.main, links=links)
        return replace(record, **{name: empty for name, empty in _OPTIONAL.items() if name not in needs})

    def gather(self, key: str, records: Sequence[Document]) -> Iterator[PagePair]:
        """The pairs of a site, sorted by the ids of their documents."""
        site = _site(key, records)
        documents = {document.id: document for document in site.documents}
        weigher = next((pairer for pairer in self.pairers if isinstance(pairer, Weigher)), None)
        claims = self._claims(site, documents)
        verdicts = weigher.weigh(site, claims) if weigher else self._joined(site, claims)
        rank = {language: number for number, language in enumerate(self.languages)}
        found = list[PagePair]()
        for one in verdicts:
            left, right = sorted((documents[one.left], documents[one.right]), key=lambda two: rank[two.language or ""])
            if one.probability >= self.min_probability and one.probability > 0:
                # A page that is translated in part is a pair, but no text to align.
                whole = self._plausibility(*map(_length, (left, right))) if weigher else 1.0
                grade = "parallel" if one.probability * whole >= self.min_parallel else "comparable"
                found.append(_page_pair(left, right, one, claims, grade))
        yield from sorted(found, key=lambda pair: (pair.left.id, pair.right.id))

    @property
    def joins(self) -> bool:
        """One site in several languages may have several domains."""
        return True

    def ties(self, key: str, records: Sequence[Document]) -> Told:
        """Which other sites the pages of a site name for versions in other languages."""
        return told_by(key, records)

    def join(self, ties: Mapping[str, Any]) -> dict[str, str]:
        """The names of sites that are parts of larger ones."""
        return joined_sites(msgspec.convert(ties, dict[str, Told], from_attributes=True))

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

    def left_out(self, key: str, records: Sequence[Document]) -> Mapping[str, str]:
        """The ids of documents of a site that are in no pair whatever pairers claim, and why, in words."""
        site = _site(key, records)
        weighers = [pairer for pairer in self.pairers if isinstance(pairer, Weigher)]
        claims = self._claims(site, {document.id: document for document in site.documents}) if weighers else {}
        return {one: why for pairer in weighers for one, why in pairer.left_out(site, claims).items()}

    def _claims(self, site: Site, documents: Mapping[str, Document]) -> dict[str, dict[tuple[str, str], float]]:
        """What each pairer says of pairs of documents, sorted by id; those that weigh are asked later."""
        found: dict[str, dict[tuple[str, str], float]] = {}
        for pairer in self.pairers:
            if isinstance(pairer, Weigher):
                continue
            own = found.setdefault(pairer.name, {})
            for left, right, probability in pairer.candidates(site):
                if documents[left].language != documents[right].language:  # an untranslated page is no pair
                    pair = (min(left, right), max(left, right))
                    own[pair] = max(probability, own.get(pair, 0.0))
        return found

    def _joined(self, site: Site, claims: Claims) -> Iterator[Verdict]:
        """Pairs by claims alone, taken as independent; texts count by their lengths only."""
        lengths = [_length(document) for document in site.documents]
        numbers = {document.id: number for number, document in enumerate(site.documents)}
        scores: dict[tuple[int, int], list[float]] = defaultdict(list)
        for own in claims.values():
            for pair, value in own.items():
                scores[numbers[pair[0]], numbers[pair[1]]].append(value)
        probabilities = {
            (left, right): joined(values) * self._plausibility(lengths[left], lengths[right])
            for (left, right), values in scores.items()
        }
        languages = [document.language or "und" for document in site.documents]
        pages = [document.page for document in site.documents]
        for (left, right), probability in grouped(probabilities, languages, self.min_probability, pages).items():
            yield Verdict(site.documents[left].id, site.documents[right].id, probability, {})

    def _plausibility(self, left: int, right: int) -> float:
        """1 for texts of like length, falling to 0 at the largest ratio."""
        ratio = max(left, right) / min(left, right)
        span = math.log(self.max_length_ratio / _PLAIN_RATIO)
        return min(1.0, max(0.0, math.log(self.max_length_ratio / ratio) / span))


def _page_pair(left: Document, right: Document, verdict: Verdict, claims: Claims, grade: str) -> PagePair:
    pair = (min(left.id, right.id), max(left.id, right.id))
    scores = {name: own[pair] for name, own in claims.items() if pair in own} | dict(verdict.evidence)
    return PagePair(
        id=make_id("p", left.id, right.id),
        left=_for_alignment(left),
        right=_for_alignment(right),
        probability=round(verdict.probability, 6),
        grade=grade,
        evidence=tuple(Score(name=name, value=round(value, 6)) for name, value in sorted(scores.items())),
    )


def _length(document: Document) -> int:
    return width(document.text) + _SLACK


def _site(name: str, records: Iterable[Document]) -> Site:
    return Site(name=name, documents=tuple(sorted(records, key=lambda one: one.id)))


def joined(probabilities: Iterable[float]) -> float:
    """The probability that at least one of several independent claims is right (noisy or)."""
    return 1.0 - math.prod(1.0 - probability for probability in probabilities)


def _for_alignment(document: Document) -> Document:
    return replace(document, alternates=(), **_OPTIONAL)
