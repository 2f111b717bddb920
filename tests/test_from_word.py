"""From a word to a translation memory: nothing is given but the word, two languages and where the encyclopaedia is."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from polytrawl.cli.app import app
from polytrawl.cli.start import folder_for_word
from polytrawl.errors import PolytrawlError
from polytrawl.from_word import Word, check_contact
from polytrawl.records import Page
from polytrawl.run import Run, open_run
from wiki_dumps import write_dump

PAGES = {
    "Noise": "Lärm",
    "Ladder": "Leiter",
    "Risk assessment": "Gefährdungsbeurteilung",
    "First aid": "Erste Hilfe",
    "Forklift": "Gabelstapler",
    "Accident": "Unfall",
    "Employer": "Arbeitgeber",
    "Hearing protection": "Gehörschutz",
    "Workplace": "Arbeitsplatz",
    "Hazard": "Gefahr",
    "Safety": "Sicherheit",
    "Worker": "Beschäftigte",
    "Emergency": "Notfall",
}
LINKS = {
    "Noise": "http://www.safe-work.test/en/noise.html",
    "Ladder": "http://www.safe-work.test/en/ladders.html",
    "Accident": "http://nowhere.test/",
}
CATEGORY = "Occupational_safety"
PAGE = ("page_id", "page_namespace", "page_title", "page_is_redirect", "page_content_model")


@pytest.fixture(scope="module")
def dumps(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small encyclopaedia about safety at work, in two languages."""
    folder = tmp_path_factory.mktemp("dumps")
    for edition, titles in (("en", list(PAGES)), ("de", list(PAGES.values()))):
        rows = [(10 + n, 0, title.replace(" ", "_"), 0, "wikitext") for n, title in enumerate(titles)]
        write_dump(folder, "page", PAGE, [(1, 14, CATEGORY, 0, "wikitext"), *rows], edition)
        write_dump(folder, "redirect", ("rd_from", "rd_namespace", "rd_title"), [], edition)
    inside = [(10 + n, CATEGORY, "page") for n in range(len(PAGES))]
    write_dump(folder, "categorylinks", ("cl_from", "cl_to", "cl_type"), inside)
    write_dump(folder, "categorylinks", ("cl_from", "cl_to", "cl_type"), [], "de")
    numbers = {title: 10 + n for n, title in enumerate(PAGES)}
    there = [(numbers[title], "de", other) for title, other in PAGES.items()]
    write_dump(folder, "langlinks", ("ll_from", "ll_lang", "ll_title"), there)
    write_dump(folder, "langlinks", ("ll_from", "ll_lang", "ll_title"), [], "de")
    out = [(n, numbers[title], url) for n, (title, url) in enumerate(LINKS.items())]
    write_dump(folder, "externallinks", ("el_id", "el_from", "el_to"), out)
    german = [(1, 10, "http://www.safe-work.test/de/laerm.html")]
    write_dump(folder, "externallinks", ("el_id", "el_from", "el_to"), german, "de")
    return folder


def command(dumps: Path, out: Path, address: str, *more: str, langs: str = "en,de") -> list[str]:
    sets = [f"crawl.connect_to={address}", "crawl.delay_s=0", "workers=1"]
    words = ["get", "--topic-word", "occupational safety", "--langs", langs, "--dumps", str(dumps), "--out", str(out)]
    return [*words, *(part for one in sets for part in ("--set", one)), *more]


@pytest.fixture(scope="module")
def run(dumps: Path, tmp_path_factory: pytest.TempPathFactory, demo_address: str) -> Run:
    """What came of the word."""
    folder = tmp_path_factory.mktemp("word") / "run"
    told = CliRunner().invoke(app, command(dumps, folder, demo_address))
    assert told.exit_code == 0, told.output
    return open_run(folder)


def test_a_word_becomes_a_translation_memory(run: Run) -> None:
    assert {page.partition("\t")[0] for page in (run.path / "sites" / "sites.tsv").read_text().splitlines()[1:]} == {
        "safe-work.test"
    }
    assert "nowhere.test" in (run.path / "sites" / "dropped.tsv").read_text()
    assert "hearing protection\t" in (run.path / "bootstrap" / "topic.tsv").read_text().casefold()
    units = list(run.units())
    assert len(units) > 100
    assert {(one.source_language, one.target_language) for one in units} == {("en", "de")}
    assert (run.path / "export" / "en-de.tmx").stat().st_size > 10_000


def test_the_same_command_goes_on(run: Run, dumps: Path, demo_address: str) -> None:
    again = CliRunner().invoke(app, command(dumps, run.path, demo_address))
    assert again.exit_code == 0, again.output
    assert "nothing has changed since the last run" in again.output


def test_a_page_is_forgotten_in_the_visits_of_sites_too(run: Run, tmp_path: Path) -> None:
    copied = tmp_path / "run"
    shutil.copytree(run.path, copied)
    url = "http://www.safe-work.test/en/noise.html"
    assert any(page.url == url for page in open_run(copied / "sites" / "visit").directory.records("clean"))
    told = CliRunner().invoke(app, ["forget", str(copied), url, "--yes"])
    assert told.exit_code == 0, told.output
    assert "none is left that only these pages said" in told.output
    assert all(page.url != url for page in open_run(copied / "sites" / "visit").directory.records("clean"))


def test_one_language_needs_no_multilingual_site(dumps: Path, tmp_path: Path, demo_address: str) -> None:
    words = command(dumps, tmp_path / "run", demo_address, "--to", "crawl", "--max-pages", "3", langs="en")
    told = CliRunner().invoke(app, words)
    assert told.exit_code == 0, told.output
    assert not (tmp_path / "run" / "sites").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["get", "--topic-word", "thixotropy", "--langs", "en,de", "--contact", "me@example.org"], "thixotropy"),
        (["get", "http://a.test/", "--langs", "en", "--wiki", "http://b.test/api.php"], "for --topic-word"),
        (["get", "http://a.test/", "--langs", "en", "--depth", "3"], "--depth is for --topic-word"),
        (["get", "--langs", "en"], "nowhere to start"),
        (
            ["get", "--topic-word", "safety", "--langs", "en,de"],
            "the sites that articles link to are on the public web",
        ),
        (["get", "--topic-word", "safety", "--langs", "en,de", "--set", "crawl=5"], "crawl"),
        (["get", "--topic-word", "safety", "--langs", "en,de", "--seeds", "/no/such.txt"], "/no/such.txt"),
        (["get", "--topic-word", "safety", "http://", "--langs", "en,de"], "not a web address"),
        (["get", "--topic-word", "safety", "--langs", "en,de", "--set", "crawl.max_pagse=3"], "max_pages"),
    ],
)
def test_what_cannot_work_is_told_before_anything_is_asked(
    dumps: Path, tmp_path: Path, words: list[str], message: str
) -> None:
    asked = [*words, "--out", str(tmp_path / "run"), *(["--dumps", str(dumps)] if "--topic-word" in words else [])]
    told = CliRunner().invoke(app, asked)
    assert isinstance(told.exception, PolytrawlError)
    assert message in str(told.exception)
    assert not (tmp_path / "run" / "bootstrap" / "topic.tsv").exists()


def test_a_run_file_written_by_hand_is_told_before_anything_is_asked(dumps: Path, tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text('languages = ["en"]\n')
    told = CliRunner().invoke(app, command(dumps, tmp_path, "127.0.0.1:9"))
    assert "written by hand" in str(told.exception)
    assert not (tmp_path / "bootstrap").exists()


def test_without_a_contact_the_wiki_that_would_be_asked_is_named(tmp_path: Path) -> None:
    words = ["get", "--topic-word", "safety", "--langs", "en,de", "--out", str(tmp_path)]
    told = CliRunner().invoke(app, words)
    assert "https://en.wikipedia.org/w/api.php" in str(told.exception)
    assert "--contact" in str(told.exception)
    told = CliRunner().invoke(app, [*words, "--wiki", "http://127.0.0.1:9/{lang}", "--set", "crawl.contact=me@a.test"])
    assert "private" in str(told.exception)  # it was asked


def test_the_contact_that_is_set_is_told_to_the_wiki() -> None:
    asked = Word(word="x", languages=["en"], contact="old@a.test", sets=["crawl.contact=me@a.test"])
    assert asked.crawl["contact"] == "me@a.test"
    check_contact(asked)


def test_limits_of_the_crawl_do_not_hold_for_the_visits(dumps: Path, tmp_path: Path, demo_address: str) -> None:
    sets = ("--set", "crawl.max_pages=1", "--set", "crawl.scope=host", "--set", "crawl.strategy=breadth-first")
    told = CliRunner().invoke(app, command(dumps, tmp_path, demo_address, *sets, "--to", "crawl"))
    assert told.exit_code == 0, told.output
    assert "safe-work.test" in (tmp_path / "sites" / "sites.tsv").read_text()
    assert "not-fetched" not in (tmp_path / "sites" / "dropped.tsv").read_text()
    assert sum(isinstance(one, Page) for one in open_run(tmp_path).directory.records("crawl")) == 1


def test_what_a_source_cannot_give_is_told(dumps: Path, tmp_path: Path, demo_address: str) -> None:
    fewer = tmp_path / "dumps"
    shutil.copytree(dumps, fewer)
    words = command(fewer, tmp_path / "run", demo_address, "--to", "crawl", "--max-pages", "1", langs="en")
    assert "there is no dump of page_props" in CliRunner().invoke(app, words).output
    for path in fewer.glob("*externallinks*"):
        path.unlink()
    told = CliRunner().invoke(app, words)
    assert "there is no dump of externallinks" in str(told.exception)
    assert "--depth" not in str(told.exception)


def test_an_edited_topic_is_kept_and_used(dumps: Path, tmp_path: Path, demo_address: str) -> None:
    words = command(dumps, tmp_path, demo_address, "--to", "crawl", "--max-pages", "1", langs="en")
    assert CliRunner().invoke(app, words).exit_code == 0
    topic = tmp_path / "bootstrap" / "topic.tsv"
    assert "Noise" in topic.read_text()
    edited = topic.read_text().replace("Noise", "Din")
    topic.write_text(edited)
    told = CliRunner().invoke(app, words)
    assert "was edited, and is kept" in told.output
    assert topic.read_text() == edited


@pytest.mark.parametrize(
    ("word", "name"), [("St. Louis", "st-louis"), ("TCP/IP", "tcp-ip"), ("/", "word"), ("..", "word"), ("花", "花")]
)
def test_every_word_has_a_folder_of_its_own(word: str, name: str) -> None:
    assert folder_for_word(word) == Path("runs") / name
