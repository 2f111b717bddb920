"""Where translations may be that no link leads to."""

from __future__ import annotations

import pytest

from polytrawl.pair.deep import Rule, promises, rules
from polytrawl.pair.markers import renamed
from polytrawl.pair.pairers.urls import Urls
from polytrawl.pair.survey import PATTERNS, RESCUE, Pages, pair_key, survey_patterns
from polytrawl.records import Document
from support import steps


def page(url: str, language: str, site: str = "a.test") -> Document:
    return Document(id=f"d-{url}", page="", url=url, site=site, language=language)


def site(*shapes: tuple[str, str], pages: int = 6, name: str = "a.test") -> list[Document]:
    """Pages of some languages, each with the shape of its addresses."""
    return [page(f"http://{name}{shape.format(n=n)}", code, name) for shape, code in shapes for n in range(pages)]


def promised(documents: list[Document], *languages: str) -> dict[str, str]:
    """The addresses that are promised on a site without pairs, and their languages."""
    found = survey_patterns(Urls(), Pages({"a.test": documents}, {}, languages)).promises
    return {one.url.removeprefix("http://"): one.language for one in found}


@pytest.mark.parametrize(
    ("marker", "old", "new", "expected"),
    [
        ("de", "de", "it", ["it"]),
        ("EN", "en", "it", ["IT"]),
        ("en-us", "en", "it", ["it-it"]),
        ("/de", "de", "fr", ["/fr"]),
        ("ger", "de", "fr", ["fre", "fra"]),
        ("ger", "de", "it", ["ita"]),
        ("english", "en", "it", ["italian", "italiano"]),
        ("deutsch", "de", "it", ["italiano"]),
        ("www", "en", "it", []),
        ("de", "de", "xx", []),
        ("it", "de", "fr", []),
    ],
)
def test_a_marker_names_another_language_in_its_own_manner(marker: str, old: str, new: str, expected: list[str]):
    assert renamed(marker, old, new) == expected


@pytest.mark.parametrize(
    ("shapes", "expected"),
    [
        ((("/en/{n}.html", "en"), ("/de/{n}.html", "de")), "a.test/it/0.html"),
        ((("/{n}.en.html", "en"), ("/{n}.de.html", "de")), "a.test/0.it.html"),
        ((("/{n}?lang=en", "en"), ("/{n}?lang=de", "de")), "a.test/0?lang=it"),
        ((("/{n}.html", "en"), ("/de/{n}.html", "de")), "a.test/it/0.html"),
        ((("/{n}", "en"), ("/{n}?lang=de", "de")), "a.test/0?lang=it"),
        ((("/english/{n}.html", "en"), ("/deutsch/{n}.html", "de")), "a.test/italiano/0.html"),
        ((("/en/{n}.en.html", "en"), ("/de/{n}.de.html", "de")), "a.test/it/0.it.html"),
    ],
)
def test_pages_in_two_languages_teach_where_a_third_may_be(shapes: tuple[tuple[str, str], ...], expected: str):
    assert promised(site(*shapes), "en", "de", "it")[expected] == "it"


def test_a_pattern_gives_the_counterparts_of_the_pages_that_it_did_not_match():
    documents = site(("/e{n}.htm", "en"), ("/c{n}.htm", "zh"))[:-1]
    assert promised(documents, "en", "zh") == {"a.test/c5.htm": "zh"}


@pytest.mark.parametrize(
    ("shape", "expected"),
    [("/de/{n}.html", "a.test/0.html"), ("/{n}.de.html", "a.test/0.html"), ("/{n}?lang=de", "a.test/0")],
)
def test_a_language_of_which_nothing_is_known_may_need_no_marker(shape: str, expected: str):
    documents = site((shape, "de"))
    assert promised(documents, "de", "en")[expected] == "en"
    assert expected not in promised([*documents, page("http://a.test/somewhere", "en")], "de", "en")


def test_a_page_that_has_its_partner_promises_nothing():
    documents = site(("/en/{n}.html", "en"))
    partners = {document.id: {"it"} for document in documents[1:]}
    one, other = survey_patterns(Urls(), Pages({"a.test": documents}, partners, ("en", "it"))).promises
    assert (one.url, one.source, one.language) == ("http://a.test/it/0.html", "http://a.test/en/0.html", "it")
    assert (other.url, other.source) == ("http://a.test/0.html", "http://a.test/en/0.html")


def test_addresses_stay_on_the_sites_of_the_run():
    documents = [page(f"http://firma.de/{n}.html", "de", "firma.de") for n in range(5)]
    survey = survey_patterns(Urls(), Pages({"firma.de": documents}, {}, ("de", "it")))
    assert survey.promises == []
    both = {"firma.de": documents, "firma.it": [page("http://firma.it/0.html", "it", "firma.it")]}
    survey = survey_patterns(Urls(), Pages(both, {}, ("de", "it")))
    assert "http://firma.it/1.html" in {one.url for one in survey.promises}


def test_of_many_rules_a_page_gets_no_more_than_a_few_tries():
    documents = site(("/en/x/en/y/en/z/en/{n}.html", "en"))
    made = list(promises(documents, [Rule("en", "it", True, "en", "it")], {}, {"a.test"}))
    assert len(made) == 3 * len(documents)
    assert len({one.rule for one in made}) == 3


def test_languages_that_nobody_asked_for_are_not_looked_for():
    documents = site(("/en/{n}.html", "en"), ("/de/{n}.html", "de"))
    assert {rule.target for rule in rules(documents, [], [], ("en", "de"))} == {"en", "de"}


def test_a_weak_pattern_that_other_sites_rescue_is_told_apart():
    strong = {f"s{n}.test": site(("/v1/{n}", "en"), ("/v2/{n}", "it"), name=f"s{n}.test") for n in range(3)}
    weak = [*site(("/v1/{n}", "en"), ("/v2/{n}", "it"), pages=1), *site(("/other/{n}", "en"), pages=60)]
    survey = survey_patterns(Urls(), Pages({**strong, "a.test": weak}, {}, ("en", "it")))
    assert survey.sources[pair_key("d-http://a.test/v2/0", "d-http://a.test/v1/0")] == RESCUE
    assert survey.sources[pair_key("d-http://s1.test/v1/0", "d-http://s1.test/v2/0")] == PATTERNS
    best = survey.patterns[0]
    assert (best.sites, best.pairs) == (4, 19)


def test_work_grows_with_the_pages_and_no_faster():
    def work(pages: int) -> int:
        documents = site(("/en/{n}/page-{n}.html", "en"), ("/de/{n}/page-{n}.html", "de"), pages=pages)
        return steps(lambda: survey_patterns(Urls(), Pages({"a.test": documents}, {}, ("en", "de", "it"))))

    assert work(800) < 6 * work(200)  # four times the pages; squared it would be 16
