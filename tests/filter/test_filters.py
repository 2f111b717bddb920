"""Each filter on a table of pairs, and the contract of all."""

from __future__ import annotations

import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.filter.base import Filter
from polytrawl.filter.numbers import numbers
from polytrawl.filter.stage import RULES, FilterStage
from polytrawl.options import Context, build, resolve
from polytrawl.plugin import find, load_installed, names
from polytrawl.records import SentencePair

load_installed()


def sentence_pair(source: str, target: str) -> SentencePair:
    return SentencePair(
        id="s-1", pair="p-1", source=source, target=target, source_language="de", target_language="it",
        source_url="http://a.test/de", target_url="http://a.test/it", source_page="g-1", target_page="g-2",
    )  # fmt: skip


def make(name: str) -> Filter:
    cls = find(Filter, name)
    return build(cls, pickle.loads(pickle.dumps(resolve(cls, {}, where="filter.rules", context=Context()))))


LONG = "Ein Satz, der recht lang ist und noch länger wird, bis niemand mehr ihm folgt."

TABLE = [
    ("length-ratio", LONG, "Una frase piuttosto lunga che diventa sempre più lunga, finché nessuno la segue.", True),
    ("length-ratio", LONG, "Una frase.", False),
    ("length-ratio", "Ja", "Naturalmente", True),
    ("length-ratio", "安全第一，请戴好安全帽。", "Safety first, please wear your hard hat.", True),
    ("too-short", "Ja!", "Sì.", True),
    ("too-short", "1.", "1.", False),
    ("too-short", "安", "Safe", True),
    ("too-long", LONG, LONG, True),
    ("too-long", LONG * 30, LONG, False),
    ("equal-sides", "Debian GNU/Linux", "debian gnu linux!", False),
    ("equal-sides", "Die Leiter", "La scala", True),
    ("no-letters", "2019-12-01", "01.12.2019", False),
    ("no-letters", "Seite 12 von 30", "Pagina 12 di 30", True),
    ("no-letters", "", "", False),
    ("different-numbers", "Es kostet 1.000,5 Euro.", "It costs 1,000.5 euros.", True),
    ("different-numbers", "12 Leute", "12 persone", True),
    ("different-numbers", "Im Jahr 2019", "Nel 2020", False),
    ("different-numbers", "Keine Zahl", "Nessun numero", True),
    ("different-numbers", "3. Mai 2020", "3/5/2020", True),
    ("different-numbers", "١٢ شخصا", "12 people", True),
    ("leftover-markup", "Ein <b>Wort</b>", "Una parola", False),
    ("leftover-markup", "A &amp; B", "A e B", False),
    ("leftover-markup", "{{title}}", "titolo", False),
    ("leftover-markup", "5 < 6 und 7 > 3 & mehr", "5 < 6 e 7 > 3 e più", True),
]


@pytest.mark.parametrize(("name", "source", "target", "good"), TABLE)
def test_filters_tell_good_from_bad(name: str, source: str, target: str, *, good: bool) -> None:
    rule = make(name)
    assert rule.accept(rule.score(sentence_pair(source, target))) is good
    assert rule.accept(rule.score(sentence_pair(target, source))) is good


def test_numbers_do_not_depend_on_separators() -> None:
    assert numbers("1'234'567") == numbers("1 234 567") == numbers("1.234.567") == numbers("1234567")
    assert numbers("2019 300") != numbers("2019300")


def test_the_stage_adds_scores_and_reasons_and_deletes_nothing() -> None:
    stage = FilterStage(rules=tuple(make(name) for name in RULES))
    [good] = stage.apply(sentence_pair("Die Leiter steht fest.", "La scala è stabile."))
    [bad] = stage.apply(sentence_pair("2019", "2020"))
    assert good.reasons == ()
    assert [score.name for score in good.scores] == list(RULES)
    assert bad.reasons == ("no-letters", "different-numbers")


def test_all_filters_are_on_by_default() -> None:
    resolved = resolve(FilterStage, {}, where="filter", context=Context())
    assert sorted(rule.name for rule in build(FilterStage, resolved).rules) == names(Filter)


@pytest.mark.parametrize("name", names(Filter))
@given(source=st.text(), target=st.text())
def test_every_filter_measures_every_text(name: str, source: str, target: str) -> None:
    pair = sentence_pair(source, target)
    assert math.isfinite(make(name).score(pair))
    assert make(name).score(pair) == make(name).score(pair)


@pytest.mark.parametrize("name", names(Filter))
@pytest.mark.parametrize("text", ["<" * 300_000, "1 " * 150_000, "9" * 300_000, "[url=" * 60_000, "wort " * 60_000])
def test_every_filter_measures_huge_texts(name: str, text: str) -> None:
    rule = make(name)
    assert isinstance(rule.accept(rule.score(sentence_pair(text, text))), bool)
