"""Repairs: what is damaged is put right and named, what is not stays, and twice is as once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from filter.test_filters import sentence_pair
from polytrawl.filter.repair import repair, repaired

TABLE = [
    ("dÃ©jÃ\xa0 vu â€“ vÃ©cu", "déjà vu – vécu", {"mojibake"}),
    ("Tom &amp; Jerry &eacute;coutent", "Tom & Jerry écoutent", {"entities"}),
    ("Arbeits\u00adschutz", "Arbeitsschutz", {"soft-hyphens"}),
    ("ein\x07 Wort\u200b", "ein Wort", {"controls"}),
    (" zwei \t Wörter\n", "zwei Wörter", {"spaces"}),
    ("``so'' sagt er", '"so" sagt er', {"quotes"}),
    ("l´eau e l`acqua", "l'eau e l'acqua", {"quotes"}),
    ("u\u0308ber", "über", {"nfc"}),
]
RIGHT = [
    "« C\u2019est la vie\u00a0! », dit-elle.",
    "„Gut“, sagte sie – und ging…",
    "60′ Spielzeit, 5' lang, 12'' breit",
    "if (a < b && c) `x`",
    "今日は。\u3000明日は",
    "می\u200cخواهم",
    "Plain ASCII, it's all right.",
]


@pytest.mark.parametrize(("text", "wanted", "names"), TABLE)
def test_damage_is_repaired_and_named(text: str, wanted: str, names: set[str]) -> None:
    found, done = repaired(text)
    assert found == wanted
    assert names <= set(done)


@pytest.mark.parametrize("text", RIGHT)
def test_what_is_right_is_left_alone(text: str) -> None:
    assert repaired(text) == (text, ())


@given(st.text())
def test_a_second_repair_finds_nothing(text: str) -> None:
    once, _ = repaired(text)
    assert repaired(once) == (once, ())


def test_a_unit_keeps_its_own_texts_beside_the_repaired_ones() -> None:
    unit = repair(sentence_pair("Tom &amp;  Jerry", "Tom e Jerry"))
    assert (unit.source, unit.target) == ("Tom &amp;  Jerry", "Tom e Jerry")
    assert unit.texts == ("Tom & Jerry", "Tom e Jerry")
    assert unit.repairs == ("entities", "spaces")
    assert unit.repaired_target == ""


def test_what_is_nothing_but_damage_stays_as_it_was() -> None:
    assert repaired("\u200b\u00ad") == ("\u200b\u00ad", ())


def test_a_long_line_of_one_kind_is_repaired_in_no_time() -> None:
    text = "a " * 200_000 + "&amp;" * 10
    assert repaired(text)[0].startswith("a a a")
