"""The structure of documents: the three features of ILSP-FC, the machine that judges them, and what it finds."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.pair.edit import edit_distance, edit_distances
from polytrawl.pair.pairers.structure import Structure
from polytrawl.pair.structure import Machine, features, load_machine, monomials, outline_of
from polytrawl.records import Document, Paragraph, Site, make_id
from support import steps

Block = tuple[str, int]


def page(name: str, language: str, blocks: list[Block]) -> Document:
    url = f"http://a.test/{name}"
    paragraphs = tuple(Paragraph(text=("word " * length)[:length], kind=kind) for kind, length in blocks)
    return Document(
        id=make_id("d", url), page=make_id("g", url), url=url, site="a.test", language=language, paragraphs=paragraphs
    )


def drawn_page(seed: int, size: int = 12) -> list[Block]:
    drawn = random.Random(seed)
    return [
        ("title", 30),
        *((drawn.choice(["text", "heading", "listitem"]), drawn.randrange(20, 600)) for _ in range(size)),
    ]


def translated(blocks: list[Block], seed: int = 1) -> list[Block]:
    drawn = random.Random(seed)
    return [(kind, int(length * drawn.uniform(1.0, 1.18)) + 1) for kind, length in blocks]


def candidates(documents: list[Document], **options: float) -> dict[frozenset[str], float]:
    names = {one.id: one.url.rpartition("/")[2] for one in documents}
    found = Structure(**options).candidates(Site(name="a.test", documents=tuple(documents)))
    return {frozenset({names[left], names[right]}): probability for left, right, probability in found}


def test_the_three_features_are_those_of_the_paper() -> None:
    left = outline_of(page("a", "de", [("title", 10), ("text", 100), ("listitem", 50)]))  # -2 10 100 -4 50
    right = outline_of(page("b", "it", [("title", 11), ("text", 300)]))  # -2 11 300
    assert left.numbers == (-2, 10, 100, -4, 50)
    # From the first to the second: 100 becomes 300, and -4 and 50 fall out.
    assert features([(left, right)]).tolist() == [pytest.approx([3 / 5, 2 / 3, 3 / 5])]


prints = st.lists(st.integers(-5, 60), max_size=12)


@given(st.lists(st.tuples(prints, prints), max_size=6))
def test_distances_of_many_are_those_of_each(pairs: list[tuple[list[int], list[int]]]) -> None:
    assert edit_distances(pairs) == [edit_distance(left, right) for left, right in pairs]


def test_more_pairs_than_one_batch_keep_their_order() -> None:
    pairs = [([-1] * (number % 7), [-1] * (number % 5)) for number in range(600)]
    assert edit_distances(pairs) == [abs(number % 7 - number % 5) for number in range(600)]


def test_a_machine_is_a_polynomial_and_a_curve() -> None:
    rows = np.array([[0.5, 2.0, 3.0]])
    assert monomials(rows, 3).shape == (1, 20)
    machine = Machine(degree=1, weights=(1.0, 2.0, 0.0, -1.0), slope=-1.0, offset=0.0)
    assert machine.values(rows).tolist() == [-1.0]
    assert machine.probability(-1.0) == pytest.approx(1 / (1 + np.exp(1.0)))


def test_the_machine_that_comes_along_knows_like_from_unlike() -> None:
    machine = load_machine()
    assert len(machine.weights) == monomials(np.zeros((1, 3)), machine.degree).shape[1]
    near, far = machine.values(np.array([[1.0, 1.0, 0.05], [0.8, 0.8, 0.8]])).tolist()
    assert machine.probability(near) > 0.7
    assert machine.probability(far) < 0.1


def test_translations_are_found_among_other_pages_and_nothing_else() -> None:
    documents = [
        page(f"{code}{number}", code, drawn_page(number) if code == "de" else translated(drawn_page(number)))
        for number in range(30)
        for code in ("de", "it")
    ]
    found = candidates(documents)
    assert {frozenset({f"de{n}", f"it{n}"}) for n in range(30)} == {
        pair for pair, value in found.items() if value > 0.5
    }


def test_pages_far_apart_in_the_folders_are_not_compared() -> None:
    documents = [page("a", "de", drawn_page(1)), page("x/y/b", "it", translated(drawn_page(1)))]
    assert candidates(documents) == {}
    assert len(candidates(documents, max_depth_difference=2)) == 1


@pytest.mark.parametrize("option", ["min_token_ratio", "min_paragraph_ratio", "min_value"])
def test_every_bound_can_be_raised(option: str) -> None:
    documents = [page("a", "de", drawn_page(1)), page("b", "it", translated(drawn_page(1))[:-1])]
    assert len(candidates(documents)) == 1
    assert candidates(documents, **{option: 50.0 if option == "min_value" else 1.0}) == {}


def test_work_grows_with_the_pages_not_with_their_square() -> None:
    def work(size: int) -> int:
        documents = [page(f"{code}{n}", code, drawn_page(n, 8)) for n in range(size) for code in ("de", "it")]
        return steps(lambda: candidates(documents))

    assert work(400) < 6 * work(100)  # four times the pages; squared it would be 16
