"""How scores are spread, with the thresholds that cut them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from polytrawl.report.markup import Html, element, lines, nothing, paragraph, section
from polytrawl.report.wording import count, counted

if TYPE_CHECKING:
    from polytrawl.summary import Histogram, Summary

_ABOUT = (
    "How many things have which score, in twenty equal steps. A line is a threshold; its option is named below. "
    "The highest bar fills the height."
)
_NOTHING = "Nothing has a score yet."
_HEIGHT_PX = 110
_THIN_PX = 1.5  # what is there is seen


def scores(summary: Summary) -> Html:
    """The section with the histograms."""
    if not summary.histograms:
        return section("scores", "Scores", _ABOUT, nothing(_NOTHING))
    plots = (_figure(one) for one in summary.histograms)
    return section("scores", "Scores", _ABOUT, element("div", lines(plots), class_="columns"))


def _figure(one: Histogram) -> Html:
    title = f"{one.name.capitalize()} of {counted(sum(one.counts), one.of)}"
    ends = element("p", *(element("span", f"{one.end * part:g}") for part in (0, 0.5, 1)), class_="axis")
    said = (paragraph(f"`{option}` = {value:g}", "fine") for option, value in one.thresholds.items())
    return element("figure", element("figcaption", title), _plot(one, title), ends, *said)


def _plot(one: Histogram, title: str) -> Html:
    parts = [*_bars(one), *_cuts(one)]
    return element(
        "svg", element("title", title), lines(parts), class_="histogram", role="img", width="100%", height=_HEIGHT_PX
    )


def _bars(one: Histogram) -> Iterator[Html]:
    highest, step = max(one.counts), one.end / len(one.counts)
    for place, number in enumerate(one.counts):
        if number:
            height = max(_THIN_PX, number / highest * _HEIGHT_PX)
            words = f"{place * step:g} to {(place + 1) * step:g}: {count(number)}"
            x, width = (f"{100 * part / len(one.counts):.2f}%" for part in (place + 0.05, 0.9))
            spot = {"x": x, "width": width, "y": f"{_HEIGHT_PX - height:.1f}", "height": f"{height:.1f}"}
            yield element("rect", element("title", words), class_="kept", **spot)


def _cuts(one: Histogram) -> Iterator[Html]:
    for option, value in one.thresholds.items():
        x = f"{100 * min(value / one.end, 1):.2f}%"
        yield element("line", element("title", f"{option} = {value:g}"), x1=x, x2=x, y1=0, y2=_HEIGHT_PX, class_="cut")
