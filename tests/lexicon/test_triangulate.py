"""Translations by way of other languages: more independent paths, higher scores."""

from __future__ import annotations

import time

import pytest

from polytrawl.errors import ConfigError
from polytrawl.lexicon.entries import Entry
from polytrawl.lexicon.triangulate import Triangles


def entries(*pairs: str) -> list[Entry]:
    return [Entry(*pair.split("=")) for pair in pairs]


def joined(triangles: Triangles) -> dict[tuple[str, str], Entry]:
    return {(one.source, one.target): one for one in triangles.entries()}


@pytest.fixture
def triangles() -> Triangles:
    """English and Italian by way of German, where a bank is also for sitting, and of French, the other way round."""
    made = Triangles(("en", "it"))
    assert made.add(("en", "de"), entries("bank=Bank", "bench=Bank", "bank=Ufer", "shore=Ufer", "house=Haus"))
    assert made.add(("it", "de"), entries("banca=Bank", "panca=Bank", "riva=Ufer", "casa=Haus", "tetto=Dach"))
    assert made.add(("fr", "en"), entries("banque=bank", "rive=bank", "rive=shore", "banc=bench", "maison=home"))
    assert made.add(("fr", "it"), entries("banque=banca", "rive=riva", "banc=panca", "toit=tetto"))
    return made


def test_paths_in_two_languages_are_believed_more_than_one(triangles: Triangles) -> None:
    found = joined(triangles)
    assert found["bank", "banca"].support == 2
    assert found["bank", "banca"].origin == "pivot:de;pivot:fr"
    assert found["bank", "panca"].origin == "pivot:de"
    assert found["bank", "panca"].score < 0.5 < found["bank", "banca"].score
    assert max(found.values(), key=lambda one: one.score) is found["bench", "panca"]
    assert all(0 < one.score <= 1 for one in found.values())


def test_words_that_lead_nowhere_give_nothing(triangles: Triangles) -> None:
    found = joined(triangles)
    assert not [pair for pair in found if "tetto" in pair or "home" in pair]
    assert found["house", "casa"].support == 1


def test_the_formula_is_the_one_of_the_docs() -> None:
    made = Triangles(("en", "it"))
    made.add(("en", "de"), entries("bank=Bank", "bench=Bank", "bank=Ufer"))
    made.add(("de", "it"), entries("Bank=banca", "Ufer=riva"))
    found = joined(made)["bank", "banca"]
    confirmed, clear = 2 * 1 / (2 + 1 + 1), 1 / 2**0.5
    assert found.score == pytest.approx((confirmed * clear) ** 0.5)


def test_doubt_about_an_entry_is_handed_on() -> None:
    scores = []
    for believed in (1.0, 0.5):
        made = Triangles(("en", "it"))
        made.add(("en", "de"), [Entry("house", "Haus", believed)])
        made.add(("de", "it"), entries("Haus=casa"))
        scores.append(joined(made)["house", "casa"].score)
    assert scores[1] < scores[0]


def test_the_same_dictionary_twice_is_one_path(triangles: Triangles) -> None:
    before = joined(triangles)
    triangles.add(("de", "en"), entries("Bank=bank"))
    assert joined(triangles) == before


def test_dictionaries_of_other_languages_are_not_used() -> None:
    made = Triangles(("en", "it"))
    assert not made.add(("de", "fr"), entries("Bank=banque"))
    assert not made.add(("en", "it"), entries("bank=banca"))


def test_no_way_across_tells_what_is_there() -> None:
    made = Triangles(("en", "it"))
    made.add(("en", "de"), entries("bank=Bank"))
    made.add(("fr", "it"), entries("banque=banca"))
    with pytest.raises(ConfigError, match=r"from en to it: give .* en-X and X-it; there are en-de, it-fr"):
        list(made.entries())


def test_a_word_that_means_everything_is_left_out_and_work_stays_linear() -> None:
    made = Triangles(("en", "it"))
    many = 20_000
    made.add(("en", "de"), [Entry(f"w{n}", "Ding") for n in range(many)] + entries("house=Haus"))
    made.add(("de", "it"), [Entry("Ding", f"c{n}") for n in range(many)] + entries("Haus=casa"))
    start = time.process_time()
    assert list(joined(made)) == [("house", "casa")]
    assert made.ambiguous == {"de": 1}
    assert time.process_time() - start < 5
