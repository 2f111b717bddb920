"""The formulas, with the arithmetic done by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from polytrawl.stats.measures import c_values, log_likelihood, log_ratio


def likelihood(times: int, whole: int, share: float) -> float:
    return float(log_likelihood(np.array([times]), whole, np.array([share]))[0])


def test_log_likelihood_of_ten_where_one_is_expected() -> None:
    # E = 1000 * .001 = 1; 2 (10 ln 10 + 990 ln(990 / 999)) = 2 (23.02585 - 8.95949)
    assert likelihood(10, 1000, 0.001) == pytest.approx(2 * (23.02585 - 8.95949), abs=1e-3)


def test_log_likelihood_is_nothing_where_all_is_as_expected() -> None:
    assert likelihood(50, 1000, 0.05) == 0.0


def test_log_likelihood_counts_what_is_missing_too_and_a_corpus_of_one_word() -> None:
    assert likelihood(1, 1000, 0.05) > 15.13
    assert likelihood(7, 7, 0.5) == pytest.approx(14 * math.log(2))


def test_log_likelihood_is_what_dunnings_becomes_when_the_other_corpus_grows() -> None:
    def two_samples(ours: int, whole: int, theirs: float, other: float) -> float:
        share = (ours + theirs) / (whole + other)
        cells = [(ours, whole * share), (theirs, other * share)]
        cells += [(whole - ours, whole * (1 - share)), (other - theirs, other * (1 - share))]
        return 2 * sum(seen * math.log(seen / expected) for seen, expected in cells)

    apart = [abs(two_samples(30, 5000, 0.002 * size, size) - likelihood(30, 5000, 0.002)) for size in (1e5, 1e7, 1e9)]
    assert apart[0] > apart[1] > apart[2]
    assert apart[2] < 1e-3


def test_log_ratio_is_a_power_of_two_of_frequencies_per_million() -> None:
    # 63 and 1 in a million: log2((63 + 1) / (1 + 1)) = 5; a word as frequent as elsewhere: 0
    assert log_ratio(np.array([63, 9]), 1_000_000, np.array([1e-6, 9e-6])).tolist() == [5.0, 0.0]


def test_log_ratio_is_careful_with_rare_words() -> None:
    once, often = log_ratio(np.array([4, 4000]), 1_000_000, np.array([1e-6, 1e-3]))
    assert 0 < once < often < 2  # four times as frequent both, and nearly 2 only where that rests on many words


def test_c_value_by_hand() -> None:
    # Two words, seen 10 times, within two longer candidates seen 4 and 2 times: 1 * (10 - 6 / 2) = 7.
    assert c_values(2, np.array([10]), np.array([2]), np.array([6])).tolist() == [7.0]
    # Three words, seen 5 times, within nothing: log2(3) * 5.
    assert c_values(3, np.array([5]), np.array([0]), np.array([0]))[0] == pytest.approx(5 * math.log2(3))
    # Never seen but within one longer candidate.
    assert c_values(2, np.array([4]), np.array([1]), np.array([4])).tolist() == [0.0]
