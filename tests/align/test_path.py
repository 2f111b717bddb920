"""The banded table finds what a full table in plain Python finds."""

from __future__ import annotations

import math
import random
import time
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from polytrawl.align.costs import PRIORS, LengthCosts, LengthModel, surprise
from polytrawl.align.path import cheapest_path

MODEL = LengthModel(1.0, 6.8)
LENGTHS = st.lists(st.integers(1, 200), max_size=12)


def cost(left: list[int], right: list[int], path: list[tuple[int, int]]) -> float:
    i = j = 0
    total = 0.0
    for up, back in path:
        delta = MODEL.delta(sum(left[i : i + up]), sum(right[j : j + back]))
        total += surprise(delta) - math.log(PRIORS[up, back])
        i, j = i + up, j + back
    assert (i, j) == (len(left), len(right))
    return total


def plainly(left: list[int], right: list[int]) -> float:
    best = {(0, 0): 0.0}
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            for up, back in PRIORS:
                before = best.get((i - up, j - back))
                if before is not None:
                    delta = MODEL.delta(sum(left[i - up : i]), sum(right[j - back : j]))
                    here = before + surprise(delta) - math.log(PRIORS[up, back])
                    best[i, j] = min(here, best.get((i, j), math.inf))
    return best[len(left), len(right)]


@given(LENGTHS, LENGTHS)
def test_the_path_is_the_cheapest(left: list[int], right: list[int]) -> None:
    path = cheapest_path(left, right, LengthCosts(left, right, MODEL), widths=range(64, 64))
    # The table of surprises is read between its points: near, not equal.
    assert cost(left, right, path) <= plainly(left, right) + 0.01 * (len(left) + len(right) + 1)


@given(LENGTHS, LENGTHS, st.integers(1, 3))
def test_the_narrowest_band_has_a_path(left: list[int], right: list[int], width: int) -> None:
    path = cheapest_path(left, right, LengthCosts(left, right, MODEL), widths=range(width, width))
    assert cost(left, right, path) < math.inf


def test_a_band_that_is_too_narrow_grows() -> None:
    rng = random.Random(7)
    left = [rng.randint(20, 200) for _ in range(300)]
    right = [*left[:20], *left[60:]]  # a hole as wide as ten bands
    narrow = cheapest_path(left, right, LengthCosts(left, right, MODEL), widths=range(4, 512))
    wide = cheapest_path(left, right, LengthCosts(left, right, MODEL), widths=range(512, 512))
    assert cost(left, right, narrow) <= cost(left, right, wide) * 1.001


def test_long_texts_take_linear_time() -> None:
    rng = random.Random(3)
    left = [rng.randint(20, 200) for _ in range(20_000)]
    right = [length + rng.randint(-5, 5) for length in left if rng.random() > 0.02]
    started = time.process_time()
    cheapest_path(left, right, LengthCosts(left, right, MODEL), widths=range(64, 2048))
    assert time.process_time() - started < 30


def test_surprise_is_smooth_where_the_formula_changes() -> None:
    values = [surprise(delta / 10) for delta in range(360, 390)]
    assert values == sorted(values)
    assert max(b - a for a, b in pairwise(values)) < 4
