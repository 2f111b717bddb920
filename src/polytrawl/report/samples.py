"""Some units side by side, so that a reader can judge the corpus with their own eyes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from polytrawl.report.markup import Html, element, escape, join, lines, nothing, section
from polytrawl.report.wording import clip, counted, direction, link

if TYPE_CHECKING:
    from polytrawl.summary import Sample, Summary

_TEXT_LENGTH = 700  # guess: longer units are rarely sentences, and the exported files hold them whole
_ABOUT = (
    "Up to twenty units of each language pair, drawn by their ids: a blind draw that is the same at every look. Scores "
    "go from 0 to 1. `polytrawl explain DIR ID` tells everything about a unit."
)
_NOTHING = (
    "There are no units to show. Are the `languages` right? Were page pairs found? The funnel and the table of stages "
    "say where things fell out."
)


def samples(summary: Summary) -> Html:
    """The section with the sample."""
    if not summary.samples:
        return section("samples", "Sample", _ABOUT, nothing(_NOTHING))
    groups = groupby(summary.samples, key=lambda one: f"{one.source_language}-{one.target_language}")
    pairs = [(name, list(units)) for name, units in groups]
    parts = (
        _pair(name, units, summary.units.get(name, 0), is_open=not number) for number, (name, units) in enumerate(pairs)
    )
    return section("samples", "Sample", _ABOUT, lines(parts))


def _pair(name: str, units: list[Sample], of: int, *, is_open: bool) -> Html:
    said = element("summary", element("b", name), f" {len(units)} of {counted(of, 'unit')}")
    return element(
        "details", said, element("ol", lines(map(_unit, units)), class_="units"), open="" if is_open else None
    )


def _unit(sample: Sample) -> Html:
    source = _side(sample.source, sample.source_language, sample.source_url)
    target = _side(sample.target, sample.target_language, sample.target_url)
    return element("li", lines([source, target, element("p", *_evidence(sample), class_="fine")]))


def _evidence(sample: Sample) -> Iterator[Html]:
    adequacy = sample.scores.get("adequacy")
    judged = "" if adequacy is None else f", adequacy {_score(adequacy)}"
    yield escape(f"score {_score(sample.score)}{judged}, {sample.bead} sentences")
    if sample.methods:
        yield escape(f"; pages paired with {_score(sample.probability)} by {', '.join(sample.methods)}")
    yield join(("; id ", element("code", sample.id)))


def _score(score: float) -> str:
    return f"{score:.2f}" if math.isfinite(score) else "unknown"


def _side(text: str, language: str, url: str) -> Html:
    way = direction(language)
    said = element("p", clip(text, _TEXT_LENGTH), lang=language, dir=way, class_="said")
    origin = element("p", element("span", language, class_="tag"), " ", link(url), dir=way, class_="fine")
    return element("div", said, origin)
