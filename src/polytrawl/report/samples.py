"""Some units side by side, so that a reader can judge the corpus with their own eyes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from polytrawl.report.markup import Html, element, lines, nothing, section
from polytrawl.report.wording import clip, direction, link

if TYPE_CHECKING:
    from polytrawl.summary import Sample, Summary

_TEXT_LENGTH = 700  # guess: longer units are rarely sentences, and the exported files hold them whole
_ABOUT = "Units drawn by their ids: a blind draw that is the same at every look. Scores go from 0 to 1."
_NOTHING = (
    "There are no units to show. Are the `languages` right? Were page pairs found? The funnel and the table of stages "
    "say where things fell out."
)


def samples(summary: Summary) -> Html:
    """The section with the sample."""
    if not summary.samples:
        return section("samples", "Sample", _ABOUT, nothing(_NOTHING))
    return section("samples", "Sample", _ABOUT, element("ol", lines(map(_unit, summary.samples)), class_="units"))


def _unit(sample: Sample) -> Html:
    source = _side(sample.source, sample.source_language, sample.source_url)
    target = _side(sample.target, sample.target_language, sample.target_url)
    score = element("p", f"score {_score(sample.score)}, id ", element("code", sample.id), class_="fine")
    return element("li", lines([source, target, score]))


def _score(score: float) -> str:
    return f"{score:.2f}" if math.isfinite(score) else "unknown"


def _side(text: str, language: str, url: str) -> Html:
    way = direction(language)
    said = element("p", clip(text, _TEXT_LENGTH), lang=language, dir=way, class_="said")
    origin = element("p", element("span", language, class_="tag"), " ", link(url), dir=way, class_="fine")
    return element("div", said, origin)
