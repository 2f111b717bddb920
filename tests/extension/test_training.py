"""From a session in a real Chromium to what is learned from its file: the strategy HMM, the classifier `learned`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from polytrawl.cli.app import app
from polytrawl.crawl import once
from polytrawl.records import Document
from polytrawl.run import new_run
from polytrawl.sessions import read_sessions
from recorder import browsers
from support import NEEDS_BROWSER, Quiet

pytestmark = NEEDS_BROWSER


@pytest.fixture(scope="module")
def session(web: tuple[str, list[str]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a user who looks for glaciers in one tab, and finds in another what is not wanted.

    The browser is closed by then: fetching needs an event loop, and Playwright has one of its own.
    """
    place = tmp_path_factory.mktemp("session")
    with browsers(web, place) as start:
        recorder = start("profile")
        recorder.visit("/", "/ice/")
        for number in range(5):
            recorder.visit(f"/ice/{number}")
            recorder.popup.wait_for_selector(f"#current-url:text('/ice/{number}')")
            recorder.popup.click("text=Mark as relevant")
            recorder.popup.wait_for_selector("#mark.marked")
            recorder.tab.go_back()
        other = recorder.context.new_page()
        recorder.visit("/", "/ball/", *(f"/ball/{number}" for number in range(5)), tab=other)
        recorder.told("19 visits, 13 pages, 5 relevant")
        recorder.saved(place / "session.csv")
    return place / "session.csv"


def polytrawl(*command: str | Path) -> str:
    told = CliRunner().invoke(app, [str(one) for one in command])
    assert told.exit_code == 0, told.output
    return told.output


@pytest.fixture
def crawl(web: tuple[str, list[str]]) -> dict[str, Any]:
    return {
        "languages": ["en"],
        "seeds": [f"{web[0]}/"],
        "workers": 1,
        "crawl": {"allow_private": True, "delay_s": 0},
    }


def test_hmm_and_learned_train_from_a_session(
    session: Path, crawl: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(once.CrawlOptions, "delay_s", 0)
    [start], model = crawl["seeds"], tmp_path / "hmm.json"
    assert {visit.tab for visit in read_sessions(session)} == {"1", "2"}

    # The pages are fetched, or taken from a run that has them: the model is the same.
    assert "13 pages in" in polytrawl("evaluate", "train", session, "--allow-private", "--out", model)
    run = new_run(tmp_path / "run", crawl)
    run.go(Quiet(), last="crawl")
    assert "13 pages in" in polytrawl("evaluate", "train", session, run.path, "--out", tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == model.read_bytes()

    # HMM finds more glaciers than a crawl in order of finding.
    contest = ["evaluate", "crawl", run.path, "--bad", start, "--query", "glacier moraine crevasse snow"]
    options = ["--strategy", "UC,HMM", "--budget", "11", "--set", f"HMM.model={model}", "--out", tmp_path / "contest"]
    told = polytrawl(*contest, *options)
    harvest = {name: float(rate) for name, rate in re.findall(r"^(UC|HMM) +\S+ +(\S+)", told, re.MULTILINE)}
    assert harvest["HMM"] > harvest["UC"], told

    # A crawl of its own runs with the model, and judges by what the session says.
    topic = {"examples": str(session), "classifier": "learned"}
    strategy = {"use": "HMM", "model": str(model)}
    table = {**crawl, "crawl": {**crawl["crawl"], "strategy": strategy}, "topic": topic}
    focused = new_run(tmp_path / "focused", table)
    focused.go(Quiet(), last="topic")
    documents = [one for one in focused.directory.records("topic") if isinstance(one, Document)]
    unseen = [one for one in documents if re.search(r"/(ice|ball)/[567]$", one.url)]
    assert len(unseen) == 6
    assert {one.url for one in unseen if not one.reasons} == {f"{start}ice/{number}" for number in (5, 6, 7)}


def test_pages_that_are_gone_are_told_and_passed_over(
    web: tuple[str, list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(once.CrawlOptions, "delay_s", 0)
    session = tmp_path / "session.csv"
    lines = [f"{int(number < 3)},1,{web[0]}/ice/{number}" for number in range(6)]
    session.write_text("\n".join([*lines, f"0,1,{web[0]}/gone"]), encoding="utf-8")
    told = polytrawl("evaluate", "train", session, "--allow-private", "--out", tmp_path / "hmm.json")
    assert f"{web[0]}/gone: passed over: http-404" in told
    assert "6 pages in" in told
