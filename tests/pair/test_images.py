"""Images that two pages share: which are rare, and what they are worth."""

from __future__ import annotations

import math

import pytest

from polytrawl.pair.density import bandwidth, first_minimum
from polytrawl.pair.pairers.images import Images
from polytrawl.records import Document, Image, Paragraph, Site, make_id
from support import steps

TEXT = "Some words that stand for the main text of a page. "


def page(name: str, language: str, images: list[str], paragraphs: int = 5, words: int = 10) -> Document:
    url = f"http://a.test/{name}"
    text = Paragraph(text="word " * words)
    return Document(
        id=make_id("d", url), page=make_id("g", url), url=url, site="a.test", language=language,
        images=tuple(Image(file_name=one) for one in images), paragraphs=(text,) * paragraphs,
    )  # fmt: skip


def crowd(size: int = 40) -> list[Document]:
    """Other pages, each with an image of its own, and a logo."""
    return [page(f"other{n}", ("de", "it")[n % 2], [f"own{n}.png", "logo.png"]) for n in range(size)]


def candidates(documents: list[Document], **options: float) -> dict[frozenset[str], float]:
    names = {one.id: one.url.rpartition("/")[2] for one in documents}
    found = Images(**options).candidates(Site(name="a.test", documents=tuple(documents)))
    return {frozenset({names[left], names[right]}): probability for left, right, probability in found}


def test_the_bandwidth_is_that_of_bowman_and_azzalini() -> None:
    # Median 3, deviations 2 1 0 1 2 with median 1.
    assert bandwidth([1, 2, 3, 4, 5]) == pytest.approx(1 / 0.6745 * (4 / 15) ** 0.2)
    assert bandwidth([2, 2, 2, 2, 8]) == pytest.approx(1 / 0.6745 * (4 / 15) ** 0.2)  # most are equal


def test_the_threshold_is_the_first_minimum_behind_the_main_lobe() -> None:
    rare, icons, logos = [1] * 30 + [2] * 100 + [3] * 40 + [4] * 20, [30, 31, 33], [300, 301]
    assert 4 < first_minimum([*rare, *icons, *logos]) < 30
    assert first_minimum([3, 3, 3]) == math.inf
    assert first_minimum([]) == math.inf


def test_pages_with_the_same_rare_images_are_candidates_and_logos_do_not_count() -> None:
    pair = [page("a", "de", ["logo.png", "x.png", "y.png"]), page("b", "it", ["logo.png", "x.png", "y.png"])]
    assert candidates([*crowd(), *pair]) == {frozenset({"a", "b"}): 0.9}


def test_images_on_more_than_a_tenth_of_the_pages_are_left_out_even_without_rarer_ones() -> None:
    documents = [page(f"p{n}", ("de", "it")[n % 2], ["logo.png"]) for n in range(20)]
    assert Images().critical(documents) == [frozenset()] * 20
    assert candidates(documents) == {}


@pytest.mark.parametrize(("shared", "is_found"), [(3, True), (2, False)])
def test_the_jaccard_coefficient_has_its_threshold(shared: int, is_found: bool) -> None:  # noqa: FBT001 - a case
    both = [f"both{n}.png" for n in range(shared)]
    pair = [page("a", "de", [*both, "left.png"]), page("b", "it", [*both, "right.png"])]
    found = candidates([*crowd(), *pair])
    assert (frozenset({"a", "b"}) in found) == is_found
    if is_found:
        assert found[frozenset({"a", "b"})] == pytest.approx(0.9 * 3 / 5)


@pytest.mark.parametrize(
    ("other", "option"),
    [
        (page("b", "it", ["x.png"], words=3), "min_token_ratio"),
        (page("b", "it", ["x.png"], paragraphs=2, words=25), "min_paragraph_ratio"),
        (page("u/v/b", "it", ["x.png"]), "max_depth_difference"),
    ],
)
def test_every_filter_can_be_opened(other: Document, option: str) -> None:
    documents = [*crowd(), page("a", "de", ["x.png"]), other]
    assert candidates(documents) == {}
    assert candidates(documents, **{option: 5 if "depth" in option else 0.0}).keys() == {frozenset({"a", "b"})}


def test_pages_that_share_an_image_with_many_are_rivals() -> None:
    found = candidates([*crowd(), page("a", "de", ["x.png"]), page("b", "it", ["x.png"]), page("c", "it", ["x.png"])])
    assert found == {frozenset({"a", "b"}): 0.45, frozenset({"a", "c"}): 0.45}


def test_an_image_on_many_pages_costs_no_square() -> None:
    def work(size: int) -> int:
        documents = [page(f"{n}", ("de", "it")[n % 2], [f"part{n % 11}.png"]) for n in range(size)]
        assert len(candidates(documents)) >= size
        return steps(lambda: candidates(documents))

    assert work(2400) < 6 * work(600)  # four times the pages; squared it would be 16
