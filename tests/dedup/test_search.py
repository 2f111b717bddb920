"""The search for overlaps gives what comparing all with all would give, and its work does not grow with the pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from polytrawl.dedup import search
from polytrawl.dedup.overlap import Overlap
from polytrawl.dedup.table import Rows

# Small numbers, so that values are shared by many: few rows in many blocks, or many in few.
SETS = st.integers(2, 40).flatmap(
    lambda values: st.lists(st.frozensets(st.integers(0, values), min_size=1, max_size=12), max_size=40)
)
THRESHOLDS = st.sampled_from([0.0, 0.3, 0.5, 0.7, 0.79, 0.8, 0.9])


def rows_of(sets: Iterable[frozenset[int]]) -> tuple[list[frozenset[int]], Rows]:
    ordered = sorted(set(sets), key=lambda one: (-len(one), sorted(one)))
    starts = np.cumsum([0, *map(len, ordered)], dtype=np.int64)
    values = np.array([value for one in ordered for value in sorted(one)], dtype=np.uint64)
    return ordered, Rows(np.diff(starts), starts, values)


def is_alike(shorter: frozenset[int], longer: frozenset[int], threshold: float) -> bool:
    return len(shorter & longer) > threshold * len(shorter) + 1e-9


def roots_by_brute_force(sets: list[frozenset[int]], threshold: float) -> list[int]:
    roots = list(range(len(sets)))
    for shorter in range(len(sets)):
        for longer in range(shorter):
            if is_alike(sets[shorter], sets[longer], threshold):
                old, new = sorted((roots[shorter], roots[longer]), reverse=True)
                roots = [new if root == old else root for root in roots]
    return roots


def check(given_sets: list[frozenset[int]], threshold: float) -> None:
    sets, rows = rows_of(given_sets)
    links = search.overlapping(rows, threshold)
    assert [links.root(row) for row in range(len(sets))] == roots_by_brute_force(sets, threshold)
    for row, own in enumerate(sets):
        longer = [other for other in range(row) if is_alike(own, sets[other], threshold)]
        parent = int(links.parent[row])
        assert (parent in longer) if longer else (parent == -1)
        if longer:
            assert links.share[row] == len(own & sets[parent]) / len(sets[parent])


@settings(deadline=None, max_examples=300)
@given(sets=SETS, threshold=THRESHOLDS)
def test_every_pair_above_the_threshold_is_found_and_no_other(sets: list[frozenset[int]], threshold: float) -> None:
    check(sets, threshold)


@pytest.mark.parametrize("pivots", [0, 2, 16])
def test_the_same_holds_where_all_blocks_are_large(pivots: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_FEW", 0)
    monkeypatch.setattr(search, "_PIVOTS", pivots)

    @settings(deadline=None, max_examples=200)
    @given(sets=SETS, threshold=THRESHOLDS)
    def holds(sets: list[frozenset[int]], threshold: float) -> None:
        check(sets, threshold)

    holds()


def test_the_nearest_of_longer_ones_is_the_parent() -> None:
    _, rows = rows_of([frozenset(range(20)), frozenset(range(11)), frozenset(range(10))])
    assert search.overlapping(rows, 0.8).parent.tolist() == [-1, 0, 1]


def compared(sets: list[frozenset[int]], monkeypatch: pytest.MonkeyPatch) -> int:
    """How many pairs are looked at."""
    looked_at = 0
    compare: Callable[..., None] = Overlap.compare

    def counting(self: Overlap, shorter: np.ndarray, longer: np.ndarray) -> None:
        nonlocal looked_at
        looked_at += len(shorter)
        compare(self, shorter, longer)

    with monkeypatch.context() as patch:
        patch.setattr(Overlap, "compare", counting)
        search.overlapping(rows_of(sets)[1], 0.8)
    return looked_at


def unrelated(number: int) -> list[frozenset[int]]:
    return [frozenset(range(10 * one, 10 * one + 10)) for one in range(number)]


def with_frequent(number: int) -> list[frozenset[int]]:
    """Two of ten values are in every row."""
    return [one | {-1 % 2**32, -2 % 2**32} for one in unrelated(number)]


def template(number: int) -> list[frozenset[int]]:
    """Nineteen of twenty values are in every row: all are alike."""
    return [frozenset([*range(19), 1000 + one]) for one in range(number)]


def two_templates(number: int) -> list[frozenset[int]]:
    """Rows of one template or the other, which share half of their values."""
    return [
        frozenset([*range(10), *range(20 + 20 * (one % 2), 29 + 20 * (one % 2)), 1000 + one]) for one in range(number)
    ]


def choices(number: int) -> list[frozenset[int]]:
    """Rows made of frequent values only: of each of eight lists of ten values one."""
    return [
        frozenset(10 * place + digit for place, digit in enumerate(map(int, f"{7919 * one % 10**8:08d}")))
        for one in range(number)
    ]


@pytest.mark.parametrize("corpus", [unrelated, with_frequent, template, two_templates, choices])
def test_work_grows_with_the_rows_and_not_with_their_pairs(
    corpus: Callable[[int], list[frozenset[int]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    small, large = (compared(corpus(number), monkeypatch) for number in (2_000, 8_000))
    # Four times the rows have sixteen times the pairs. `choices` is as bad as it gets: 68 pairs a row, then 159, 263 at
    # 32 000 rows, 413 at 100 000.
    assert large <= 10 * max(small, 2_000)
    assert large <= 200 * 8_000
