from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.records import Document, Paragraph
from polytrawl.relevance.definition import Definition, Term
from polytrawl.topic.classifiers.terms import Terms
from polytrawl.topic.threshold import FEWEST, valley

DRAW = random.Random(1)
LOW = [DRAW.betavariate(2, 60) for _ in range(150)]  # around .03
HIGH = [DRAW.betavariate(8, 40) for _ in range(50)]  # around .17


def test_the_threshold_lies_between_two_hills() -> None:
    found = valley(LOW + HIGH)
    assert found is not None
    assert 0.05 < found < 0.12
    assert sum(score < found for score in LOW) > 140
    assert sum(score >= found for score in HIGH) > 40  # the hills overlap


def test_one_hill_has_no_valley() -> None:
    assert valley([DRAW.betavariate(5, 30) for _ in range(500)]) is None


@pytest.mark.parametrize("scores", [[], [0.5], [0.3] * 100, [0.0] * (FEWEST - 2) + [1.0]])
def test_nothing_is_said_where_there_is_nothing_to_say(scores: list[float]) -> None:
    assert valley(scores) is None


@given(st.lists(st.floats(0, 1), max_size=80))
def test_a_threshold_parts_the_documents(scores: list[float]) -> None:
    found = valley(scores)
    if found is not None:
        assert min(scores) < found <= max(scores)


def page(number: int, share: int) -> Document:
    text = " ".join(["ladder"] * share + ["bread"] * (100 - share))
    return Document(id=f"d-{number}", page="g", url="u", site="s", language="en", paragraphs=(Paragraph(text=text),))


def test_auto_is_picked_from_all_documents() -> None:
    classifier = Terms(min_relevance="auto", min_terms=0)
    classifier.prepare(Definition((Term(1.0, "ladder", (), "en"),)))
    assert classifier.learns
    pages = [page(number, share) for number, share in enumerate([2, 3, 4, 5, 6] * 10 + [28, 30, 31, 32, 35] * 6)]
    assert classifier.classify(page(0, 6)).reasons == ()  # before it has seen any: the guess
    classifier.inform(classifier.learn(pages))
    assert 0.06 < classifier.threshold < 0.28
    assert [bool(classifier.classify(one).reasons) for one in pages] == [True] * 50 + [False] * 30


def test_a_number_needs_no_look_at_all_documents() -> None:
    assert not Terms(min_relevance=0.2).learns
