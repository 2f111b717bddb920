from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.characters import squeeze, without_unwanted
from polytrawl.clean.api import extract

# no-break, figure, narrow no-break, en, em, three-per-em, four-per-em, six-per-em, punctuation, thin, hair,
# medium mathematical, ideographic, Ogham; line and paragraph separator.
SPACES = "\u00a0\u2007\u202f\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u205f\u3000\u1680\u2028\u2029"


@pytest.mark.parametrize("space", SPACES)
def test_every_kind_of_space_is_a_plain_one(space: str) -> None:
    assert squeeze(f"12{space}kg{space}{space}Mehl{space}") == "12 kg Mehl"
    assert extract(f"<p>12{space}kg{space} Mehl{space}</p>").text == "12 kg Mehl"


@pytest.mark.parametrize("char", "\x00\x01\x08\x7f\x9f\u00ad\u200b\u2060\ufeff\ufffe\ue000\uf8ff\U000f0001\U0010fffd")
def test_what_means_nothing_is_left_out(char: str) -> None:
    assert squeeze(f"Arbeits{char}schutz") == "Arbeitsschutz"


def test_icons_of_a_font_are_no_paragraphs() -> None:
    assert [one.text for one in extract("<div>\ue665</div><div>&#xe671; Start</div>").paragraphs] == ["Start"]


def test_text_is_composed() -> None:
    assert squeeze("e\u0301te\u0301") == "été"
    assert extract("<p>e&#x301;t<b>e\u0301</b></p>").text == "été"


@pytest.mark.parametrize(
    "text",
    [
        "می\u200cرود و کتاب\u200cها",  # Persian
        "क्\u200dष और क्\u200cष",  # Hindi
        "ശ്രീ ന\u0d4d\u200d",  # Malayalam, an old way to write a letter without its vowel
        "ශ්\u200dරී ලංකා",  # Sinhala
        "👩\u200d👩\u200d👧 🏳\ufe0f\u200d🌈 ❤\ufe0f\u200d🔥",
        "השנה 2010\u200f! ו-C++\u200e, Java",  # Hebrew with marks
        "قال \u2067Hello\u2069 ثم ذهب",
    ],
)
def test_joiners_and_marks_stay_where_they_are_needed(text: str) -> None:
    assert squeeze(text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Auf\u200clage, fi\u200dn", "Auflage, fin"),
        ("东\u200d京 \u200c", "东京"),
        ("خانه\u200c بزرگ", "خانه بزرگ"),
        ("Cookies\u200e, \u200f\u202aLtd\u202c", "Cookies, Ltd"),
        ("שלום \u200f\u200f עולם", "שלום עולם"),
        ("אבג\u200f\u200f!", "אבג\u200f!"),
        ("אבג \u202bדה", "אבג דה"),
    ],
)
def test_joiners_and_marks_go_where_they_mean_nothing(text: str, expected: str) -> None:
    assert squeeze(text) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("caf&amp;eacute;&amp;nbsp;noir", "café noir"),
        ("AT&amp;amp;T", "AT&T"),
        ("it&amp;#39;s &amp;#x201c;so&amp;#x201d;", "it's “so”"),
        ("R&amp;amp;amp;D", "R&D"),
        ("a&amp;shy;b&amp;zwnj;c", "abc"),
        ("the tag &amp;lt;b&amp;gt;", "the tag &lt;b&gt;"),
        ("write <code>&amp;eacute;</code> for it", "write &eacute; for it"),
        ("a&b; x&y=1 &unknown; AT&T;", "a&b; x&y=1 &unknown; AT&T;"),
    ],
)
def test_what_was_escaped_twice_is_read(html: str, expected: str) -> None:
    assert extract(f"<p>{html}</p>").text == expected


@given(st.text(max_size=80))
def test_text_is_squeezed_once_and_for_all(text: str) -> None:
    once = squeeze(text)
    assert unicodedata.is_normalized("NFC", once)
    assert once == " ".join(once.split())
    if "&" not in once:  # entities may have been escaped more often than anybody does
        assert squeeze(once) == once


@given(st.text(alphabet=st.characters(exclude_categories=["Cc", "Cf", "Co", "Cs", "Cn"]), max_size=80))
def test_visible_text_is_not_touched(text: str) -> None:
    if "&" not in text:
        assert without_unwanted(text) == text
