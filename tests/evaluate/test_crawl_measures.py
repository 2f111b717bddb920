"""Tests of the figures of a crawl, by hand."""

from __future__ import annotations

import pytest

from polytrawl.evaluate.crawl.measures import measure, ranks, tau


def test_figures_by_hand() -> None:
    # AvP: .8, (.8 + .2) / 2 = .5, (.8 + .2 + .2) / 3 = .4, (.8 + .2 + .2 + .4) / 4 = .4
    found = measure([0.8, 0.2, 0.2, 0.4], [True, False, False, True], relevant=8)
    assert found.avp == pytest.approx(0.4)
    assert found.auc_sum == pytest.approx(0.8 + 0.5 + 0.4 + 0.4)
    assert found.auc == pytest.approx(2.1 / 4)
    assert (found.harvest, found.recall, found.pages) == (2 / 4, 2 / 8, 4)


def test_a_crawl_of_nothing_has_figures_too() -> None:
    found = measure([], [], relevant=0)
    assert (found.avp, found.auc, found.harvest, found.recall) == (0.0, 0.0, 0.0, 0.0)


def test_equal_values_share_their_ranks() -> None:
    assert ranks([0.3, 0.5, 0.3, 0.1]) == [2.5, 1.0, 2.5, 4.0]


def test_kendalls_tau_by_hand() -> None:
    # Of six pairs, five agree and one does not: 4 / 6.
    assert tau([1, 2, 3, 4], [1, 2, 4, 3]) == pytest.approx(4 / 6)
    assert tau([1, 2, 3], [3, 2, 1]) == -1.0
    # A tie on one side: two of its pairs agree; sqrt(2 * 3) is what could be.
    assert tau([1, 1, 2], [1, 2, 3]) == pytest.approx(2 / 6**0.5)
    assert tau([1, 1], [1, 2]) is None
