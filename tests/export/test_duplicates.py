"""Units that are equal or alike: one of them is kept, the best, whatever their order."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from polytrawl.export.copies import Copies
from polytrawl.export.facts import Facts, PairFacts
from polytrawl.export.pages import Pages
from polytrawl.export.rules import Rules
from polytrawl.export.selection import Selection
from polytrawl.export.units import Units
from polytrawl.records import Score, SentencePair

Make = Callable[..., SentencePair]
Select = Callable[..., Selection]


def adequacy(value: float) -> tuple[Score, ...]:
    return (Score(name="adequacy", value=value),)


def test_of_units_that_are_alike_the_most_adequate_is_kept(make_unit: Make, select: Select):
    units = [
        make_unit("Page 1", "Seite 1", likeness="x", scores=adequacy(0.6), score=0.9),
        make_unit("Page 2", "Seite 2", likeness="x", scores=adequacy(0.8), score=0.1),
        make_unit("Page 3", "Seite 3", likeness="y", scores=adequacy(0.5)),
        make_unit("Page 4", "Seite 4", likeness="x", target_language="it", scores=adequacy(0.1)),
    ]
    made = select(units)
    assert [unit.source for unit in made.units()] == ["Page 2", "Page 3", "Page 4"]
    assert made.counts["units"] == {"": 3, "near-duplicate-unit": 1}


def test_without_adequacy_the_score_decides_and_then_the_id(make_unit: Make, select: Select):
    units = [make_unit(f"Page {n}", f"Seite {n}", likeness="x", score=score) for n, score in enumerate((0.5, 0.7, 0.7))]
    assert [unit.source for unit in select(units).units()] == ["Page 1"]
    assert [unit.source for unit in select(units[::-1]).units()] == ["Page 1"]


def test_a_refused_unit_does_not_push_out_one_that_is_like_it(make_unit: Make, select: Select):
    units = [
        make_unit("Page 1", "Seite 1", likeness="x", scores=adequacy(0.9), reasons=("too-short",)),
        make_unit("Page 2", "Seite 2", likeness="x", scores=adequacy(0.6)),
    ]
    assert [unit.source for unit in select(units).units()] == ["Page 2"]


def test_duplicates_are_kept_where_the_rules_say_so(make_unit: Make, select: Select):
    units = [make_unit(*texts, likeness="x") for texts in (("A", "B"), ("A", "B"), ("a", "b"), ("C", "D"))]
    kept = {which: select(units, Rules(duplicates=which)).counts["units"][""] for which in ("keep", "exact", "near")}
    assert kept == {"keep": 4, "exact": 3, "near": 1}


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["", "x", "y"]), st.sampled_from([0.2, 0.5, 0.9]))))
def test_one_of_each_likeness_is_kept_and_none_is_better(drawn: list[tuple[str, str, float]]):
    units = [
        SentencePair(
            id=f"s-{number:016x}", pair="p", source=text, target=likeness, likeness=likeness, score=score,
            source_language="en", target_language="de", source_url="", target_url="", source_page="", target_page="",
        )
        for number, (text, likeness, score) in enumerate(drawn)
    ]  # fmt: skip
    verdicts = _judged(units)
    first: dict[tuple[str, str], SentencePair] = {}
    for unit in units:
        first.setdefault((unit.source, unit.target), unit)
    for likeness in ("x", "y"):
        rivals = [unit for unit in first.values() if unit.likeness == likeness]
        kept = [unit for unit in rivals if not verdicts[unit.id]]
        assert kept == sorted(rivals, key=lambda unit: (-unit.score, unit.id))[:1]
    assert all(not verdicts[unit.id] for unit in first.values() if not unit.likeness)


def _judged(units: list[SentencePair], rules: Rules | None = None) -> dict[str, str]:
    made = _units(rules or Rules())
    for unit in units:
        made.see(unit)
    made.settle()
    return {unit.id: made[place] for place, unit in enumerate(units)}


def _units(rules: Rules) -> Units:
    pair = PairFacts("p", ("d-1", "d-2"), ("", ""), 0.9, "parallel", (), (), ("", ""))
    return Units(Pages(Facts({"d-1": (), "d-2": ()}, Copies(), {}, {"p": pair}), rules))


def test_what_is_remembered_of_a_unit_is_some_bytes(make_unit: Make):
    made, drawn = _units(Rules()), random.Random(1)
    number = 20_000
    tracemalloc.start()
    for _ in range(number):
        text = f"{drawn.random()} " * 40
        made.see(make_unit(text, text, pair="p", likeness=text[:3]))
    held = tracemalloc.get_traced_memory()[0]
    made.settle()
    left = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert held < 80 * number
    assert left < 10 * number


def test_what_was_mined_gives_way_to_what_was_aligned(make_unit: Make):
    pair = {"pair": "p", "likeness": "same"}
    mined = make_unit("Stop here!", "Halt hier!", **pair, method="mined", scores=adequacy(0.9))
    equal = make_unit("Stop here.", "Halt hier.", **pair, method="mined", scores=adequacy(0.9))
    aligned = make_unit("Stop here.", "Halt hier.", **pair, scores=adequacy(0.6))
    for rules, near in ((Rules(mined=True), "near-duplicate-unit"), (Rules(mined=True, duplicates="keep"), "")):
        judged = _judged([mined, equal, aligned], rules)
        assert judged == {mined.id: near, equal.id: "duplicate-unit", aligned.id: ""}
    assert _judged([mined, aligned]) == {mined.id: "mined", aligned.id: ""}
