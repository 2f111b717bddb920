"""Evidence from the pages themselves: shared words, shape, what they link to, and words that are learned on the way.

It needs no dictionary, no translation system and no marks of a language in URLs, and uses those that it is given. It
also weighs what other pairers
claim, so that where it is named, a page pair is as probable as all evidence together makes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from polytrawl.options import build
from polytrawl.outside.place import placed
from polytrawl.pair.base import Candidate, Claims, Verdict, Weigher
from polytrawl.pair.copies import originals, pairs_of_copies
from polytrawl.pair.fusion import Weighed, weigh
from polytrawl.pair.groups import grouped
from polytrawl.pair.outside import Outside
from polytrawl.pair.strays import strays
from polytrawl.pair.texts import COLUMNS
from polytrawl.records import Document, Site

_Name = TypeVar("_Name", int, str)
_WHERE = "pair.pairers.content"
_NOTHING = 0.005
_UNTRANSLATED = "links show it among pages of another language, and its text is much like {}: it was left untranslated"
_SHORT = "links show it among pages of another language, and it is too short to tell which one it is in"
_LEAST = 0.05  # less probable couples are nobody's pair


@dataclass(kw_only=True)
class Content(Outside, Weigher, name="content"):
    """What two texts have in common, weighed beside all that other pairers claim; needs no outside resource."""

    libraries: ClassVar[tuple[str, ...]] = ("numpy", "rapidfuzz")
    needs: ClassVar[tuple[str, ...]] = ("links",)

    @classmethod
    def check(cls, options: Mapping[str, Any]) -> None:
        """Raise `ConfigError` where what the user brings along is missing or broken."""
        with placed(_WHERE):
            build(cls, options).check_outside()

    def candidates(self, site: Site) -> Iterable[Candidate]:
        """Pairs by the pages alone."""
        return [Candidate(one.left, one.right, one.probability) for one in self.weigh(site, {})]

    def left_out(self, site: Site, claims: Claims) -> dict[str, str]:
        """Pages among those of another language that are nobody's translation."""
        urls = {document.id: document.url for document in site.documents}
        away = strays(_without_copies(site, originals(site.documents, claims)), claims)
        return {one: _UNTRANSLATED.format(urls[kept]) if kept else _SHORT for one, kept in away.items()}

    def weigh(self, site: Site, claims: Claims) -> Iterator[Verdict]:
        """Pairs by the pages and by what other pairers claim."""
        original = originals(site.documents, claims)
        documents = _without_copies(site, original)
        away = strays(documents, claims)
        documents = [document for document in documents if document.id not in away]
        numbers = {document.id: number for number, document in enumerate(documents)}
        with placed(_WHERE):
            outside = self.likenesses(documents)
        known = {one: numbers[kept] for one, kept in original.items() if kept in numbers}
        found = weigh(documents, _by_number(claims, known), outside)
        languages = [document.language or "und" for document in documents]
        pages = [document.page for document in documents]
        rows = {couple: row for row, couple in enumerate(found.couples.numbers())}
        verdicts = dict[tuple[str, str], Verdict]()
        for (left, right), probability in grouped(found.by_couple(), languages, _LEAST, pages).items():
            row = rows.get((left, right))
            evidence = _evidence(found, row) if row is not None else {}
            one = Verdict(documents[left].id, documents[right].id, probability, evidence)
            verdicts[_ordered(one.left, one.right)] = one
        yield from verdicts.values()
        yield from pairs_of_copies(original, claims, verdicts)


def _without_copies(site: Site, original: Mapping[str, str]) -> list[Document]:
    return [document for document in site.documents if original[document.id] == document.id]


def _by_number(claims: Claims, numbers: Mapping[str, int]) -> dict[str, dict[tuple[int, int], float]]:
    """The claims, those about copies as if they were about the originals; those about strays are left out."""
    found: dict[str, dict[tuple[int, int], float]] = {}
    for name, own in claims.items():
        table = found[name] = {}
        for (one, other), value in own.items():
            if one in numbers and other in numbers:
                pair = _ordered(numbers[one], numbers[other])
                table[pair] = max(value, table.get(pair, 0.0))
    return found


def _ordered(left: _Name, right: _Name) -> tuple[_Name, _Name]:
    return (left, right) if left < right else (right, left)


def _evidence(found: Weighed, row: int) -> dict[str, float]:
    """What is worth telling of a couple, each up to 1; what says nothing is left out."""
    told = dict(zip(found.names, found.table[row].tolist(), strict=True))
    values = {name: min(read(told), 1.0) for name, read in COLUMNS.items()}
    values |= {name: float(column[row]) for name, column in found.outside.items()}
    return {name: value for name, value in values.items() if value > _NOTHING}
