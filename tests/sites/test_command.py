"""What users type wrongly, and what precision at N counts."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from polytrawl.sites.model import Judged, Ranked, Round
from polytrawl.sites.precision import precisions


def polytrawl(*words: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "polytrawl", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return done


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["a.test", "--langs", "en"], "two languages or more"),
        (["a.test", "--langs", "en,de", "--rank", "pagerang"], "did you mean 'pagerank'?"),
        (["a.test", "--langs", "en,de", "--set", "crawl.dellay_s=1"], "did you mean 'delay_s'?"),
        (["a.test", "--langs", "en,deutsch_"], "deutsch_"),
        (["missing.txt", "--langs", "en,de"], "missing.txt: no such file"),
        (["./missing", "--langs", "en,de"], "./missing: no such file"),
        (["word", "two words", "--langs", "en,de"], "no web address among them"),
        (["https://example.org/", "--langs", "en,de"], "--contact"),
    ],
)
def test_what_is_typed_wrongly_is_told_in_a_line_and_leaves_no_trace(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = polytrawl("sites", *words, "--out", tmp_path / "found")
    assert done.returncode == 2
    assert said in done.stderr.replace("\n", " ")
    assert not list((tmp_path / "found").rglob("*.*"))


@pytest.mark.parametrize(
    ("text", "words", "said"),
    [
        (None, [], "nowhere to start"),
        (None, ["--seeds", "missing.txt"], "cannot be read"),
        ("# nothing\n", ["--seeds", "list.txt"], "no web address in it"),
        ("two words\n", ["--seeds", "list.txt"], "list.txt:1: no web address, left out: two words"),
    ],
)
def test_get_needs_an_address_from_somewhere(
    text: str | None, words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if text is not None:
        (tmp_path / "list.txt").write_text(text)
    done = polytrawl("get", *words, "--langs", "en,de")
    assert done.returncode == 2
    assert said in done.stderr


def test_precision_counts_the_sampled_ones_among_the_first_places() -> None:
    ranked = [Ranked(f"{number:02}.test", 1, 20 - number, number, 1.0, "") for number in range(20)]
    judged = [
        Judged(site=f"{number:02}.test", url="", reason="" if number % 2 else "one-language") for number in range(15)
    ]
    table = {(one.ranking, one.places): one for one in precisions([(1, Round("", [], ranked, 20))], judged)}
    assert {places for _, places in table} == {10, 20}
    assert (table["linkout", 10].sampled, table["linkout", 10].value) == (10, 0.5)
    assert (table["pagerank", 10].sampled, table["pagerank", 10].value) == (5, 0.4)
    assert table["weighted", 20].value == pytest.approx(7 / 15)
    assert precisions([(1, Round("", [], [], 0))], judged) == []
