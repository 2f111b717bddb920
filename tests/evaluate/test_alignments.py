"""Strict and lax figures of alignments, and the files they are read from."""

from __future__ import annotations

from pathlib import Path

import pytest

from polytrawl.errors import ConfigError
from polytrawl.evaluate.alignments import score
from polytrawl.evaluate.beads import read_beads

GOLD = [((0,), (0,)), ((1,), (1, 2)), ((2, 3), (3,)), ((), (4,)), ((4,), (5,))]


def test_the_same_is_right_in_all() -> None:
    found = score([GOLD], [GOLD])
    assert found.strict.f1 == found.lax.f1 == 1
    assert (found.gold_beads, found.test_beads) == (4, 5)


def test_strict_wants_the_same_bead_lax_a_shared_sentence_on_both_sides() -> None:
    test = [((0,), (0,)), ((1,), (1,)), ((), (2,)), ((2,), (3,)), ((3,), ()), ((), (4,)), ((4,), (5,))]
    found = score([GOLD], [test])
    assert found.strict.precision == pytest.approx(3 / 7)  # with the null bead that the gold has too
    assert found.strict.recall == pytest.approx(2 / 4)
    assert found.lax.precision == pytest.approx(5 / 7)
    assert found.lax.recall == 1


def test_a_sentence_that_is_shared_on_one_side_alone_is_wrong() -> None:
    assert score([[((0,), (0,))]], [[((0,), (1,)), ((1,), (0,))]]).lax.f1 == 0


def test_nothing_to_divide_by_is_no_figure() -> None:
    found = score([[]], [[]])
    assert (found.strict.precision, found.strict.f1) == (None, None)


@pytest.mark.parametrize(
    "content",
    [
        "[0]:[0]\n[1]:[1, 2]:0.83\n[]:[3]\n",
        "0\t0\n1\t1,2\n\t3\n",
        "0 0\n1 1\n2 3\n2 4\n",
        "0\t0\t0.5\r\n1\t1\t0.25\r\n2\t3\t0\r\n2\t4\t0\r\n",
        "source\ttarget\tsource_sentences\ttarget_sentences\na\tb\t0\t0\na, b\tc\t1\t2,1\nx\ty\t\t3\n",
    ],
    ids=["vec", "tsv", "ladder", "ladder-with-scores", "table"],
)
def test_formats_are_recognised(tmp_path: Path, content: str) -> None:
    (tmp_path / "beads").write_text(content, newline="")
    assert read_beads(tmp_path / "beads") == [((0,), (0,)), ((1,), (1, 2)), ((), (3,))]


@pytest.mark.parametrize("content", ["[0]:0\n", "[0, x]:[1]\n", "a\tb\n", "0 0\n1\n"])
def test_a_wrong_line_is_told_with_its_number(tmp_path: Path, content: str) -> None:
    (tmp_path / "beads").write_text(content)
    with pytest.raises(ConfigError, match="line [12]: expected"):
        read_beads(tmp_path / "beads")
