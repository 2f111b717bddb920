"""Tests of `polytrawl evaluate crawl`: what is read, what is told, and what the figures depend on."""

from __future__ import annotations

import os
import re
import sqlite3
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from polytrawl.cli.app import app
from polytrawl.crawl.scorers.mnemonics import Universal
from polytrawl.errors import ConfigError
from polytrawl.evaluate.crawl import api
from polytrawl.evaluate.crawl.contest import Contest, _reachable
from polytrawl.evaluate.crawl.replay import replay
from polytrawl.evaluate.crawl.web import Web, parsed
from polytrawl.records import Document, Link
from polytrawl.relevance.build import write
from polytrawl.relevance.resource import open_resource
from polytrawl.warc import WarcWriter
from recorded_web import PAGES, A

OWN = '''
from dataclasses import dataclass
from polytrawl.crawl.base import LinkScorer
from polytrawl.records import Document, Link

@dataclass(kw_only=True)
class Icy(LinkScorer, name="icy"):
    """Whatever has ice in its address."""
    weight: float = 1.0
    def score(self, link: Link, source: Document) -> float:
        return self.weight * ("ice" in link.target)
'''


def task(**changes: object) -> api.Task:
    asked: dict[str, object] = {"strategies": ["UC", "BFS-1G", "yield"], "seeds": {"bad": [f"{A}/"]}, "budget": 5}
    return api.Task(**{**asked, "query": ["glacier moraine snow"], **changes})


def found(contest: Contest, strategy: str) -> list[str]:
    return next(one.order for one in contest.results if one.strategy == strategy)


def test_a_web_is_the_same_from_sqlite_and_warc(graph: Path, warc: Path) -> None:
    one, other = Web.read(graph), Web.read(warc)
    assert [page.url for page in one] == [page.url for page in other] == [A + path for path in PAGES]
    assert [page.links for page in one] == [page.links for page in other]
    assert [link.target for link in one[f"{A}/ball/2"].links] == [f"{A}/ball/1"]  # the other was not recorded
    assert Web.read(warc.parent)[f"{A}/"].text == one[f"{A}/"].text


def test_what_was_parsed_is_kept_until_the_web_changes(
    graph: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "kept"
    first = [page.text for page in Web.read(graph, cache)]
    monkeypatch.setattr("polytrawl.evaluate.crawl.web.read_pages", lambda _: pytest.fail("parsed again"))
    assert [page.text for page in Web.read(graph, cache)] == first
    cache.write_bytes(b"torn")
    with pytest.raises(pytest.fail.Exception, match="parsed again"):
        Web.read(graph, cache)


def test_labels_or_similarity_say_what_is_relevant(graph: Path) -> None:
    labelled = api.compare(graph, task(labels=graph, relevant=["nature"]))
    assert labelled.relevant == {"bad": 4}
    by_name = {one.strategy: one.measures for one in labelled.results}
    # Of five pages the seed is none; the four others are found at once by who reads anchors.
    assert by_name["yield"].harvest == pytest.approx(4 / 5)
    assert by_name["yield"].recall == 1.0
    assert by_name["UC"].harvest < by_name["yield"].harvest
    assert api.compare(graph, task(gamma=0.05)).relevant == {"bad": 4}
    with pytest.raises(ConfigError, match="makes no page of the web relevant"):
        api.compare(graph, task(labels=graph, relevant=["sports"]))


def test_a_page_that_is_the_query_may_be_fetched_and_does_not_count(graph: Path) -> None:
    contest = api.compare(graph, task(query=[f"{A}/ice/3"], labels=graph))
    assert contest.terms.skipped == [f"{A}/ice/3"]
    assert contest.relevant == {"bad": 3}
    assert f"{A}/ice/3" not in found(contest, "yield")
    assert len(found(contest, "yield")) == 5


def test_equal_terms_have_an_equal_signature_and_others_another(graph: Path) -> None:
    first = api.compare(graph, task())
    assert api.compare(graph, task()).signature == first.signature
    changes: list[dict[str, object]] = [{"budget": 4}, {"query": ["snow"]}, {"gamma": 0.3}, {"strategies": ["UC"]}]
    changes += [{"seeds": {"bad": [f"{A}/ball/1"]}}, {"options": {"yield": {"explore": 0}}}]
    others = {api.compare(graph, task(**one)).signature for one in changes}
    assert len(others | {first.signature}) == len(changes) + 1


@pytest.mark.parametrize(
    ("changes", "match"),
    [
        ({"seeds": {}}, "there are no seeds"),
        ({"query": []}, "there is no query"),
        ({"seeds": {"good": [f"{A}/nowhere"]}}, "good seeds: http://a.test/nowhere: there is no such page"),
        ({"strategies": ["yeild"]}, "there is no scorer called 'yeild'; did you mean 'yield'"),
        ({"strategies": ["HMM"]}, "needs a model"),
    ],
)
def test_what_cannot_work_says_why(graph: Path, changes: dict[str, object], match: str) -> None:
    with pytest.raises(ConfigError, match=match):
        api.compare(graph, task(**changes))


def test_a_strategy_in_one_file_stands_beside_the_others(graph: Path, tmp_path: Path) -> None:
    (tmp_path / "icy.py").write_text(OWN, encoding="utf-8")
    command = ["evaluate", "crawl", str(graph), "--good", f"{A}/ice/", "--bad", f"{A}/", "--query", "glacier snow"]
    command += ["--strategy", "UC,icy,SS-1G", "--budget", "4", "--plugin", str(tmp_path / "icy.py")]
    told = CliRunner().invoke(app, [*command, "--set", "icy.weight=2", "--out", str(tmp_path / "out")])
    assert told.exit_code == 0, told.output
    assert re.search(r"^icy +0\.\d+ +0\.750", told.output, re.MULTILINE)
    assert "AUC, good and bad seeds" in told.output
    page = (tmp_path / "out" / "crawl.html").read_text(encoding="utf-8")
    assert page.count("<polyline") == 2 * 2 * 3  # AvP and HR, from good and bad seeds, of three strategies
    assert "://" not in page.replace(A, "")  # it loads nothing
    figures = msgspec.json.decode((tmp_path / "out" / "crawl.json").read_bytes(), type=Contest)
    assert set(figures.average_ranks) == {"UC", "icy", "SS-1G"}
    assert sum(figures.average_ranks.values()) == pytest.approx(1 + 2 + 3)


def test_an_hmm_is_trained_from_sessions_and_crawls(graph: Path, tmp_path: Path) -> None:
    visited = ("/", "/ice/", "/ice/1*", "/ice/3*")
    lines = [f"{int(one.endswith('*'))},{tab},{A}{one.rstrip('*')}" for tab in (1, 2) for one in visited]
    (tmp_path / "sessions.csv").write_text("\n".join([*lines, f"0,3,{A}/", f"0,3,{A}/ball/1"]), encoding="utf-8")
    model = tmp_path / "hmm.json"
    told = CliRunner().invoke(
        app, ["evaluate", "train", str(tmp_path / "sessions.csv"), str(graph), "--out", str(model)]
    )
    assert told.exit_code == 0, told.output
    contest = api.compare(graph, task(strategies=["HMM"], options={"HMM": {"model": str(model)}}))
    assert len(found(contest, "HMM")) == 5


def test_words_about_a_page_count_as_in_a_crawl() -> None:
    head = b"<meta name=description content='Ice and snow'><meta name=keywords content='ice, snow'>"
    page = parsed(b"<html lang=en><head><title>x</title>" + head + b"</head><body><p>Text.</p></body></html>", f"{A}/")
    assert page.description == "Ice and snow"
    assert page.keywords == ("ice", "snow")


def test_pages_are_within_reach_where_a_crawl_can_come() -> None:
    def page(name: str, *, links: tuple[Link, ...] = (), alternates: tuple[Link, ...] = ()) -> Document:
        return Document(id=name, page=name, url=f"{A}/{name}", site="", links=links, alternates=alternates)

    def link(name: str, rel: str = "") -> Link:
        return Link(source=A, target=f"{A}/{name}", rel=rel)

    web = Web(
        [
            page("en", links=(link("hidden", "ugc nofollow"),), alternates=(link("de", "alternate"),)),
            page("de", links=(link("more"),)),
            page("more"),
            page("hidden"),
        ]
    )
    reached = {f"{A}/{name}" for name in ("en", "de", "more")}
    assert _reachable(web, [f"{A}/en"]) == reached == set(replay(web, Universal(), [f"{A}/en"], 9).order)


def test_the_text_of_a_query_is_not_read_as_an_address_or_a_file(
    graph: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "glacier snow").write_text("football", encoding="utf-8")
    (tmp_path / "query.txt").write_text("http://a.test/ is about the glacier", encoding="utf-8")
    (tmp_path / "short.txt").write_text("glacier snow", encoding="utf-8")
    contest = api.compare(graph, task(query=["query.txt"], strategies=["BFS-1G"]))
    assert contest.terms.query == ["http://a.test/ is about the glacier"]
    contest = api.compare(graph, task(query=["short.txt"], strategies=["SS-1G"], budget=4))
    assert found(contest, "SS-1G")[1] == f"{A}/ice/"


def test_a_copied_web_has_the_same_signature_and_changed_files_another(graph: Path, warc: Path, tmp_path: Path) -> None:
    first = api.compare(graph, task(), web=Web.read(graph)).signature
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(graph.read_bytes())
    os.utime(copy, (1, 1))
    assert api.compare(copy, task()).signature == first
    assert api.compare(warc, task()).signature == first  # the same pages
    db = sqlite3.connect(copy)
    db.execute("DELETE FROM pages WHERE url LIKE '%/ball/3'")
    db.commit()
    db.close()
    assert api.compare(copy, task()).signature != first


def test_labels_and_resources_count_in_the_signature_by_their_contents(graph: Path, tmp_path: Path) -> None:
    labels, resource = tmp_path / "labels.tsv", tmp_path / "resource"
    made = []
    for url, text in (("/ice/1", "ice snow"), ("/ice/1", "ice snow"), ("/ice/2", "ice snow"), ("/ice/2", "snow")):
        labels.write_text(f"{A}{url}\tice\n", encoding="utf-8")
        open_resource.cache_clear()
        write(resource, ["ice and rain", text], language="en")
        made.append(api.compare(graph, task(labels=labels, resource=resource, query=["snow ice"])).signature)
    assert made[0] == made[1]
    assert len(set(made)) == 3


def test_what_other_code_has_parsed_is_parsed_again(
    graph: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "kept"
    Web.read(graph, cache)
    before = cache.read_bytes()
    monkeypatch.setattr("polytrawl.evaluate.crawl.web.code_of", lambda *_: "edited")
    Web.read(graph, cache)
    assert cache.read_bytes() != before


def test_opening_a_web_leaves_the_cache_and_nothing_else(graph: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is nothing here"):
        api.open_web(tmp_path / "nowhere")
    api.open_web(graph)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["web.sqlite", "web.sqlite.parsed"]


def test_a_web_that_may_only_be_read_is_read(graph: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert len(api.open_web(graph)) == len(PAGES)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["web.sqlite"]
    (tmp_path / "file").touch()
    assert len(Web.read(graph, tmp_path / "file" / "kept")) == len(PAGES)  # it cannot be kept there


def test_files_that_are_not_what_they_should_be_are_told(graph: Path, tmp_path: Path) -> None:
    latin, empty, plain = tmp_path / "latin.tsv", tmp_path / "empty.sqlite", tmp_path / "plain.sqlite"
    latin.write_bytes(f"{A}/\tcaf\xe9\n".encode("latin-1"))
    for path, columns in ((empty, "other(id)"), (plain, "pages(id, url, ctype, body)")):
        db = sqlite3.connect(path)
        db.execute(f"CREATE TABLE {columns}")
        if path == plain:
            db.execute("INSERT INTO pages VALUES (1, 'http://a.test/', 'text/html', 'not compressed')")
            db.execute("INSERT INTO pages VALUES (2, 'http://a.test/2', 'text/html', ?)", (b"not compressed",))
        db.commit()
        db.close()
    with pytest.raises(ConfigError, match=r"latin\.tsv: cannot be read: .*expected text in UTF-8"):
        api.compare(graph, task(labels=latin))
    with pytest.raises(ConfigError, match="no such table: labels"):
        api.compare(graph, task(labels=plain))
    with pytest.raises(ConfigError, match="no such table: pages; expected pages"):
        api.open_web(empty)
    with pytest.raises(ConfigError, match="the body of http://a.test/ is not compressed by zlib"):
        api.open_web(plain)
    db = sqlite3.connect(plain)
    db.execute("DELETE FROM pages WHERE id = 1")
    db.commit()
    db.close()
    with pytest.raises(ConfigError, match="the body of http://a.test/2 is not compressed by zlib"):
        api.open_web(plain)
    with pytest.raises(ConfigError, match="there is no language"):
        api.compare(graph, task(languages=[]))


def test_links_lead_through_redirects(tmp_path: Path) -> None:
    moved = {"/": "/start", "/start": "/home", "/lost": "/nowhere", "/round": "/about", "/about": "/round"}
    writer = WarcWriter(tmp_path, end=None)
    for source, target in moved.items():
        head = f"HTTP/1.1 301 Moved\r\nLocation: {target}\r\n\r\n".encode()
        writer.append(url=A + source, date="2026-01-01T00:00:00Z", head=head, body=b"")
    for path in ("/home", "/other"):
        body = b"<p>Snow and ice.</p><a href=/other>o</a><a href=/start>s</a><a href=/lost>l</a><a href=/round>r</a>"
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
        writer.append(url=A + path, date="2026-01-01T00:00:00Z", head=head, body=body)
    writer.close()
    for web in (Web.read(tmp_path, tmp_path / "kept"), Web.read(tmp_path, tmp_path / "kept")):
        assert web.found([f"{A}/"], "seeds") == [f"{A}/home"]
        assert [link.target for link in web[f"{A}/other"].links] == [f"{A}/home"]
        assert web.find(f"{A}/lost") is web.find(f"{A}/round") is None


def test_strategies_that_nobody_named_are_left_out_where_they_cannot_work(graph: Path, tmp_path: Path) -> None:
    words = ["evaluate", "crawl", str(graph), "--bad", f"{A}/", "--query", "glacier", "--out", str(tmp_path / "out")]
    told = CliRunner().invoke(app, words)
    assert told.exit_code == 0, told.output
    assert "BFS-2G was left out: crawl.strategy: BFS-2G counts 2 words in a row" in told.output
    assert "yield" in told.output
    assert CliRunner().invoke(app, [*words, "--strategy", "BFS-2G"]).exit_code != 0
