"""Which titles are terms, and what they are worth."""

from __future__ import annotations

import pytest

from polytrawl.bootstrap.base import Facts
from polytrawl.bootstrap.titles import is_title_case, reason_against, term_of
from polytrawl.bootstrap.usage import NO_USAGE, usage_in
from polytrawl.bootstrap.weights import Weighing, rarity


@pytest.mark.parametrize(
    ("language", "title", "reason"),
    [
        ("en", "Lists of roses", "list"),
        ("en", "Outline of botany", "list"),
        ("en", "Listeria", ""),
        ("en", "Index fossil", ""),
        ("de", "Liste der Rosen", "list"),
        ("de", "Listenhund", ""),
        ("fr", "Liste d'arbres", "list"),
        ("es", "Anexo:Flores de España", "list"),
        ("el", "Κατάλογος λουλουδιών", "list"),
        ("ru", "Список цветов", "list"),
        ("hu", "Rózsák listája", "list"),
        ("ja", "日本の花一覧", "list"),
        ("xx", "List of roses", "list"),
        ("en", "Rose (disambiguation)", "disambiguation"),
        ("de", "Rose (Begriffsklärung)", "disambiguation"),
        ("zh", "玫瑰（消歧义）", "disambiguation"),
        ("en", "1637", "year"),
        ("en", "1990s", "year"),
        ("de", "1990er Jahre", "year"),
        ("en", "19th century", "year"),
        ("en", "2004 in botany", "year"),
        ("en", "Flower show 2004", "year"),
        ("en", "Vitamin B12", ""),
        ("en", "DNA", "abbreviation"),
        ("en", "U.S.", "abbreviation"),
        ("el", "ΕΡΤ", "abbreviation"),
        ("en", "mRNA", ""),
        ("en", "pH", ""),
        ("ar", "وردة", ""),
        ("he", "ורד", ""),
        ("ja", "薔薇", ""),
        ("ja", "花", ""),
        ("zh", "玫", ""),
        ("en", "1000 metres", ""),
        ("de", "1500 Meter", ""),
        ("en", "2000 in botany", "year"),
        ("en", "Flower show 2000", "year"),
        ("de", "Kategorie:Risiko", "namespace"),
        ("de", "Portal:Blumen", "namespace"),
        ("ru", "Категория:Риск", "namespace"),
        ("en", "Portals: a history", ""),
        ("en", "42", "no-word"),
        ("en", "!!!", "no-word"),
        ("en", "\U0001f339\U0001f33a", "no-word"),
    ],
)
def test_titles_get_their_reason(language: str, title: str, reason: str) -> None:
    assert reason_against(title, Facts(), language) == reason


def test_the_wiki_knows_more_than_the_title() -> None:
    assert reason_against("Rose", Facts(redirects_to="Roses"), "en") == "redirect"
    assert reason_against("Rose", Facts(is_disambiguation=True), "en") == "disambiguation"


def test_a_term_has_no_qualifier() -> None:
    assert term_of("Mercury (planet)") == "Mercury"
    assert term_of("(I Can't Get No) Satisfaction") == "(I Can't Get No) Satisfaction"
    assert term_of("(x)") == "(x)"


@pytest.mark.parametrize(
    ("term", "is_name"),
    [
        ("Kew Gardens", True),
        ("Tournament of Roses", True),
        ("The Name of the Rose", True),
        ("Βασιλικός Κήπος", True),
        ("Königliche Gärten", True),
        ("Rose", False),
        ("Rose garden", False),
        ("Lily of the valley", False),
        ("Bach flower remedies", False),
        ("حديقة الورد", False),
        ("薔薇 庭園", False),
        ("", False),
    ],
)
def test_names_are_told_by_capitals_behind_the_first_word(term: str, is_name: bool) -> None:  # noqa: FBT001 - a table
    assert is_title_case(term) == is_name


def test_terms_are_written_as_inside_sentences() -> None:
    texts = [
        "Tulips grow. A tulip needs a bulb; the tulip and the Cut flower. Each Rose, this Rose and a rose.",
        "TULIP",
    ]
    usage = usage_in(texts, {"Tulip", "Rose", "Cut flower", "Lily"}, "en")
    assert usage.form("Tulip") == "tulip"
    assert usage.form("Rose") == "Rose"
    assert usage.form("Cut flower") == "Cut flower"  # seen once: not enough
    assert usage.form("Lily") == "Lily"
    assert usage.frequency == {"Tulip": 4, "Rose": 3, "Cut flower": 1}  # in all forms
    assert usage.texts == 2


def test_terms_that_stem_together_are_each_counted() -> None:
    usage = usage_in(["Two tulips and a tulip."], {"Tulip", "Tulips"}, "en")
    assert usage.frequency == {"Tulip": 2, "Tulips": 2}


def test_terms_in_scripts_without_spaces_are_counted() -> None:
    assert usage_in(["我喜欢郁金香和玫瑰。郁金香很美。"], {"郁金香"}, "zh").frequency == {"郁金香": 2}


def test_weights_are_as_the_formula_says() -> None:
    weighing = Weighing("en", 15)
    assert weighing.weight("gypsophila", 0, 15) == 100.0
    assert weighing.weight("gypsophila", 0, 3) == 75.0  # (1 + log 4 / log 16) / 2
    assert weighing.weight("gypsophila", 3, 0) == 12.5
    assert weighing.weight("garden", 0, 15) == round(100 * rarity("garden", "en"), 1) < 50
    assert Weighing("en", 0).weight("gypsophila", 1, 0) == 50.0  # no texts
    assert Weighing("rm", 0).weight("flur", 0, 0) == 100.0  # nothing is known of the language
    assert Weighing("en", 15).weight("the", 20, 0) > 0


def test_without_texts_titles_stay_as_they_are() -> None:
    assert NO_USAGE.form("Tulip") == "Tulip"
