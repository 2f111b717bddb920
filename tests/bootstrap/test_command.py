"""The command: what it prints, what it writes, and how it fails."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from polytrawl.cli import main
from polytrawl.cli.app import app
from wiki_dumps import write_dump

PAGE = ("page_id", "page_namespace", "page_title", "page_is_redirect")
TITLES = ["Dog_rose", "Moss_rose", "Rose_Society", "List_of_roses"]


@pytest.fixture
def dumps(tmp_path: Path) -> Path:
    """A wiki with three categories, in English; German titles are only linked to."""
    folder = tmp_path / "dumps"
    categories = [(n, 14, name, 0) for n, name in enumerate(["Roses", "Wild_roses", "Rose_gardens"], 1)]
    write_dump(folder, "page", PAGE, [*categories, *((10 + n, 0, title, 0) for n, title in enumerate(TITLES))])
    links = [(2, "Roses", "subcat"), *((10 + n, "Roses", "page") for n in range(4)), (11, "Wild_roses", "page")]
    write_dump(folder, "categorylinks", ("cl_from", "cl_to", "cl_type"), [*links, (12, "Rose_gardens", "page")])
    write_dump(folder, "langlinks", ("ll_from", "ll_lang", "ll_title"), [(10, "de", "Hundsrose")])
    return folder


def call(*args: object) -> str:
    done = CliRunner().invoke(app, ["bootstrap", *map(str, args)], catch_exceptions=False)
    assert done.exit_code == 0, done.stderr
    return done.stdout


def test_it_prints_the_table_of_the_paper(dumps: Path, tmp_path: Path) -> None:
    said = call("roses", "--langs", "en,de", "--dumps", dumps, "--out", tmp_path / "out").splitlines()
    table = [line.split() for line in said]
    assert ["categories", "pages", "terms", "excluded", "seeds"] in table
    assert ["en", "2", "4", "2", "2", "0"] in table
    assert ["de", "1", "1", "0", "0"] in table
    start = said.index("EN: 2      DE: 1")
    assert said[start + 1 : start + 3] == ["Dog rose   Hundsrose", "Moss rose"]
    assert any(line.startswith("note: de: only titles") for line in said)
    names = {"topic.tsv", "translations.en-de.tsv", "seeds.tsv", "excluded.tsv", "index.html", "bootstrap.json"}
    assert {path.name for path in (tmp_path / "out").iterdir()} == names


def test_json_is_for_machines(dumps: Path, tmp_path: Path) -> None:
    said = json.loads(call("roses", "--langs", "en", "--dumps", dumps, "--out", tmp_path / "out", "--json"))
    assert (said["category"], said["is_whole"], said["languages"][0]["terms"]) == ("Roses", True, 2)
    assert str(tmp_path / "out" / "topic.tsv") in said["files"]


def test_names_and_articles_on_demand(dumps: Path, tmp_path: Path) -> None:
    asked = ("roses", "--langs", "en,de", "--dumps", dumps, "--out", tmp_path / "out", "--keep-names", "--articles")
    assert "EN: 3" in call(*asked)
    assert [path.name for path in (tmp_path / "out" / "articles").iterdir()] == ["phrase-table.en-de"]  # no texts


def test_articles_of_languages_that_are_no_longer_asked_for_go(dumps: Path, tmp_path: Path) -> None:
    asked = ("roses", "--dumps", dumps, "--out", tmp_path / "out")
    call(*asked, "--langs", "en,de", "--articles")
    for name in ("de.txt", "en.txt", "my notes.txt"):
        (tmp_path / "out" / "articles" / name).write_text("Eine Rose.\n")
    call(*asked, "--langs", "en,fr")
    assert {path.name for path in (tmp_path / "out" / "articles").iterdir()} == {"en.txt", "my notes.txt"}


def test_the_command_that_goes_on_does_not_forget(dumps: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    args = ["bootstrap", "rose garden", "--langs", "en", "--dumps", str(dumps), "--fresh", "--out", str(tmp_path / "o")]
    monkeypatch.setattr("sys.argv", ["polytrawl", *args])
    monkeypatch.setattr("polytrawl.bootstrap.start.find_category", interrupted)
    done = CliRunner().invoke(app, args)
    again = shlex.join(["polytrawl", *args]).replace(" --fresh", "")
    assert f"go on with: {again}\n" in done.stderr


def interrupted(*_: object) -> str:
    raise KeyboardInterrupt


def fail(*args: object, folder: Path) -> tuple[int, str]:
    command = [sys.executable, "-m", "polytrawl", "bootstrap", *map(str, args)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr


def test_a_category_that_is_not_there_is_wrong_usage_with_a_list(dumps: Path, tmp_path: Path) -> None:
    code, said = fail("rose", "--langs", "en", "--dumps", dumps, folder=tmp_path)
    assert code == 2
    assert "en: no category is called 'rose'; say which of these is meant:" in said
    assert said.index("Roses (5 members)") < said.index("Rose gardens (1 members)")


def test_a_word_that_is_not_utf8_is_no_name(dumps: Path, tmp_path: Path) -> None:
    code, said = fail("caf\udce9", "--langs", "en", "--dumps", dumps, folder=tmp_path)
    assert (code, said.count("\n")) == (2, 1)
    assert "cannot be the name of a category" in said


def test_a_fault_is_kept_whatever_the_arguments_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("sys.argv", ["polytrawl", "caf\udce9"])
    monkeypatch.setattr("polytrawl.cli.app.app", lambda: 1 / 0)
    with pytest.raises(SystemExit):
        main()
    [kept] = tmp_path.glob("polytrawl-crash-*")
    assert "caf\\udce9" in kept.read_text()
    assert "ZeroDivisionError" in kept.read_text()


def test_wikipedia_wants_to_know_who_asks(tmp_path: Path) -> None:
    code, said = fail("roses", "--langs", "en,de", folder=tmp_path)
    assert code == 2
    assert "its owners must be able to reach you" in said


def test_a_full_walk_says_that_it_stopped(dumps: Path, tmp_path: Path) -> None:
    said = call("roses", "--langs", "en", "--dumps", dumps, "--out", tmp_path / "out", "--max-pages", 2)
    assert "note: the walk stopped at max_pages = 2: 2 pages" in said
