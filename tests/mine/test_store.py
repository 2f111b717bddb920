"""Mining a run: units of its comparable pages, which go through the filter and are exported where they are wanted."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from forget.conftest import holding
from mine.conftest import ASKED
from mine.web import ENGLISH, GERMAN
from polytrawl.cli.app import app
from polytrawl.demo import DemoWeb
from polytrawl.errors import ConfigError, PolytrawlError
from polytrawl.forget.act import forget
from polytrawl.forget.target import read_target
from polytrawl.ledger.show import show
from polytrawl.mine.store import Haul, mine_run
from polytrawl.records import Document, Page, PagePair, SentencePair
from polytrawl.run import Run, open_run
from support import Quiet, exports

Made = tuple[Run, Haul]


def lines(run: Run, stage: str) -> dict[str, str]:
    manifest = run.directory.finished(stage)
    return {name: state.digest for name, state in manifest.shards.items()}


def test_sentences_of_comparable_pages_are_mined_and_most_are_translations(mined: Made, demo_web: DemoWeb):
    run, haul = mined
    assert haul.is_new
    true = [demo_web.is_translation(*one.texts, source_language="en", target_language="de") for one in haul.units]
    assert len(true) > 20
    assert sum(true) >= 0.9 * len(true)
    grades = {one.id: one.grade for one in run.directory.records("pair") if isinstance(one, PagePair)}
    assert {grades.get(one.pair, "none") for one in haul.units} == {"comparable", "none"}
    apart = {(one.source_url, one.target_url) for one in haul.units if one.pair not in grades}
    assert len(apart) >= 2
    assert all(left.startswith(ENGLISH) and right.startswith(GERMAN) for left, right in apart)


def test_every_unit_walks_back_to_the_bytes(mined: Made):
    run, haul = mined
    texts = {one.page: one.text for one in run.directory.records("topic") if isinstance(one, Document)}
    pages = {one.id: one.url for one in run.directory.records("crawl") if isinstance(one, Page)}
    for unit in haul.units:
        assert unit.method == "mined"
        assert [score.name for score in unit.scores] == ["margin"]
        assert (pages[unit.source_page], pages[unit.target_page]) == (unit.source_url, unit.target_url)
        assert unit.source in texts[unit.source_page]
        assert unit.target in texts[unit.target_page]
        kinds = [parent.record for parent in show(run.directory, unit.id)[0].parents]
        assert kinds == ["page-pair", *["document", "page", "warc"] * 2]


def test_explain_tells_how_a_unit_was_found_and_what_became_of_it(mined: Made):
    run, haul = mined
    grades = {one.id for one in run.directory.records("pair")}
    unit = next(one for one in haul.units if one.pair not in grades)
    said = {one.stage: one.said for one in reversed(run.explain(unit.id))}
    assert said["mine"].startswith("mined from comparable pages with margin")
    assert said["filter"] == "passed every filter"
    assert said["export"] == "unit exported"
    of_pair = [one for one in run.explain(unit.pair) if one.stage == "mine"]
    assert "no page pair, but comparable" in of_pair[0].said
    assert any(one.id == unit.pair for one in run.explain(unit.source_url))
    children = [one.id for one in show(run.directory, unit.pair)[0].children]
    assert unit.id in children


def test_other_units_are_judged_as_without_them(aligned: Run, mined: Made):
    run, _ = mined
    before, after = lines(aligned, "filter"), lines(run, "filter")
    assert set(after) - set(before) == {"mined-en-de"}
    assert all(after[name] == digest for name, digest in before.items())
    assert {one.stage: one.state for one in run.status()}["mine"] == "complete"
    assert "mine" not in {one.stage for one in aligned.status()}


def test_exports_have_them_where_they_are_asked_for(aligned: Run, mined: Made, tmp_path: Path):
    run, haul = mined
    header, *rows = [line.split("\t") for line in exports(run)["units.tsv"].decode().splitlines()]
    assert header[-1] == "method"
    found = [row for row in rows if row[-1] == "mined"]
    assert found
    assert {tuple(row[:2]) for row in found} <= {one.texts for one in haul.units}
    assert [row for row in rows if row[-1] == "aligned"] == [
        line.split("\t") for line in exports(aligned)["units.tsv"].decode().splitlines()[1:]
    ]
    assert exports(run)["en-de.tmx"].decode().count('<prop type="method">mined</prop>') == len(found)
    assert exports(run)["pairs.tsv"] == exports(aligned)["pairs.tsv"]
    assert run.directory.finished("export").counts[""] == len(rows)


def test_by_default_they_are_left_out_and_counted(own_mined: Run, aligned: Run):
    own = open_run(own_mined.path)
    own.go(Quiet(), first="export")
    counts = own.directory.finished("export").counts
    mined = [one for one in own.directory.records("filter") if isinstance(one, SentencePair) and one.is_mined]
    assert counts["mined"] == len(mined)
    assert exports(own)["units.tsv"] == exports(aligned)["units.tsv"]


@pytest.mark.parametrize("more", [(), ("export.unit_grades=['parallel', 'comparable']",), ("export.profile='all'",)])
def test_what_alignment_has_given_is_not_given_twice(mined: Made, more: tuple[str, ...]):
    selection = open_run(mined[0].path, sets=("export.mined=true", *more)).would_export()
    units = [*selection.units()]
    aligned = {one.texts for one in units if not one.is_mined}
    assert aligned.isdisjoint(one.texts for one in units if one.is_mined)
    twice = [reason for one, reason in selection.judged_units() if one.is_mined and one.texts in aligned]
    assert set(twice) <= {"duplicate-unit"}
    assert bool(twice) == bool(more)  # the aligned units of comparable pages are only there when they are asked for


def test_mining_again_changes_nothing(mined: Made, own: Run, own_mined: Run):
    run, haul = mined
    turned = ASKED._replace(languages=("de", "en"))
    assert mine_run(own, turned, Quiet()).units == haul.units
    assert lines(own, "mine") == lines(run, "mine")
    again = mine_run(own_mined, ASKED, Quiet())
    assert not again.is_new
    assert again.units == haul.units
    assert mine_run(own_mined, ASKED._replace(min_margin=1.5), Quiet()).is_new


def test_a_lexicon_adds_to_what_the_run_has_taught(own: Run, mined: Made, tmp_path: Path):
    known = tmp_path / "lexicon.tsv"
    words = (("careful", "sorgfältige"), ("earmuffs", "kapselgehörschützer"), ("escape", "fluchtweg"), ("load", "last"))
    known.write_text("".join(f"{one}\t{other}\n" for one, other in words), "utf-8")
    found = mine_run(own, ASKED._replace(dictionary=known), Quiet())
    assert {one.id for one in found.units} != {one.id for one in mined[1].units}


KILLED = """
import os, sys
from pathlib import Path
sync, left = os.fsync, int(sys.argv[2])
def fsync(number):
    global left
    left -= 1
    if left < 0:
        os._exit(9)
    sync(number)
os.fsync = fsync
from polytrawl.mine.store import Asked, mine_run
from polytrawl.run import open_run
mine_run(open_run(Path(sys.argv[1])), Asked(("en", "de"), min_score=0.2), None)
"""


@pytest.mark.parametrize("after", range(4))
def test_wherever_it_is_killed_it_can_be_done_again(own: Run, mined: Made, after: int):
    done = subprocess.run([sys.executable, "-c", KILLED, str(own.path), str(after)], capture_output=True, check=False)
    assert done.returncode == (9 if after < 3 else 0), done.stderr
    own.go(Quiet())  # what is there is whole, with it or without it
    assert ("mined" in own.directory.finished("export").counts) == (after >= 3)
    assert mine_run(own, ASKED, Quiet()).is_new == (after < 3)
    assert lines(own, "mine") == lines(mined[0], "mine")
    own.go(Quiet(), first="filter")
    assert lines(own, "filter") == lines(mined[0], "filter")


def test_a_shard_that_is_gone_is_mined_again(own_mined: Run, mined: Made):
    own_mined.directory.shard_path("mine", "mined-en-de").unlink()
    quiet = Quiet()
    assert mine_run(own_mined, ASKED, quiet).units == mined[1].units
    assert quiet.said == ["mine: mined-en-de is broken, and has to be mined again"]
    assert lines(own_mined, "mine") == lines(mined[0], "mine")


def test_what_was_mined_before_stays_while_it_is_mined_anew(own_mined: Run):
    before = exports(own_mined)
    done = subprocess.run([sys.executable, "-c", KILLED, str(own_mined.path), "1"], capture_output=True, check=False)
    assert done.returncode == 0  # it is as it would be made: nothing is written
    own_mined.go(Quiet())
    assert exports(own_mined) == before


def test_units_of_forgotten_pages_go_with_them(own_mined: Run, mined: Made):
    unit = next(one for one in mined[1].units if one.source_url.startswith(ENGLISH))
    assert any(name.startswith("mine/") for name in holding(own_mined.path, unit.id))
    [done] = forget(own_mined, read_target(unit.source_url), Quiet(), lambda _: True)
    assert done.proof.holds
    assert done.records["mine"] > 1  # the pages, and their units
    assert holding(own_mined.path, unit.source) == []
    assert holding(own_mined.path, unit.id) == []
    assert unit.source_url not in {one.source_url for one in own_mined.units()}
    assert any(one.is_mined for one in own_mined.units())
    own_mined.go(Quiet(), first="export")  # nothing is older than what it was made from


def test_a_run_that_has_changed_tells_that_it_is_to_be_mined_again(own_mined: Run):
    again = open_run(own_mined.path, sets=("pair.min_parallel=0.5", "export.mined=true"))
    quiet = Quiet()
    again.go(quiet)
    assert any(line.startswith("mine: is older than pair") for line in quiet.said)
    assert any(one.is_mined for one in again.units())  # their pages are as they were


def test_careful_profiles_take_mined_units_of_pages_that_are_hardly_a_pair(mined: Made):
    sets = ("export.mined=true", "export.min_probability=0.999")
    selection = open_run(mined[0].path, sets=sets).would_export()
    grades = {one.id: one.grade for one in mined[0].directory.records("pair") if isinstance(one, PagePair)}
    assert "comparable" in {grades.get(one.pair) for one in selection.units() if one.is_mined}


def test_export_refuses_a_filter_that_has_not_seen_them(own: Run):
    mine_run(own, ASKED, Quiet())
    with pytest.raises(PolytrawlError, match="filter: is older than mine"):
        own.go(Quiet(), first="export")


def call(*words: object) -> None:
    app([str(word) for word in words], standalone_mode=False)


def test_the_command_mines_and_filters_so_that_an_export_has_them(
    own: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    table = tmp_path / "mined.tsv"
    call("mine", own.path, "--langs", "en,de", "--min-score", 0.2, "--out", table)
    said = capsys.readouterr().out
    call("export", own.path, "--set", "export.mined=true")
    rows = [line.split("\t") for line in (own.path / "export/units.tsv").read_text("utf-8").splitlines()]
    found = {tuple(row[:2]) for row in rows if row[-1] == "mined"}
    listed = [line.split("\t") for line in table.read_text("utf-8").splitlines()[1:]]
    assert found
    assert found <= {tuple(row[:2]) for row in listed}
    assert f"{len(listed)} units of" in said
    assert f"polytrawl export {own.path} --set export.mined=true" in said


def test_it_refuses_what_it_cannot_do(own: Run, tmp_path: Path):
    with pytest.raises(ConfigError, match="the languages of the run are en, de"):
        call("mine", own.path, "--langs", "en,it")
    with pytest.raises(ConfigError, match="--within"):
        call("mine", own.path, "--langs", "en,de", "--within")
    with pytest.raises(ConfigError, match="--out"):
        call("mine", tmp_path, "--langs", "en,de")
    assert not (own.path / "mine").exists()


def test_a_run_without_such_pages_has_a_shard_without_units(own: Run):
    assert forget(own, read_target("workshop.example"), Quiet(), lambda _: True)[0].proof.holds
    again = open_run(own.path, sets=("pair.min_parallel=0.5",))
    again.go(Quiet())
    assert mine_run(again, ASKED, Quiet()).units == []
    assert again.directory.finished("mine").complete
    again.go(Quiet(), first="filter")
