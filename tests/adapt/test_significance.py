"""The t distribution against printed tables, and resampling against what can be counted."""

from __future__ import annotations

import math
import time
from itertools import product

import numpy as np
import pytest

from polytrawl.adapt.metrics import Metric, _ter
from polytrawl.adapt.significance import chunk_scores, compare, draws, resampled
from polytrawl.adapt.student import paired_t, two_sided_p


def errors() -> Metric:
    """A metric whose counts tests can write down: edits and words of each sentence."""
    return Metric("TER", larger_is_better=False, sacre=None, scores_of=_ter)


@pytest.mark.parametrize(
    ("t", "freedom", "p"),
    [
        (12.7062, 1, 0.05), (4.3027, 2, 0.05), (2.7764, 4, 0.05), (2.0639, 24, 0.05), (2.7969, 24, 0.01),
        (1.9799, 120, 0.05), (1.9600, 10**6, 0.05), (63.657, 1, 0.01), (1.7109, 24, 0.10),
    ],
)  # fmt: skip
def test_p_is_what_tables_of_the_t_distribution_print(t: float, freedom: int, p: float):
    assert two_sided_p(t, freedom) == pytest.approx(p, rel=2e-4)
    assert two_sided_p(-t, freedom) == two_sided_p(t, freedom)


@pytest.mark.parametrize("t", [1e-9, 0.1, 1.0, 3.0, 50.0, 1e6])
def test_p_is_exact_where_there_is_a_closed_form(t: float):
    # One degree of freedom is the Cauchy distribution, two are algebraic.
    assert two_sided_p(t, 1) == pytest.approx(2 / math.pi * math.atan2(1, t), rel=1e-12)
    root = math.sqrt(t * t + 2)
    assert two_sided_p(t, 2) == pytest.approx(2 / (root * (root + t)), rel=1e-12)


def test_a_paired_t_test_by_hand():
    # Mean 1, squares of deviations 4 + 0 + 1 + 1 + 4 over 4 = 2.5: t = 1 / sqrt(2.5 / 5).
    found = paired_t([3.0, 1.0, 0.0, 2.0, -1.0])
    assert found
    assert (found.mean, found.freedom) == (1.0, 4)
    assert found.t == pytest.approx(math.sqrt(2))
    assert found.p == pytest.approx(0.2302, abs=1e-4)


def test_equal_systems_differ_by_chance_and_a_constant_gain_does_not():
    same, always = paired_t([0.0] * 25), paired_t([0.1] * 25)
    assert same
    assert always
    assert (same.p, same.t) == (1.0, 0.0)
    assert (always.p, always.t) == (0.0, math.inf)
    assert paired_t([5.0]) is None


def test_chunks_are_neighbours_and_differ_by_one_sentence_at_most():
    counts = np.array([[edits, 10.0] for edits in range(1, 8)])
    # Seven sentences in three chunks: 1-2, 3-4, 5-7.
    assert chunk_scores(errors(), counts, 3) == pytest.approx([15.0, 35.0, 60.0])
    assert len(chunk_scores(errors(), counts, 25)) == 7


def test_every_resample_has_as_many_sentences_as_the_test_set_and_seeds_repeat():
    first, second, other = (np.concatenate([*draws(17, 50, seed)]) for seed in (1, 1, 2))
    assert first.shape == (50, 17)
    assert (first.sum(axis=1) == 17).all()
    assert (first == second).all()
    assert (first != other).any()


def test_the_bootstrap_comes_to_what_all_possible_resamples_give():
    before, after = np.array([[2.0, 10.0], [5.0, 10.0], [4.0, 10.0]]), np.array([[1.0, 10.0], [6.0, 10.0], [2.0, 10.0]])
    # Gains of the three sentences are 1, -1 and 2 edits; of 27 draws of three, count those whose sum is above 0.
    truth = sum(sum(drawn) > 0 for drawn in product((1, -1, 2), repeat=3)) / 27
    samples = resampled(errors(), before, 20_000), resampled(errors(), after, 20_000)
    chunks = chunk_scores(errors(), before), chunk_scores(errors(), after)
    found = compare(errors(), chunks, samples, gain=20 / 3)
    assert found.bootstrap.better == pytest.approx(truth, abs=0.015)
    assert found.bootstrap.p == pytest.approx(1 - truth, abs=0.015)
    assert not found.is_better


def test_better_needs_both_tests():
    rng = np.random.default_rng(3)
    words = np.full(100, 20.0)
    base = rng.integers(4, 10, 100)
    before, after = np.stack([base, words], axis=1), np.stack([base - rng.integers(0, 3, 100), words], axis=1)
    chunks, samples = [[f(errors(), one) for one in (before, after)] for f in (chunk_scores, resampled)]
    found = compare(errors(), tuple(chunks), tuple(samples), gain=5.0)
    assert (found.is_better, found.is_worse) == (True, False)
    turned = compare(errors(), tuple(chunks[::-1]), tuple(samples[::-1]), gain=-5.0)
    assert (turned.is_better, turned.is_worse) == (False, True)
    only_bootstrap = compare(errors(), (chunks[0], chunks[0]), tuple(samples), gain=5.0)
    assert not only_bootstrap.is_better


def test_a_thousand_resamples_of_three_thousand_sentences_take_less_than_a_second():
    counts = np.random.default_rng(1).integers(1, 30, (3000, 10)).astype(float)
    start = time.process_time()
    resampled(errors(), counts)
    assert time.process_time() - start < 1
