"""A run with comparable pages, before and after it was mined."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mine.web import saved
from polytrawl.demo import DemoWeb
from polytrawl.mine.store import Asked, Haul, mine_run
from polytrawl.run import Run, new_run, open_run
from support import Quiet

ASKED = Asked(("en", "de"), min_score=0.2)  # a small run has taught few words


@pytest.fixture(scope="session")
def aligned(demo_web: DemoWeb, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A finished run, of whose page pairs some are comparable; tests must not change it."""
    home = tmp_path_factory.mktemp("comparable")
    table = {**saved(demo_web, home / "pages"), "pair": {"min_parallel": 0.996}}
    run = new_run(home / "run", table)
    run.go(Quiet())
    return run


@pytest.fixture(scope="session")
def mined(aligned: Run, tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, Haul]:
    """The same, mined, filtered and exported with all that is good enough; tests must not change it."""
    run = copied(aligned, tmp_path_factory.mktemp("mined") / "run", "export.mined=true")
    haul = mine_run(run, ASKED, Quiet())
    run.go(Quiet(), first="filter")
    return run, haul


@pytest.fixture
def own(aligned: Run, tmp_path: Path) -> Run:
    """A run to be mined, which a test may change."""
    return copied(aligned, tmp_path / "run")


@pytest.fixture
def own_mined(mined: tuple[Run, Haul], tmp_path: Path) -> Run:
    """A mined run that a test may change."""
    return copied(mined[0], tmp_path / "mined", "export.mined=true")


def copied(run: Run, path: Path, *sets: str) -> Run:
    shutil.copytree(run.path, path)
    return open_run(path, sets=sets)
