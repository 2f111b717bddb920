"""One site in several languages under several domains, and sites that merely link to each other."""

from __future__ import annotations

import time

import pytest

from polytrawl.pair import api
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
