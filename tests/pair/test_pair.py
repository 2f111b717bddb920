"""Hand-made sites: which pages are pairs, on what evidence, and who loses."""

from __future__ import annotations

import pickle
import time
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.options import Context, build, resolve
from polytrawl.pair import api
from polytrawl.pair.base import Pairer
from polytrawl.pair.stage import Pair
from polytrawl.plugin import find, load_installed, names
from polytrawl.records import Document, Image, Link, PagePair, Paragraph, Site, make_id

load_installed()

HOST = "http://a.test"
pair = partial(api.pair, pairers=("links", "urls"))  # these pages all have the same text
TEXT = "Some words that stand for the main text of a page. " * 10


def page(path: str, language: str | None, alternates: dict[str, str] | None = None, text: str = TEXT) -> Document:
    url = path if "://" in path else HOST + path
    links = tuple(Link(source=url, target=HOST + target, hreflang=code) for code, target in (alternates or {}).items())
    return Document(
        id=make_id("d", url), page=make_id("g", url), url=url, site="a.test", language=language, alternates=links,
        links=(Link(source=url, target=HOST),), images=(Image(file_name="a.png"),),
        paragraphs=(Paragraph(text=text), Paragraph(text="Menu", reason="boilerplate")),
    )  # fmt: skip


def paths(pairs: list[PagePair]) -> set[tuple[str, str]]:
    return {(one.left.url.removeprefix(HOST), one.right.url.removeprefix(HOST)) for one in pairs}


def evidence(one: PagePair) -> dict[str, float]:
    return {score.name: score.value for score in one.evidence}


def test_pages_that_name_each_other_are_more_probable_than_those_named_by_one() -> None:
    mutual = pair([page("/a", "de", {"de": "/a", "it": "/b"}), page("/b", "it", {"de": "/a"})])
    one_sided = pair([page("/a", "de", {"it": "/b"}), page("/b", "it")])
    assert paths(mutual) == paths(one_sided) == {("/a", "/b")}
    assert mutual[0].probability > one_sided[0].probability
    assert evidence(mutual[0]) == {"links": 0.98}


def test_region_codes_match_and_the_default_is_ignored() -> None:
    found = pair([page("/a", "de", {"it-CH": "/b", "x-default": "/c"}), page("/b", "it"), page("/c", "en")])
    assert paths(found) == {("/a", "/b")}


def test_a_third_page_can_tell_of_two_others() -> None:
    found = pair([page("/a", "en", {"de": "/b", "it": "/c"}), page("/b", "de"), page("/c", "it")])
    assert paths(found) == {("/b", "/a"), ("/a", "/c"), ("/b", "/c")}


def test_a_home_page_named_by_all_pages_is_nobodys_translation() -> None:
    pages = [page(f"/d{n}", "de", {"it": "/home"}) for n in range(5)]
    assert pair([*pages, page("/home", "it")]) == []


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("/de/x.html", "/it/x.html"),
        ("/x.de.html", "/x.it.html"),
        ("/x_de.html", "/x_it.html"),
        ("/de_x.html", "/it_x.html"),
        ("/x-ger-1.html", "/x-ita-1.html"),
        ("/x?id=3&lang=de", "/x?id=3&lang=it"),
        ("/x?lang=de-CH", "/x?lang=it"),
        ("/deutsch/x.html", "/italiano/x.html"),
        ("/german/x.html", "/italian/x.html"),
        ("/de-ch/x.html", "/it_CH/x.html"),
        ("/DE/x.html", "/IT/x.html"),
        ("/de/x.de.html", "/it/x.it.html"),
        ("http://de.a.test/x", "http://it.a.test/x"),
        ("http://www.a.test/de/x", "https://a.test/it/x"),
        ("/x.html", "/it/x.html"),
        ("/x.html", "/x.it.html"),
        ("/x.html", "/x_it.html"),
        ("/x?id=3", "/x?lang=it&id=3"),
        ("/x?id=3", "/x?id=3&lang=it"),
        ("/", "/it/"),
        ("/", "/it/index.html"),
        ("http://a.test/x", "http://it.a.test/x"),
        ("/de/x.html", "/x.html"),
    ],
)
def test_urls_that_differ_in_a_language_marker_are_pairs(left: str, right: str) -> None:
    others = [page("/de/y.html", "de"), page("/it/z.html", "it")]
    found = pair([page(left, "de"), page(right, "it"), *others], ["de", "it"])
    assert len(found) == 1
    assert (found[0].left.language, found[0].right.language) == ("de", "it")
    assert set(evidence(found[0])) == {"urls"}


@pytest.mark.parametrize(
    ("left", "right"), [("/a.html", "/b.html"), ("/de/a.html", "/it/b.html"), ("/x1.html", "/x2.html")]
)
def test_other_urls_are_no_pairs(left: str, right: str) -> None:
    assert pair([page(left, "de"), page(right, "it")]) == []


def test_an_untranslated_page_does_not_take_the_place_of_the_original() -> None:
    names_all = {"en": "/en/x.html", "de": "/de/x.html", "it": "/it/x.html"}
    site = [
        page("/de/x.html", "en", names_all),
        page("/en/x.html", "en", names_all),
        page("/it/x.html", "it", names_all),
    ]
    assert paths(pair(site, ["en", "it", "de"])) == {("/en/x.html", "/it/x.html")}
    assert paths(pair(site[:2], ["en", "it", "de"])) == set()


def test_a_missing_page_leaves_the_others_as_they_are() -> None:
    site = [page(f"/{code}/{name}.html", code) for name in "xy" for code in ("de", "en", "it")]
    found = paths(pair([one for one in site if not one.url.endswith("/it/y.html")], ["en", "de", "it"]))
    assert found == {
        ("/en/x.html", "/de/x.html"),
        ("/en/x.html", "/it/x.html"),
        ("/de/x.html", "/it/x.html"),
        ("/en/y.html", "/de/y.html"),
    }


def test_a_page_has_one_partner_per_language_and_links_and_urls_together_win() -> None:
    site = [page("/de/x.html", "de", {"it": "/it/x.html"}), page("/it/x.html", "it"), page("/x.html", "it")]
    [found] = pair(site)
    assert found.right.url == HOST + "/it/x.html"
    assert set(evidence(found)) == {"links", "urls"}
    assert found.probability == pytest.approx(1 - 0.15 * 0.1)


def test_texts_of_unlike_length_are_less_probable_and_at_last_no_pair() -> None:
    full, half, stub = (pair([page("/de/x", "de"), page("/it/x", "it", text=TEXT[:size])]) for size in (500, 180, 20))
    assert full[0].grade == "parallel"
    assert half[0].grade == "comparable"
    assert full[0].probability > half[0].probability
    assert stub == []


def test_left_is_the_language_named_earlier() -> None:
    site = [page("/de/x", "de"), page("/it/x", "it")]
    assert [one.left.language for one in pair(site, ["it", "de"])] == ["it"]
    assert [one.left.language for one in pair(site)] == ["de"]


def test_off_topic_documents_take_part_and_others_do_not() -> None:
    stage = Pair(languages=("de", "it"), pairers=())
    assert stage.key(page("/a", "de").but("off-topic")) == "a.test"
    assert stage.key(page("/a", "fr")) is None
    assert stage.key(page("/a", None)) is None
    assert stage.key(page("/a", "de", text=" ")) is None


def test_pairs_carry_what_alignment_needs_and_no_more() -> None:
    [found] = pair([page("/de/x", "de"), page("/it/x", "it")])
    assert (found.left.links, found.left.images, found.left.alternates) == ((), (), ())
    assert [one.text for one in found.left.paragraphs] == [TEXT]
    assert found.id == make_id("p", found.left.id, found.right.id)


def test_a_pairer_gets_the_fields_it_needs() -> None:
    class Needy(Pairer):
        needs = ("links",)

    projected = Pair(languages=("de",), pairers=(Needy(),)).project(page("/a", "de"))
    assert projected.links
    assert not projected.images


SITE = [page(f"/{code}/{n}.html", code, {"de": f"/de/{n}.html"}) for n in range(3) for code in ("de", "en", "it")]


@given(st.permutations(SITE))
def test_the_order_of_documents_does_not_matter(documents: list[Document]) -> None:
    assert pair(documents) == pair(SITE)


CODES = ["de", "en", "it", "fr"]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["/de/x", "/x", "/it/x", "/x.en", "/x?l=de", "/de/it/x", "/en"]), st.sampled_from(CODES)
        ),
        max_size=8,
    )
)
def test_no_document_has_two_partners_in_one_language(drawn: list[tuple[str, str]]) -> None:
    site = list({path: page(path, language) for path, language in drawn}.values())
    partners = [(one.left.id, one.right.language) for one in pair(site)] + [
        (one.right.id, one.left.language) for one in pair(site)
    ]
    assert len(partners) == len(set(partners))
    assert all(one.left.language != one.right.language for one in pair(site))


def make(name: str) -> Pairer:
    cls = find(Pairer, name)
    return build(cls, pickle.loads(pickle.dumps(resolve(cls, {}, where="pair.pairers", context=Context()))))


@pytest.mark.parametrize("name", names(Pairer))
def test_every_pairer_keeps_its_contract(name: str) -> None:
    assert list(make(name).candidates(Site(name="a.test", documents=()))) == []
    broken = Document(id="d-1", page="", url="\udcff://%zz/%ff?=&de=&&", site="a.test", language="de")
    site = Site(name="a.test", documents=(*SITE, broken))
    found = list(make(name).candidates(site))
    known = {one.id for one in site.documents}
    assert found == list(make(name).candidates(site))
    assert all({one.left, one.right} <= known and one.left != one.right and 0 <= one.probability <= 1 for one in found)


@pytest.mark.parametrize("name", names(Pairer))
def test_every_pairer_is_linear(name: str) -> None:
    trap = [page(f"/de/de/it/en/fr/{'de/' * 300}{n}", "de", text="x") for n in range(50)]
    regions = [page(f"/x.{a}-{b}{c}.html", a, text="x") for a in CODES for b in "abcdefghij" for c in "abcdefghij"]
    many = [
        page(f"/{code}/{n}", code, {"de": f"/de/{n}", "it": f"/it/{n}"}, text="x")
        for n in range(2000)
        for code in ("de", "it")
    ]
    started = time.process_time()
    list(make(name).candidates(Site(name="a.test", documents=(*trap, *regions, *many))))
    assert time.process_time() - started < 20  # all with all would take ten minutes
