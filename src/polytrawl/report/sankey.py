"""A flow from left to right: what went on from step to step, and what fell out, each as wide as it is large.

It is for wide screens and for paper. On a narrow screen the bars of the funnel say the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from polytrawl.ledger.funnel import FunnelStep
from polytrawl.report.markup import Html, element, lines
from polytrawl.report.wording import clip, count, ranked

__all__ = ["sankey"]

_WIDTH, _HEIGHT = 792, 120  # of the drawing, and of the largest node
_TOP = 34  # above the nodes, for their names
_NODE = 10
_BEND = 34  # how far to the right what falls out is drawn
_LINE = 15  # from one label to the next
_REASONS = 3  # of a step, before the rest is one
_LETTER = 6.8  # how wide one of a label is, about
_THIN = 1.5  # what is there is seen, however little it is


@dataclass(frozen=True)
class _Band:
    """Something that falls out: from where on its node, how wide, and to which height."""

    name: str
    number: int
    look: str
    top: float
    width: float
    end: float

    @property
    def said(self) -> str:
        return f"{count(self.number)} {self.name}"


def sankey(steps: Sequence[FunnelStep], title: str) -> Html:
    """The flow through steps of which each begins with what the one before kept."""
    scale = _HEIGHT / max(1, *(step.came for step in steps))
    column = _WIDTH / (len(steps) + 0.6)
    drawn: list[_Column] = []
    for number, step in enumerate(steps):
        drawn.append(_Column(step, number * column, column, scale, drawn[-1].overhang if drawn else 0.0))
    height = _TOP + max(one.bottom for one in drawn) + 6
    parts = [part for one in drawn for part in one.parts()]
    parts += _node(len(steps) * column, steps[-1].kept * scale, "kept", "kept", steps[-1].kept)
    shown = element("title", title)
    return element(
        "svg", shown, lines(parts), class_="sankey", role="img", viewBox=f"0 0 {_WIDTH} {height:.0f}", width="100%"
    )


class _Column:
    """A step: its node, the flow to the next one, and what falls out below it."""

    def __init__(self, step: FunnelStep, left: float, column: float, scale: float, free_from: float) -> None:
        self._step, self._left, self._column, self._scale = step, left, column, scale
        self._bands = list(self._fallen(free_from))

    @property
    def bottom(self) -> float:
        ends = (band.end + max(band.width, _LINE) for band in self._bands)
        return max(self._step.came * self._scale, _THIN, *ends)

    @property
    def overhang(self) -> float:
        """How far down labels reach into the next column; it has its own below them."""
        is_over = any(len(band.said) > self._letters(1) for band in self._bands)
        return self.bottom if is_over else 0.0

    def _letters(self, columns: int) -> int:
        return int((self._column * columns - _NODE - _BEND) / _LETTER)

    def parts(self) -> Iterator[Html]:
        step, scale = self._step, self._scale
        for band in self._bands:
            yield from self._band(band)
        if step.kept:
            yield _flow(self._left, self._left + self._column, 0, 0, max(step.kept * scale, _THIN), "kept", step)
        yield from _node(self._left, step.came * scale, "node", step.stage, step.came)

    def _fallen(self, free_from: float) -> Iterator[_Band]:
        top = self._step.kept * self._scale
        end = max(top + 12, free_from)
        for place, (name, number) in enumerate(_few(self._step.reasons)):
            width = max(number * self._scale, _THIN)
            room = max(width, _LINE)
            yield _Band(name, number, f"fallen-{place}", top, width, end + (room - width) / 2)
            top += number * self._scale
            end += room + 3

    def _band(self, band: _Band) -> Iterator[Html]:
        start, stop = self._left + _NODE, self._left + _NODE + _BEND
        path = _path(start, stop, _TOP + band.top, _TOP + band.end, band.width)
        yield element("path", element("title", f"{band.name}: {band.number:,}"), d=path, class_=f"{band.look} flow")
        middle = _TOP + band.end + band.width / 2 + 4
        yield element("text", clip(band.said, self._letters(2)), x=f"{stop + 5:.1f}", y=f"{middle:.1f}")


def _few(reasons: dict[str, int]) -> Iterable[tuple[str, int]]:
    found = [one for one in ranked(reasons) if one[1] > 0]
    rest = found[_REASONS:]
    if len(rest) > 1:
        return [*found[:_REASONS], ("others", sum(number for _, number in rest))]
    return found


def _flow(left: float, right: float, top: float, end: float, width: float, look: str, step: FunnelStep) -> Html:
    path = _path(left + _NODE, right, _TOP + top, _TOP + end, width)
    return element(
        "path", element("title", f"{step.stage}: {step.kept:,} {step.of} kept"), d=path, class_=f"{look} flow"
    )


def _path(left: float, right: float, top: float, end: float, width: float) -> str:
    """A band that bends softly from one height to another."""
    middle = (left + right) / 2
    over = f"M{left:.1f},{top:.1f} C{middle:.1f},{top:.1f} {middle:.1f},{end:.1f} {right:.1f},{end:.1f}"
    low, low_end = top + width, end + width
    return f"{over} V{low_end:.1f} C{middle:.1f},{low_end:.1f} {middle:.1f},{low:.1f} {left:.1f},{low:.1f} Z"


def _node(left: float, height: float, look: str, name: str, number: int) -> Iterator[Html]:
    place = {"x": f"{left:.1f}", "y": str(_TOP), "width": str(_NODE), "height": f"{max(height, _THIN):.1f}"}
    yield element("rect", class_=look, **place)
    yield element("text", name, x=f"{left:.1f}", y=13, class_="name")
    yield element("text", count(number), x=f"{left:.1f}", y=28)
