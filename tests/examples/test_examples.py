"""The examples can be run as they stand."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from polytrawl import config
from polytrawl.demo import DemoWeb, serve
from polytrawl.demo.server import Visit
from polytrawl.run import open_run
from support import Quiet

EXAMPLES = Path(__file__).parents[2] / "examples"
FOLDERS = sorted(path.parent for path in EXAMPLES.glob("*/run.toml"))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_run_file_resolves(folder: Path) -> None:
    found = config.load(folder / "run.toml")
    definition = found.stages["topic"]["definition"]
    assert definition is None or Path(definition).is_file()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_example_stands_in_the_list(folder: Path) -> None:
    assert f"[{folder.name}]({folder.name}/run.toml)" in (EXAMPLES / "README.md").read_text(encoding="utf-8")


@pytest.fixture
def saved_pages(tmp_path: Path) -> Path:
    """A copy of the example, so that the run directory is not made in the repository."""
    return Path(shutil.copytree(EXAMPLES / "saved-pages", tmp_path / "run"))


def test_the_saved_pages_give_units_without_a_network(saved_pages: Path) -> None:
    run = open_run(saved_pages, sets=["workers=1"])
    run.go(Quiet())
    claims = {"links", "urls"}  # the rest is what the texts tell
    pairs = {
        (pair.left.url, pair.right.url, "+".join(score.name for score in pair.evidence if score.name in claims))
        for pair in run.pairs()
    }
    site = "https://www.hut.example"
    assert pairs == {
        (f"{site}/de/index.html", f"{site}/it/index.html", "links+urls"),
        (f"{site}/de/weg.html", f"{site}/it/sentiero.html", "links"),
        (f"{site}/de/rules.html", f"{site}/it/rules.html", "urls"),
    }
    units = {(unit.source, unit.target) for unit in run.units()}
    assert ("Unser Brot backen wir jeden Morgen selbst.", "Il pane lo facciamo noi ogni mattina.") in units
    assert len(units) > 25
    assert (saved_pages / "export" / "de-it.tmx").read_text(encoding="utf-8").count("<tu ") == len(units)


def crawled(folder: Path, *sets: str) -> list[str]:
    """The paths of the pages of the demo web's main host, in the order in which a crawl asks for them."""
    log: list[Visit] = []
    web = DemoWeb.load()
    with serve(web, log=log) as server:
        shutil.copytree(EXAMPLES / "link-scorer", folder)
        over = [
            f"crawl.connect_to={server.address}",
            f"seeds=['{web.SEEDS[0]}']",
            "crawl.delay_s=0",
            "crawl.scope=host",
        ]
        open_run(folder, sets=[*over, "crawl.connections=1", *sets]).go(Quiet(), last="crawl")
    return [visit.path for visit in log if visit.path.endswith(".html")]


def test_the_link_scorer_changes_the_order_of_the_crawl(tmp_path: Path) -> None:
    plain = crawled(tmp_path / "plain", "crawl.strategy={ use = 'breadth-first' }")
    short = crawled(tmp_path / "short")
    assert sorted(plain) == sorted(short)
    assert plain != short
    [seed, *linked] = short
    assert seed == "/en/index.html"
    assert linked == sorted(linked, key=lambda path: len(path) + 20 * path.count("/"))
