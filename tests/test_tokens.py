"""Tokens: nothing of a text is lost, whatever it is, and hostile texts take no longer than others."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.tokens import is_word, tokenise, tokens

LANGUAGES = st.sampled_from([None, "en", "fr", "it", "zh", "th", "und"])


@given(st.text(), LANGUAGES)
def test_tokens_put_together_are_the_text_without_white_space(text: str, language: str | None):
    found = tokens(text, language)
    assert "".join(found) == "".join(text.split())
    assert all(found)
    assert not any(set(one) & set(" \t\n") for one in found)


@given(st.text(alphabet="ab1.,' -@:/\u0301安\t", max_size=60), LANGUAGES)
def test_glue_tells_where_spaces_stood(text: str, language: str | None):
    made = "".join(one.text if one.is_glued else f" {one.text}" for one in tokenise(text, language))
    assert made.split() == text.split()


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Mr. O'Neill's co-op", "en", ["Mr", ".", "O'Neill's", "co-op"]),
        ("Aujourd'hui l’homme", "fr", ["Aujourd'hui", "l’", "homme"]),
        ("d'água fria", "pt", ["d'água", "fria"]),
        ("1.234,56 € um 10:30", "de", ["1.234,56", "€", "um", "10:30"]),
        ("z.B. und usw.", "de", ["z.B.", "und", "usw", "."]),
        ("(https://a.test/b(c)?d=1&e=2)...", "en", ["(", "https://a.test/b(c)?d=1&e=2", ")", "..."]),
        ("<ann.b+c@mail.a.test>", "en", ["<", "ann.b+c@mail.a.test", ">"]),
        ("हिन्दी में।", "hi", ["हिन्दी", "में", "।"]),
        ("ที่นี่", "th", ["ที่", "นี่"]),
        ("cafe\u0301 'x'", "en", ["cafe\u0301", "'", "x", "'"]),
        ("l' a", "fr", ["l", "'", "a"]),
    ],
)
def test_examples(text: str, language: str, expected: list[str]):
    assert tokens(text, language) == expected


HOSTILE = [
    *("a", "a.", "a-", "a'", "1.", "1,1", "http://", "http://,", "www.", "@", "a@", "a@b.", "a@a-", "'", "_", "."),
    *("\u0301", "a\u0301", "安", "\u0e31"),
]


@pytest.mark.parametrize("piece", HOSTILE, ids=ascii)
def test_work_is_linear(piece: str):
    def seconds(length: int) -> float:
        text = piece * (length // len(piece))
        started = time.process_time()
        tokens(text, "fr")
        return time.process_time() - started

    tokens(piece)  # patterns are made once
    # Four times the text takes four times as long; were it quadratic, sixteen times.
    assert seconds(400_000) < 9 * max(seconds(100_000), 0.05)


def test_words_have_a_letter_or_a_digit():
    assert [one for one in tokens("So: 7 - « a » ... 安!") if is_word(one)] == ["So", "7", "a", "安"]
