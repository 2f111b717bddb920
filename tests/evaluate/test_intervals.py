"""Sizes and bounds: large enough for what was asked, and true as often as they promise."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.evaluate.intervals import Part, estimate, sample_size


@given(st.integers(1, 10**6), st.floats(1, 50), st.sampled_from([80.0, 90.0, 95.0, 99.0]))
def test_a_sample_is_large_enough_for_its_interval_and_never_larger_than_all(
    population: int, interval: float, confidence: float
) -> None:
    size = sample_size(population, interval, confidence)
    assert 1 <= size <= population
    found = estimate([Part(size // 2, size, population)], confidence)
    assert found is not None
    assert found.high - found.low <= 2 * interval / 100 + 1e-6


def test_sizes_are_those_of_textbooks() -> None:
    # Cochran (1977), for a share of one half and a population without end.
    assert [sample_size(10**9, 5, one) for one in (90, 95, 99)] == [271, 385, 664]
    assert [sample_size(one, 5) for one in (100, 1000, 10_000)] == [80, 278, 370]


@pytest.mark.parametrize("share", [0.5, 0.9, 0.98])
def test_bounds_hold_the_truth_as_often_as_they_promise(share: float) -> None:
    draw = random.Random(5)
    population = [number < share * 800 for number in range(800)]
    size = sample_size(800)
    tries = [estimate([Part(sum(draw.sample(population, size)), size, 800)]) for _ in range(1000)]
    held = sum(one.low <= share <= one.high for one in tries if one) / 1000
    assert held >= 0.92  # .95 is promised; counts are whole, and 1000 tries are a sample too


def test_strata_are_weighed_by_how_many_they_have() -> None:
    draw = random.Random(7)
    strata = [[number < right for number in range(size)] for right, size in ((850, 900), (30, 100), (20, 50))]
    truth = 900 / 1050
    tries = []
    for _ in range(600):  # every stratum has the same number drawn, so that an unweighed mean would be far off
        parts = [Part(sum(draw.sample(one, 30)), 30, len(one)) for one in strata]
        found = estimate(parts)
        assert found is not None
        tries.append(found)
    assert sum(one.share for one in tries) / 600 == pytest.approx(truth, abs=0.01)
    assert sum(one.low <= truth <= one.high for one in tries) / 600 >= 0.92
    assert sum(one.least <= 900 <= one.most for one in tries) / 600 >= 0.92


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30), st.integers(0, 400)), min_size=1, max_size=5))
def test_bounds_never_contradict_what_was_seen(drawn: list[tuple[int, int, int]]) -> None:
    parts = [Part(right, right + wrong, right + wrong + rest) for right, wrong, rest in drawn]
    found = estimate(parts)
    known = [one for one in parts if one.judged]
    if found is None:
        assert not known
        return
    assert 0 <= found.low <= found.share <= found.high <= 1
    seen = sum(one.right for one in known)
    assert seen <= found.least <= found.likely <= found.most
    assert found.most <= sum(one.population - one.judged + one.right for one in known)
    if all(one.judged == one.population for one in known):
        assert found.least == found.most == seen
