"""The walk, and what is made of its pages, over small wikis in memory."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import pytest

from polytrawl.bootstrap.base import Candidate, Facts, Member
from polytrawl.bootstrap.result import Bootstrap
from polytrawl.bootstrap.start import Options, bootstrap
from polytrawl.bootstrap.walk import walk
from polytrawl.errors import ConfigError
from support import Quiet, steps


class Memory:
    """A wiki in memory: categories by name, with `>` before subcategories; facts and texts by title."""

    def __init__(
        self,
        language: str,
        categories: Mapping[str, Sequence[str]] | None = None,
        facts: Mapping[str, Facts] | None = None,
        texts: Mapping[str, str] | None = None,
    ) -> None:
        self.language, self._categories, self._facts = language, categories or {}, facts or {}
        self._texts = texts or {}
        self.has_texts = bool(texts)
        self.visited: list[str] = []

    def category(self, name: str) -> str | None:
        return name if name in self._categories else None

    def candidates(self, word: str) -> list[Candidate]:
        return []

    def members(self, category: str, limit: int) -> list[Member]:
        self.visited.append(category)
        names = self._categories.get(category, ())[:limit]
        return sorted(Member(name.removeprefix(">"), name.startswith(">")) for name in names)

    def hidden(self, categories: Collection[str]) -> set[str]:
        return {name for name in categories if name.startswith("Hidden")}

    def facts(self, titles: Sequence[str], languages: Collection[str]) -> dict[str, Facts]:
        return {title: self._facts.get(title, Facts()) for title in titles if not title.startswith("Missing")}

    def texts(self, titles: Iterable[str]) -> Iterator[tuple[str, str]]:
        yield from ((title, self._texts[title]) for title in titles if title in self._texts)


class Editions:
    def __init__(self, *wikis: Memory) -> None:
        self._wikis = {wiki.language: wiki for wiki in wikis}

    def wiki(self, language: str) -> Memory | None:
        return self._wikis.get(language)

    def notes(self) -> list[str]:
        return []


def go(*wikis: Memory, **options: object) -> Bootstrap:
    languages = [wiki.language for wiki in wikis]
    return bootstrap("roses", languages, source=Editions(*wikis), options=Options(**options))


def link(**titles: str) -> Facts:
    return Facts(links=titles)


def test_each_category_is_visited_once_whatever_the_loops() -> None:
    wiki = Memory("en", {"a": [">a", ">b", ">c", "P"], "b": [">a", ">c", "Q", "P"], "c": [">b", ">a", "R", "Q"]})
    tree = walk(wiki, "a", depth=99, max_pages=100, progress=Quiet())
    assert wiki.visited == ["a", "b", "c"]
    assert [(page.title, page.depth, page.subtopic) for page in tree.pages] == [
        ("P", 0, "a"),
        ("Q", 1, "b"),
        ("R", 1, "c"),
    ]
    assert tree.is_whole


def test_the_walk_goes_as_deep_as_it_is_told() -> None:
    wiki = Memory("en", {str(n): [f">{n + 1}", f"P{n}"] for n in range(9)})
    assert len(walk(wiki, "0", depth=0, max_pages=100, progress=Quiet()).pages) == 1
    tree = walk(wiki, "0", depth=3, max_pages=100, progress=Quiet())
    assert [page.title for page in tree.pages] == ["P0", "P1", "P2", "P3"]
    assert [page.subtopic for page in tree.pages] == ["0", "1", "1", "1"]
    assert tree.is_whole


def test_half_a_million_pages_under_one_category_stop_at_the_guard() -> None:
    wiki = Memory("en", {"Science": [f"Page {n}" for n in range(500_000)] + [">More"]})
    tree = walk(wiki, "Science", depth=2, max_pages=1000, progress=Quiet())
    assert len(tree.pages) == 1000
    assert not tree.is_whole


def test_categories_without_pages_stop_at_the_guard_too() -> None:
    wiki = Memory("en", {str(n): [f">{2 * n}", f">{2 * n + 1}"] for n in range(1, 100_000)})
    tree = walk(wiki, "1", depth=99, max_pages=1000, progress=Quiet())
    assert (tree.categories, tree.is_whole) == (1000, False)
    assert tree.unvisited > 0


def test_the_walk_is_linear() -> None:
    def work(size: int) -> int:
        wiki = Memory("en", {str(n): [f">{n + 1}", ">0", *(f"P{n}-{m}" for m in range(9))] for n in range(size)})
        return steps(lambda: walk(wiki, "0", depth=10**6, max_pages=10**6, progress=Quiet()))

    assert work(400) < 5 * work(100)


def test_upkeep_categories_are_not_entered_and_listed() -> None:
    found = go(Memory("en", {"roses": [">Hidden stubs", "Rose"], "Hidden stubs": ["Stub"]}))
    assert [term.title for term in found.terms] == ["Rose"]
    assert [(one.title, one.reason) for one in found.excluded] == [("Category:Hidden stubs", "hidden-category")]


def test_what_is_a_name_in_english_is_one_in_german_too() -> None:
    en = Memory("en", {"roses": ["Rose Society", "Dog rose"]}, {"Rose Society": link(de="Rosengesellschaft")})
    found = go(en, Memory("de"))
    assert [term.title for term in found.terms] == ["Dog rose"]
    assert {(one.language, one.title, one.reason) for one in found.excluded} == {
        ("en", "Rose Society", "named-entity"),
        ("de", "Rosengesellschaft", "named-entity"),
    }


def test_capitals_of_german_nouns_are_no_names_and_other_languages_are_asked() -> None:
    facts = {
        "Wilde Rose": link(en="Wild rose", fr="Rose sauvage"),
        "Botanischer Garten": link(en="Kew Gardens", fr="Jardins de Kew"),
        "Alte Rosen Europas": Facts(),
    }
    found = go(Memory("de", {"roses": list(facts)}, facts), Memory("en"), Memory("fr"))
    assert {term.title for term in found.terms} == {"Wilde Rose", "Wild rose", "Rose sauvage", "Alte Rosen Europas"}
    assert {one.title for one in found.excluded} == {"Botanischer Garten", "Kew Gardens", "Jardins de Kew"}


def test_a_title_in_title_case_is_no_name_where_texts_write_it_small() -> None:
    wiki = Memory("en", {"roses": ["Garden Rose", "Rose Society"]}, texts={
        "Garden Rose": "Every garden rose is bred. This garden rose is red.",
        "Rose Society": "The Rose Society is old. We saw the Rose Society.",
    })  # fmt: skip
    found = go(wiki)
    assert [(term.text, term.frequency) for term in found.terms] == [("garden rose", 2)]
    assert [one.title for one in found.excluded] == ["Rose Society"]


def test_pages_of_one_name_are_one_term_and_the_other_is_listed() -> None:
    facts = {"Rose (plant)": link(de="Rosen"), "Rose (colour)": link(de="Rosa")}
    found = go(Memory("en", {"roses": list(facts)}, facts), Memory("de"))
    assert [term.text for term in found.terms_in("en")] == ["Rose"]
    assert [(one.title, one.reason) for one in found.excluded] == [("Rose (plant)", "same-term")]
    assert {(one.source, one.target) for one in found.translations} == {("Rose", "Rosen"), ("Rose", "Rosa")}


def test_two_languages_that_the_first_links_to_translate_each_other() -> None:
    en = Memory("en", {"roses": ["Dog rose"]}, {"Dog rose": link(de="Hundsrose", it="Rosa canina")})
    found = go(en, Memory("de"), Memory("it"))
    assert [(one.languages, one.source, one.target) for one in found.translations] == [
        (("en", "de"), "Dog rose", "Hundsrose"),
        (("en", "it"), "Dog rose", "Rosa canina"),
        (("de", "it"), "Hundsrose", "Rosa canina"),
    ]


def test_pages_that_do_not_exist_redirect_or_disambiguate_translate_nothing() -> None:
    links = {"A rose": link(de="Missing"), "B rose": link(de="Weg"), "C rose": link(de="Vieles")}
    de = Memory("de", facts={"Weg": Facts(redirects_to="Ziel"), "Vieles": Facts(is_disambiguation=True)})
    found = go(Memory("en", {"roses": list(links)}, links), de)
    assert found.translations == ()
    assert {one.title: one.reason for one in found.excluded} == {
        "Missing": "missing",
        "Weg": "redirect",
        "Vieles": "disambiguation",
    }


def test_seeds_count_pages_under_one_address_and_leave_the_wikis_own() -> None:
    links = [
        ["http://A.example:80/x#top", "//a.example/x?utm_source=w", "mailto:me@a.example", "not a url", ""],
        [
            "http://a.example/x",
            "http://a.example/x",
            "https://en.wikipedia.org/wiki/Rose",
            "https://commons.wikimedia.org/",
        ],
    ]
    facts = {f"Rose {n}": Facts(outside=outside) for n, outside in enumerate(links)}
    found = go(Memory("en", {"roses": list(facts)}, facts))
    assert [(seed.url, seed.count) for seed in found.seeds] == [("http://a.example/x", 2), ("https://a.example/x", 1)]


@pytest.mark.parametrize("languages", [[], ["en", "en"], ["en", "en-gb"]])
def test_languages_are_wanted_once_each(languages: list[str]) -> None:
    with pytest.raises(ConfigError, match="give each language once"):
        bootstrap("roses", languages, source=Editions(Memory("en", {"roses": ["Rose"]})))


def test_a_first_language_without_a_wiki_is_told() -> None:
    with pytest.raises(ConfigError, match="there is no Wikipedia in tlh"):
        bootstrap("roses", ["tlh", "en"], source=Editions(Memory("en", {"roses": ["Rose"]})))
