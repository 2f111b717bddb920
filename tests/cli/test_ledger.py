"""The commands of the ledger, and forget, as people and scripts call them."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

from polytrawl.run import Run

URL = "http://www.safe-work.test/en/ladders.html"


def polytrawl(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "polytrawl", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, stdin=subprocess.DEVNULL)


def test_funnel_show_and_select_speak_to_people_and_machines(demo: Run):
    by = json.loads(polytrawl("funnel", demo.path, "--by", "language", "--json").stdout)
    assert by["fetched"] == sum(steps[0]["kept"] for steps in by["by"].values())
    assert "make up the" in polytrawl("funnel", demo.path, "--by", "site").stdout
    page, document = json.loads(polytrawl("show", demo.path, URL, "--json").stdout)
    assert (page["record"]["record"], document["record"]["record"]) == ("page", "document")
    told = polytrawl("show", demo.path, document["record"]["id"]).stdout
    assert "made from\n    page g-" in told
    chosen = json.loads(polytrawl("select", demo.path, "--profile", "strict", "--json").stdout)
    assert chosen["units"]["kept"] == sum(chosen["units"]["by"].values())
    assert "nothing was written" in polytrawl("select", demo.path).stderr


def test_wrong_words_are_told(demo: Run):
    for arguments, said in (
        (("funnel", demo.path, "--by", "day"), "say `language` or `site`"),
        (("show", demo.path, "d-0"), "no such record"),
        (("show", demo.path, URL, "--stage", "claen"), "did you mean 'clean'?"),
        (("select", demo.path, "--profile", "open"), "there is no profile called 'open'"),
        (("forget", demo.path, "(", "--yes"), "is no regular expression"),
        (("forget", demo.path, "http://nowhere.test/", "--yes"), "nothing to forget"),
        (("forget", demo.path, "x", "--as", "page"), "say url, host or regex"),
        (("forget", demo.path), "nothing was broken off"),
    ):
        done = polytrawl(*arguments)
        assert done.returncode in (1, 2)
        assert said in done.stderr, done.stderr
        assert "Traceback" not in done.stderr


def test_forget_asks_shows_and_proves(demo: Run, tmp_path: Path):
    run = tmp_path / "run"
    shutil.copytree(demo.path, run)
    dry = polytrawl("forget", run, URL, "--dry-run")
    assert f"meant: the address {URL}" in dry.stdout
    assert json.loads(polytrawl("forget", run, URL, "--dry-run", "--json").stdout)["urls"] == [URL]
    unasked = polytrawl("forget", run, URL)
    assert (unasked.returncode, "say --yes" in unasked.stderr) == (1, True)
    done = polytrawl("forget", run, URL, "--yes", "--json")
    assert done.returncode == 0, done.stderr
    [forgotten] = json.loads(done.stdout)
    assert forgotten["proof"]["left"] == []
    assert forgotten["proof"]["sentences"] > 20
    again = polytrawl("forget", run, URL, "--yes")
    assert "nothing to forget" in again.stderr
    assert "forgotten on request" in polytrawl("explain", run, URL).stdout
