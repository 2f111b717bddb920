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
from polytrawl.records import SentencePair, replace

load_installed()


def sentence_pair(source: str, target: str) -> SentencePair:
    return SentencePair(
        id="s-1", pair="p-1", source=source, target=target, source_language="de", target_language="it",
        source_url="http://a.test/de", target_url="http://a.test/it", source_page="g-1", target_page="g-2",
    )  # fmt: skip


_MADE: dict[str, Filter] = {}


def cached(name: str) -> Filter:
    """A filter that has learned nothing, made once: identifiers take a while to load."""
    return _MADE.setdefault(name, _MADE.get(name) or make(name))


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
    ("different-numbers", "4 Monate alt", "di quattro mesi", True),
    ("different-numbers", "in den 1960er Jahren", "negli anni '60", True),
    ("different-numbers", "im 14. Jahrhundert", "nel XIV secolo", True),
    ("different-numbers", "um 22.08 Uhr", "at 10:08 pm", True),
    ("different-numbers", "Tabelle 3.1", "Tabelle 3.2", False),
    ("wrong-language", "Die Leiter steht fest auf dem Boden.", "La scala è stabile sul pavimento.", True),
    ("wrong-language", "Die Leiter steht fest auf dem Boden.", "The ladder stands firmly on the ground.", False),
    ("wrong-language", "DIE LEITER STEHT FEST AUF DEM BODEN", "LA SCALA È STABILE SUL PAVIMENTO ROSSO", True),
    ("wrong-language", "Nicht so!", "Why not so?", True),
    ("different-urls", "siehe https://www.a.org/de/hilfe", "vedi http://a.org/it/hilfe.", True),
    ("different-urls", "siehe https://a.org/hilfe", "vedi https://b.net/altro", False),
    ("different-urls", "an max@a.org", "a info@b.net", False),
    ("different-urls", "an max@a.org", "a max@a.org", True),
    ("different-urls", "ohne Adresse", "senza indirizzo", True),
    ("different-placeholders", "{0} Dateien in %s", "%s contiene {0} file", True),
    ("different-placeholders", "{0} Dateien", "molti file", False),
    ("different-placeholders", "50 % der Kosten", "il 50% dei costi", True),
    ("different-placeholders", "$HOME und &name;", "$HOME e &nome;", False),
    ("different-placeholders", '<a href="x">Hier</a>', '<a href="y">Qui</a>', True),
    ("mostly-capitals", "DIESE SOFTWARE WIRD OHNE GARANTIE GELIEFERT", "QUESTO SOFTWARE È SENZA GARANZIA", False),
    ("mostly-capitals", "Der USB-Stick", "La chiavetta USB", True),
    ("mostly-capitals", "FAQ", "FAQ", True),
    ("mojibake", "Der Stra\ufffde entlang", "Lungo la strada", False),
    ("mojibake", "une fa?on de faire", "un modo di fare", False),
    ("mojibake", "Wirklich? Ja, wirklich!", "Davvero? Sì, davvero!", True),
    ("mojibake", "siehe a.org/suche?seite=2", "vedi a.org/suche?seite=2", True),
    ("mojibake", "São Paulo, Ávila, ÂME", "ÎLE, Ñandú", True),
    ("machine-translated", "Powered by Google Translate", "Offerto da Google", False),
    ("machine-translated", "Die Leiter steht fest.", "La scala è stabile.", True),
    (
        "machine-translated",
        "Die kleine rote Leiter steht heute noch fest und sicher",
        "La kleine rote scala steht heute noch fest und sicher",
        False,
    ),
    ("leftover-markup", "Ein <b>Wort</b>", "Una parola", False),
    ("leftover-markup", "A &amp; B", "A e B", False),
    ("leftover-markup", "{{title}}", "titolo", False),
    ("leftover-markup", "5 < 6 und 7 > 3 & mehr", "5 < 6 e 7 > 3 e più", True),
]


@pytest.mark.parametrize(("name", "source", "target", "good"), TABLE)
def test_filters_tell_good_from_bad(name: str, source: str, target: str, *, good: bool) -> None:
    rule = cached(name)
    assert rule.accept(rule.score(sentence_pair(source, target))) is good
    turned = replace(sentence_pair(target, source), source_language="it", target_language="de")
    assert rule.accept(rule.score(turned)) is good


def test_numbers_do_not_depend_on_separators() -> None:
    assert numbers("1'234'567") == numbers("1 234 567") == numbers("1.234.567") == numbers("1234567")
    assert numbers("2019 300") != numbers("2019300")


def test_the_stage_adds_scores_and_reasons_and_deletes_nothing() -> None:
    stage = FilterStage(rules=tuple(make(name) for name in RULES))
    [good] = stage.apply(sentence_pair("Die Leiter steht fest.", "La scala è stabile."))
    [bad] = stage.apply(sentence_pair("2019", "2020"))
    assert good.reasons == ()
    assert [score.name for score in good.scores] == [*RULES, "adequacy"]
    assert bad.reasons == ("no-letters", "different-numbers")


def test_rules_judge_the_repaired_texts() -> None:
    stage = FilterStage(rules=(make("leftover-markup"),))
    [unit] = stage.apply(sentence_pair("Tom &amp; Jerry", "Tom e Jerry"))
    assert unit.reasons == ()
    assert unit.source == "Tom &amp; Jerry"
    [unit] = FilterStage(rules=(make("leftover-markup"),), repair=False).apply(sentence_pair("Tom &amp; Jerry", "Tom"))
    assert unit.reasons == ("leftover-markup",)


def test_units_that_differ_in_digits_and_case_are_alike() -> None:
    stage = FilterStage(rules=())
    one, two, three = (
        next(iter(stage.apply(sentence_pair(source, target))))
        for source, target in (("Seite 12", "Pagina 12"), ("SEITE 13!", "pagina 13"), ("Zeile 12", "Riga 12"))
    )
    assert one.likeness == two.likeness != three.likeness
    assert len(one.likeness) == 16


def test_personal_data_are_named() -> None:
    [unit] = FilterStage(rules=()).apply(sentence_pair("an max@a.org", "a max@a.org"))
    assert unit.personal == ("email",)


def test_a_unit_on_many_pages_is_like_boilerplate() -> None:
    rule = make("boilerplate-like")
    menu = sentence_pair("Alle Rechte vorbehalten", "Tutti i diritti riservati")
    for page in range(40):
        rule.meet(replace(menu, pair=f"p-{page}"))
        rule.meet(replace(menu, pair=f"p-{page}"))  # twice on a page counts once
        rule.meet(replace(sentence_pair(f"Satz {'x' * page}", "Frase"), pair=f"p-{page}"))
    fresh = make("boilerplate-like")
    fresh.inform(rule.learned())
    assert fresh.score(menu) == 40
    assert not fresh.accept(fresh.score(menu))
    assert fresh.score(sentence_pair("Satz xx", "Frase")) == 1


def test_words_of_the_run_spare_the_identifier_and_change_no_verdict() -> None:
    rule = make("wrong-language")
    german = [f"Das ist der Satz mit der Nummer {'abc'[n % 3]} und er ist auf dem Tisch von {n}" for n in range(60)]
    italian = [f"Questa è la frase con il numero {'abc'[n % 3]} e si trova sul tavolo di {n}" for n in range(60)]
    for source, target in zip(german, italian, strict=True):
        rule.meet(sentence_pair(source, target))
    learned = rule.learned()
    assert "der" in learned["de"]
    assert "con" in learned["it"]
    fresh = make("wrong-language")
    fresh.inform(learned)
    assert fresh.score(sentence_pair(german[0], italian[0])) == 1
    assert not fresh.accept(fresh.score(sentence_pair(italian[0], german[0])))


def test_all_filters_are_on_by_default() -> None:
    resolved = resolve(FilterStage, {}, where="filter", context=Context())
    assert sorted(rule.name for rule in build(FilterStage, resolved).rules) == names(Filter)


@pytest.mark.parametrize("name", names(Filter))
@given(source=st.text(), target=st.text())
def test_every_filter_measures_every_text(name: str, source: str, target: str) -> None:
    pair = sentence_pair(source, target)
    assert math.isfinite(cached(name).score(pair))
    assert cached(name).score(pair) == cached(name).score(pair)


@pytest.mark.parametrize("name", names(Filter))
@pytest.mark.parametrize("text", ["<" * 300_000, "1 " * 150_000, "9" * 300_000, "[url=" * 60_000, "wort " * 60_000])
def test_every_filter_measures_huge_texts(name: str, text: str) -> None:
    rule = make(name)
    assert isinstance(rule.accept(rule.score(sentence_pair(text, text))), bool)
