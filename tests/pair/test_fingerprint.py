"""Bitextor's fingerprints: the figures of its paper, thresholds, beam and filters."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.clean.outline import outline
from polytrawl.clean.stage import Clean
from polytrawl.options import Context, build, resolve
from polytrawl.pair.edit import edit_distance
from polytrawl.pair.outlines import CATEGORIES, number_tags, tag_fingerprint
from polytrawl.pair.pairers.fingerprint import Fingerprint
from polytrawl.pair.stage import Pair
from polytrawl.records import Document, Page, Paragraph, Site, make_id, replace
from support import steps

# Figures 1 and 2 of the paper, quoted with the picture that its text only hints at.
FIGURE_1 = """<div><h1> Este és un exemple de títol </h1> Este és un exemple de fragment de text.
  <a href="http://www.anurl.cat/cat"> <img src="x"/> </a></div>"""
FIGURE_2 = """<div><h1> This is an example of a title </h1> This is an example of a piece of text.
  <a href="http://www.anurl.cat/eng"> <img src="x"/> </a><br /></div>"""
NUMBERS = {"div": -1, "h1": -2, "a": -4, "img": -5, "br": -6}  # as Figure 3 prints them
PRINTED_1 = (-1, -2, 27, -2, 39, -4, -5, -4, -1)
PRINTED_2 = (-1, -2, 27, -2, 38, -4, -5, -4, -6, -1)


def document(html: str, name: str = "x", language: str = "ca") -> Document:
    url = f"http://a.test/{name}"
    text = Paragraph(text="x" * 100)
    return Document(
        id=make_id("d", url), page=make_id("g", url), url=url, site="a.test", language=language, outline=outline(html),
        paragraphs=(text,),
    )  # fmt: skip


def test_the_pages_of_figures_1_and_2_have_the_fingerprints_that_figure_3_prints() -> None:
    assert tag_fingerprint(document(FIGURE_1), NUMBERS) == PRINTED_1
    # The title of figure 2 has 29 characters, where figure 3 prints the 27 of the other page.
    assert tag_fingerprint(document(FIGURE_2), NUMBERS) == tuple(29 if one == 27 else one for one in PRINTED_2)


def test_the_distance_of_figure_3_is_1_with_and_without_the_beam_of_figure_5() -> None:
    assert (len(PRINTED_1), len(PRINTED_2)) == (9, 10)
    assert edit_distance(PRINTED_1, PRINTED_2, tolerance=0.2) == 1
    assert edit_distance(PRINTED_1, PRINTED_2, tolerance=0.2, beam=2) == 1
    assert edit_distance(PRINTED_2, PRINTED_1, tolerance=0.2, beam=1) == 1


@pytest.mark.parametrize(
    ("left", "right", "distance"),
    [
        ([-1], [-2], 1),
        ([100], [80], 0),
        ([100], [79], 1),
        ([-1], [50], 2),  # one cannot be put for the other: it is deleted and inserted
        ([], [-1, 5], 2),
        ([-1, 5, -1], [-1, -1], 1),
    ],
)
def test_costs_are_those_of_section_4_1(left: list[int], right: list[int], distance: int) -> None:
    assert edit_distance(left, right, tolerance=0.2) == distance


@pytest.mark.parametrize(("longer", "limit"), [(5, 1), (10, 2), (20, 4), (25, 5), (100, 5)])
def test_the_more_restrictive_threshold_holds_as_in_figure_4(longer: int, limit: int) -> None:
    assert Fingerprint(max_distance=5, max_relative=0.2).limit(longer, 3) == limit


prints = st.lists(st.integers(-4, 60), max_size=14)


@given(prints, prints, st.integers(0, 6))
def test_a_beam_as_wide_as_the_limit_misses_nothing(left: list[int], right: list[int], limit: int) -> None:
    exact = edit_distance(left, right)
    beamed = edit_distance(left, right, beam=limit)
    assert beamed == exact if exact <= limit else beamed > limit


@given(prints, prints)
def test_the_distance_is_symmetric_and_at_most_everything(left: list[int], right: list[int]) -> None:
    assert edit_distance(left, right) == edit_distance(right, left) <= len(left) + len(right)
    assert edit_distance(left, left) == 0


def test_tags_in_no_category_are_irrelevant_and_texts_are_joined() -> None:
    page = document("<p>One <b>two</b> three</p>")
    assert tag_fingerprint(page, {"p": -1}) == (-1, 11, -1)
    assert tag_fingerprint(page, number_tags({"all": ("p", "b")})) == (-1, 3, -2, 3, -2, 5, -1)
    assert len(set(number_tags(CATEGORIES).values())) == sum(map(len, CATEGORIES.values()))


def test_without_an_outline_kinds_of_paragraphs_stand_for_tags() -> None:
    kinds = (Paragraph(text="abc", kind="title"), Paragraph(text="abcd"), Paragraph(text="ab", kind="listitem"))
    page = replace(document(""), outline="", paragraphs=kinds)
    assert tag_fingerprint(page, {"h1": -1, "p": -2, "li": -3}) == (-1, 3, -1, -2, 4, -2, -3, 2, -3)


def candidates(*pages: Document, **options: object) -> dict[frozenset[str], float]:
    names = {page.id: page.url.rpartition("/")[2] for page in pages}
    found = Fingerprint(**options).candidates(Site(name="a.test", documents=pages))
    return {frozenset({names[left], names[right]}): probability for left, right, probability in found}


def html(lengths: list[int], tag: str = "p") -> str:
    return "".join(f"<{tag}>{'x' * length}</{tag}>" for length in lengths)


SHAPE = [40, 300, 20, 500, 120, 60, 700, 90, 33, 210]


def test_pages_of_one_shape_are_candidates_and_others_are_not() -> None:
    like = document(html([length + length // 10 for length in SHAPE]), "b.html", "en")
    other = document(html(SHAPE[::-1]), "c.html", "en")
    assert candidates(document(html(SHAPE), "a.html"), like, other) == {frozenset({"a.html", "b.html"}): 0.9}


def test_differences_and_rivals_make_a_pair_less_probable() -> None:
    page = document(html(SHAPE), "a.html")
    one_off = document(html(SHAPE) + "<hr>", "b.html", "en")
    twin = document(html(SHAPE) + "<hr>", "c.html", "en")
    alone = candidates(page, one_off)[frozenset({"a.html", "b.html"})]
    assert alone == pytest.approx(0.9 * (1 - 1 / 6))
    assert candidates(page, one_off, twin)[frozenset({"a.html", "b.html"})] == pytest.approx(alone / 2)


@pytest.mark.parametrize("options", [{"same_extension": False}, {"max_depth_difference": 3}])
def test_filters_can_be_opened(options: dict[str, object]) -> None:
    name = "x/y/z/b.html" if "max_depth_difference" in options else "b.php"
    pages = document(html(SHAPE), "a.html"), document(html(SHAPE), name, "en")
    assert candidates(*pages) == {}
    assert len(candidates(*pages, **options)) == 1


def test_pages_of_one_language_or_very_unlike_length_of_text_are_not_compared() -> None:
    page, same = document(html(SHAPE), "a.html"), document(html(SHAPE), "b.html")
    short = replace(document(html(SHAPE), "c.html", "en"), paragraphs=(Paragraph(text="x" * 50),))
    assert candidates(page, same) == {}
    assert candidates(page, short) == {}


def test_the_clean_stage_keeps_outlines_when_asked_and_the_pair_stage_drops_them_when_nobody_reads_them() -> None:
    page = Page(id="g-1", url="http://a.test/", site="a.test", content=b"<p>Some text of a page.</p>")
    shared = Context(shared={"honour": ["noindex"], "pdf": False})
    kept, bare = (
        next(iter(build(Clean, resolve(Clean, {"outline": is_on}, where="clean", context=shared)).apply(page)))
        for is_on in (True, False)
    )
    assert (kept.outline, bare.outline) == ("html body p 20 p body html", "")
    assert Pair(languages=("de",), pairers=()).project(kept).outline == ""
    assert Pair(languages=("de",), pairers=(Fingerprint(),)).project(kept).outline


def test_work_grows_with_the_pages_not_with_their_square() -> None:
    def work(size: int) -> int:
        drawn = random.Random(1)
        shapes = [[drawn.randrange(10, 900) for _ in range(5)] for _ in range(size)]
        pages = [document(html(one), f"{code}{n}.html", code) for n, one in enumerate(shapes) for code in ("de", "it")]
        site = Site(name="a.test", documents=tuple(pages))
        return steps(lambda: Fingerprint().candidates(site))

    assert work(240) < 6 * work(60)  # four times the pages; squared it would be 16
