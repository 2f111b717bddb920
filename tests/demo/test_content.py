"""The texts of the demo web are complete, of the promised size, and on topic where they say so."""

import csv
import re
from collections import defaultdict

import pytest

from polytrawl.demo import DemoWeb
from polytrawl.demo.content import DemoPage

_FEWEST_WORDS, _MOST_WORDS = 80, 250
_FEWEST_TERMS = 3


def _text(page: DemoPage, language: str) -> str:
    return " ".join([page.title[language], *(" ".join(block.units[language]) for block in page.blocks)])


def _texts(web: DemoWeb, *kinds: str) -> list[tuple[DemoPage, str, str]]:
    pages = [page for page in web.pages.values() if page.kind in kinds]
    return [(page, language, _text(page, language)) for page in pages for language in page.languages]


def _terms_found(web: DemoWeb, language: str, text: str) -> set[str]:
    with web.topic_file.open(encoding="utf-8", newline="") as file:
        terms = [row["term"] for row in csv.DictReader(file, delimiter="\t") if row["language"] == language]
    return {term for term in terms if re.search(rf"\b{re.escape(term)}\b", text, re.IGNORECASE)}


def test_articles_threads_and_corner_pages_have_80_to_250_words(web: DemoWeb) -> None:
    for page, language, text in _texts(web, "article", "forum", "corner", "edition"):
        assert _FEWEST_WORDS <= len(text.split()) <= _MOST_WORDS, (page.key, language)


def test_fourteen_articles_are_complete_in_three_languages_and_five_also_in_portuguese(web: DemoWeb) -> None:
    languages = [page.languages for page in web.pages.values() if page.kind == "article"]
    assert sum({"en", "de", "it"} <= set(found) for found in languages) == 14
    assert sum("pt" in found for found in languages) == 5


def test_one_article_is_missing_in_italian_and_one_is_untranslated_in_german(web: DemoWeb) -> None:
    articles = [page for page in web.pages.values() if page.kind == "article"]
    assert [page.key for page in articles if "it" not in page.addresses] == ["young-workers"]
    assert [page.key for page in articles if page.untranslated] == ["accidents"]


def test_about_a_third_of_the_articles_declare_no_counterparts(web: DemoWeb) -> None:
    articles = [page for page in web.pages.values() if page.kind == "article"]
    assert sum(not page.hreflang for page in articles) / len(articles) == pytest.approx(1 / 3, abs=0.05)


def test_every_unit_has_all_languages_of_its_page_and_is_never_empty(web: DemoWeb) -> None:
    for page in web.pages.values():
        assert set(page.description) == set(page.languages)
        for block in page.blocks:
            assert set(block.units) == set(page.languages)
            assert all(text == text.strip() != "" for texts in block.units.values() for text in texts)


def test_no_unit_is_repeated_on_two_pages_except_by_the_older_edition(web: DemoWeb) -> None:
    homes = defaultdict(set)
    for page in web.pages.values():
        if page.kind != "edition":
            for language in page.languages:
                units = [unit for block in page.blocks for unit in block.units[language]]
                for unit in [*units, page.description[language]]:
                    homes[language, unit].add(page.key)
    assert [unit for unit, keys in homes.items() if len(keys) > 1] == []


def test_the_older_edition_differs_in_one_unit(web: DemoWeb) -> None:
    new, old = web.pages["noise"], web.pages["noise-2019"]
    for language in new.languages:
        left = {unit for block in new.blocks for unit in block.units[language]}
        right = {unit for block in old.blocks for unit in block.units[language]}
        assert (len(left - right), len(right - left)) == (1, 1)


def test_pages_on_topic_hold_at_least_three_terms_in_each_language(web: DemoWeb) -> None:
    for page, language, text in _texts(web, "home", "article", "forum", "edition"):
        assert page.on_topic
        assert len(_terms_found(web, language, text)) >= _FEWEST_TERMS, (page.key, language)


def test_pages_off_topic_hold_at_most_one_term(web: DemoWeb) -> None:
    for page, language, text in _texts(web, "corner", "legal"):
        assert not page.on_topic
        assert len(_terms_found(web, language, text)) <= 1, (page.key, language)
