"""The stage on the demo web: near-duplicates that the export leaves out, and a second crawl that brings nothing new."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from polytrawl.errors import ConfigError
from polytrawl.records import Cluster
from polytrawl.run import Run, new_run
from polytrawl.rundir import RunDir

Make = Callable[..., Run]


def exported(run: Run) -> dict[str, dict[str, int]]:
    return RunDir.open(run.path).finished("export").exported


def members(run: Run) -> set[str]:
    return {one for record in RunDir.open(run.path).records("dedup") for one in record.members}


@pytest.mark.parametrize("method", ["paragraphs", "minhash"])
def test_near_duplicates_are_found_beside_the_exact_ones(demo: Run, make_demo: Make, tmp_path: Path, method: str):
    run = make_demo(tmp_path, f"dedup.method={method}")
    assert members(run) > members(demo)
    assert exported(run)["documents"]["duplicate"] > exported(demo)["documents"]["duplicate"]


def test_a_second_crawl_of_the_same_pages_adds_nothing(demo: Run, make_demo: Make, tmp_path: Path):
    index = demo.path / "dedup" / "index.npz"
    run = make_demo(tmp_path, f'dedup.known=["{index}"]')
    made = exported(run)
    assert made["documents"]["known"] == exported(demo)["documents"][""] + exported(demo)["documents"]["duplicate"]
    assert not any("" in made[kind] for kind in ("documents", "pairs", "units"))


def test_explain_tells_which_of_the_duplicates_is_kept_and_why(demo: Run):
    records = RunDir.open(demo.path).records("dedup")
    cluster = next(one for one in records if isinstance(one, Cluster))
    said = [finding.said for member in cluster.members for finding in demo.explain(member)]
    assert any("exported: of those with the same text it stands in a page pair" in text for text in said)
    assert any("not exported: the same text as" in text for text in said)


def test_an_index_that_is_not_there_is_told_before_anything_starts(demo_table: dict[str, Any], tmp_path: Path):
    with pytest.raises(ConfigError, match="dedup.known: .*none.npz cannot be read: No such file"):
        new_run(tmp_path, demo_table, sets=['dedup.known=["none.npz"]'])
    assert not (tmp_path / "crawl").exists()
