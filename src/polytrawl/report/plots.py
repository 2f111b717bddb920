"""Plots as SVG: bars, stacked bars, a line plot, and a plot of shares.

Lengths along the page are percentages and heights are pixels, so that a plot is as wide as its place while its
letters keep their size: the same plot serves a wide screen, a telephone and paper.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from polytrawl.report.markup import Html, element, lines

_BAR_PX = 12
_TICKS = 5
_FIELD_PX = 220
_ABOVE_PX, _BELOW_PX = 20, 44
_HEIGHT_PX = _ABOVE_PX + _FIELD_PX + _BELOW_PX
_FINE = 1000  # the line is drawn on a grid of this many steps each way


@dataclass(frozen=True)
class Part:
    """One piece of a bar."""

    name: str
    number: int
    look: str  # a class of the style sheet: kept, other, fallen-0 ...


def bar(parts: Sequence[Part], maximum: int, *, title: str, height: int = _BAR_PX) -> Html:
    """A bar of pieces, drawn so that the maximum would fill the width."""
    edges = [0]
    for part in parts:
        edges.append(edges[-1] + max(0, part.number))
    pieces = (_piece(part, edge, maximum, height) for part, edge in zip(parts, pairwise(edges), strict=True))
    shown = element("title", title)
    return element("svg", shown, *pieces, class_="bar", role="img", width="100%", height=height)


def _piece(part: Part, edge: tuple[int, int], maximum: int, height: int) -> Html:
    start, end = (min(1.0, at / maximum) if maximum > 0 else 0.0 for at in edge)
    place = {"x": f"{100 * start:.4f}%", "width": f"{100 * (end - start):.4f}%", "height": str(height)}
    return element("rect", element("title", f"{part.name}: {part.number:,}"), class_=part.look, **place)


@dataclass(frozen=True)
class Axis:
    """A way from 0 to a round number, with a round step."""

    step: float
    steps: int

    @classmethod
    def to(cls, maximum: float, *, whole: bool = False) -> Axis:
        """The axis that reaches the maximum in about five steps of 1, 2 or 5 times a power of ten.

        >>> Axis.to(83).ticks()
        ['0', '20', '40', '60', '80', '100']
        >>> Axis.to(0.7).ticks()
        ['0.0', '0.2', '0.4', '0.6', '0.8']
        """
        power = 10.0 ** math.floor(math.log10(maximum / _TICKS))
        step = next(power * factor for factor in (1, 2, 5, 10) if power * factor * _TICKS >= maximum * (1 - 1e-9))
        step = max(1.0, step) if whole else step
        # A hair less, so that 0.3 is reached by three steps of 0.1 in spite of binary fractions.
        return cls(step, max(1, math.ceil(maximum / step - 1e-9)))

    @property
    def end(self) -> float:
        """The last tick."""
        return self.step * self.steps

    def ticks(self) -> list[str]:
        """The labels from 0 to the end."""
        digits = max(0, -math.floor(math.log10(self.step) + 1e-9))
        return [f"{number * self.step:,.{digits}f}" for number in range(self.steps + 1)]


@dataclass(frozen=True)
class Words:
    """What a line plot says besides its line."""

    title: str
    description: str
    across: str
    up: str


def line(points: Sequence[tuple[float, int]], words: Words) -> Html:
    """A line plot of points in order. The greatest values must be above 0."""
    across = Axis.to(max(x for x, _ in points))
    up = Axis.to(max(y for _, y in points), whole=True)
    return _plot((*_rules(up), _curve(points, across, up), *_rising(up, words.up), *_along(across)), words)


def shares(points: Sequence[tuple[float, float]], words: Words) -> Html:
    """Shares over shares, all from 0 to 1, beside the line on which they would be equal."""
    axis = Axis.to(1.0)
    even = element("line", x1=0, y1="100%", x2="100%", y2=0, class_="even")
    dots = (_dot(x, y) for x, y in points)
    return _plot(
        (*_rules(axis), even, _curve(points, axis, axis), *dots, *_rising(axis, words.up), *_along(axis)), words
    )


def _dot(x: float, y: float) -> Html:
    place = {"cx": f"{100 * x:.4f}%", "cy": f"{100 - 100 * y:.4f}%"}
    return element("circle", element("title", f"{x:.2f}: {y:.2f}"), r=4, **place)


def _plot(inside: Iterable[Html], words: Words) -> Html:
    field = element("svg", *inside, class_="field", y=_ABOVE_PX, height=_FIELD_PX)
    foot = element("text", words.across, x="100%", y=_HEIGHT_PX - 4, class_="end")
    names = (element("title", words.title, id="line-title"), element("desc", words.description, id="line-desc"))
    named = {"role": "img", "aria_labelledby": "line-title", "aria_describedby": "line-desc"}
    return element("svg", lines([*names, field, foot]), class_="line", width="100%", height=_HEIGHT_PX, **named)


def _curve(points: Sequence[tuple[float, float]], across: Axis, up: Axis) -> Html:
    places = (f"{_FINE * x / across.end:.1f},{_FINE * (1 - y / up.end):.1f}" for x, y in points)
    path = element("polyline", points=" ".join(places), vector_effect="non-scaling-stroke")
    return element("svg", path, viewBox=f"0 0 {_FINE} {_FINE}", preserveAspectRatio="none", class_="curve")


def _rules(up: Axis) -> Iterable[Html]:
    for number in range(up.steps + 1):
        y = f"{100 - 100 * number / up.steps:.4f}%"
        yield element("line", x2="100%", y1=y, y2=y, class_=None if number else "base")


def _rising(up: Axis, what: str) -> Iterable[Html]:
    """Labels that stand on their rules, so that no margin is needed whose width depends on them."""
    labels = up.ticks()
    labels[-1] += f" {what}"
    for number, label in enumerate(labels[1:], 1):
        yield element("text", label, x=0, y=f"{100 - 100 * number / up.steps:.4f}%", dy=-5)


def _along(across: Axis) -> Iterable[Html]:
    for number, label in enumerate(across.ticks()):
        anchor = "start" if number == 0 else "end" if number == across.steps else "middle"
        yield element("text", label, x=f"{100 * number / across.steps:.4f}%", y="100%", dy=18, class_=anchor)
