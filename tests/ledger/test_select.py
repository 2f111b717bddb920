"""Select: the numbers are those of the export that would be written, and nothing is written."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from polytrawl.export.rules import PROFILES
from polytrawl.ledger.select import chosen
from polytrawl.records import Document
from polytrawl.run import Run, open_run
from support import Quiet, exports


@pytest.mark.parametrize("profile", PROFILES)
def test_it_says_what_the_export_then_holds(demo: Run, tmp_path: Path, profile: str):
    shutil.copytree(demo.path, tmp_path / "run")
    run = open_run(tmp_path / "run", sets=[f"export.profile={profile}"])
    before = exports(run)
    found = chosen(run.would_export())
    assert exports(run) == before
    run.go(Quiet(), first="export")
    manifest = run.directory.finished("export")
    for kind, part in (("documents", found.documents), ("pairs", found.pairs), ("units", found.units)):
        counts = dict(manifest.exported[kind])
        assert part.kept == counts.pop("", 0) == sum(part.by.values())
        assert part.left_out == counts
        assert part.of == part.kept + sum(part.left_out.values())
    lines = exports(run)["units.tsv"].decode().splitlines()[1:]
    pairs = ["-".join(line.split("\t")[2:4]) for line in lines]
    assert found.units.by == {name: pairs.count(name) for name in set(pairs)}


def test_pages_without_a_licence_are_left_out_of_open_licence_only(demo: Run):
    balanced = chosen(demo.would_export())
    found = chosen(open_run(demo.path, sets=["export.profile=open-licence-only"]).would_export())
    named = [one.licence for one in demo.directory.records("topic") if isinstance(one, Document) and not one.reasons]
    assert found.documents.left_out["no-open-licence"] == named.count("") > 0  # versions for printing
    assert found.units.kept == balanced.units.kept > 0
