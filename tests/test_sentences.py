"""Splitting loses nothing, and cuts where a reader would."""

from __future__ import annotations

import time
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.sentences import split, width

GOLD = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text(encoding="utf-8"))
LANGUAGES = ["de", "it", "el", "en", "pt-br", "nb", "ja", "ar", "hi", "hr", "hy", "th", "und", ""]
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


@pytest.mark.parametrize("language", GOLD)
def test_hard_cases_of_each_language(language: str) -> None:
    joint = "" if language in {"ja", "zh"} else " "
    assert split(joint.join(GOLD[language]), language) == GOLD[language]


def test_list_numbers_and_headings_stay_with_their_text() -> None:
    assert split("1. Einleitung", "de") == ["1. Einleitung"]
    assert split("2.1. Scope of this law", "en") == ["2.1. Scope of this law"]
    assert split("B.4.7. Partitionierung", "de") == ["B.4.7. Partitionierung"]
    assert split("See A.1. Then go on.", "en") == ["See A.1.", "Then go on."]
    assert split("Scope of this law\n\nIt holds everywhere. Always.", "en") == [
        "Scope of this law",
        "It holds everywhere.",
        "Always.",
    ]


def test_lines_that_were_only_wrapped_are_not_cut() -> None:
    assert split("One sentence on\ntwo lines. Another.", "en") == ["One sentence on two lines.", "Another."]


def test_thai_is_cut_at_spaces_between_long_pieces_only() -> None:
    first = "วันนี้อากาศดีมากเราจึงไปเดินเล่นที่สวนสาธารณะ"
    second = "พรุ่งนี้ฝนจะตกหนักทั้งวันเราจะอยู่บ้าน"
    assert split(f"{first} {second}", "th") == [first, second]
    assert split("สวัสดี ครับ", "th") == ["สวัสดี ครับ"]


def test_a_unit_or_a_name_in_capitals_ends_a_sentence() -> None:
    assert split("It is 5 km. Then turn. Write HTML. Save it.", "en") == [
        "It is 5 km.",
        "Then turn.",
        "Write HTML.",
        "Save it.",
    ]


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
