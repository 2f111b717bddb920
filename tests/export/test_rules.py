"""Profiles: what each keeps, and that options and a file of the user refine them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from polytrawl import options
from polytrawl.errors import ConfigError
from polytrawl.export.outlook import outlook
from polytrawl.export.rules import PROFILES, Rules, rules_of
from polytrawl.export.selection import Selection
from polytrawl.export.stage import Export
from polytrawl.records import Score, SentencePair

Make = Callable[..., SentencePair]
Select = Callable[..., Selection]


def export(folder: Path = Path(), **given: Any) -> Export:
    context = options.Context(shared={"languages": ("en", "de")}, folder=folder)
    resolved = options.resolve(Export, given, where="export", context=context)
    Export.check(resolved)
    return options.build(Export, resolved)


def test_balanced_is_the_default_and_options_say_what_they_say_in_its_place():
    assert export().rules == rules_of("balanced", None, {})
    refined = export(profile="all", min_score=0.4, min_scores={"fluency-source": 0.2}, tolerate=["off-topic"]).rules
    assert (refined.min_score, refined.min_scores) == (0.4, {"fluency-source": 0.2})
    assert (refined.exclude, refined.duplicates) == (frozenset(), "keep")
    assert refined.tolerate == {"off-topic"}


def test_named_scores_and_tolerated_reasons_are_added_to_those_of_the_profile():
    rules = export(min_scores={"fluency-source": 0.2}, tolerate=["too-short"]).rules
    assert rules.min_scores.keys() == {"adequacy", "fluency-source"}
    assert {"too-short", "mostly-capitals"} <= rules.tolerate
    assert export(exclude=["*"]).rules.tolerate == frozenset()  # who says what excludes says it anew


def test_a_file_refines_the_profile_and_options_refine_the_file(tmp_path: Path):
    (tmp_path / "mine.toml").write_text('min_score = 0.3\nduplicates = "exact"\n[min_scores]\nadequacy = 0.8\n')
    rules = export(tmp_path, profile_file="mine.toml", min_score=0.6).rules
    assert (rules.min_score, rules.duplicates, rules.min_scores) == (0.6, "exact", {"adequacy": 0.8})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("min_scor = 1", "did you mean 'min_score'?"),
        ("min_score = 7", "min_score"),
        ("duplicates = 'some'", "duplicates"),
        ("= 3", "cannot be read"),
    ],
)
def test_a_file_that_cannot_be_right_is_refused_with_the_reason(tmp_path: Path, text: str, said: str):
    (tmp_path / "mine.toml").write_text(text)
    with pytest.raises(ConfigError, match=r"mine\.toml") as raised:
        export(tmp_path, profile_file="mine.toml")
    assert said in str(raised.value)


def test_a_profile_or_file_that_is_not_there_is_named():
    with pytest.raises(ConfigError, match="did you mean 'balanced'"):
        export(profile="balance")
    with pytest.raises(ConfigError, match=r"gone\.toml cannot be read"):
        export(profile_file="gone.toml")


def test_each_profile_keeps_less_than_the_next(make_unit: Make, select: Select):
    adequate = {value: (Score(name="adequacy", value=value),) for value in (0.95, 0.7, 0.2)}
    units = [make_unit(f"a {value}", "b", scores=scores) for value, scores in adequate.items()]
    units.append(make_unit("CAPITALS", "GROSS", scores=adequate[0.95], reasons=("mostly-capitals",)))
    units.append(make_unit("short", "kurz", scores=adequate[0.95], reasons=("too-short",)))
    kept = {name: select(units, rules_of(name, None, {})).counts["units"][""] for name in PROFILES}
    assert kept == {"strict": 1, "balanced": 3, "all": 5, "open-licence-only": 0}


def test_named_scores_are_thresholds_where_a_unit_has_them(make_unit: Make, select: Select):
    units = [make_unit("a", "A", scores=(Score(name="fluency-target", value=0.1),)), make_unit("b", "B")]
    made = select(units, Rules(min_scores={"fluency-target": 0.5}))
    assert made.counts["units"] == {"low-fluency-target": 1, "": 1}


def test_only_the_named_reasons_exclude(make_unit: Make, select: Select):
    units = [make_unit("a", "A", reasons=("too-short", "mojibake")), make_unit("b", "B", reasons=("too-short",))]
    assert select(units, Rules(exclude=frozenset({"mojibake"}))).counts["units"] == {"mojibake": 1, "": 1}


def test_the_outlook_counts_all_profiles_and_says_what_its_estimate_is(make_unit: Make, select: Select):
    units = [make_unit(str(n), "x", scores=(Score(name="adequacy", value=n / 10),)) for n in range(1, 11)]
    rows = {row.profile: row for row in outlook(select(units, rules_of("strict", None, {})))}
    kept = {name: row.kept for name, row in rows.items()}
    assert kept == {"strict": 2, "balanced": 6, "all": 10, "open-licence-only": 0}
    assert (rows["strict"].estimate, rows["strict"].basis, rows["strict"].of) == (0.95, "adequacy", 10)
    assert [name for name, row in rows.items() if row.is_exported] == ["strict"]


def test_without_adequacy_the_outlook_shows_scores_and_rules_of_ones_own_have_their_row(
    make_unit: Make, select: Select
):
    units = [make_unit("a", "A", score=0.4), make_unit("b", "B", score=0.8)]
    rows = {row.profile: row for row in outlook(select(units, Rules(min_score=0.5)))}
    assert (rows["this run"].kept, rows["this run"].estimate, rows["this run"].basis) == (1, 0.8, "score")
    assert rows["balanced"].estimate == pytest.approx(0.6)
    assert {row.estimate for row in outlook(select([]))} == {None}
