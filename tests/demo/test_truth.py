"""The demo web tells true translations from false ones."""

import pytest

from polytrawl.demo import DemoWeb
from polytrawl.demo.truth import MAX_RUN

_WWW = "http://www.safe-work.test"


def _is_true(web: DemoWeb, english: str, german: str) -> bool:
    return web.is_translation(english, german, source_language="en", target_language="de")


def _units(web: DemoWeb, language: str, *, key: str = "screens") -> tuple[str, ...]:
    """The units of the last paragraph, which has more than a run may hold."""
    return web.pages[key].blocks[-1].units[language]


@pytest.mark.parametrize("count", range(1, MAX_RUN + 1))
def test_runs_of_up_to_four_units_are_translations(web: DemoWeb, count: int) -> None:
    english, german = _units(web, "en"), _units(web, "de")
    assert _is_true(web, " ".join(english[:count]), " ".join(german[:count]))


def test_a_run_of_five_units_is_not_looked_up(web: DemoWeb) -> None:
    assert not _is_true(web, " ".join(_units(web, "en")), " ".join(_units(web, "de")))


def test_every_unit_title_and_teaser_is_a_translation_in_both_directions(web: DemoWeb) -> None:
    for page in web.pages.values():
        pairs = [(block.units["it"], block.units["en"]) for block in page.blocks if "it" in block.units]
        texts = [pair for left, right in pairs for pair in zip(left, right, strict=True)]
        if "it" in page.languages:
            texts += [(page.title["it"], page.title["en"]), (page.description["it"], page.description["en"])]
        for italian, english in texts:
            assert web.is_translation(italian, english, source_language="it", target_language="en")
            assert web.is_translation(english, italian, source_language="en", target_language="it")


def test_white_space_does_not_matter(web: DemoWeb) -> None:
    english, german = _units(web, "en")[0], _units(web, "de")[0]
    assert _is_true(web, f"  {english}\n", german.replace(" ", "\n\t"))


def test_swapped_languages_are_false(web: DemoWeb) -> None:
    assert not _is_true(web, _units(web, "de")[0], _units(web, "en")[0])


def test_neighbouring_units_are_false(web: DemoWeb) -> None:
    assert not _is_true(web, _units(web, "en")[0], _units(web, "de")[1])


def test_units_out_of_order_are_false(web: DemoWeb) -> None:
    english, german = _units(web, "en"), _units(web, "de")
    assert not _is_true(web, f"{english[1]} {english[0]}", f"{german[1]} {german[0]}")


def test_units_that_are_not_neighbours_are_false(web: DemoWeb) -> None:
    english, german = _units(web, "en"), _units(web, "de")
    assert not _is_true(web, f"{english[0]} {english[2]}", f"{german[0]} {german[2]}")


def test_a_sentence_of_a_unit_that_has_as_many_in_both_languages_is_true(web: DemoWeb) -> None:
    english, italian = "If you are tired, do not drive.", "Se sei stanco, non guidare."
    assert web.is_translation(english, italian, source_language="en", target_language="it")


def test_lines_that_the_site_puts_around_texts_are_true(web: DemoWeb) -> None:
    assert _is_true(web, "Posted by marta_k, 2024-03-12 09:14", "Geschrieben von marta_k, 2024-03-12 09:14")
    assert _is_true(web, "Last updated: 2024-05-06", "Zuletzt geändert: 2024-05-06")
    assert not _is_true(web, "Last updated: 2024-05-06", "Zuletzt geändert: 2019-06-03")


def test_half_a_unit_is_false(web: DemoWeb) -> None:
    english, german = _units(web, "en", key="machines")[1], _units(web, "de", key="machines")[1]
    first_half = german.split(". ")[0] + "."
    assert _is_true(web, english, german)
    assert not _is_true(web, english, first_half)


def test_units_of_two_blocks_do_not_join(web: DemoWeb) -> None:
    first, second = (block.units for block in web.pages["ladders"].blocks[2:4])
    assert _is_true(web, first["en"][0], first["de"][0])
    assert not _is_true(web, f"{first['en'][0]} {second['en'][0]}", f"{first['de'][0]} {second['de'][0]}")


def test_unknown_texts_are_false(web: DemoWeb) -> None:
    assert not _is_true(web, "Nobody wrote this.", "Das hat niemand geschrieben.")
    assert not _is_true(web, "", "")


def test_page_pairs_are_the_same_page_in_two_languages_and_all_exist(web: DemoWeb) -> None:
    pairs = web.true_page_pairs("en", "pt")
    assert (f"{_WWW}/en/first-aid.html", f"{_WWW}/pt/primeiros-socorros.html") in pairs
    assert {url for pair in pairs for url in pair} <= set(web.urls())


def test_print_versions_pair_with_pages_and_with_print_versions(web: DemoWeb) -> None:
    pairs = web.true_page_pairs("de", "it")
    german = (f"{_WWW}/de/ladders.html", f"{_WWW}/de/print/ladders.html")
    italian = (f"{_WWW}/it/ladders.html", f"{_WWW}/it/print/ladders.html")
    assert {(left, right) for left in german for right in italian} <= pairs


def test_the_untranslated_page_counts_by_the_language_it_shows(web: DemoWeb) -> None:
    left, right = f"{_WWW}/de/accidents.html", f"{_WWW}/it/accidents.html"
    assert (left, right) not in web.true_page_pairs("de", "it")
    assert (left, right) in web.true_page_pairs("en", "it")


def test_the_older_edition_pairs_with_itself_only(web: DemoWeb) -> None:
    pairs = web.true_page_pairs("en", "de")
    assert (f"{_WWW}/en/noise-2019.html", f"{_WWW}/de/noise-2019.html") in pairs
    assert (f"{_WWW}/en/noise-2019.html", f"{_WWW}/de/noise.html") not in pairs
