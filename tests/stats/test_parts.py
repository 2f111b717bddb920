"""Parts: all words of a sentence are there, and only neighbours stand together."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.relevance.words import words
from polytrawl.stats.parts import parts


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("the risk of a fall", [["the", "risk", "of"], ["fall"]]),
        ("salute e sicurezza", [["salute"], ["sicurezza"]]),
        ("prise d'eau", [["prise", "eau"]]),
        ("prise d\u2019eau", [["prise", "eau"]]),
        ("well-being at work", [["well", "being", "at", "work"]]),
        ("work - and rest \u2013 count", [["work"], ["and", "rest"], ["count"]]),
        ("ladders, steps; (stools)", [["ladders"], ["steps"], ["stools"]]),
        ("up to 90 per cent", [["up", "to"], ["per", "cent"]]),
        ("vitamin C deficiency", [["vitamin"], ["deficiency"]]),
        ("सुरक्षा पहले आती है", [["सुरक्षा", "पहले", "आती", "है"]]),
        ("安全第一。注意", [["安全", "全第", "第一"], ["注意"]]),
        ("", []),
        ("3 + 4", []),
    ],
)
def test_parts(sentence: str, expected: list[list[str]]) -> None:
    assert parts(sentence) == expected


_TEXTS = st.text(st.sampled_from("abcdeßéаби0 1-'’.,;:()\n\u0301सुरक安全第ア"), max_size=40)


@given(_TEXTS)
def test_no_word_is_lost_or_made(text: str) -> None:
    assert [word for part in parts(text) for word in part] == words(text)
