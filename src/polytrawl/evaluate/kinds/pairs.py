"""Page pairs to judge: are they translations of each other (5.1 of the paper)?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from polytrawl import evidence
from polytrawl.evaluate.kinds.base import NOTE, Kind, Population, Question, Shown, Thing
from polytrawl.evaluate.sheet import folded, shown
from polytrawl.records import PagePair
from polytrawl.report.markup import element, lines

__all__ = ["Pairs"]

PARALLEL = Question(
    name="pair",
    title="Parallelness",
    answers={
        "parallel": "a translation, but for a little",
        "comparable": "the same subject; parts are translated, or told anew",
        "no": "different pages, or not translated",
    },
    outcomes=("parallel", "comparable", "no"),
    shares={"parallel": frozenset({"parallel"}), "or comparable": frozenset({"parallel", "comparable"})},
)


class Pairs(Kind):
    """Page pairs by pair of languages."""

    name: ClassVar[str] = "pairs"
    one: ClassVar[str] = "pair"
    words: ClassVar[str] = "page pairs"
    stage: ClassVar[str] = "pair"
    about: ClassVar[str] = f"Say of each pair whether its pages are translations of each other. {NOTE}"
    facts: ClassVar[tuple[str, ...]] = ("left_url", "right_url", "probability", "methods")
    questions: ClassVar[tuple[Question, ...]] = (PARALLEL,)

    def things(self, population: Population) -> Iterator[Thing]:
        """All page pairs."""
        for one in population.pairs():
            languages = f"{one.left.language or 'und'}-{one.right.language or 'und'}"
            yield Thing(one.id, languages, "", one.grade, (PARALLEL.name,), partial(_show, one))


def _show(pair: PagePair) -> Shown:
    methods = "+".join(score.name for score in pair.evidence)
    facts = (pair.left.url, pair.right.url, f"{pair.probability:.4f}", methods)
    sides = element("div", shown(pair.left), shown(pair.right), class_="sides")
    verdict = f"{pair.grade}, with a probability of {pair.probability:.2f}"
    content = lines([sides, folded((verdict, *evidence.reasons(pair)))])
    return Shown(facts, {PARALLEL.name: "These pages are:"}, content)
