"""The known pairs of the demo web, and a copy of its run that tests may write into."""

from __future__ import annotations

import shutil
from itertools import combinations
from pathlib import Path

import pytest

from polytrawl.demo import DemoWeb
from polytrawl.run import Run, open_run
from recorded_web import graph, warc  # noqa: F401 - fixtures

LANGUAGES = ("en", "de", "it", "pt")


@pytest.fixture(scope="session")
def gold(demo_web: DemoWeb, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A file of known pairs for each pair of languages."""
    folder = tmp_path_factory.mktemp("gold")
    found = {}
    for left, right in combinations(LANGUAGES, 2):
        path = found[f"{left}-{right}"] = folder / f"{left}-{right}.tsv"
        path.write_text("".join(f"{a}\t{b}\n" for a, b in sorted(demo_web.true_page_pairs(left, right))))
    return found


@pytest.fixture
def copied(demo: Run, tmp_path: Path) -> Run:
    """The finished run over the demo web, in a folder of its own."""
    shutil.copytree(demo.path, tmp_path / "copied")
    return open_run(tmp_path / "copied")
