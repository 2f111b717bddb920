"""The banded table finds what a full table in plain Python finds."""

from __future__ import annotations

import math
import random
import time
from itertools import pairwise
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.align import path as path_module
from polytrawl.align.costs import PRIORS, LengthCosts, LengthModel, surprise, surprises
from polytrawl.align.path import cheapest_path

MODEL = LengthModel(1.0, 6.8)
LENGTHS = st.lists(st.integers(1, 200), max_size=12)


def cost(left: list[int], right: list[int], path: list[tuple[int, int]], opening: float = 0.0) -> float:
    i = j = 0
    total = 0.0
    for (up, back), before in zip(path, [(1, 1), *path], strict=False):
        delta = MODEL.delta(sum(left[i : i + up]), sum(right[j : j + back]))
        total += surprise(delta) - math.log(PRIORS[up, back])
        total += opening if (up == 0 or back == 0) and before != (up, back) else 0.0
        i, j = i + up, j + back
    assert (i, j) == (len(left), len(right))
    return total


def plainly(left: list[int], right: list[int], opening: float) -> float:
    """The cost of the cheapest path, by the last step: one of both sides, or a run on either side."""
    best: dict[tuple[int, int, tuple[int, int]], float] = {(0, 0, (1, 1)): 0.0}
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            for up, back in PRIORS:
                kind = (up, back) if 0 in (up, back) else (1, 1)
                delta = MODEL.delta(sum(left[max(0, i - up) : i]), sum(right[max(0, j - back) : j]))
                here = surprise(delta) - math.log(PRIORS[up, back])
                for last in ((1, 1), (1, 0), (0, 1)):
                    begins = opening if kind not in ((1, 1), last) else 0.0
                    known = best.get((i - up, j - back, last), math.inf) + here + begins
                    best[i, j, kind] = min(known, best.get((i, j, kind), math.inf))
    return min(best.get((len(left), len(right), last), math.inf) for last in ((1, 1), (1, 0), (0, 1)))


@pytest.mark.parametrize("small", [0, 256], ids=["arrays", "lists"])
@given(LENGTHS, LENGTHS, st.sampled_from([0.0, 3.0]))
def test_the_path_is_the_cheapest(small: int, left: list[int], right: list[int], opening: float) -> None:
    with mock.patch.object(path_module, "_SMALL", small):
        path = cheapest_path(left, right, LengthCosts(left, right, MODEL), widths=range(64, 64), opening=opening)
    # Surprises are computed nearly: near, not equal.
    assert cost(left, right, path, opening) <= plainly(left, right, opening) + 0.01 * (len(left) + len(right) + 1)


@given(LENGTHS, LENGTHS, st.integers(1, 3))
def test_the_narrowest_band_has_a_path(left: list[int], right: list[int], width: int) -> None:
    with mock.patch.object(path_module, "_SMALL", 0):
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


def test_surprises_of_many_are_nearly_those_of_one() -> None:
    deltas = [0.0, 0.1, 0.7, 1.5, 3.0, 6.0]
    near = surprises(np.array(deltas, dtype=np.float32)).tolist()
    assert near == pytest.approx([surprise(delta) for delta in deltas], abs=0.02)
    far = surprises(np.array([50.0, 4000.0], dtype=np.float32)).tolist()
    assert far == pytest.approx([surprise(50.0), surprise(4000.0)], abs=0.6)
