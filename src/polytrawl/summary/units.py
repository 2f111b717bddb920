"""What page pairs and units tell: methods, kinds of alignment, reasons of filters, scores, and a sample to look at."""

from __future__ import annotations

import bisect
from collections import Counter, defaultdict
from typing import NamedTuple

from polytrawl.config import Config
from polytrawl.export.selection import Selection
from polytrawl.export.units import ADEQUACY
from polytrawl.ranking import ranked
from polytrawl.records import PagePair, SentencePair
from polytrawl.summary.histograms import Scores
from polytrawl.summary.rows import Histogram, MethodRow, Sample

__all__ = ["Pairs", "Units", "pairs_of", "units_of"]

_SAMPLES = 20  # of a language pair


class Pairs(NamedTuple):
    """Figures of the exported page pairs; the histogram is that of all."""

    by_languages: dict[str, int]
    methods: list[MethodRow]
    histograms: list[Histogram]


class Units(NamedTuple):
    """Figures of the exported units; histograms and reasons are those of all."""

    by_languages: dict[str, int]
    alignments: dict[str, int]
    reasons: dict[str, int]
    histograms: list[Histogram]
    samples: list[Sample]


def pairs_of(selection: Selection, config: Config) -> Pairs:
    """The figures of page pairs."""
    table, rules = config.stages["pair"], selection.rules
    thresholds = {
        "pair.min_probability": table["min_probability"],
        "pair.min_parallel": table["min_parallel"],
        "export.min_probability": rules.min_probability,
    }
    scores = Scores("probability", "page pair", thresholds)
    languages, found, sums = Counter[str](), Counter[str](), defaultdict[str, float](float)
    for record in selection.shelf.records("pair"):
        if isinstance(record, PagePair):
            scores.see(record.probability)
            if not selection.reason(record):
                languages[f"{record.left.language}-{record.right.language}"] += 1
                for method in {score.name for score in record.evidence}:
                    found[method] += 1
                    sums[method] += record.probability
    methods = [MethodRow(one, number, round(sums[one] / number, 4)) for one, number in ranked(found).items()]
    return Pairs(ranked(languages), methods, scores.histograms())


def units_of(selection: Selection) -> Units:
    """The figures of units, in one pass over them."""
    rules = selection.rules
    score = Scores("alignment score", "unit", {"export.min_score": rules.min_score})
    adequacy = Scores(ADEQUACY, "unit", {f"export.min_scores.{ADEQUACY}": rules.min_scores.get(ADEQUACY, 0.0)})
    languages, beads, reasons = Counter[str](), Counter[str](), Counter[str]()
    drawn: defaultdict[str, _Draw] = defaultdict(_Draw)
    for unit, reason in selection.judged_units():
        score.see(unit.score)
        adequacy.see(_adequacy(unit))
        reasons.update(set(unit.reasons))
        if not reason:
            pair = f"{unit.source_language}-{unit.target_language}"
            languages[pair] += 1
            beads[unit.bead] += 1
            drawn[pair].see(unit)
    samples = [_sample(unit, selection) for pair in ranked(languages) for unit in drawn[pair].units]
    histograms = [*score.histograms(), *adequacy.histograms()]
    return Units(ranked(languages), ranked(beads), ranked(reasons), histograms, samples)


class _Draw:
    """The units with the smallest ids. Ids are hashes: it is a random sample that is the same at every look."""

    def __init__(self) -> None:
        self.units: list[SentencePair] = []

    def see(self, unit: SentencePair) -> None:
        if len(self.units) < _SAMPLES or unit.id < self.units[-1].id:
            bisect.insort(self.units, unit, key=lambda one: one.id)
            del self.units[_SAMPLES:]


def _adequacy(unit: SentencePair) -> float | None:
    return next((score.value for score in unit.scores if score.name == ADEQUACY), None)


def _sample(unit: SentencePair, selection: Selection) -> Sample:
    source, target = unit.texts
    about = selection.about(unit)
    return Sample(
        id=unit.id,
        source=source,
        target=target,
        source_language=unit.source_language,
        target_language=unit.target_language,
        score=unit.score,
        source_url=unit.source_url,
        target_url=unit.target_url,
        bead=unit.bead,
        scores={score.name: round(score.value, 4) for score in unit.scores},
        probability=about.probability,
        methods=sorted(about.methods),
    )
