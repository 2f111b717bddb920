"""Numbers that two pages share, in their order."""

from __future__ import annotations

import random

import pytest

from polytrawl.pair.pairers.digits import Digits, numbers_of
from polytrawl.records import Document, Paragraph, Site, make_id
from support import steps


def page(name: str, language: str, text: str) -> Document:
    url = f"http://a.test/{name}"
    return Document(
        id=make_id("d", url), page=make_id("g", url), url=url, site="a.test", language=language,
        paragraphs=(Paragraph(text=text),),
    )  # fmt: skip


def candidates(*documents: Document, **options: float) -> dict[frozenset[str], float]:
    names = {one.id: one.url.rpartition("/")[2] for one in documents}
    found = Digits(**options).candidates(Site(name="a.test", documents=documents))
    return {frozenset({names[left], names[right]}): probability for left, right, probability in found}


GERMAN = page("a", "de", "Am 12. Mai 2009 kamen 340 Menschen, 17 mehr als 2008.")
ITALIAN = page("b", "it", "Il 12 maggio 2009 vennero 340 persone, 17 in più del 2008.")
OTHER = page("c", "it", "Il 12 maggio 1999 vennero 25 persone, nel 2008 furono 7.")


def test_numbers_are_runs_of_digits_in_any_script() -> None:
    assert numbers_of("1.5 Tb, 07, ٤٢, x2y, ½, " + "9" * 30) == ["1", "5", "7", "42", "2", "9" * 30]


def test_pages_with_the_same_numbers_are_candidates() -> None:
    assert candidates(GERMAN, ITALIAN, OTHER) == {frozenset({"a", "b"}): 0.9}


def test_the_similarity_is_that_of_the_longest_common_subsequence() -> None:
    swapped = page("b", "it", "Il 2009 maggio 12 vennero 340 persone, 17 in più del 2008.")
    found = candidates(GERMAN, swapped)
    assert found[frozenset({"a", "b"})] == pytest.approx(0.9 * 2 * 4 / 10)
    assert candidates(GERMAN, swapped, min_similarity=0.9) == {}


def test_pages_with_few_numbers_or_of_one_language_are_left_out() -> None:
    assert candidates(page("a", "de", "Im Jahr 1848"), page("b", "it", "Nel 1848")) == {}
    assert len(candidates(page("a", "de", "Im Jahr 1848"), page("b", "it", "Nel 1848"), min_numbers=1)) == 1
    assert candidates(GERMAN, page("b", "de", GERMAN.text)) == {}


def test_lengths_of_texts_must_fit() -> None:
    long = page("b", "it", ITALIAN.text + " parola" * 30)
    assert candidates(GERMAN, long) == {}
    assert len(candidates(GERMAN, long, min_token_ratio=0.1)) == 1


def test_work_grows_with_the_pages_not_with_their_square() -> None:
    def work(size: int) -> int:
        drawn = random.Random(1)
        texts = [" ".join(str(drawn.randrange(300)) for _ in range(30)) for _ in range(size)]
        documents = [page(f"{code}{n}", code, text) for n, text in enumerate(texts) for code in ("de", "it")]
        assert len(candidates(*documents)) >= size * 0.9
        return steps(lambda: candidates(*documents))

    assert work(800) < 6 * work(200)  # four times the pages; squared it would be 16
