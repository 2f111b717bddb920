"""Many curves in one plot, each with its own colour and dashes, and a legend in the order in which they end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from polytrawl.report.markup import Html, element, lines
from polytrawl.report.plots import Axis, Words

__all__ = ["STYLE", "Curve", "curves"]

_FIELD_PX, _ABOVE_PX, _BELOW_PX = 320, 20, 44
_FINE = 1000
_COLOURS = ("#1d5c68", "#c06a30", "#6b4fa0", "#2f7d32", "#b3261e", "#7a7f00", "#0060b0", "#a0307a")
_NOTHING = 1e-9  # a greatest value below has no axis of its own
_DASHES = ("", "7 4", "2 3")

STYLE = "\n".join(
    [
        *(f".line .hue-{number} {{ stroke: {colour}; }}" for number, colour in enumerate(_COLOURS)),
        *(f".line .dash-{number} {{ stroke-dasharray: {dash or 'none'}; }}" for number, dash in enumerate(_DASHES)),
        ".keys { columns: 3; font-size: .875rem; list-style: none; padding: 0; }",
        ".keys li { break-inside: avoid; }",
        ".keys svg { vertical-align: middle; margin-right: .5em; }",
    ]
)


class Curve(NamedTuple):
    """A line through points in order."""

    name: str
    points: Sequence[tuple[float, float]]


def _axis(values: Iterable[float]) -> Axis:
    most = max(values, default=0.0)
    return Axis.to(most if most > _NOTHING else 1.0)


def curves(found: Sequence[Curve], words: Words) -> Html:
    """The plot and its legend; one curve alone needs none."""
    across = _axis(x for one in found for x, _ in one.points)
    up = _axis(y for one in found for _, y in one.points)
    drawn = (_drawn(one, number, across, up) for number, one in enumerate(found))
    field = element("svg", *_rules(across, up, words.up), *drawn, class_="field", y=_ABOVE_PX, height=_FIELD_PX)
    height = _ABOVE_PX + _FIELD_PX + _BELOW_PX
    foot = element("text", words.across, x="100%", y=height - 4, class_="end")
    inside = lines([element("title", words.title), element("desc", words.description), field, foot])
    plot = element("svg", inside, class_="line", width="100%", height=height, role="img", aria_label=words.title)
    legend = [_legend(found)] if len(found) > 1 else []
    return element("figure", element("figcaption", words.title), plot, *legend)


def _drawn(one: Curve, number: int, across: Axis, up: Axis) -> Html:
    places = (f"{_FINE * x / across.end:.1f},{_FINE * (1 - y / up.end):.1f}" for x, y in one.points)
    path = element("polyline", points=" ".join(places), vector_effect="non-scaling-stroke", class_=_look(number))
    return element("svg", path, viewBox=f"0 0 {_FINE} {_FINE}", preserveAspectRatio="none", class_="curve")


def _look(number: int) -> str:
    return f"hue-{number % len(_COLOURS)} dash-{number // len(_COLOURS) % len(_DASHES)}"


def _rules(across: Axis, up: Axis, what: str) -> Iterable[Html]:
    labels = up.ticks()
    labels[-1] += f" {what}"
    for number, label in enumerate(labels):
        y = f"{100 - 100 * number / up.steps:.4f}%"
        yield element("line", x2="100%", y1=y, y2=y, class_=None if number else "base")
        if number:
            yield element("text", label, x=0, y=y, dy=-5)
    for number, label in enumerate(across.ticks()):
        place = "start" if number == 0 else "end" if number == across.steps else "middle"
        yield element("text", label, x=f"{100 * number / across.steps:.4f}%", y="100%", dy=18, class_=place)


def _legend(found: Sequence[Curve]) -> Html:
    ended = sorted(enumerate(found), key=lambda one: -one[1].points[-1][1])
    return element("ul", lines(_key(number, one) for number, one in ended), class_="keys")


def _key(number: int, one: Curve) -> Html:
    line = element("line", x1=0, x2=28, y1=5, y2=5, class_=_look(number), stroke_width=2)
    swatch = element("svg", line, class_="line", width=28, height=10, aria_hidden="true")
    return element("li", swatch, f"{one.name} {one.points[-1][1]:.3f}")
