"""Queries and examples of a run: words, files and addresses."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from polytrawl import config as configs
from polytrawl.config import Config
from polytrawl.demo import DemoWeb
from polytrawl.errors import ConfigError
from polytrawl.records import Document
from polytrawl.relevance.definition import Example
from polytrawl.relevance.texts import texts_of
from polytrawl.run import Run, new_run, open_run
from polytrawl.topic.examples import examples_in
from polytrawl.topic_texts import FOLDER, with_texts
from support import Quiet

Make = Callable[..., Run]


def config(folder: Path, **topic: Any) -> Config:
    crawl = {"contact": "me@example.org"}
    table = {"languages": ["en"], "seeds": ["http://a.test/"], "crawl": crawl, "topic": topic}
    return configs.resolve(table, folder=folder)


def query(folder: Path, *written: str) -> list[str]:
    return texts_of(with_texts(config(folder, query=list(written)), folder).stages["topic"]["query"])


def test_words_stay_words_and_files_are_copied(tmp_path: Path) -> None:
    (tmp_path / "falls.txt").write_text("Falls from ladders.", encoding="utf-8")
    assert query(tmp_path, "work safety", "falls.txt") == ["work safety", "Falls from ladders."]
    (tmp_path / "falls.txt").unlink()
    [kept] = (tmp_path / FOLDER).iterdir()
    assert kept.read_text(encoding="utf-8") == "Falls from ladders."


def test_one_entry_needs_no_list(tmp_path: Path) -> None:
    assert with_texts(config(tmp_path, query="safety"), tmp_path).stages["topic"]["query"] == ["safety"]


def test_of_a_saved_page_the_text_counts(tmp_path: Path) -> None:
    page = "<title>Ladders</title><nav><a href='/'>Home</a></nav><p>Never stand on the top three rungs of a ladder.</p>"
    (tmp_path / "page.html").write_text(page, encoding="utf-8")
    [text] = query(tmp_path, "page.html")
    assert text.split("\n")[:2] == ["Ladders", "Never stand on the top three rungs of a ladder."]


def test_a_changed_file_changes_the_config(tmp_path: Path) -> None:
    made = []
    for text in ("one", "two", "one"):
        (tmp_path / "q.txt").write_text(text, encoding="utf-8")
        made.append(with_texts(config(tmp_path, query="q.txt"), tmp_path).stages["topic"]["query"])
    assert made[0] != made[1]
    assert made[0] == made[2]


def test_a_name_without_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no file missing.txt"):
        query(tmp_path, "missing.txt")


def test_addresses_are_fetched_once(demo_web: DemoWeb, demo_address: str, tmp_path: Path) -> None:
    url = demo_web.pages["ladders"].url("en")
    crawl = {"connect_to": demo_address}
    table = {"languages": ["en"], "seeds": [url], "crawl": crawl}
    (tmp_path / "urls.txt").write_text(url + "\n", encoding="utf-8")
    first = with_texts(configs.resolve({**table, "topic": {"query": url}}, folder=tmp_path), tmp_path)
    [text] = texts_of(first.stages["topic"]["query"])
    assert "ladder" in text.casefold()
    offline = {**table, "crawl": {"connect_to": "127.0.0.1:9"}, "topic": {"query": "urls.txt"}}
    again = with_texts(configs.resolve(offline, folder=tmp_path), tmp_path)
    assert again.stages["topic"]["query"] == first.stages["topic"]["query"]


def test_a_page_that_cannot_be_had_is_told(demo_address: str, tmp_path: Path) -> None:
    table = {"languages": ["en"], "seeds": ["http://a.test/"], "crawl": {"connect_to": demo_address}}
    missing = {**table, "topic": {"query": "http://www.safe-work.test/nothing.html"}}
    with pytest.raises(ConfigError, match="nothing.html gives no text for the topic"):
        with_texts(configs.resolve(missing, folder=tmp_path), tmp_path)


def test_examples_get_their_texts(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("ladders", encoding="utf-8")
    table = "judgement\tfile\tdocument\nyes\ta.txt\t\nno\t\td-7\n\t\td-8\n"
    (tmp_path / "judged.tsv").write_text(table, encoding="utf-8")
    made = with_texts(config(tmp_path, examples="judged.tsv"), tmp_path).stages["topic"]["examples"]
    assert [tuple(one) for one in examples_in(Path(made))] == [(True, "ladders", ""), (False, "", "d-7")]


def test_a_browsing_session_is_read(tmp_path: Path, demo_web: DemoWeb, demo_address: str) -> None:
    lines = [f"true,1,{demo_web.pages['ladders'].url('en')}", f"false,1,{demo_web.pages['hiking'].url('en')}"]
    (tmp_path / "session.txt").write_text("\n".join(lines), encoding="utf-8")
    table = {"languages": ["en"], "seeds": ["http://a.test/"], "crawl": {"connect_to": demo_address}}
    made = with_texts(configs.resolve({**table, "topic": {"examples": "session.txt"}}, folder=tmp_path), tmp_path)
    found = list(examples_in(Path(made.stages["topic"]["examples"])))
    assert [one.is_on_topic for one in found] == [True, False]
    assert "ladder" in found[0].text.casefold()


def session(tmp_path: Path, demo_address: str, *lines: str) -> list[Example]:
    (tmp_path / "session.csv").write_text("\n".join(lines), encoding="utf-8-sig")
    table = {"languages": ["en"], "seeds": ["http://a.test/"], "crawl": {"connect_to": demo_address}}
    made = with_texts(configs.resolve({**table, "topic": {"examples": "session.csv"}}, folder=tmp_path), tmp_path)
    return list(examples_in(Path(made.stages["topic"]["examples"])))


def test_a_page_of_a_session_is_one_example_and_marked_once_is_enough(
    tmp_path: Path, demo_web: DemoWeb, demo_address: str
) -> None:
    ladders, hiking = (demo_web.pages[name].url("en") for name in ("ladders", "hiking"))
    lines = ["relevant,tab,url", f"0,1,{hiking}", f"1,1,{ladders}", f"0,1,{hiking}", f"0,2,{ladders}#rungs"]
    assert [one.is_on_topic for one in session(tmp_path, demo_address, *lines)] == [False, True]


def test_pages_of_a_session_that_cannot_be_had_are_passed_over(
    tmp_path: Path, demo_web: DemoWeb, demo_address: str, caplog: pytest.LogCaptureFixture
) -> None:
    missing = "http://www.safe-work.test/nothing.html"
    lines = [f"1,1,{demo_web.pages['ladders'].url('en')}", f"0,1,{missing}"]
    [found] = session(tmp_path, demo_address, *lines)
    assert "ladder" in found.text.casefold()
    assert f"{missing} is passed over: http-404" in caplog.text
    with pytest.raises(ConfigError, match="on the topic gives a text"):
        session(tmp_path, demo_address, f"1,1,{missing}", lines[0].replace("1", "0", 1))


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("url\tlabel\n", "line 1: expected a header"),
        ("0,1,http://a.test/\n", "no page is marked as relevant"),
        ("1,1,http://a.test/\n1,http://a.test/b\n", "line 2: expected relevant,tab,url"),
        ("judgement\turl\nperhaps\thttp://a.test/\n", "line 2: judgement 'perhaps'"),
        ("judgement\turl\nyes\t\n", "line 2: no document, file, url tells"),
    ],
)
def test_a_table_that_cannot_be_understood_is_refused(tmp_path: Path, table: str, said: str) -> None:
    (tmp_path / "bad.tsv").write_text(table, encoding="utf-8")
    with pytest.raises(ConfigError, match=said):
        configs.check(config(tmp_path, examples="bad.tsv"))


def test_a_run_with_a_query_judges_by_similarity(demo_web: DemoWeb, demo_table: dict[str, Any], tmp_path: Path) -> None:
    table = {**demo_table, "languages": ["en"], "topic": {"query": [demo_web.pages["ladders"].url("en")]}}
    run = new_run(tmp_path / "run", table)
    run.go(Quiet(), last="topic")
    found = {one.url: one for one in run.directory.records("topic") if isinstance(one, Document)}
    near, far = found[demo_web.pages["ladders"].url("en")], found[demo_web.pages["hiking"].url("en")]
    assert near.relevance is not None
    assert far.relevance is not None
    assert near.relevance > 0.9 > far.relevance
    results = run.go(Quiet(), first="topic", last="topic")
    assert [one.state for one in results] == ["fresh"]


def test_a_slash_does_not_make_words_a_file(tmp_path: Path) -> None:
    assert query(tmp_path, "TCP/IP", "HIV/AIDS", "and/or") == ["TCP/IP", "HIV/AIDS", "and/or"]
    for name in ("/tmp/none", "./none", "../none", "~/none", "texts/none.txt"):
        with pytest.raises(ConfigError, match=f"there is no file {name}"):
            query(tmp_path, name)


def test_examples_that_could_not_be_had_are_not_asked_for_again(
    tmp_path: Path, demo_web: DemoWeb, demo_address: str, caplog: pytest.LogCaptureFixture
) -> None:
    missing = "http://www.safe-work.test/nothing.html"
    lines = [f"1,1,{demo_web.pages['ladders'].url('en')}", f"0,1,{missing}"]
    first = session(tmp_path, demo_address, *lines)
    caplog.clear()
    assert session(tmp_path, "127.0.0.1:9", *lines) == first  # nobody answers there
    assert f"{missing} is passed over: http-404" in caplog.text
    more = f"1,1,{demo_web.pages['hiking'].url('en')}"
    assert len(session(tmp_path, demo_address, *lines, more)) == 2  # a new one is


def test_where_no_example_can_be_had_all_are_asked_for_again(
    tmp_path: Path, demo_web: DemoWeb, demo_address: str
) -> None:
    line = f"1,1,{demo_web.pages['ladders'].url('en')}"
    with pytest.raises(ConfigError, match="on the topic gives a text"):
        session(tmp_path, "127.0.0.1:9", line)
    assert len(session(tmp_path, demo_address, line)) == 1


def test_nothing_is_fetched_for_stages_that_need_no_topic(
    demo_table: dict[str, Any], demo_web: DemoWeb, tmp_path: Path
) -> None:
    query = {"query": demo_web.pages["ladders"].url("en")}
    new_run(tmp_path / "run", {**demo_table, "topic": query}).go(Quiet(), last="topic")
    shutil.rmtree(tmp_path / "run" / FOLDER)
    offline = open_run(tmp_path / "run", sets=["crawl.connect_to=127.0.0.1:9"])
    [result] = offline.go(Quiet(), first="dedup", last="dedup")
    assert result.state == "made"
    with pytest.raises(ConfigError, match="gives no text for the topic"):
        offline.go(Quiet(), first="topic", last="topic")
