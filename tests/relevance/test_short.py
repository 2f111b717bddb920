import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from polytrawl.relevance.generic import generic_idf
from polytrawl.relevance.idf import WordIdf
from polytrawl.relevance.query import Query, Remembered
from polytrawl.relevance.short import Short
from polytrawl.relevance.words import runs, words

TEXT = st.text(alphabet="abc deé安全\0 ", max_size=60)


class Damped(Query):
    def damped(self, times: NDArray[np.float64]) -> NDArray[np.float64]:
        return 1 + np.log(times)


@given(TEXT, st.lists(TEXT, max_size=5), st.sampled_from([Query, Damped]))
def test_short_texts_are_as_near_as_long_ones(wanted: str, texts: list[str], kind: type[Query]) -> None:
    idf = generic_idf("en")
    query = kind(Counter(words(wanted)), idf=idf)
    assert Short(query, idf).similarities(runs(texts)) == pytest.approx(query.similarities(texts), abs=1e-12)


@given(st.lists(TEXT, max_size=5))
def test_runs_are_words_and_single_letters(texts: list[str]) -> None:
    found = runs(texts)
    assert [[run for run in text if len(run) > 1] for text in found] == [
        [word for word in words(text) if len(word) > 1] for text in texts
    ]


def test_the_cosine_of_a_short_text_by_hand() -> None:
    idf = WordIdf({"fall": 2.0, "scaffold": 3.0, "the": 0.0}, math.e**4)
    short = Short(Query.of(["the fall, the scaffold, scaffold"], idf=idf), idf)
    # As in the test of `Query`: fall 1*2, scaffold 2*3; fall 2*2, bread 1*4. A single letter is no word.
    by_hand = 8 / (math.sqrt(40) * math.sqrt(32))
    assert short.similarities(runs(["The fall, the bread; the fall, a", "the", "", "a bread"])) == [
        pytest.approx(by_hand),
        0,
        0,
        0,
    ]


def test_weights_are_forgotten_when_they_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("polytrawl.relevance.short._WORDS", 3)
    idf = generic_idf("en")
    query = Query.of(["falls from scaffolds"], idf=idf)
    short = Short(query, idf)
    texts = [f"{word} falls {word}" for word in ("often", "rarely", "never", "always")]
    for _ in range(2):
        assert [short.similarities(runs([text]))[0] for text in texts] == pytest.approx(query.similarities(texts))


def test_a_text_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("polytrawl.relevance.query._SHORT_TEXTS", 3)
    asked: list[str] = []

    def look(texts: list[str]) -> list[int]:
        asked.extend(texts)
        return list(map(len, texts))

    remembered = Remembered(look)
    assert remembered.of(["a", "bb", "a", "ccc", "dddd"]) == [1, 2, 1, 3, 4]
    assert remembered.of(["bb", "a"]) == [2, 1]
    assert asked == ["a", "bb", "ccc", "dddd"]
    assert remembered.of(["bb", "e"]) == [2, 1]  # they are too many: only what is asked for now is kept
    assert remembered.of(["a", "bb"]) == [1, 2]
    assert asked[4:] == ["e", "a"]
