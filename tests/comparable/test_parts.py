"""The parts of the measure and of the choice, with the arithmetic done by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from made_up_languages import collection, document, entries
from polytrawl.comparable.collection import Collection, Paper
from polytrawl.comparable.corpus import Rules, compare
from polytrawl.comparable.dates import day_of, days_apart
from polytrawl.comparable.match import Match, balanced, one_to_one
from polytrawl.comparable.score import Comparer
from polytrawl.comparable.translations import translations
from polytrawl.lexicon.dictionary import Dictionary
from polytrawl.lexicon.side import Words
from polytrawl.records import Document, Paragraph, replace
from polytrawl.relevance.generic import RAREST
from support import steps

NOTHING = np.zeros(0, np.int32)


def made(language: str, *paragraphs: str) -> Collection:
    found = Collection(language)
    texts = tuple(Paragraph(text=text) for text in paragraphs)
    found.add(Document(id=language, page="", url="", site="", language=language, paragraphs=texts))
    return found


def test_words_weigh_as_they_are_rare() -> None:
    found = made("rm", "ils stgalims, ils stgalims", "ils chauns", "ils giats", "las chasas")
    weights = dict(zip(found.words.numbers, found.weights(), strict=True))
    assert weights["ils"] == pytest.approx(math.log(4 / 3) ** 2)
    assert weights["stgali"] == pytest.approx(math.log(4) ** 2)  # in one paragraph, though twice
    assert weights[","] == 0.0


def test_where_the_language_is_known_words_weigh_also_as_they_are_rare_in_it() -> None:
    found = made("de", "die Leiter", "der Kapselgehörschützer", "Zeit", "Wand")
    weights = dict(zip(found.words.numbers, found.weights(), strict=True))
    assert weights["die"] == 0.0  # more than one word in a hundred
    assert 0 < weights["zeit"] < weights["leiter"] < weights["kapsel"] <= math.log(4) * math.log(0.01 / RAREST)


def test_boilerplate_and_other_languages_do_not_count() -> None:
    found = Collection("de")
    paragraphs = (Paragraph(text="Leiter"), Paragraph(text="Impressum", reason="boilerplate"))
    found.add(Document(id="d", page="", url="", site="", paragraphs=paragraphs))
    found.add(Document(id="e", page="", url="", site="", paragraphs=paragraphs[1:]))
    assert list(found.words.numbers) == ["leiter"]
    assert len(found.papers) == 1


def test_comparability_by_hand() -> None:
    words = Words(["leiter", "wand", "uhr"]), Words(["scala", "orolog"])
    known = translations(words, (), Dictionary([("Leiter", "scala"), ("Uhr", "orologio"), ("Wand", "muro")]))
    compared = Comparer(known, (np.array([100.0, 50.0, 10.0]), np.array([80.0, 20.0])))
    # Known: leiter, wand (in the dictionary, its translation nowhere) and uhr; found: leiter and scala alone.
    value = compared.comparability(np.array([0, 1]), np.array([0]))
    assert value == pytest.approx((100 + 80) / (150 + 80 + 100))
    assert compared.comparability(np.array([2]), np.array([0])) == 0.0


def test_it_is_the_same_from_both_sides() -> None:
    entries = [("Leiter", "scala"), ("Uhr", "orologio")]
    there = translations((Words(["leiter", "uhr"]), Words(["scala", "orolog"])), (), Dictionary(entries))
    back = translations((Words(["scala", "orolog"]), Words(["leiter", "uhr"])), (), Dictionary(entries))
    weights = np.array([30.0, 20.0]), np.array([10.0, 40.0])
    one = Comparer(there, weights).comparability(np.array([0, 1]), np.array([0]))
    other = Comparer(back, weights[::-1]).comparability(np.array([0]), np.array([0, 1]))
    assert one == other > 0


def test_numbers_and_words_with_the_same_letters_need_no_dictionary() -> None:
    words = Words(["1987", "7", "höhe", "moskau", "in"]), Words(["hohe", "1987", "7", "москау", "in"])
    known = translations(words)
    pairs = [(n, known.links[0].targets[known.links[0].starts[n] : known.links[0].starts[n + 1]]) for n in range(5)]
    assert [(n, targets.tolist()) for n, targets in pairs if len(targets)] == [(0, [1]), (2, [0]), (3, [3])]
    assert known.known[0].tolist() == [True, False, True, True, False]


def test_a_number_that_the_other_side_lacks_counts_against_it() -> None:
    known = translations((Words(["1987"]), Words(["scala"])))
    assert known.known[0].tolist() == [True]


def test_telling_words_are_rare_frequent_and_known() -> None:
    words = Words([f"w{n}" for n in range(200)]), Words([f"w{n}" for n in range(150)])
    compared = Comparer(translations(words), (np.full(200, 2.0), np.full(150, 2.0)))
    times = np.ones(200, np.int32)
    times[120:] = 5
    found = compared.telling(np.arange(200), times, 0).tolist()
    assert len(found) == 100
    assert set(range(120, 150)) <= set(found)  # often
    assert max(found) < 150  # those beyond have no translation


def test_dates() -> None:
    assert day_of("2024-03-02") - day_of("2024-02-28T23:59:59Z") == 3
    assert math.isnan(day_of("yesterday"))
    assert math.isnan(day_of("2023-02-31"))
    apart = days_apart(10.0, 500.0, np.array([12.0, np.nan, np.nan]), np.array([900.0, 505.0, np.nan]))
    assert apart[:2].tolist() == [2.0, 5.0]  # by publication, else by fetching
    assert math.isnan(apart[2])


def paper(name: str, size: int = 100) -> Paper:
    return Paper(name, "", size, NOTHING, NOTHING)


def match(left: str, right: str, score: float, sizes: tuple[int, int] = (100, 100), days: float | None = None) -> Match:
    return Match(paper(left, sizes[0]), paper(right, sizes[1]), score, days)


def test_each_document_is_in_one_pair_the_best_first() -> None:
    found = one_to_one([match("a", "x", 0.5), match("a", "y", 0.9), match("b", "y", 0.8), match("b", "x", 0.3)])
    assert [(one.left.id, one.right.id) for one in found] == [("a", "y"), ("b", "x")]


def test_of_equally_good_ones_the_nearest_in_time() -> None:
    found = one_to_one([match("a", "x", 0.501, days=300), match("a", "y", 0.499, days=3), match("a", "z", 0.5)])
    assert found[0].right.id == "y"


def test_the_worst_of_what_makes_a_side_longer_is_left_out() -> None:
    pairs = [match("a", "x", 0.9, (300, 100)), match("b", "y", 0.2, (100, 90)), match("c", "z", 0.5, (300, 100))]
    assert [one.left.id for one in balanced(pairs, 1.0)] == ["a", "b", "c"]
    # 700 and 290 words differ by 410, of 700. Without b it is 400, of 600; then without c 200, of 300.
    assert [one.left.id for one in balanced(pairs, 0.6)] == ["a", "b", "c"]
    assert [one.left.id for one in balanced(pairs, 0.5)] == []


_SIZES = st.lists(st.tuples(st.integers(50, 400), st.integers(50, 400), st.floats(0, 1)), max_size=30)


@given(_SIZES, st.floats(0, 1))
def test_balancing_never_makes_the_sides_more_different(sizes: list[tuple[int, int, float]], tolerance: float) -> None:
    pairs = [match(f"l{n}", f"r{n}", score, (left, right)) for n, (left, right, score) in enumerate(sizes)]
    kept = balanced(pairs, tolerance)

    def apart(some: list[Match]) -> int:
        return abs(sum(one.surplus for one in some))

    assert apart(kept) <= apart(pairs)
    assert [one for one in pairs if one in kept] == kept
    if apart(pairs) <= tolerance * max((sum(one.left.size for one in pairs), sum(one.right.size for one in pairs))):
        assert kept == pairs


def of(documents: list[Document]) -> Collection:
    found = Collection(documents[0].language or "")
    for one in documents:
        found.add(one)
    return found


def test_what_is_far_apart_in_time_or_length_or_on_other_subtopics_is_no_pair() -> None:
    left = document("health", 1, "xx", date="2020-05-01")
    known = [(word, word) for word in left.text.split()]

    def pairs(other: Document, rules: Rules) -> int:
        ours, theirs = of([left]), of([other])
        return len(
            compare(ours, theirs, translations((ours.words, theirs.words), (), Dictionary(known)), rules).matches
        )

    same = replace(left, id="same", language="yy")
    assert pairs(same, Rules()) == 1
    assert pairs(replace(same, date="2021-07-01"), Rules()) == 0
    assert pairs(replace(same, date="2021-07-01"), Rules(max_days=500)) == 1
    assert pairs(replace(same, date=""), Rules()) == 1  # nobody knows
    long = replace(same, paragraphs=same.paragraphs * 4)
    assert pairs(long, Rules(balance=1.0)) == 0
    assert pairs(long, Rules(balance=1.0, max_ratio=5.0)) == 1
    left = replace(left, subtopics=("noise",))
    assert pairs(replace(same, subtopics=("heat",)), Rules()) == 0
    assert pairs(replace(same, subtopics=("heat", "noise")), Rules()) == 1


def test_translations_can_be_left_out() -> None:
    ours, theirs = (collection(language, [("health", 0), ("health", 1)]) for language in ("xx", "yy"))
    known = translations((ours.words, theirs.words), (), Dictionary(entries(["health"])))
    grades = {("health-0-xx", "health-0-yy"): "parallel", ("health-1-xx", "health-1-yy"): "comparable"}
    kept = compare(ours, theirs, known, Rules(min_score=0.0), grades)
    assert [one.grade for one in sorted(kept.matches, key=lambda one: one.left.id)] == ["parallel", "comparable"]
    assert kept.summary.parallel == 1
    without = compare(ours, theirs, known, Rules(min_score=0.0, with_parallel=False), grades)
    assert "parallel" not in {one.grade for one in without.matches}


def test_nothing_to_compare() -> None:
    ours, theirs = Collection("xx"), Collection("yy")
    found = compare(ours, theirs, translations((ours.words, theirs.words)), Rules())
    assert found.matches == []
    assert found.summary.score is None
    assert found.summary.vocabulary is None


def test_work_grows_with_the_documents_and_not_with_their_pairs() -> None:
    def work(number: int) -> int:
        chosen = [("health", seed) for seed in range(number)]
        ours, theirs = collection("xx", chosen), collection("yy", chosen)
        known = translations((ours.words, theirs.words), (), Dictionary(entries(["health"])))
        return steps(lambda: compare(ours, theirs, known, Rules(min_score=0.0)))

    assert work(160) < 2.6 * work(80)
