"""What the rest of a sentence will cost at least: the best way through its phrases, in time and room of its length."""

from __future__ import annotations

import random

import numpy as np
import pytest

from polytrawl.translate.gather import futures
from polytrawl.translate.options import Options
from translate_models import needs_numba

pytestmark = needs_numba
LONGEST = 4


def made_up(size: int, seed: int = 1) -> Options:
    """A phrase for every word and for some of the longer spans."""
    dice = random.Random(seed)
    first, last = (np.zeros((size, min(LONGEST, size)), np.int64) for _ in range(2))
    estimates: list[float] = []
    for start in range(size):
        for shorter in range(min(LONGEST, size - start)):
            first[start, shorter] = len(estimates)
            if not shorter or dice.random() < 0.5:
                estimates.append(-dice.random() * (shorter + 1))
            last[start, shorter] = len(estimates)
    none, nothing = np.zeros(0, np.int64), np.zeros((0, 0), np.int64)
    values = np.array(estimates)
    return Options(first, last, none, none, none, values, values, nothing, none)


def best_of_all_orders(options: Options) -> np.ndarray:
    """By start and end, over all ways to cut what is between into two."""
    size = options.first.shape[0]
    best = np.full((size + 1, size + 1), -np.inf)
    best[np.arange(size + 1), np.arange(size + 1)] = 0.0
    for length in range(1, size + 1):
        for start in range(size + 1 - length):
            end = start + length
            if length <= LONGEST and options.first[start, length - 1] < options.last[start, length - 1]:
                best[start, end] = options.estimate[options.first[start, length - 1]]
            inner = best[start, start + 1 : end] + best[start + 1 : end, end]
            best[start, end] = max(best[start, end], inner.max(initial=-np.inf))
    return best


@pytest.mark.parametrize("size", [1, 3, 40, 100])
def test_estimates_of_usual_lines_are_bit_by_bit_those_of_all_ways_to_cut_them(size):
    options = made_up(size)
    found, wanted = futures(options), best_of_all_orders(options)
    for start in range(size + 1):
        assert found[start, -1] == wanted[start, size]
        assert found[start, : size + 1 - start].tolist() == wanted[start, start:].tolist()


def test_estimates_of_long_lines_are_as_good():
    options = made_up(300)
    found, wanted = futures(options), best_of_all_orders(options)
    assert found[:, -1] == pytest.approx(wanted[:, 300], abs=1e-9)
    assert all(found[start, 60] == wanted[start, start + 60] for start in range(240))


def test_a_line_of_twice_as_many_words_needs_twice_as_much():
    short, long = (futures(made_up(size)).nbytes for size in (1500, 3000))
    assert long < 2.1 * short
