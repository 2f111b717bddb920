"""One site in several languages under several domains, and sites that merely link to each other."""

from __future__ import annotations

import time

import pytest

from polytrawl.pair import api
from polytrawl.pair.namesakes import paths_of
from polytrawl.pair.sisters import Tie, Told, joined_sites, told_by
from polytrawl.records import Document, Link, Paragraph, make_id
from polytrawl.urls import site_of

WORDS = ("mill", "flour", "stone", "wheel", "river", "grain")
DOMAINS = {"de": "company.de", "it": "company.it"}


def page(site: str, path: str, language: str, links: tuple[Link, ...] = (), **more: tuple[Link, ...]) -> Document:
    url = f"http://{site}{path}"
    number = int(path.strip("/deit") or 0)  # the subject of the page
    text = [f"{language}{n} {WORDS[number % 6]} {2000 + number}" for n in range(4)]
    return Document(
        id=make_id("d", url), page=make_id("g", url), url=url, site=site_of(url), language=language, links=links,
        paragraphs=tuple(Paragraph(text=one * 3) for one in text), **more,
    )  # fmt: skip


def hreflang(target: str, code: str) -> Link:
    return Link(source="", target=target, hreflang=code)


def anchor(target: str, text: str) -> Link:
    return Link(source="", target=target, anchor=text)


def company(kind: str) -> list[Document]:
    """A company with a German and an Italian domain, six pages each, whose paths are translated."""
    found = []
    for own, other, name in (("de", "it", "Italiano"), ("it", "de", "Deutsch")):
        for number in range(6):
            there = f"http://{DOMAINS[other]}/{other}{number * 7}"
            path = f"/{own}{number * 7}"
            if kind == "hreflang":
                found.append(page(DOMAINS[own], path, own, alternates=(hreflang(there, other),)))
            elif kind == "switch":
                found.append(page(DOMAINS[own], path, own, (anchor(there, name),)))
            else:  # the switch leads to the front page
                found.append(page(DOMAINS[own], path, own, (anchor(f"http://{DOMAINS[other]}/", name),)))
    return found


def sites_of(documents: list[Document]) -> dict[str, Told]:
    by_site: dict[str, list[Document]] = {}
    for one in documents:
        by_site.setdefault(one.site, []).append(one)
    return {site: told_by(site, own) for site, own in by_site.items()}


@pytest.mark.parametrize("kind", ["hreflang", "switch", "home"])
def test_domains_that_name_each_other_for_their_languages_are_one_site(kind: str) -> None:
    assert joined_sites(sites_of(company(kind))) == {"company.it": "company.de"}


@pytest.mark.parametrize("kind", ["hreflang", "switch"])
def test_pages_of_two_domains_are_paired(kind: str) -> None:
    found = api.pair(company(kind), ("de", "it"))
    assert {(one.left.url, one.right.url) for one in found} == {
        (f"http://company.de/de{n * 7}", f"http://company.it/it{n * 7}") for n in range(6)
    }


def test_without_links_that_name_a_language_nothing_is_joined() -> None:
    plain = [
        page("company.de", "/de1", "de", (anchor("http://company.it/it1", "our friends"),)),
        page("company.it", "/it1", "it", (anchor("http://company.de/de1", "i nostri amici"),)),
    ]
    assert joined_sites(sites_of(plain)) == {}


def same_paths(sites: dict[str, str], paths: int = 6) -> list[Document]:
    """Sites, each in its language, whose pages have the same paths and no links."""
    return [page(site, f"/{n * 7}", code) for site, code in sites.items() for n in range(1, paths + 1)]


@pytest.mark.parametrize(
    ("left", "right"),
    [("company.de", "company.it"), ("company.co.uk", "company.it"), ("company-de.com", "company-it.com")],
)
def test_domains_that_differ_in_one_place_are_one_site_where_their_pages_have_the_same_paths(
    left: str, right: str
) -> None:
    documents = same_paths({left: "de", right: "it"})
    assert joined_sites(sites_of(documents)) == {right: left}
    found = api.pair(documents, ("de", "it"))
    assert {(one.left.url, one.right.url) for one in found} == {
        (f"http://{left}/{n * 7}", f"http://{right}/{n * 7}") for n in range(1, 7)
    }


@pytest.mark.parametrize(
    "sites",
    [
        {"company.de": "de", "firm.it": "it"},  # other names
        {"company.de": "de", "company.it": "de"},  # a copy in the same language
        {"my-company.de": "de", "the-company.it": "it"},  # two places differ
    ],
)
def test_the_same_paths_alone_join_nothing(sites: dict[str, str]) -> None:
    assert joined_sites(sites_of(same_paths(sites))) == {}


def test_namesakes_that_share_few_paths_are_strangers() -> None:
    documents = same_paths({"company.de": "de", "company.it": "it"}, 3)
    own = [page(site, f"/{n}", code) for site, code, n in (("company.de", "de", 700), ("company.it", "it", 900))]
    more = [page(one.url[7:].partition("/")[0], f"/{int(one.url.rpartition('/')[2]) + n}", one.language or "")
            for one in own for n in range(20)]  # fmt: skip
    assert joined_sites(sites_of([*documents, *more])) == {}
    assert joined_sites(sites_of(documents)) == {"company.it": "company.de"}
    assert joined_sites(sites_of(same_paths({"company.de": "de", "company.it": "it"}, 2))) == {}


def test_of_large_sites_some_paths_are_enough() -> None:
    urls = [[f"http://company.{code}/p{n}" for n in range(5000)] for code in ("de", "it")]
    some = [f"http://company.fr/p{n}" for n in range(4000, 9000)]  # a fifth of them
    told = {f"company.{code}": Told([code], 5000, {}, paths_of(own))
            for code, own in zip(("de", "it", "fr"), (*urls, some), strict=True)}  # fmt: skip
    assert joined_sites(told) == {"company.it": "company.de"}
    assert max(len(own.paths) for own in told.values()) < 300


def test_a_site_is_not_joined_with_all_that_it_links_to() -> None:
    everywhere = tuple(anchor(f"http://other{n}.test/", "English") for n in range(50))
    hub = [page("hub.de", f"/{n}", "de", everywhere) for n in range(6)]
    others = [page(f"other{n}.test", f"/{m}", "en") for n in range(50) for m in range(3)]
    assert joined_sites(sites_of([*hub, *others])) == {}


def test_a_list_of_versions_elsewhere_on_one_page_joins_nothing() -> None:
    many = tuple(hreflang(f"http://other.test/{n}", "en") for n in range(3))
    own = [page("hub.de", f"/{n}", "de", many if n == 0 else ()) for n in range(30)]
    assert joined_sites(sites_of([*own, *(page("other.test", f"/{n}", "en") for n in range(3))])) == {}


def test_versions_that_only_one_side_names_page_by_page_join() -> None:
    own = [page("a.de", f"/{n}", "de", alternates=(hreflang(f"http://b.test/{n}", "en-GB"),)) for n in range(6)]
    others = [page("b.test", f"/{n}", "en") for n in range(6)]
    assert joined_sites(sites_of([*own, *others])) == {"b.test": "a.de"}


def test_a_site_without_pages_in_the_language_it_is_named_for_is_not_joined() -> None:
    told = sites_of(company("hreflang"))
    told["company.it"].languages = ["fr"]
    told["company.de"].languages = ["fr"]
    assert joined_sites(told) == {}


def test_three_domains_are_joined_along_their_ties() -> None:
    ring = {"a.de": ("de", "b.it", "it"), "b.it": ("it", "c.fr", "fr"), "c.fr": ("fr", "a.de", "de")}
    told = {site: Told([own], 10, {other: Tie([language], 10, 10)}) for site, (own, other, language) in ring.items()}
    assert joined_sites(told) == {"b.it": "a.de", "c.fr": "a.de"}


def test_many_sites_take_time_by_their_ties() -> None:
    told = {f"s{n}.test": Told(["de"], 5, {f"s{n + 1}.test": Tie(["de"], 5, 5)}) for n in range(20_000)}
    began = time.process_time()
    assert len(joined_sites(told)) == 19_999
    assert time.process_time() - began < 2  # all with all would be 400 million
