"""What `polytrawl evaluate judged` prints: tables, what they leave out, two judges, and a run that is gone."""

from __future__ import annotations

import shutil
from itertools import count
from pathlib import Path

import pytest

from filled_sheets import judge
from polytrawl.cli.evaluate_judged import judged
from polytrawl.evaluate.api import write_sample
from polytrawl.run import Run


def said(capsys: pytest.CaptureFixture[str], *sheets: Path) -> str:
    judged(list(sheets))
    return capsys.readouterr().out


def test_two_judges_and_a_run_that_is_gone(copied: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = write_sample(copied, "units", out=tmp_path / "units.tsv").files[0]
    first = judge(table, lambda _: {"judged_unit": "yes"}, "first.tsv")
    number = count()
    second = judge(table, lambda _: {"judged_unit": "no" if next(number) < 15 else "yes"}, "second.tsv")
    shutil.rmtree(copied.path)
    told = said(capsys, first, second)
    size = len(table.read_text(encoding="utf-8").splitlines()) - 2
    assert f"unit: {first} and {second} agree on {size - 15} of {size} (kappa 0.00)" in told
    assert f"where they differ, {second} counts:" in told
    assert told.count(": yes, no\n") == 10
    assert "and 5 more, which --json has" in told
    assert f"There is no run at {copied.path.resolve()} to compare with" in told
    told = said(capsys, first, shutil.copy(first, tmp_path / "third.tsv"))
    assert "(kappa is not defined: one answer only)" in told


def test_what_nobody_judged_is_named(copied: Run, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = write_sample(copied, "documents")
    half = judge(drawn.files[1], lambda row: {"judged_topic": "yes" if row["stratum"] == "de" else ""})
    told = said(capsys, half)
    assert "Language identification: nothing was judged" in told
    left = ", ".join(f"{name} ({of})" for name, (_, of) in drawn.strata.items() if name != "de")
    assert f"Nothing was judged of {left}: shares and bounds of `all` do not speak of them." in told
    assert "There is no run" not in told
    assert "has changed" not in told


def test_a_change_of_the_run_is_told(copied: Run, capsys: pytest.CaptureFixture[str]) -> None:
    table = judge(write_sample(copied, "pairs").files[1], lambda _: {"judged_pair": "parallel"})
    manifest = copied.path / "export" / "manifest.json"
    manifest.unlink()
    told = said(capsys, table)
    assert "The run has changed since the sample was drawn: export (not made yet)." in told
    assert "The figures are those of before; 0 of " in told
