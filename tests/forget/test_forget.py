"""Forgetting: no trace is left, other pages are as they were, and the run goes on without the page."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crawl.conftest import Web
from forget.conftest import OWN, SHARED, TWINS, A, B, everything, holding
from polytrawl.cli.app import app
from polytrawl.errors import ConfigError, RunBusy, RunMissing, StageError
from polytrawl.forget.act import Forgotten, forget, look
from polytrawl.forget.target import read_target
from polytrawl.ledger.funnel import funnels
from polytrawl.ledger.select import chosen
from polytrawl.records import Document, Page
from polytrawl.run import Run, new_run, open_run
from polytrawl.sentences import split
from polytrawl.warc import Entry, iterate
from support import Quiet, exports

Forgets = Callable[..., Forgotten]
LATHE = f"{A}/en/lathe.html"
CRANE = f"{A}/de/crane.html"


def ids(run: Run, url: str) -> set[str]:
    """The ids of all records that come from a page."""
    found = [record for stage in ("crawl", "clean", "pair", "filter") for record in run.directory.search(stage, url)]
    own = {one.id for one in found if getattr(one, "url", url) == url}
    return own | {getattr(one, "page", "") for one in found if getattr(one, "url", "") == url} - {""}


def test_the_run_holds_the_page_in_every_way_before(small: Run):
    files = holding(small.path, OWN[CRANE])
    kinds = ("crawl/pages", "crawl/frontier", "clean/", "filter/", "export/tei/", "export/parquet/", "export/html/")
    for kind in (*kinds, "report.html", "export/units.tsv", "export/en-de.tmx", "filter/"):
        assert any(name.startswith(kind) for name in files), kind


@pytest.mark.parametrize("url", sorted(OWN))
def test_no_trace_of_a_page_is_left(copy: Run, forget_in: Forgets, url: str):
    gone = ids(copy, url)
    done = forget_in(copy, url)
    assert done.proof.holds
    assert done.seeds == [seed for seed in copy.config.run["seeds"] if seed == url]
    assert holding(copy.path, OWN[url]) == []
    assert {one: names for one in gone if (names := holding(copy.path, one))} == {}
    for other, said in OWN.items():
        assert other == url or len(holding(copy.path, said)) >= 10
    assert holding(copy.path, SHARED["en"]) != []
    language = url.split("/")[3]
    assert SHARED[language] in {one.sentence for one in done.proof.examples}


def test_other_pages_are_as_they_were(small: Run, copy: Run, forget_in: Forgets):
    before = {one.id: one for one in small.directory.records("topic")}
    forget_in(copy, LATHE)
    after = {one.id: one for one in copy.directory.records("topic")}
    assert set(before) - set(after) == ids(small, LATHE) & set(before)
    assert all(before[name] == one for name, one in after.items())
    with copy.directory.page_reader() as reader:
        pages = [one for one in copy.directory.records("crawl") if isinstance(one, Page)]
        assert len(pages) == len(OWN) + len(TWINS) - 1
        assert all(Page.identify(one.url, reader.fill(one).content) == one.id for one in pages)


def test_what_is_left_hangs_together(copy: Run, forget_in: Forgets):
    forget_in(copy, LATHE)
    found = funnels(copy.directory)
    assert found.fetched == len(OWN) + len(TWINS) - 1
    assert all(step.came + step.before == found.fetched for step in found.steps[1:] if step.of.startswith("pages"))
    manifest = copy.directory.finished("export")
    kept = chosen(copy.would_export())
    assert manifest.exported["units"].get("", 0) == kept.units.kept == len(list(copy.units()))
    assert "forgotten on request" in copy.explain(LATHE)[0].said
    copy.go(Quiet(), first="export")  # alone, with stages that are all complete


def test_the_run_goes_on_as_if_the_page_had_never_been_there(
    copy: Run, forget_in: Forgets, web: Web, table: dict[str, Any], tmp_path: Path
):
    forget_in(copy, CRANE)
    web.log.clear()
    copy.go(Quiet())
    assert web.paths() == []
    without = {**table, "crawl": {**table["crawl"], "exclude": [CRANE]}}
    never = new_run(tmp_path / "never", without)
    never.go(Quiet())
    assert exports(copy) == exports(never)
    assert holding(copy.path, OWN[CRANE]) == []


def test_a_refreshed_crawl_does_not_fetch_it_again(copy: Run, forget_in: Forgets, web: Web):
    forget_in(copy, LATHE)  # a seed, too, and every page links to it
    web.log.clear()
    open_run(copy.path, sets=["crawl.refresh_days=0.0000001"]).go(Quiet(), last="crawl")
    asked = web.paths()
    assert "/en/crane.html" in asked
    assert "/en/lathe.html" not in asked
    db = everything(copy.path)["crawl/frontier.sqlite"]
    assert "'http://a.test/en/lathe.html'" not in db
    assert holding(copy.path, OWN[LATHE]) == []


def test_what_it_brought_to_the_crawl_is_gone_too(copy: Run, forget_in: Forgets):
    def count(table: str) -> int:
        with closing(sqlite3.connect(copy.path / "crawl" / "frontier.sqlite")) as db:
            return int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])

    before = {table: count(table) for table in ("gains", "paragraphs", "judged")}
    forget_in(copy, LATHE)
    after = {table: count(table) for table in before}
    assert after["gains"] == before["gains"] - 1
    assert after["judged"] == before["judged"] - 1
    assert 0 < after["paragraphs"] < before["paragraphs"]


@pytest.mark.parametrize(
    ("what", "gone"),
    [
        ("a.test", [url for url in OWN if url.startswith(A)]),
        ("b.test", [url for url in OWN if url.startswith(B)]),
        (r"/de/.*\.html$", [url for url in OWN if "/de/" in url]),
        (r"(lathe|oven)", [url for url in OWN if "lathe" in url or "oven" in url]),
    ],
)
def test_hosts_and_expressions(copy: Run, forget_in: Forgets, web: Web, what: str, gone: list[str]):
    done = forget_in(copy, what)
    assert done.proof.holds
    for url, said in OWN.items():
        assert bool(holding(copy.path, said)) == (url not in gone)
    web.log.clear()
    open_run(copy.path, sets=["crawl.refresh_days=0.0000001"]).go(Quiet(), last="crawl")
    asked = {f"http://{one.host}{one.path}" for one in web.log}
    assert not asked & set(gone)


def test_a_run_of_which_nothing_is_left_has_no_exports(copy: Run, forget_in: Forgets):
    assert forget_in(copy, r".", "regex").proof.holds
    assert [name for name in everything(copy.path) if name.startswith(("export/", "report"))] == []
    assert not any(holding(copy.path, said) for said in OWN.values())


@pytest.mark.parametrize("number", range(3))
def test_a_payload_that_other_pages_share_stays_with_them(copy: Run, forget_in: Forgets, number: int):
    done = forget_in(copy, TWINS[number])
    assert done.proof.holds
    left = [url for url in TWINS if url != TWINS[number]]
    with copy.directory.page_reader() as reader:
        pages = {one.url: reader.fill(one) for one in copy.directory.records("crawl") if isinstance(one, Page)}
    assert all(b"three addresses" in pages[url].content for url in left)
    entries = [one for one in iterate(copy.path / "crawl/pages-00000.warc.gz") if isinstance(one, Entry)]
    assert {one.url for one in entries if b"three addresses" in one.body} == set(left)
    again = forget_in(copy, left[0])
    assert again.proof.holds
    assert holding(copy.path, "three addresses") != []
    forget_in(copy, left[1])
    assert holding(copy.path, "three addresses") == []
    copy.go(Quiet())


def test_the_demo_forgets_a_page(demo: Run, tmp_path: Path, forget_in: Forgets):
    shutil.copytree(demo.path, tmp_path / "run")
    run = open_run(tmp_path / "run")
    documents = {one.url: one for one in run.directory.records("topic") if isinstance(one, Document)}
    url, alone = max(((name, _alone(name, documents)) for name in documents), key=lambda one: len(one[1]))
    assert len(alone) > 5
    before = everything(run.path)
    assert all(any(one in text for text in before.values()) for one in alone)
    assert forget_in(run, url).proof.holds
    after = everything(run.path)
    assert [(name, one) for one in alone for name, text in after.items() if one in text] == []


def _alone(url: str, documents: dict[str, Document]) -> list[str]:
    """The sentences of a page that no other page has."""
    others = "\n".join(part.text for name, one in documents.items() if name != url for part in one.paragraphs)
    return [one for part in documents[url].main for one in split(part.text, "en") if one not in others]


def test_what_is_meant_is_told():
    assert read_target("HTTP://A.test:80/x").in_words == "the address http://a.test/x"
    assert read_target("www.a.test").kind == "host"
    assert read_target("a.test:8080").kind == "host"
    assert read_target("www.a.test", "regex").kind == "regex"
    assert read_target(r"a\.test/.*").kind == "regex"
    for text, kind in (("(", "regex"), ("a b", "host"), ("nowhere", "url")):
        with pytest.raises(ConfigError):
            read_target(text, kind)


def test_a_dry_run_changes_nothing(copy: Run):
    before = everything(copy.path)
    plan = look(copy, read_target(LATHE))
    assert plan.urls == [LATHE]
    assert plan.records["clean"] == 1
    assert everything(copy.path) == before


def test_who_does_not_agree_loses_nothing(copy: Run):
    assert forget(copy, read_target(LATHE), Quiet(), lambda _: False) == []
    assert holding(copy.path, OWN[LATHE]) != []


def test_it_refuses_what_it_cannot_do(copy: Run, forget_in: Forgets):
    with pytest.raises(RunMissing, match="not known"):
        forget_in(copy, f"{A}/nowhere.html")
    with pytest.raises(ConfigError, match="nothing was broken off"):
        forget_in(copy, None)
    with copy.directory.lock(), pytest.raises(RunBusy):
        forget_in(copy, LATHE)


def test_what_the_user_copied_is_found_and_not_deleted(copy: Run, forget_in: Forgets):
    (copy.path / "export" / "mine.txt").write_text(f"a copy\n{OWN[LATHE]}\n")
    done = forget_in(copy, LATHE)
    assert [one.file for one in done.proof.left] == ["export/mine.txt"]
    with pytest.raises(StageError, match="forgetting was broken off"):
        copy.go(Quiet())
    (copy.path / "export" / "mine.txt").unlink()
    assert forget_in(copy, None).proof.holds
    copy.go(Quiet())


def test_a_copy_that_parts_words_from_their_punctuation_is_found(copy: Run, forget_in: Forgets):
    shutil.copy(copy.path / "export/vertical/en.vert", copy.path / "export/mine.vert")
    assert [one.file for one in forget_in(copy, LATHE).proof.left] == ["export/mine.vert"]


def test_samples_and_errors_lose_their_lines(copy: Run, forget_in: Forgets):
    (copy.path / "clean/errors.jsonl").write_text(f'{{"trace": "on {OWN[LATHE]}"}}\n{{"trace": "other"}}\n')
    (copy.path / "evaluate").mkdir()
    (copy.path / "evaluate/sample-examples.tsv").write_text(f"url\ttext\n{LATHE}\tx\n{CRANE}\ty\n")
    (copy.path / "evaluate/sample.html").write_text(f"<p>{OWN[LATHE]}</p>")
    (copy.path / "evaluate/good.html").write_text("<p>nothing</p>")
    assert forget_in(copy, LATHE).proof.holds
    assert (copy.path / "evaluate/sample-examples.tsv").read_text() == f"url\ttext\n{CRANE}\ty\n"
    assert (copy.path / "clean/errors.jsonl").read_text() == '{"trace": "other"}\n'
    assert {one.name for one in (copy.path / "evaluate").iterdir()} == {"good.html", "sample-examples.tsv"}


def test_lists_of_words_are_forgotten_and_can_be_made_again(copy: Run, forget_in: Forgets):
    url = next(document.url for document in copy.documents() if document.language == "en")
    lists = copy.path / "stats"
    assert CliRunner().invoke(app, ["stats", str(copy.path)]).exit_code == 0
    assert url in (lists / "en" / "ngrams.tsv").read_text(encoding="utf-8")
    assert forget_in(copy, url).proof.holds
    assert not lists.exists()
    assert CliRunner().invoke(app, ["stats", str(copy.path)]).exit_code == 0
    assert not any(url in path.read_text(encoding="utf-8") for path in lists.rglob("*.tsv"))


def test_prepared_text_is_forgotten_and_can_be_made_again(copy: Run, forget_in: Forgets):
    url = next(document.url for document in copy.documents() if document.language == "en")
    prepared = copy.path / "prepare" / "en"
    line = ["prepare", str(copy.path), "--langs", "en", "--tokeniser", "builtin"]
    assert CliRunner().invoke(app, line).exit_code == 0
    before = (prepared / "ids.txt").read_text(encoding="utf-8")
    assert forget_in(copy, url).proof.holds
    assert not prepared.exists()
    assert CliRunner().invoke(app, line).exit_code == 0
    assert len((prepared / "ids.txt").read_text(encoding="utf-8")) < len(before)


def test_a_file_that_the_config_names_is_the_users(copy: Run, forget_in: Forgets):
    words = f"10: {OWN[LATHE]}=machines>safety\n"
    (copy.path / "words.txt").write_text(words, encoding="utf-8")
    (copy.path / "copy.txt").write_text(words, encoding="utf-8")
    named = open_run(copy.path, sets=["topic.query=words.txt"])
    assert [one.file for one in forget_in(named, LATHE).proof.left] == ["copy.txt"]
    assert (copy.path / "words.txt").read_text(encoding="utf-8") == words
