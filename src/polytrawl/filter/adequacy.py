"""Adequacy: how probable it is that the two sides of a unit say the same, 0 to 1.

It is learned from the run itself: units as they were aligned against the same units broken on purpose, as Bicleaner
does with its corpora. The word lists that both are measured with are learned from the run, too; so that no unit is
measured with a list that has seen it, units are parted, and each part is measured with a list learned from all others.

With few units the weights stay near those that come with polytrawl; with very few there are no word lists, and only
numbers, names, words that look alike, marks and lengths are looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import xxhash

from polytrawl.filter.damage import Unit
from polytrawl.filter.evidence import Ratio, Usual, evidence
from polytrawl.filter.fluency import TextJudge
from polytrawl.filter.regression import probability
from polytrawl.filter.sample import Sample
from polytrawl.filter.teacher import Teacher, part_of, shipped
from polytrawl.filter.wordlist import WordList
from polytrawl.records import SentencePair

_UNITS = 20_000  # of a language pair
_KEPT_CHARS = 1000
# Units of a language pair that are broken to learn from them, at one or two ms each.
_MOST_TAUGHT, _LEAST_TAUGHT, _TAUGHT_IN_ALL = 1_500, 400, 3_000


class PairReader:
    """Reads the units of a run, and makes of them what a `PairJudge` needs."""

    def __init__(self) -> None:
        self._samples: dict[str, Sample[list[str]]] = {}
        self._last: tuple[str, list[str] | None] = "", None

    def meet(self, unit: SentencePair) -> None:
        """Take notice of a unit; units come in the order of pages."""
        page, before = self._last
        if before is not None and page == unit.pair:
            before[2:] = unit.source[:_KEPT_CHARS], unit.target[:_KEPT_CHARS]
        sample = self._samples.setdefault(languages_of(unit), Sample(_UNITS))
        number = hash_of(unit.source, unit.target)
        kept = None
        if sample.wants(number):
            kept = [unit.source[:_KEPT_CHARS], unit.target[:_KEPT_CHARS], "", ""]
            sample.add(number, kept)
        self._last = unit.pair, kept

    def learned(self, fluent: TextJudge) -> dict[str, Any]:
        """What is known of each language pair."""
        taught = min(_MOST_TAUGHT, max(_LEAST_TAUGHT, _TAUGHT_IN_ALL // max(len(self._samples), 1)))
        return {
            key: Teacher([Unit(*one) for one in sample], key, fluent, taught).learned()
            for key, sample in sorted(self._samples.items())
        }


class PairJudge:
    """Tells how adequate units are."""

    def __init__(self, learned: Mapping[str, Mapping[str, Any]] | None = None) -> None:
        self._known = {key: _Known(one) for key, one in (learned or {}).items()}
        self._nothing = _Known({})

    def adequacy(self, unit: SentencePair, fluency: float) -> float:
        """How probable it is that both sides say the same; fluency is that of the less fluent side."""
        return self._known.get(languages_of(unit), self._nothing).adequacy(unit.source, unit.target, fluency)


class _Known:
    """What is known of a language pair."""

    def __init__(self, learned: Mapping[str, Any]) -> None:
        ratio = Ratio(*learned.get("ratio", ()))
        self._usual = [Usual(ratio, WordList.unpack(one)) for one in learned.get("lists", ())] or [Usual(ratio, None)]
        self._weights = learned.get("weights") or shipped()["bare"]

    def adequacy(self, source: str, target: str, fluency: float) -> float:
        source, target = source[:_KEPT_CHARS], target[:_KEPT_CHARS]
        usual = self._usual[part_of(source, len(self._usual))]
        return round(probability(self._weights, evidence(source, target, usual, fluency)), 4)


def languages_of(unit: SentencePair) -> str:
    """The language pair of a unit."""
    return f"{unit.source_language} {unit.target_language}"


def hash_of(source: str, target: str) -> int:
    """64 bits that stand for two texts."""
    return xxhash.xxh3_64_intdigest(f"{source}\t{target}".encode("utf-8", "surrogatepass"))
