"""Samples to judge: blind, repeatable, safe from loss, and counted with the bounds they allow."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.errors import ConfigError
from polytrawl.evaluate.api import by_judgements, pairs_of, write_sample
from polytrawl.evaluate.intervals import interval, sample_size
from polytrawl.evaluate.sample import read_rows
from polytrawl.run import Run


def judge(path: Path, *judgements: str) -> Path:
    """Fill in the last column of a table, from the top."""
    head, *rows = path.read_text(encoding="utf-8").splitlines()
    said = [*judgements, *[""] * len(rows)]
    judged = path.with_name("judged.tsv")
    lines = (row.rpartition("\t")[0] + "\t" + answer for row, answer in zip(rows, said, strict=False))
    judged.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
    return judged


def drawn(run: Run, **options: int) -> list[str]:
    (table, _), _, _ = write_sample(run, **options)  # type: ignore[arg-type] - any of them
    return [row.pair for row in read_rows(table)]


def test_a_sample_can_be_drawn_again_and_another_seed_draws_another(copied: Run) -> None:
    ids = {pair.id for pair in pairs_of(copied)}
    first = drawn(copied)
    assert len(first) == len(set(first)) == sample_size(len(ids), 0.1)
    assert set(first) < ids
    assert drawn(copied) == first
    assert drawn(copied, seed=1) != first
    assert len(drawn(copied, size=7)) == 7
    assert set(drawn(copied, size=10**6)) == ids


def test_all_pairs_can_be_drawn_as_often_as_any_other(copied: Run) -> None:
    seen = {name for seed in range(60) for name in drawn(copied, size=10, seed=seed)}
    # 60 draws of 10 of some 100: the chance that a given pair is never drawn is below one in 500.
    assert len(seen) > 0.95 * sum(1 for _ in pairs_of(copied))


def test_judgements_are_counted_by_grade(copied: Run) -> None:
    (table, _), number, population = write_sample(copied)
    said = by_judgements(copied, [judge(table, "Parallel", "parallel", "comparable", "no")])
    whole = said.grades["all"]
    assert (whole.pairs, whole.judged, whole.parallel, whole.comparable, whole.no) == (population, 4, 2, 1, 1)
    assert whole.is_parallel == interval(2, 4, population)
    assert whole.is_usable == interval(3, 4, population)
    assert (said.unjudged, said.gone) == (number - 4, 0)
    assert sum(one.judged for name, one in said.grades.items() if name != "all") == 4


def test_pairs_that_the_run_does_not_have_any_more_are_left_out(copied: Run) -> None:
    (table, _), _, _ = write_sample(copied, size=3)
    judged = judge(table, "parallel", "parallel", "no")
    text = judged.read_text()
    judged.write_text(text.replace(text.splitlines()[3].split("\t")[0], "p-gone"))
    said = by_judgements(copied, [judged])
    assert (said.grades["all"].judged, said.gone) == (2, 1)


def test_judgements_are_not_drawn_over(copied: Run) -> None:
    (table, _), _, _ = write_sample(copied, size=3)
    judge(table, "no").replace(table)
    with pytest.raises(ConfigError, match="has judgements"):
        write_sample(copied, seed=2)
    assert read_rows(table)[0].judgement == "no"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no column 'pair'"),
        ("pair\tgrade\tjudgement\np-1\tparallel\tperhaps\n", "line 2: judgement 'perhaps'"),
        ("pair\tgrade\tjudgement\n", "no line has a judgement"),
        ("pair\tgrade\tjudgement\np-1\tparallel\tno\n", "none of its pairs is in this run"),
    ],
)
def test_tables_that_cannot_be_counted_are_refused(demo: Run, tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "judged.tsv"
    path.write_text(text)
    with pytest.raises(ConfigError, match=message):
        by_judgements(demo, [path])


@given(st.integers(1, 10**6), st.floats(0.01, 0.5))
def test_a_sample_is_large_enough_for_its_margin_and_never_larger_than_all(population: int, margin: float) -> None:
    size = sample_size(population, margin)
    assert 1 <= size <= population
    found = interval(size // 2, size, population)
    assert found.high - found.low <= 2 * margin + 1e-6


@pytest.mark.parametrize("share", [0.5, 0.9, 0.98])
def test_bounds_hold_the_truth_as_often_as_they_promise(share: float) -> None:
    draw = random.Random(5)
    population = [number < share * 800 for number in range(800)]
    size = sample_size(800, 0.1)
    tries = [interval(sum(draw.sample(population, size)), size, 800) for _ in range(1000)]
    held = sum(one.low <= share <= one.high for one in tries) / 1000
    assert held >= 0.92  # .95 is promised; counts are whole, and 1000 tries are a sample too
