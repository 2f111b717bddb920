"""The examples can be run as they stand."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from polytrawl import config
from polytrawl.demo import DemoWeb, serve
from polytrawl.demo.server import Visit
from polytrawl.records import Document, Page
from polytrawl.run import Run, open_run
from polytrawl.topic.survey import survey
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


@pytest.fixture(scope="module")
def safety(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, DemoWeb]:
    """ILSP-FC's experiment on the demo web, begun at a page that has nothing to do with the topic."""
    folder = tmp_path_factory.mktemp("safety") / "run"
    shutil.copytree(EXAMPLES / "safety-at-work", folder)
    web = DemoWeb.load()
    with serve(web) as server:
        corner = web.pages["hiking"].url("de")
        over = [f"crawl.connect_to={server.address}", f"seeds=['{corner}']", "crawl.delay_s=0", "workers=1"]
        run = open_run(folder, sets=over)
        run.go(Quiet())
    return run, web


def test_every_term_of_the_topic_is_understood() -> None:
    found = survey(EXAMPLES / "safety-at-work" / "topic.txt")
    assert (found.problems, set(found.languages)) == ([], {"de", "it"})
    subtopics = {"general", "prevention", "accidents", "emergency", "physical", "chemical"}
    assert all(set(one.subtopics) == subtopics and one.terms > 30 for one in found.languages.values())


def test_corners_off_the_topic_are_crawled_for_links_and_not_exported(safety: tuple[Run, DemoWeb]) -> None:
    run, web = safety
    asked = [(page, page.url(one)) for page in web.pages.values() for one in ("de", "it") if one in page.addresses]
    on_topic, off_topic = ({url for page, url in asked if page.on_topic is is_so} for is_so in (True, False))
    fetched = {one.url: one.parent for one in run.directory.records("crawl") if isinstance(one, Page)}
    exported = {one.url for one in run.documents()}
    assert len(off_topic & set(fetched)) >= 4  # hiking club and canteen, in both languages
    assert [url for url, parent in fetched.items() if parent in off_topic and url in on_topic]
    assert not off_topic & exported
    judged = [one for one in run.directory.records("topic") if isinstance(one, Document)]
    assert not [one.url for one in judged if one.url in on_topic and "off-topic" in one.reasons]
    assert len(on_topic & exported) > 20
    assert all({pair.left.language, pair.right.language} == {"de", "it"} for pair in run.pairs())
    assert len(list(run.pairs())) > 10
