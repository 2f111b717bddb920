"""Links between versions of a page: which language they name, and what pages that link to each other are worth."""

from __future__ import annotations

import pytest

from polytrawl.pair.pairers.links import Links
from polytrawl.pair.switches import named_languages
from polytrawl.records import Document, Link, Paragraph, Site, make_id

HOST = "http://a.test"


def page(path: str, language: str, links: dict[str, str] | None = None) -> Document:
    """A page with links, given as target and text."""
    url = HOST + path
    found = tuple(Link(source=url, target=HOST + target, anchor=text) for target, text in (links or {}).items())
    return Document(
        id=make_id("d", url), page=make_id("g", url), url=url, site="a.test", language=language, links=found,
        paragraphs=(Paragraph(text="Text."),),
    )  # fmt: skip


def pairs(*documents: Document, **options: float) -> dict[tuple[str, str], float]:
    paths = {one.id: one.url.removeprefix(HOST) for one in documents}
    found = Links(**options).candidates(Site(name="a.test", documents=documents))
    return {(min(a, b), max(a, b)): p for left, right, p in found for a, b in [(paths[left], paths[right])]}


@pytest.mark.parametrize(
    ("anchor", "language"),
    [
        ("Deutsch", "de"), ("DE", "de"), ("[de]", "de"), ("» Tedesco", "de"), ("allemand", "de"), ("Γερμανικά", "de"),
        ("немецкий", "de"), ("German version", "de"), ("In italiano", "it"), ("Auf Italienisch lesen", "it"),
        ("pt-BR", "pt"), ("it.png", "it"), ("flag_de.gif", "de"), ("de-flag.svg", "de"), ("italian.jpg", "it"),
        ("日本語", "ja"), ("ドイツ語", "de"), ("Español", "es"), ("英语", "en"),
    ],
)  # fmt: skip
def test_names_codes_and_flags_are_known_in_many_languages(anchor: str, language: str) -> None:
    assert language in named_languages(anchor)


@pytest.mark.parametrize(
    "anchor", ["", "Home", "it is safe", "Is it?", "logo.png", "German and Italian courses", "More about it", "next"]
)
def test_other_links_name_none(anchor: str) -> None:
    assert not named_languages(anchor)


def test_switch_links_are_claims_and_both_together_are_surer() -> None:
    one = pairs(page("/a", "de", {"/b": "Italiano"}), page("/b", "it"))
    both = pairs(page("/a", "de", {"/b": "Italiano"}), page("/b", "it", {"/a": "Deutsch"}))
    assert one == {("/a", "/b"): pytest.approx(0.85 * 0.95)}
    assert both == {("/a", "/b"): pytest.approx(0.98 * 0.95**2)}


def test_a_switch_that_leads_everybody_home_pairs_nobody_with_it() -> None:
    found = pairs(*(page(f"/d{n}", "de", {"/home": "Italiano"}) for n in range(10)), page("/home", "it"))
    assert max(found.values()) < 0.1


def test_a_switch_that_leads_home_does_not_pair_home_with_other_versions_either() -> None:
    found = pairs(
        *(page(f"/d{n}", "de", {"/home": "Italiano", f"/e{n}": "English"}) for n in range(10)),
        *(page(f"/e{n}", "en", {"/home": "Italiano", f"/d{n}": "Deutsch"}) for n in range(10)),
        page("/home", "it"),
    )
    assert {pair for pair, value in found.items() if value > 0.1} == {(f"/d{n}", f"/e{n}") for n in range(10)}


def test_a_link_that_names_another_language_than_the_page_has_is_worth_little() -> None:
    assert max(pairs(page("/a", "de", {"/b": "Français"}), page("/b", "it")).values()) < 0.1
    untranslated = pairs(page("/de/x", "de", {"/it/x": "Italiano"}), page("/it/x", "en", {"/de/x": "Deutsch"}))
    assert untranslated[("/de/x", "/it/x")] < 0.1


def test_pages_that_link_to_each_other_are_candidates_shared_among_rivals() -> None:
    left = page("/a", "de", {"/b": "hier", "/c": "dort"})
    assert pairs(page("/a", "de", {"/b": "hier"}), page("/b", "it", {"/a": "qui"})) == {("/a", "/b"): 0.6}
    assert pairs(left, page("/b", "it", {"/a": "qui"}), page("/c", "it")) == {("/a", "/b"): 0.3}
    assert pairs(page("/a", "de", {"/b": "x"}), page("/b", "it", {"/a": "x"}), unnamed=0.0) == {}


def test_links_within_a_language_say_nothing() -> None:
    assert pairs(page("/a", "de", {"/b": "Deutsch"}), page("/b", "de", {"/a": "Deutsch"})) == {}
