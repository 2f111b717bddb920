"""URL patterns: the examples of the papers, what is learned from sets of URLs, and what several sites know together."""

from __future__ import annotations

import json
from functools import partial

import pytest

from polytrawl.pair import api
from polytrawl.pair.api import url_patterns
from polytrawl.pair.counterparts import counterparts
from polytrawl.pair.pairers.urls import Urls
from polytrawl.pair.patterns import Pattern, bilingual_credibility, find_patterns, global_credibility, to_json
from polytrawl.records import Document, Paragraph, Site, make_id
from support import steps

pair = partial(api.pair, pairers=("links", "urls"))  # these pages all have the same text
AS_PUBLISHED = {"known": False, "min_pairs": 1}
TEXT = "Some words that stand for the main text of a page. " * 10


def page(url: str, language: str, site: str = "a.test") -> Document:
    url = url if "://" in url else f"http://{site}{url}"
    return Document(
        id=make_id("d", url),
        page=make_id("g", url),
        url=url,
        site=site,
        language=language,
        paragraphs=(Paragraph(text=TEXT),),
    )


def keys(documents: list[Document], **options: object) -> list[tuple[str, str]]:
    return [found.pattern.key for found in Urls(**options).patterns(documents)]


def urls(documents: list[Document], **options: object) -> set[tuple[str, str]]:
    by_id = {one.id: one.url for one in documents}
    site = Site(name="a.test", documents=tuple(documents))
    found = [(by_id[one.left], by_id[one.right]) for one in Urls(**options).candidates(site)]
    return {(min(one), max(one)) for one in found}


def test_the_pair_that_the_paper_shows_gives_the_pattern_it_names() -> None:
    legco = "http://www.legco.gov.hk/yr99-00/{}/fc/esc/e0.htm"
    documents = [page(legco.format("en"), "en"), page(legco.format("zh"), "zh")]
    assert keys(documents, **AS_PUBLISHED) == [("en", "zh")]
    assert urls(documents, **AS_PUBLISHED) == {(legco.format("en"), legco.format("zh"))}


def test_the_pattern_of_table_1_is_learned_and_makes_the_second_url_from_the_first() -> None:
    hidden = "http://www.fehd.gov.hk/{}/LLB_web/cagenda_20070904.htm"
    seen = "http://www.fehd.gov.hk/{}/LLB_web/agenda_{}.htm"
    documents = [
        page(seen.format(word, n), code) for word, code in (("english", "en"), ("tc_chi", "zh")) for n in "abc"
    ]
    patterns = [
        found.pattern for found in Urls(**AS_PUBLISHED).patterns([*documents, page(hidden.format("tc_chi"), "zh")])
    ]
    assert [one.key for one in patterns] == [("english", "tc_chi")]
    assert counterparts(hidden.format("tc_chi"), patterns) == [hidden.format("english")]


def test_parts_of_words_are_joined_to_one_pattern_that_wins_over_its_cases() -> None:
    documents = [page(f"/doc/{n}{mark}.htm", code) for n in range(20) for mark, code in (("e", "en"), ("c", "zh"))]
    assert keys(documents, **AS_PUBLISHED) == [("c", "e")]
    assert len(urls(documents)) == 20


@pytest.mark.parametrize(
    ("left", "right", "key"),
    [
        ("http://x.a.test/p{}", "http://y.a.test/p{}", ("x", "y")),
        ("/aa/p{}.html", "/bb/p{}.html", ("aa", "bb")),
        ("/p{}_aa.html", "/p{}_bb.html", ("aa", "bb")),
        ("/p{}.aa.html", "/p{}.bb.html", ("aa", "bb")),
        ("/p{}.html?l=1", "/p{}.html?l=2", ("1", "2")),
        ("/aa/p{}.aa.html", "/bb/p{}.bb.html", ("aa", "bb")),
        ("/p{}.html", "/qq/p{}.html", ("", "/qq")),
        ("/p{}.html", "/p{}.html?v=qq", ("", "?v=qq")),
    ],
)
def test_patterns_of_no_known_name_are_learned_in_every_place(left: str, right: str, key: tuple[str, str]) -> None:
    documents = [page(form.format(n), code) for n in range(4) for form, code in ((left, "de"), (right, "it"))]
    assert keys(documents) == [key]
    assert len(urls(documents)) == 4


def test_several_languages_give_a_pattern_for_every_two() -> None:
    documents = [page(f"/{mark}/{n}", code) for n in range(3) for mark, code in (("u", "de"), ("v", "en"), ("w", "it"))]
    assert sorted(keys(documents)) == [("u", "v"), ("u", "w"), ("v", "w")]
    assert len(urls(documents)) == 9


def test_untranslated_pages_under_the_name_of_another_language_do_not_take_the_place_of_the_originals() -> None:
    names = [("de", "de", 8), ("en", "en", 8), ("pt", "en", 9)]  # /pt/ has a page more, which must not decide
    documents = [page(f"/{name}/{n}.html", code) for name, code, pages in names for n in range(pages)]
    documents.append(page("/de/8.html", "de"))
    right = {(f"http://a.test/de/{n}.html", f"http://a.test/en/{n}.html") for n in range(8)}
    assert urls(documents) == right
    by_size = {(f"http://a.test/de/{n}.html", f"http://a.test/pt/{n}.html") for n in range(9)}
    assert urls(documents, **AS_PUBLISHED) == by_size


def test_local_credibility_is_the_share_of_pages_matched_and_rules_out_weak_patterns() -> None:
    matched = [page(f"/{mark}/{n}", code) for n in range(2) for mark, code in (("u", "de"), ("v", "it"))]
    others = [page(f"/other/{'abcdefghijklmnopqrstuvwxyz'[n % 26]}{n}/z", "de") for n in range(36)]
    [found] = [one for one in find_patterns([*matched, *others]) if one.pattern.key == ("u", "v")]
    assert (found.pattern.pages, found.pattern.credibility) == (4, 0.1)
    assert ("u", "v") not in keys([*matched, *others])  # not above .1
    assert keys([*matched, *others[1:]]) == [("u", "v")]
    assert bilingual_credibility([found.pattern]) == 0.1


def test_urls_of_chance_are_believed_only_as_published() -> None:
    documents = [page("/a.html", "de"), page("/b.html", "it")]
    assert urls(documents) == set()
    assert len(urls(documents, **AS_PUBLISHED)) == 1


def weak_site(name: str) -> list[Document]:
    matched = [page(f"/{mark}/1", code, name) for mark, code in (("u", "de"), ("v", "it"))]
    return [*matched, *(page(f"/other{n}/{n}/z", "de", name) for n in range(40))]


def strong_site(name: str) -> list[Document]:
    return [page(f"/{mark}/{n}", code, name) for n in range(5) for mark, code in (("u", "de"), ("v", "it"))]


def test_a_weak_pattern_is_rescued_by_its_credibility_on_other_sites() -> None:
    weak, strong = weak_site("w.test"), strong_site("s.test")
    assert pair(weak) == []
    assert len(pair([*weak, *strong])) == 6
    assert len(pair([*weak, *weak_site("x.test")])) == 0


def test_global_credibility_sums_over_sites_and_is_a_list_in_json() -> None:
    sites = [[found.pattern for found in find_patterns(site)] for site in (weak_site("w.test"), strong_site("s.test"))]
    credibility = global_credibility(sites)
    assert credibility["u", "v"] == pytest.approx(2 / 42 * 2 + 1.0 * 10)
    assert json.loads(to_json(credibility))[0] == {"pattern": ["u", "v"], "credibility": pytest.approx(10.095238)}


def test_the_patterns_of_documents_of_several_sites_can_be_had_at_once() -> None:
    assert url_patterns([*strong_site("s.test"), *strong_site("t.test"), *weak_site("w.test")]) == {("u", "v"): 20.0}


def pattern(left: str, right: str, *, is_token: bool = True) -> Pattern:
    return Pattern(
        left=left, right=right, left_language="de", right_language="it", is_token=is_token, is_known=True, pages=2,
        agreement=1.0, credibility=1.0,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("url", "one", "made"),
    [
        ("http://a.test/de/x.de.html", pattern("de", "it"), "http://a.test/it/x.it.html"),
        ("http://a.test/d0.htm", pattern("d", "i", is_token=False), "http://a.test/i0.htm"),
        ("http://a.test/x.html", pattern("", "/it"), "http://a.test/it/x.html"),
        ("http://a.test/it/x.html", pattern("", "/it"), "http://a.test/x.html"),
        ("http://a.test/x.html?a=1", pattern("", ".it"), "http://a.test/x.it.html?a=1"),
        ("http://a.test/x.html", pattern("", "_it"), "http://a.test/x_it.html"),
        ("http://a.test/b/x.html", pattern("", "it_"), "http://a.test/b/it_x.html"),
        ("http://a.test/x.html", pattern("", "?lang=it"), "http://a.test/x.html?lang=it"),
        ("http://a.test/x?id=3", pattern("", "&lang=it"), "http://a.test/x?id=3&lang=it"),
        ("http://a.test/x", pattern("", "it."), "http://it.a.test/x"),
        ("http://a.test/", pattern("", "/it"), "http://a.test/it/"),
    ],
)
def test_counterparts_follow_the_pattern(url: str, one: Pattern, made: str) -> None:
    assert made in counterparts(url, [one])


def test_a_pattern_that_does_not_apply_makes_nothing() -> None:
    assert counterparts("http://a.test/garden/x.html", [pattern("de", "it")]) == []


def test_work_grows_with_the_urls_not_with_their_square() -> None:
    def work(size: int) -> int:
        marked = [page(f"/{code}/chapter-{n % 97}/page-{n}.html", code) for n in range(size) for code in ("de", "it")]
        opaque = [page(f"/p/{make_id('x', str(n))}.html", ("de", "it")[n % 2]) for n in range(size)]
        return steps(lambda: find_patterns([*marked, *opaque]))

    assert work(800) < 6 * work(200)  # four times the pages; squared it would be 16
