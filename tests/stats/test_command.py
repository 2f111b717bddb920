"""The command: what it counts is what an export holds, and it writes whole files."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from polytrawl.cli.app import app
from polytrawl.errors import ConfigError
from polytrawl.relevance.words import words
from polytrawl.run import Run, new_run, open_run
from polytrawl.stats.api import statistics
from polytrawl.stats.files import write_lists
from polytrawl.stats.gather import Text


def call(*args: object) -> tuple[str, str]:
    done = CliRunner().invoke(app, ["stats", *map(str, args)], catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout, done.stderr


@pytest.fixture
def copy(demo: Run, tmp_path: Path) -> Path:
    shutil.copytree(demo.path, tmp_path / "run")
    return tmp_path / "run"


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_it_counts_the_words_of_the_exported_texts(copy: Path) -> None:
    found = {one["language"]: one for one in msgspec.json.decode(call(copy, "--json")[0])}
    assert set(found) == {"en", "de", "it", "pt"}
    for language, one in found.items():
        text = (copy / "export" / "text" / f"{language}.txt").read_text(encoding="utf-8")
        counts = Counter(words(text))
        assert one["sizes"]["words"] == counts.total()
        assert one["sizes"]["types"] == len(counts)
        assert one["sizes"]["documents"] == text.count("\n\n")
        for row in one["keywords"]:
            assert row["frequency"] == counts[row["words"]]
            assert row["words"] in words(row["example"])


def test_the_tables_have_what_json_has(copy: Path) -> None:
    found = msgspec.json.decode(call(copy, "--json", "--top", 20)[0])
    for one in found:
        for name in ("keywords", "ngrams", "terms"):
            head, *lines = (copy / "stats" / one["language"] / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
            assert head.split("\t") == list(one[name][0])
            assert [line.split("\t")[0] for line in lines] == [row["words"] for row in one[name]]
            assert all(len(line.split("\t")) == len(head.split("\t")) for line in lines)
        assert len(one["terms"]) == 20
    summary = msgspec.json.decode((copy / "stats" / "stats.json").read_bytes())
    assert summary["en"]["sizes"] == next(one["sizes"] for one in found if one["language"] == "en")


def test_the_demo_is_about_safety_at_work(copy: Path) -> None:
    told, _ = call(copy)
    assert "employer" in told
    assert "datore di lavoro" in told
    assert "risk assessment" in told


def test_equal_runs_give_equal_bytes(copy: Path) -> None:
    call(copy)
    before = files(copy / "stats")
    call(copy)
    assert files(copy / "stats") == before


def test_one_language_in_another_folder(copy: Path, tmp_path: Path) -> None:
    call(copy, "--lang", "de", "--out", tmp_path / "lists")
    assert set(files(tmp_path / "lists")) == {"de/keywords.tsv", "de/ngrams.tsv", "de/terms.tsv", "stats.json"}
    assert not (copy / "stats").exists()


def test_one_language_counted_again_leaves_the_others(copy: Path) -> None:
    call(copy)
    before = (copy / "stats" / "stats.json").read_bytes()
    call(copy, "--lang", "de")
    assert (copy / "stats" / "stats.json").read_bytes() == before


def test_languages_that_are_gone_leave_no_tables(copy: Path) -> None:
    (copy / "stats" / "xx").mkdir(parents=True)
    call(copy)
    assert not (copy / "stats" / "xx").exists()


def test_options_of_the_export_change_what_is_counted(copy: Path) -> None:
    balanced = msgspec.json.decode(call(copy, "--json")[0])
    found = msgspec.json.decode(call(copy, "--json", "--set", 'export.tolerate=["off-topic"]')[0])
    assert found[0]["sizes"]["documents"] > balanced[0]["sizes"]["documents"] > 0
    call(copy, "--profile", "strict")
    with pytest.raises(ConfigError, match="loose"):
        call(copy, "--profile", "loose")


def test_nothing_to_count_is_told(copy: Path) -> None:
    told, said = call(copy, "--lang", "xx")
    assert told == ""
    assert "there are no words in xx" in said
    assert not (copy / "stats").exists()


def test_text_files(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The scaffold tower.\nA scaffold tower.", encoding="utf-8")
    told, _ = call(tmp_path / "a.txt", "--lang", "en", "--json", "--out", tmp_path / "lists")
    [one] = msgspec.json.decode(told)
    assert one["sizes"]["words"] == 5
    assert (tmp_path / "lists" / "en" / "terms.tsv").exists()
    with pytest.raises(ConfigError, match="--lang"):
        call(tmp_path / "a.txt")


def test_a_run_that_is_not_finished_and_one_that_is_not_there(tmp_path: Path) -> None:
    new_run(tmp_path / "run", {"languages": ["en", "de"], "seeds": ["http://127.0.0.1/"]})
    for folder, said in (("run", "not finished"), ("nowhere", "there is no run here")):
        done = CliRunner().invoke(app, ["stats", str(tmp_path / folder)])
        assert said in str(done.exception)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    found = statistics(lambda: [Text("en", "", ["Stop here."])])
    with pytest.raises(ConfigError, match="--out"):
        write_lists(found, tmp_path / "file" / "lists")


def test_a_killed_run_leaves_no_summary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = statistics(lambda: [Text("en", "", ["Stop here."])])
    write_lists(found, tmp_path)

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("polytrawl.stats.files.write_whole", killed)
    with pytest.raises(KeyboardInterrupt):
        write_lists(found, tmp_path)
    assert not (tmp_path / "stats.json").exists()


def test_the_run_itself_is_left_alone(copy: Path) -> None:
    before = {name: data for name, data in files(copy).items() if name != "lock"}
    call(copy)
    after = {name: data for name, data in files(copy).items() if not name.startswith("stats/") and name != "lock"}
    assert after == before
    assert open_run(copy).status()
