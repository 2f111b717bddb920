"""Which entries are wanted, and how good a lexicon is."""

from __future__ import annotations

from pathlib import Path

import pytest

from polytrawl.errors import ConfigError
from polytrawl.lexicon.basic import frequent_words, listed_words
from polytrawl.lexicon.coverage import agreement, pairs_of, recall
from polytrawl.lexicon.entries import Entry
from polytrawl.lexicon.select import Choice

ENTRIES = [
    Entry("house", "casa", 0.9, "freedict:eng-ita;pivot:de", 3),
    Entry("house", "dimora", 0.4, "pivot:de", 1),
    Entry("ice cream", "gelato", 1.0, "file:mine", 1),
]


@pytest.mark.parametrize(
    ("choice", "kept", "dropped"),
    [
        (Choice(), 3, {}),
        (Choice(min_score=0.5), 2, {"low-score": 1}),
        (Choice(min_support=2), 1, {"low-support": 2}),
        (Choice(origins=("pivot:*",)), 2, {"other-origin": 1}),
        (Choice(origins=("freedict:*", "file:mine")), 2, {"other-origin": 1}),
        (Choice(most_words=1), 2, {"too-long": 1}),
        (Choice(sources=frozenset({"house"})), 2, {"not-listed": 1}),
        (Choice(best=1), 2, {"not-among-best": 1}),
        (Choice(best=1, min_score=0.95), 1, {"low-score": 2}),
    ],
)
def test_entries_are_chosen_with_reasons(choice: Choice, kept: int, dropped: dict[str, int]) -> None:
    assert len(list(choice.chosen(ENTRIES))) == kept
    assert choice.dropped == dropped


def test_frequent_words_are_without_names_numbers_and_foreign_words() -> None:
    english, italian = frequent_words("en", 1000), frequent_words("it", 1000)
    assert len(english) == len(italian) == 1000
    assert {"house", "because", "water"} <= set(english)
    assert {"casa", "perché", "acqua"} <= set(italian)
    assert not {"john", "york", "facebook", "2020"} & set(english)
    assert not {"john", "the", "of", "twitter"} & set(italian)


def test_words_of_another_script_are_not_of_the_language() -> None:
    assert not [word for word in frequent_words("el", 2000) if word.isascii()]


def test_a_language_without_frequencies_needs_a_list(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"of 'rm' are known.*--list FILE"):
        frequent_words("rm", 100)
    path = tmp_path / "list.txt"
    path.write_text("# basic\nhouse\tnoun\n\nwater\nhouse\n", encoding="utf-8")
    assert listed_words(path) == ["house", "water"]
    path.write_text("# nothing\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="the list is empty"):
        listed_words(path)
    with pytest.raises(ConfigError, match="cannot be read"):
        listed_words(tmp_path / "none")


def test_recall_counts_words_as_written_and_by_their_stems() -> None:
    found = recall(["House", "go"], ["house", "houses", "going", "tree"], "en")
    assert (found.words, found.covered, found.by_stem) == (4, 1, 3)
    assert found.share == 0.25
    assert recall(["a"], ["b"], "zz").by_stem is None


def test_only_entries_whose_source_is_known_are_judged() -> None:
    held_out = pairs_of([Entry("House", "Casa"), Entry("house", "edificio"), Entry("water", "acqua")])
    found = agreement(ENTRIES, held_out)
    assert (found.entries, found.judged, found.right, found.held_out) == (3, 2, 1, 3)
    assert (found.precision, found.recall) == (0.5, pytest.approx(1 / 3))
    assert agreement([], set()).precision == 0
