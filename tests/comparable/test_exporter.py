"""The exporter, on the run over the demo web."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest

from polytrawl.errors import ConfigError
from polytrawl.run import Run, open_run
from support import Quiet, exports


@pytest.fixture
def export(demo: Run, tmp_path: Path):
    """Exports the demo with options of the exporter."""

    def call(**options: object) -> Path:
        shutil.rmtree(tmp_path / "run", ignore_errors=True)
        shutil.copytree(demo.path, tmp_path / "run")
        given = {"use": "comparable", **options}
        table = ", ".join(f"{name} = {msgspec.json.encode(value).decode()}" for name, value in given.items())
        run = open_run(tmp_path / "run", sets=[f'export.exporters=["jsonl", {{ {table} }}]'])
        run.go(Quiet(), first="export")
        return run.path / "export" / "comparable"

    return call


def rows(folder: Path) -> list[dict[str, str]]:
    head, *lines = (folder / "pairs.tsv").read_text(encoding="utf-8").splitlines()
    return [dict(zip(head.split("\t"), line.split("\t"), strict=True)) for line in lines]


def test_a_folder_for_each_pair_of_languages(export) -> None:
    home = export()
    names = {path.name for path in home.iterdir()}
    assert names == {"en-de", "en-it", "en-pt", "de-it", "de-pt", "it-pt"}
    for name in names:
        left, right = name.split("-")
        files = {path.name for path in (home / name).iterdir()}
        assert files == {f"{left}.txt", f"{right}.txt", "pairs.tsv", "summary.json"}


def test_the_documents_of_a_pair_stand_in_the_same_place(export, demo: Run) -> None:
    home = export()
    texts = {document.id: document.text for document in demo.documents()}
    found = rows(home / "en-de")
    for side, language in (("left", "en"), ("right", "de")):
        expected = "".join(f"{texts[row[f'{side}_id']]}\n\n" for row in found)
        assert (home / "en-de" / f"{language}.txt").read_text(encoding="utf-8") == expected
        assert len({row[f"{side}_id"] for row in found}) == len(found)


def test_pages_of_the_demo_are_with_their_translations(export) -> None:
    home = export()
    found = rows(home / "en-de")
    assert len(found) >= 15
    assert all(row["grade"] == "parallel" for row in found[:15])
    scores = [float(row["score"]) for row in found]
    assert scores == sorted(scores, reverse=True)
    assert all(0.15 <= score <= 1 for score in scores)


def test_the_summary_says_what_the_table_has(export) -> None:
    home = export()
    found, summary = rows(home / "de-it"), msgspec.json.decode((home / "de-it" / "summary.json").read_bytes())
    words = [(int(row["left_words"]), int(row["right_words"])) for row in found]
    assert summary["pairs"] == summary["left"]["documents"] == len(found)
    assert [summary["left"]["words"], summary["right"]["words"]] == [sum(side) for side in zip(*words, strict=True)]
    mean = sum(float(row["score"]) * sum(size) for row, size in zip(found, words, strict=True)) / sum(map(sum, words))
    assert summary["score"] == pytest.approx(mean, abs=2e-4)
    left, right = summary["left"]["words"], summary["right"]["words"]
    assert abs(left - right) <= 0.1 * max(left, right)


def test_without_translations_it_is_less_comparable(export) -> None:
    scores = {}
    for parallel in ("keep", "leave-out"):
        home = export(parallel=parallel, min_score=0.0)
        scores[parallel] = msgspec.json.decode((home / "en-it" / "summary.json").read_bytes())["score"]
        grades = {row["grade"] for row in rows(home / "en-it")}
        assert ("parallel" in grades) == (parallel == "keep")
    assert scores["keep"] > 2 * scores["leave-out"] > 0


def test_where_nothing_is_comparable_the_files_are_there(export) -> None:
    home = export(min_score=1.0)
    assert (home / "en-de" / "en.txt").read_bytes() == b""
    assert rows(home / "en-de") == []
    assert msgspec.json.decode((home / "en-de" / "summary.json").read_bytes())["score"] is None


def test_equal_runs_give_equal_bytes(export) -> None:
    before = exports(open_run(export().parents[1]))
    assert exports(open_run(export().parents[1])) == before


def test_a_dictionary_helps_the_two_languages_that_it_is_for(export, tmp_path: Path) -> None:
    (tmp_path / "words.tsv").write_text("Leiter\tscala\nLärm\trumore\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="between"):
        export(dictionary=str(tmp_path / "words.tsv"))
    assert rows(export(dictionary=str(tmp_path / "words.tsv"), between=["it", "de"]) / "de-it")
    with pytest.raises(ConfigError, match="no-such-file"):
        export(dictionary=str(tmp_path / "no-such-file"), between=["de", "it"])
