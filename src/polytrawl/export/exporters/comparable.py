"""The comparable corpus: for each pair of languages documents about the same things, of like size and time."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Annotated, ClassVar, Literal, NamedTuple

import msgspec

from polytrawl.comparable.collection import Collection
from polytrawl.comparable.corpus import Corpus, Rules, compare
from polytrawl.comparable.files import Spool, write_corpus
from polytrawl.comparable.translations import MOST_UNITS, translations
from polytrawl.errors import ConfigError
from polytrawl.export.base import Exporter
from polytrawl.export.rules import Share
from polytrawl.export.selection import Selection
from polytrawl.lexicon.dictionary import read_dictionary
from polytrawl.lexicon.formats.dictd import other_files
from polytrawl.options import option
from polytrawl.records import Lang
from polytrawl.views.text import render

_Pair = tuple[Lang, Lang]
_TWO = 2
_RULES = Rules()


@dataclass(kw_only=True)
class Comparable(Exporter, name="comparable"):
    """`comparable/<l1>-<l2>/`: documents in two languages that are about the same things, with a score for each pair.

    Texts, `pairs.tsv` and `summary.json` with the score of the whole corpus.
    """

    libraries: ClassVar[tuple[str, ...]] = ("numpy",)

    min_score: Share = option(_RULES.min_score, "pairs of documents that are less comparable are left out")
    max_days: Annotated[float, msgspec.Meta(ge=0)] = option(
        _RULES.max_days, "days between the two documents of a pair, at most, where both are dated"
    )
    max_ratio: Annotated[float, msgspec.Meta(ge=1)] = option(
        _RULES.max_ratio, "how many times longer than the other one document of a pair may be"
    )
    balance: Share = option(_RULES.balance, "by which share of its words one side may be larger than the other")
    parallel: Literal["keep", "leave-out"] = option(
        "keep", "pairs that are translations, by the pair stage: keep (they are marked) or leave-out"
    )
    dictionary: Path | None = option(
        None, "word translations: a lexicon, TSV, dictd index, FreeDict TEI or Apertium", others=other_files
    )
    between: tuple[Lang, ...] = option(
        (), "the left and the right language of the dictionary, where a run has more than two"
    )

    def check_for(self, languages: tuple[Lang, ...]) -> None:
        """Read the dictionary, so that one of other languages is told before the work begins."""
        between = self._between(languages)
        if self.dictionary:
            read_dictionary(self.dictionary, sorted(between))

    def export(self, selection: Selection, folder: Path) -> None:
        """Write a folder for each pair of the run's languages, also where there is nothing comparable."""
        self.check_for(selection.languages)  # who calls it without a config learns of wrong options here
        given = _Given(_collections(selection), _units(selection), _grades(selection))
        corpora = {pair: self._corpus(given, pair) for pair in combinations(selection.languages, 2)}
        home = folder / "comparable"
        home.mkdir()
        with tempfile.TemporaryFile(dir=home) as file:
            spool = Spool(file)
            _fill(spool, selection, corpora)
            for pair, corpus in corpora.items():
                write_corpus(corpus, pair, spool, home / "-".join(pair))

    def _corpus(self, given: _Given, pair: _Pair) -> Corpus:
        left, right = (given.collections[language] for language in pair)
        has_dictionary = set(pair) == self._between(tuple(given.collections))
        dictionary = read_dictionary(self.dictionary, pair) if self.dictionary and has_dictionary else None
        known = translations((left.words, right.words), given.units[pair], dictionary)
        rules = Rules(
            min_score=self.min_score,
            max_days=self.max_days,
            max_ratio=self.max_ratio,
            balance=self.balance,
            with_parallel=self.parallel == "keep",
        )
        return compare(left, right, known, rules, given.grades)

    def _between(self, languages: tuple[Lang, ...]) -> set[Lang]:
        """The two languages of the dictionary; none where there is no dictionary."""
        found = set(self.between or languages)
        if not self.dictionary:
            return set()
        if len(found) != _TWO or not found <= set(languages):
            where = "export.exporters.comparable.between"
            raise ConfigError(f"{where}: name the two languages of the dictionary, of {', '.join(languages)}")
        return found


class _Given(NamedTuple):
    """What a run has for all pairs of languages."""

    collections: dict[Lang, Collection]
    units: defaultdict[_Pair, list[tuple[str, str]]]
    grades: dict[tuple[str, str], str]


def _collections(selection: Selection) -> dict[Lang, Collection]:
    found = {language: Collection(language) for language in selection.languages}
    for document in selection.documents():
        if document.language in found:
            found[document.language].add(document)
    return found


def _units(selection: Selection) -> defaultdict[_Pair, list[tuple[str, str]]]:
    """The first units of each pair of languages, in either order."""
    found: defaultdict[_Pair, list[tuple[str, str]]] = defaultdict(list)
    for unit in selection.units():
        pair = unit.source_language, unit.target_language
        if len(found[pair]) < MOST_UNITS:
            found[pair].append(unit.texts)
            found[pair[::-1]].append(unit.texts[::-1])
    return found


def _grades(selection: Selection) -> dict[tuple[str, str], str]:
    """The grades of page pairs, by their documents in either order."""
    found: dict[tuple[str, str], str] = {}
    for pair in selection.facts.pairs.values():
        found.setdefault(pair.sides, pair.grade)
        found.setdefault((pair.sides[1], pair.sides[0]), pair.grade)
    return found


def _fill(spool: Spool, selection: Selection, corpora: dict[_Pair, Corpus]) -> None:
    chosen = {paper.id for corpus in corpora.values() for match in corpus.matches for paper in match.sides}
    for document in selection.documents():
        if document.id in chosen:
            spool.add(document.id, render(document) + "\n")
