"""What judges said, weighed: the figures of the paper, strata, two judges, and runs that have changed."""

from __future__ import annotations

import random
import shutil
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from filled_sheets import judge, rows_of
from polytrawl.errors import ConfigError, RunMissing
from polytrawl.evaluate.agreement import kappa
from polytrawl.evaluate.api import by_judgements, write_sample
from polytrawl.evaluate.draw import Plan
from polytrawl.evaluate.judged import Judged, Row, weigh
from polytrawl.evaluate.kinds import KINDS
from polytrawl.evaluate.origin import Origin
from polytrawl.evaluate.tables import Judgement, Table
from polytrawl.run import Run, open_run
from support import Quiet


def table(kind: str, populations: dict[str, dict[str, int]], rows: list[Judgement], name: str = "a.tsv") -> Table:
    origin = Origin(
        kind=kind,
        run="run",
        folder="/none",
        seed=0,
        confidence=95,
        interval=10,
        is_exported=True,
        stages={},
        populations=populations,
    )
    return Table(Path(name), origin, {row.id: row for row in rows})


def judgements(question: str, stratum: str, says: str, **answers: int) -> list[Judgement]:
    said = [answer for answer, number in answers.items() for _ in range(number)]
    return [
        Judgement(f"{stratum}-{says}-{at}", stratum, says, {question: answer} if answer != "nothing" else {}, at)
        for at, answer in enumerate(said)
    ]


def row(found: Judged, question: str, name: str) -> Row:
    [answers] = [one for one in found.tables if one.question == question]
    return next(one for one in answers.rows if one.name == name)


def test_parallelness_of_the_paper() -> None:
    said = judgements("pair", "de-it", "parallel", parallel=94, comparable=5, no=4)
    found = weigh([table("pairs", {"pair": {"de-it": 807}}, said)])
    whole = row(found, "pair", "all")
    assert (whole.population, whole.judged) == (807, 103)
    assert whole.counts == {"parallel": 94, "comparable": 5, "no": 4}
    parallel, usable = whole.shares["parallel"], whole.shares["or comparable"]
    assert parallel is not None
    assert usable is not None
    assert (round(parallel.share, 3), round(usable.share, 3)) == (0.913, 0.961)  # "about 95 %"
    assert parallel.high - parallel.low < 0.2  # the paper asked for at most 10 points to either side
    assert parallel.least < 807 * 0.913 < parallel.most


def test_domain_specificity_of_the_paper() -> None:
    said = [*judgements("topic", "it", "kept", yes=79, no=24), *judgements("topic", "de", "kept", yes=80, no=23)]
    found = weigh([table("documents", {"topic": {"it": 807, "de": 807}}, said)])
    share = row(found, "topic", "all").shares["on topic"]
    assert share is not None
    assert round(share.share, 2) == 0.77
    assert row(found, "topic", "de").counts == {"yes": 80, "no": 23}
    assert [one.name for one in found.tables[0].rows] == ["all", "de", "it"]


def test_language_identification_of_the_paper() -> None:
    said = [
        *judgements("language", "it text", "text", yes=5223 - 13, no=13),
        *judgements("language", "de text", "text", yes=4814 - 65, no=65),
    ]
    found = weigh([table("paragraphs", {"language": {"it text": 5223, "de text": 4814}}, said)])
    share = row(found, "language", "de").shares["language right"]
    assert share is not None
    assert share.share == share.low == share.high == 1 - 65 / 4814  # all of them were looked at: no doubt is left


def test_boilerplate_errors_are_of_two_kinds() -> None:
    said = [
        *judgements("text", "it text", "text", yes=90, no=10),
        *judgements("text", "it text", "out-of-language", yes=2),
        *judgements("text", "it boilerplate", "boilerplate", yes=5, no=95),
        *judgements("text", "it boilerplate", "template", yes=1),
    ]
    found = weigh([table("paragraphs", {"text": {"it text": 5000, "it boilerplate": 18178}}, said)])
    assert row(found, "text", "all").counts == {"right": 187, "good lost": 6, "bad kept": 10}
    kept, left = (row(found, "text", part).shares["errors"] for part in ("text", "boilerplate"))
    assert kept is not None
    assert left is not None
    assert (kept.share, left.share) == (pytest.approx(10 / 102), pytest.approx(6 / 101))
    whole = row(found, "text", "all").shares["errors"]
    assert whole is not None
    assert whole.share == pytest.approx((5000 * 10 / 102 + 18178 * 6 / 101) / 23178)
    assert found.tables[0].says["boilerplate"] == {"yes": 5, "no": 95}


def test_what_is_not_judged_is_not_counted_and_told() -> None:
    said = [*judgements("unit", "de-it", "kept", yes=3, nothing=7), *judgements("unit", "de-pt", "kept", nothing=5)]
    found = weigh([table("units", {"unit": {"de-it": 100, "de-pt": 50}}, said)])
    assert (found.drawn, found.judged) == (15, 3)
    whole = row(found, "unit", "all")
    assert (whole.population, whole.judged, whole.unseen) == (150, 3, {"de-pt": 50})
    assert whole.shares == row(found, "unit", "de-it").shares
    assert row(found, "unit", "de-pt").shares == {"right": None, "or partly": None}


def test_nothing_judged_is_nothing_to_count() -> None:
    with pytest.raises(ConfigError, match="no line has a judgement"):
        weigh([table("units", {"unit": {"de-it": 9}}, judgements("unit", "de-it", "kept", nothing=3))])


def test_two_judges_are_compared_and_the_later_counts() -> None:
    first = judgements("unit", "de-it", "kept", yes=8, no=2, nothing=1)
    second = [one._replace(answers={"unit": "no" if at in {0, 9, 10} else "yes"}) for at, one in enumerate(first)]
    population = {"unit": {"de-it": 50}}
    found = weigh([table("units", population, first), table("units", population, second, "b.tsv")])
    [agreed] = found.agreements
    assert (agreed.first, agreed.second, agreed.both, agreed.same) == ("a.tsv", "b.tsv", 10, 8)
    assert agreed.kappa == pytest.approx((0.8 - 0.68) / (1 - 0.68))
    assert set(agreed.differ.values()) == {("yes", "no"), ("no", "yes")}
    assert row(found, "unit", "all").counts == {"yes": 8, "partly": 0, "no": 3}


def test_halves_of_a_sample_are_put_together() -> None:
    said = judgements("unit", "de-it", "kept", yes=8, no=2)
    blank = [one._replace(answers={}) for one in said]
    population = {"unit": {"de-it": 50}}
    halves = [table("units", population, said[:5] + blank[5:]), table("units", population, blank[:5] + said[5:])]
    assert row(weigh(halves), "unit", "all") == row(weigh([table("units", population, said)]), "unit", "all")
    assert weigh(halves).agreements == []


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=60))
def test_kappa_is_one_for_the_same_answers_and_does_not_depend_on_order(pairs: list[tuple[str, str]]) -> None:
    found = kappa(pairs)
    assert found == kappa([(second, first) for first, second in pairs])
    assert kappa([(first, first) for first, _ in pairs]) in (None, 1.0)
    assert found is None or -1 <= found <= 1


def test_kappa_of_chance_is_nought() -> None:
    draw = random.Random(3)
    assert kappa([(draw.choice("yn"), draw.choice("yn")) for _ in range(20_000)]) == pytest.approx(0, abs=0.03)


def answered(path: Path, name: str = "judged.tsv") -> Path:
    """The table of any kind with answers, the first of each question mostly."""
    kind = next(one for one in KINDS.values() if one.name in path.name)
    number = count()

    def answer(cells: dict[str, str]) -> dict[str, str]:
        words = {one.column: list(one.answers)[next(number) % 7 == 0] for one in kind.questions}
        return {column: word for column, word in words.items() if cells[column] != "-"}

    return judge(path, answer, name)


@pytest.mark.parametrize("kind", KINDS)
def test_a_sample_of_a_run_is_read_back(copied: Run, kind: str) -> None:
    drawn = write_sample(copied, kind)
    judged = answered(drawn.files[1])
    [found] = by_judgements([judged])
    assert (found.kind, found.drawn, found.judged, found.changed) == (kind, drawn.drawn, drawn.drawn, [])
    assert (found.run, found.seeds) == (copied.path.name, [0])
    for answers in found.tables:
        column = f"judged_{answers.question}"
        told = [cells[column] for cells in rows_of(judged) if cells[column] != "-"]
        assert answers.rows[0].judged == len(told)
        assert sum(sum(said.values()) for said in answers.says.values()) == len(told)
        by_language = [one for one in answers.rows[1:] if one.name not in {"text", "boilerplate"}]
        assert sum(one.judged for one in by_language) == len(told)
        assert sum(one.population for one in by_language) == answers.rows[0].population
    assert found.tables[0].rows[0].population == drawn.population


def test_tables_of_several_kinds_are_told_apart(copied: Run) -> None:
    judged = [answered(write_sample(copied, kind).files[1], f"{kind}.tsv") for kind in KINDS]
    assert [one.kind for one in by_judgements(judged)] == list(KINDS)


def test_two_samples_of_one_run_count_together(copied: Run) -> None:
    first = answered(write_sample(copied, "units", Plan(size=30)).files[1], "units-1.tsv")
    second = answered(write_sample(copied, "units", Plan(size=30, seed=1)).files[1], "units-2.tsv")
    [found] = by_judgements([first, second])
    names = {cells["unit"] for path in (first, second) for cells in rows_of(path)}
    assert (found.seeds, found.drawn) == ([0, 1], len(names))


def test_a_run_that_has_changed_is_told(copied: Run) -> None:
    judged = answered(write_sample(copied, "documents").files[1])
    again = open_run(copied.path, sets=["topic.classifier.min_terms=30"])
    again.go(Quiet(), first="topic")
    [found] = by_judgements([judged])
    assert found.changed is not None
    assert "topic (has other records)" in found.changed
    assert 0 < found.gone <= found.drawn
    assert found.tables[0].rows[0].judged == found.drawn  # the figures are still those of the run that was judged


def test_a_run_that_is_being_made_again_does_not_hide_the_figures(copied: Run) -> None:
    judged = answered(write_sample(copied, "units").files[1])
    (copied.path / "filter" / "manifest.json").unlink()
    [found] = by_judgements([judged])
    assert found.changed == ["filter (not made yet)"]
    assert found.gone is None
    assert found.judged == found.drawn


def test_another_export_is_told(copied: Run) -> None:
    judged = answered(write_sample(copied, "units").files[1])
    open_run(copied.path, sets=["export.profile=strict"]).go(Quiet(), first="export")
    [found] = by_judgements([judged])
    assert found.changed == ["export (has other options, or was made by another version)"]
    assert found.gone == 0


def test_a_run_can_be_elsewhere(copied: Run, tmp_path: Path) -> None:
    judged = answered(write_sample(copied, "pairs", out=tmp_path / "pairs.tsv").files[0])
    moved = tmp_path / "moved"
    shutil.move(copied.path, moved)
    assert by_judgements([judged])[0].changed is None
    assert by_judgements([judged], moved)[0].changed == []
    with pytest.raises(RunMissing):
        by_judgements([judged], tmp_path / "none")
