"""Splitting loses nothing, and cuts where a reader would."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.sentences import split, width

LANGUAGES = ["de", "it", "el", "en", "pt-br", "nb", "ja", "ar", "hi", "hr", "und", ""]
PIECES = st.sampled_from(
    [". ", "! ", "? ", "; ", "z. B. ", "3. Mai", "n. 5", "«", "»", '"', "。", "।", "؟ ", "A", "b", "\u00a0", "\n", "Ω"]
)


@given(st.one_of(st.text(), st.lists(PIECES).map("".join)), st.sampled_from(LANGUAGES))
def test_no_character_is_lost_except_white_space(text: str, language: str) -> None:
    sentences = split(text, language)
    assert "".join("".join(sentences).split()) == "".join(text.split())
    assert all(sentence.strip() == sentence and sentence for sentence in sentences)


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "de",
            [
                "Siehe Nr. 5 vom 3. Mai.",
                "Danach, z. B. im Juni, gilt Abs. 2 nicht mehr.",
                "Am 115. Tag war d. h. Ruhe.",
            ],
        ),
        ("it", ["Vedi il n. 5 dell'art. 3.", "Il sig. Rossi, p. es., non c'era.", "Cfr. Cap. 4."]),
        ("el", ["Τι είναι αυτό;", "Είναι ένα σπίτι.", "Ναι; ναι, βλ. Κεφ. 3."]),
        ("en", ["What is it?", "See Fig. 3 and Sec. 4.", "Mr. Smith left at 5 p.m. on Monday."]),
        ("fr", ["Selon l'art. 5, oui.", "Voir p. 12."]),
        ("pt-br", ["Conforme o art. 5.", "O Sr. Silva saiu."]),
        ("ja", ["これは本です。", "次は何ですか？", "はい！"]),
        ("hi", ["क्या यह सही है?", "हाँ।", "नहीं।"]),
        ("ar", ["هل هذا صحيح؟", "نعم.", "لا."]),
        ("hr", ["Dr. A. Horvat je došao.", "«Dobro.»", "Idemo!"]),
        ("und", ["One. two three.", "Four"]),
    ],
)
def test_sentences_end_where_a_reader_ends_them(language: str, sentences: list[str]) -> None:
    text = ("" if language == "ja" else " ").join(sentences)
    assert split(text, language) == sentences


@pytest.mark.parametrize(
    "text",
    ["x" * 500_000, "." * 500_000, "a." * 200_000 + "b c", ("." * 98 + "b ") * 500, '."' * 200_000, "! ( " * 20_000],
)
def test_strange_text_is_split_in_linear_time(text: str) -> None:
    started = time.process_time()
    split(text, "de")
    assert time.process_time() - started < 10


def test_empty_text_has_no_sentences() -> None:
    assert split(" \n ", "de") == split("", "zh") == []


def test_dense_scripts_are_wider() -> None:
    assert width("sicher") == width("安全") == 6
    assert width("ασφαλής") == 7
