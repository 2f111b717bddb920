"""Units to judge: does each side say what the other says?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from polytrawl.evaluate.kinds.base import NOTE, Kind, Population, Question, Shown, Thing
from polytrawl.evaluate.sheet import folded
from polytrawl.records import Lang, SentencePair
from polytrawl.report.markup import Html, element, lines
from polytrawl.report.wording import clip, direction, link

__all__ = ["Units"]

_LONGEST = 2000  # letters of a side; guess: `too-long` refuses what is longer by far

ALIGNED = Question(
    name="unit",
    title="Alignment",
    answers={
        "yes": "each side says what the other says",
        "partly": "a translation, but something is missing or too much on one side",
        "no": "no translation",
    },
    outcomes=("yes", "partly", "no"),
    shares={"right": frozenset({"yes"}), "or partly": frozenset({"yes", "partly"})},
)


class Units(Kind):
    """Units by pair of languages."""

    name: ClassVar[str] = "units"
    one: ClassVar[str] = "unit"
    words: ClassVar[str] = "units"
    stage: ClassVar[str] = "filter"
    about: ClassVar[str] = f"Say of each unit whether its sides are translations of each other. {NOTE}"
    facts: ClassVar[tuple[str, ...]] = ("source", "target", "score", "source_url", "target_url")
    questions: ClassVar[tuple[Question, ...]] = (ALIGNED,)

    def things(self, population: Population) -> Iterator[Thing]:
        """All units."""
        for one in population.units():
            languages = f"{one.source_language}-{one.target_language}"
            says = one.reasons[0] if one.reasons else "kept"
            yield Thing(one.id, languages, "", says, (ALIGNED.name,), partial(_show, one))


def _show(unit: SentencePair) -> Shown:
    source, target = (clip(text, _LONGEST) for text in unit.texts)
    sides = (
        _side(source, unit.source_language, unit.source_url),
        _side(target, unit.target_language, unit.target_url),
    )
    content = lines([element("div", *sides, class_="sides"), folded(_said(unit))])
    facts = (source, target, f"{unit.score:.4f}", unit.source_url, unit.target_url)
    return Shown(facts, {ALIGNED.name: "Each side says what the other says:"}, content)


def _side(text: str, language: Lang, url: str) -> Html:
    origin = element("p", element("span", language, class_="tag"), " ", link(url), class_="fine")
    said = element("p", text, lang=language, dir=direction(language), class_="said")
    return element("div", lines([origin, said]), class_="page")


def _said(unit: SentencePair) -> Iterator[str]:
    yield f"{', '.join(unit.reasons) or 'kept'}; {unit.bead}, alignment score {unit.score:.2f}"
    yield from (f"{score.name} {score.value:.3g}" for score in unit.scores)
