"""Bars are as long as their numbers, axes end on round ones."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from polytrawl.report.page import render
from polytrawl.report.plots import Axis, Part, Words, bar, line, shares
from polytrawl.summary import Summary

_NUMBERS = st.integers(0, 10**9)


def _widths(plot: str) -> list[tuple[float, float]]:
    rects = LexborHTMLParser(plot).css("rect")
    return [(_percent(rect.attributes["x"]), _percent(rect.attributes["width"])) for rect in rects]


def _percent(value: str | None) -> float:
    assert value is not None
    return float(value.removesuffix("%"))


@given(st.lists(_NUMBERS, min_size=1), _NUMBERS)
def test_pieces_of_a_bar_are_proportional_and_touch(numbers: list[int], more: int) -> None:
    maximum = sum(numbers) + more
    plot = bar([Part("x", number, "kept") for number in numbers], maximum, title="bar")
    at = 0.0
    for number, (start, width) in zip(numbers, _widths(plot), strict=True):
        assert start == pytest.approx(at, abs=1e-3 * (len(numbers) + 1))
        assert width == pytest.approx(100 * number / max(1, maximum), abs=1e-3)
        at = start + width


@given(st.lists(st.integers(-(10**6), 10**6)), st.integers(-5, 10**6))
def test_no_bar_leaves_its_place(numbers: list[int], maximum: int) -> None:
    for start, width in _widths(bar([Part("x", number, "kept") for number in numbers], maximum, title="bar")):
        assert start >= 0
        assert width >= 0
        assert start + width <= 100.001


def test_bars_of_the_funnel_narrow_in_proportion(demo: Summary) -> None:
    first = LexborHTMLParser(render(demo)).css_first(".steps")
    assert first is not None
    kept = [_percent(rect.attributes["width"]) for rect in first.css("rect.kept")]
    assert kept == pytest.approx([100 * number / 85 for number in (83, 81, 67, 61, 58)], abs=1e-3)


@given(st.floats(1e-3, 1e12), st.booleans())
def test_an_axis_reaches_its_maximum_with_few_round_ticks(maximum: float, whole: bool) -> None:  # noqa: FBT001
    axis = Axis.to(maximum, whole=whole)
    first = f"{axis.step:e}"[0]
    assert first in "125"
    assert 1 <= axis.steps <= 5
    assert axis.end >= maximum * (1 - 1e-6)
    assert axis.end - axis.step <= maximum
    assert len(set(axis.ticks())) == axis.steps + 1
    assert not whole or axis.step == math.floor(axis.step)


def test_a_line_starts_and_ends_where_its_points_are() -> None:
    plot = line([(0.0, 0), (5.0, 50), (10.0, 100)], Words("title", "description", "seconds", "pages"))
    polyline = LexborHTMLParser(plot).css_first("polyline")
    assert polyline is not None
    assert polyline.attributes["points"] == "0.0,1000.0 500.0,500.0 1000.0,0.0"


def test_a_line_plot_says_what_it_shows() -> None:
    tree = LexborHTMLParser(line([(0.0, 1), (8.0, 3)], Words("Title", "Description", "seconds", "pages")))
    texts = [node.text() for node in tree.css("text")]
    assert texts == ["1", "2", "3 pages", "0", "2", "4", "6", "8", "seconds"]
    assert [node.text() for node in tree.css("desc")] == ["Description"]


def test_shares_are_drawn_where_they_are() -> None:
    plot = LexborHTMLParser(shares([(0.25, 0.5), (1.0, 0.0)], Words("a < b", "all", "across", "up")))
    dots = [(_percent(one.attributes["cx"]), _percent(one.attributes["cy"])) for one in plot.css("circle")]
    assert dots == [(25, 50), (100, 100)]
    assert plot.css_first("line.even") is not None
    assert plot.css_first("title").text() == "a < b"
