"""Profiles, measures and association, with the arithmetic spelled out."""

from __future__ import annotations

import math

import numpy as np
import pytest

from polytrawl.errors import ConfigError
from polytrawl.lexicon.entries import Entry
from polytrawl.lexicon.from_comparable.contexts import Window, counts_near, log_likelihood, pmi
from polytrawl.lexicon.from_comparable.measures import MEASURES, Table, likeness
from polytrawl.lexicon.from_comparable.nearest import believed, csls, mutual
from polytrawl.lexicon.from_comparable.profiles import by_profiles, features_of, profiles
from polytrawl.lexicon.from_comparable.terms import important_terms
from polytrawl.lexicon.from_comparable.texts import Text
from polytrawl.relevance.generic import generic_idf

A = np.array([[2, 0, 3]], np.float32)
B = np.array([[1, 4, 0], [0, 5, 0]], np.float32)


def measured(name: str, left: Table = A, right: Table = B) -> list[float]:
    found: list[float] = likeness(name, left, right)[0].tolist()
    return found


def test_cosine_is_the_product_over_both_norms() -> None:
    # 2*1 / (sqrt(4 + 9) sqrt(1 + 16)); the second row shares nothing.
    assert measured("cosine") == pytest.approx([2 / math.sqrt(13 * 17), 0])


def test_product_is_scaled_by_the_greatest_one() -> None:
    right = np.array([[1, 4, 0], [5, 0, 0]], np.float32)
    assert measured("product", right=right) == pytest.approx([2 / 10, 10 / 10])


def test_manhattan_adds_up_differences_over_all_features_of_either() -> None:
    # |2-1| + |0-4| + |3-0| = 8 and |2-0| + |0-5| + |3-0| = 10
    assert measured("manhattan") == pytest.approx([1 / 9, 1 / 11])


def test_division_adds_up_logarithms_of_quotients_with_one_added() -> None:
    # |log 3/2| + |log 1/5| + |log 4/1| and |log 3/1| + |log 1/6| + |log 4/1|
    first = math.log(3 / 2) + math.log(5) + math.log(4)
    second = math.log(3) + math.log(6) + math.log(4)
    assert measured("division") == pytest.approx([1 / (1 + first), 1 / (1 + second)])


def test_lin_is_the_shared_part_of_both_sums() -> None:
    # Both have the first feature: (2 + 1) / ((2 + 3) + (1 + 4)).
    assert measured("lin") == pytest.approx([3 / 10, 0])


@pytest.mark.parametrize("name", MEASURES)
def test_every_measure_is_from_0_to_1_and_takes_rows_of_nothing(name: str) -> None:
    table = np.array([[0, 0], [1, 7]], np.float32)
    found = likeness(name, table, table)
    assert np.isfinite(found).all()
    assert found.min() >= 0
    assert found.max() <= 1 + 1e-6


def test_an_unknown_measure_is_told_with_the_nearest_one() -> None:
    with pytest.raises(ConfigError, match="cosine"):
        likeness("cosin", A, B)


def test_pmi_compares_with_what_chance_gives() -> None:
    # Rows 2 and 2, columns 3 and 1 of 4: 2 / (2 * 3/4), 1 / (2 * 3/4), 1 / (2 * 1/4); nothing seen is 0.
    found = pmi(np.array([[2, 0], [1, 1]], np.float32), power=1)
    assert found.tolist() == [pytest.approx([math.log(4 / 3), 0]), pytest.approx([math.log(2 / 3), math.log(2)])]


def test_log_likelihood_counts_only_what_is_more_than_chance() -> None:
    # Expected are 1.5, .5, 1.5, .5: above that are the 2 and the last 1.
    found = log_likelihood(np.array([[2, 0], [1, 1]], np.float32))
    first = math.sqrt(2 * (2 * math.log(2 / 1.5) - 0.5))
    last = math.sqrt(2 * (math.log(1 / 0.5) - 0.5))
    assert found.tolist() == [pytest.approx([first, 0]), pytest.approx([0, last])]


def test_hubs_lose_their_rank() -> None:
    # The first column is near to all rows. Means of one nearest: rows .9, .8; columns .9, .7.
    near = csls(np.array([[0.9, 0.2], [0.8, 0.7]], np.float32), nearest=1)
    assert near.tolist() == [pytest.approx([0, -1.2]), pytest.approx([-0.1, -0.1])]


def test_neighbours_are_asked_back() -> None:
    rows, columns = mutual(np.array([[3, 1], [2, 1]], np.float32))
    assert (rows.tolist(), columns.tolist()) == ([0], [0])


def test_belief_is_the_harmonic_mean_of_both_directions() -> None:
    scores = np.log(np.array([[3, 1], [1, 1]], np.float32))
    # p(t | s) = 3/4 and p(s | t) = 3/4; in the lower left 1/2 and 1/4.
    assert believed(scores).both.tolist()[0][0] == pytest.approx(3 / 4)
    assert believed(scores).both.tolist()[1][0] == pytest.approx(2 * 0.5 * 0.25 / 0.75)


def test_profiles_count_sentences_times_idf() -> None:
    text = Text("en", "es", ["The clef has a bank.", "One clef, one clef, a bench and a bank.", "No clef."])
    terms = important_terms(text, 10, listed=["clef", "bank"])
    idf = generic_idf("en")
    found = profiles(text, terms, [frozenset({"bank"}), frozenset({"bench"}), frozenset({"bank", "bench"})])
    # Two sentences have clef and bank; of the last feature the rarer word of a sentence counts.
    bank, bench = idf.value("bank"), idf.value("bench")
    assert found[0].tolist() == pytest.approx([2 * bank, bench, bank + max(bank, bench)])
    assert found[1].tolist() == pytest.approx([0, bench, 0])  # no word is a context of itself


def test_a_word_with_two_senses_is_in_two_features() -> None:
    texts = Text("en", "es", ["a bank and a bench"]), Text("es", "en", ["un banco o una orilla"])
    lexicon = [Entry("bank", "banco"), Entry("bank", "orilla"), Entry("bench", "banco"), Entry("tree", "banco")]
    assert features_of(lexicon, texts) == [({"bank"}, {"banco", "orilla"}), ({"bench"}, {"banco"})]


@pytest.mark.parametrize("measure", MEASURES)
def test_profiles_find_what_stands_with_the_same_words(measure: str) -> None:
    english = ["The treble stands on the paper.", "A forte is heard in the house."] * 3
    spanish = ["El tiple va en el papel.", "Un fuerte se oye en la casa."] * 3
    texts = Text("en", "es"), Text("es", "en")
    for text, lines in zip(texts, (english, spanish), strict=True):
        for number, line in enumerate(lines):
            text.add(f"{line[:-1]} {number}.")
    terms = (
        important_terms(texts[0], 9, listed=["treble", "forte"]),
        important_terms(texts[1], 9, listed=["tiple", "oye"]),
    )
    lexicon = [Entry("paper", "papel"), Entry("house", "casa")]
    assert by_profiles(texts, terms, lexicon, measure).argmax(axis=1).tolist() == [0, 1]


def test_windows_do_not_reach_into_other_sentences_and_tell_sides_apart() -> None:
    text = Text("en", "es", ["red key signature blue.", "red key."])
    terms = important_terms(text, 5, listed=["key signature", "key"])
    columns = np.array([{"red": 0, "blue": 1}.get(word, -1) for word in text.words])
    assert counts_near(text, terms, columns, Window(2)).tolist() == [[1, 1], [2, 1]]
    assert counts_near(text, terms, columns, Window(1, is_sided=True)).tolist() == [[1, 0, 0, 1], [2, 0, 0, 0]]
