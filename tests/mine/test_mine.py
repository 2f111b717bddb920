"""Sentence pairs that are translations, among many that are not."""

from __future__ import annotations

import numpy as np
import pytest

from align.languages import Languages
from polytrawl.errors import ConfigError
from polytrawl.lexicon.dictionary import Dictionary
from polytrawl.mine import Mined, Options, Sentences, mine, units
from polytrawl.mine.mine import _margins
from polytrawl.mine.score import Scored


def mixture(shared: int, alone: int) -> tuple[Languages, Sentences, Sentences, set[tuple[str, str]]]:
    """Two texts of which some sentences have translations; those of the right side are in another order."""
    languages = Languages(seed=3, words=300)
    both = [languages.sentence() for _ in range(shared)]
    left, right = Sentences("xx"), Sentences("yy")
    for ours in [one for one, _ in both] + [languages.sentence()[0] for _ in range(alone)]:
        left.add_sentence(0, ours)
    for theirs in [languages.sentence()[1] for _ in range(alone)] + [other for _, other in reversed(both)]:
        right.add_sentence(0, theirs)
    return languages, left, right, set(both)


def texts_of(found: list[Mined], left: Sentences, right: Sentences) -> set[tuple[str, str]]:
    return {(left.texts[one.left], right.texts[one.right]) for one in found}


def test_translations_are_found_among_four_times_as_many_others() -> None:
    languages, left, right, gold = mixture(60, 240)
    found = texts_of(mine(left, right, Dictionary(languages.words[:200], ("xx", "yy"))), left, right)
    assert len(found & gold) >= 0.8 * len(gold)
    assert len(found & gold) >= 0.8 * len(found)


def test_a_second_round_finds_more() -> None:
    languages, left, right, gold = mixture(60, 240)
    dictionary = Dictionary(languages.words[::3], ("xx", "yy"))
    once, twice = (
        len(texts_of(mine(left, right, dictionary, Options(rounds=rounds)), left, right) & gold) for rounds in (1, 2)
    )
    assert twice > once


def test_a_sentence_is_in_one_pair_at_most() -> None:
    languages, left, right, _ = mixture(30, 60)
    found = mine(left, right, Dictionary(languages.words, ("xx", "yy")), Options(min_margin=0, min_score=0))
    assert len({one.left for one in found}) == len({one.right for one in found}) == len(found)


def test_within_documents_of_one_number_only() -> None:
    left, right = Sentences("xx"), Sentences("yy")
    for number, name in enumerate(("Amadeus", "Ludwig", "Johann", "Franz")):
        left.add(number, [f"lo {name} ba {number}77 ka."])
        right.add(3 - number, [f"fu {name} po {number}77 zu."])
    assert len(mine(left, right, options=Options(min_score=0, min_margin=0))) == 4
    assert mine(left, right, options=Options(min_score=0, min_margin=0, within=True)) == []


def test_the_margin_is_over_the_mean_of_both_neighbourhoods() -> None:
    pairs = Scored(np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([0.8, 0.2, 0.6]))
    # k = 2. Left 0: (.8 + .2) / 2, left 1: .6 / 2; right 0: .8 / 2, right 1: (.6 + .2) / 2.
    assert _margins(pairs, 2).tolist() == pytest.approx([0.8 / 0.45, 0.2 / 0.45, 0.6 / 0.35])


def test_units_are_marked() -> None:
    left, right = Sentences("en"), Sentences("es")
    left.add(0, ["Ludwig wrote 1808 pages here."])
    right.add(0, ["Ludwig anotó 1808 hojas aquí."])
    found = mine(left, right, options=Options(min_score=0, min_margin=0))
    (unit,) = units(found, left, right)
    assert (unit.source, unit.method, unit.scores[0].name) == ("Ludwig wrote 1808 pages here.", "mined", "margin")


def test_an_empty_side_is_told() -> None:
    left, right = Sentences("en"), Sentences("es")
    left.add(0, ["A long enough sentence."])
    right.add(0, ["Corta."])
    with pytest.raises(ConfigError, match="no sentences of es"):
        mine(left, right)
