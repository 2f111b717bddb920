"""The pages of a run across which sentences are mined, two by two, and the units that words are learned from.

Page pairs that are graded comparable come first. Wanted documents that have no partner in the other language are joined
as a comparable corpus joins them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from polytrawl.comparable.collection import Collection
from polytrawl.comparable.corpus import Rules as Alike
from polytrawl.comparable.corpus import compare
from polytrawl.comparable.translations import MOST_UNITS, translations
from polytrawl.export.facts import Facts
from polytrawl.export.pages import Pages
from polytrawl.export.rules import Rules
from polytrawl.language_tags import same_language
from polytrawl.lexicon.dictionary import Dictionary
from polytrawl.records import Document, Lang, PagePair, Score, SentencePair, make_id, replace
from polytrawl.rundir import RunDir

__all__ = ["Given", "given"]

_COMPARABLE, _PARALLEL = "comparable", "parallel"
_ALIKE = Alike(balance=1.0)  # both sides need not be of one size

_Sides = tuple[Lang, Lang]


class Given(NamedTuple):
    """What a run has for mining."""

    paired: list[PagePair]  # that the pair stage has graded comparable, the best first
    joined: list[PagePair]  # of other documents, the most comparable first
    units: list[tuple[str, str]]  # of parallel pages


def given(run: RunDir, languages: _Sides, dictionary: Dictionary | None) -> Given:
    """What a run has for mining between two languages, in the order in which the run names them."""
    pages = Pages(Facts.read(run), Rules())  # what would be exported if nobody asked for more or for less
    pairs = {one.id: one for one in run.records("pair") if isinstance(one, PagePair) and _is_between(one, languages)}
    wanted = [pairs[name] for name in pages.facts.pairs if name in pairs and not pages.pairs[name]]
    units = _units(run, {one.id for one in wanted if one.grade == _PARALLEL})
    partnered = {side.id for one in wanted for side in (one.left, one.right)}
    free = (one for one in _documents(run) if one.id not in partnered and not pages.documents[one.id])
    return Given(
        [one for one in wanted if one.grade == _COMPARABLE], _joined(free, languages, units, dictionary), units
    )


def _is_between(pair: PagePair, languages: _Sides) -> bool:
    return all(map(_is_in, (pair.left, pair.right), languages))


def _is_in(document: Document, language: Lang) -> bool:
    return same_language(document.language or "und", language)


def _documents(run: RunDir) -> Iterator[Document]:
    yield from (one for one in run.records("topic") if isinstance(one, Document))


def _units(run: RunDir, pairs: set[str]) -> list[tuple[str, str]]:
    """The first different units of some page pairs, as they were aligned."""
    found: dict[tuple[str, str], None] = {}
    for unit in run.records("align"):
        if isinstance(unit, SentencePair) and unit.pair in pairs:
            found[unit.texts] = None
            if len(found) == MOST_UNITS:
                break
    return list(found)


def _joined(
    documents: Iterable[Document], languages: _Sides, units: list[tuple[str, str]], dictionary: Dictionary | None
) -> list[PagePair]:
    """Documents that are about the same things, two by two."""
    sides = Collection(languages[0]), Collection(languages[1])
    kept: dict[str, Document] = {}
    for document in documents:
        for side in sides:
            if _is_in(document, side.language):
                side.add(document)
                kept[document.id] = replace(document, paragraphs=document.main, links=(), images=(), alternates=())
    if not all(side.papers for side in sides):
        return []
    known = translations((sides[0].words, sides[1].words), units, dictionary)
    matches = compare(*sides, known, _ALIKE).matches
    return [_page_pair(kept[one.left.id], kept[one.right.id], one.score) for one in matches]


def _page_pair(left: Document, right: Document, score: float) -> PagePair:
    """Two pages that are no translations of each other, as far as is known."""
    return PagePair(
        id=make_id("p", left.id, right.id),
        left=left,
        right=right,
        probability=0.0,
        grade=_COMPARABLE,
        evidence=(Score(name="comparability", value=round(score, 6)),),
    )
