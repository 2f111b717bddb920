"""Where URLs name a language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.pair.addresses import address, marked
from polytrawl.pair.markers import languages_of, same_language


@pytest.mark.parametrize(
    ("word", "language"),
    [
        ("de", "de"),
        ("GER", "de"),
        ("deu", "de"),
        ("Deutsch", "de"),
        ("german", "de"),
        ("ελληνικά", "el"),
        ("gr", "el"),
        ("jp", "ja"),
        ("한국어", "ko"),
    ],
)
def test_codes_and_names_are_known(word: str, language: str) -> None:
    assert language in languages_of(word)


def test_the_table_is_wide_and_leaves_other_words_alone() -> None:
    codes = (
        "sq ar hy eu be bn bs bg ca zh hr cs da nl en et fi fr gl ka de el he hi hu is id ga it ja kk ko lv lt lb mk "
        "ms mt mn no fa pl pt ro ru sr sk sl es sw sv ta te th tr uk ur uz vi cy"
    )
    assert all(code in languages_of(code) for code in codes.split())
    assert not any(languages_of(word) for word in ("index", "html", "www", "com", "leiter", ""))


def test_two_languages_can_share_a_word() -> None:
    assert languages_of("br") == {"br", "pt"}


def test_regions_and_old_codes_do_not_count() -> None:
    assert same_language("de-CH", "de")
    assert same_language("pt_BR", "pt-pt")
    assert same_language("nb", "no")
    assert not same_language("de", "nl")
    assert not same_language(None, None)


def test_a_url_with_several_markers_gives_several_patterns() -> None:
    assert [one.pattern for one in marked(address("http://a.test/it/x.de.html"))] == [
        "a.test/*/x.de.html",
        "a.test/it/x.*.html",
    ]


def test_words_inside_other_words_are_no_markers() -> None:
    assert marked(address("http://a.test/garden/edit.html")) == []


@given(st.text())
def test_any_text_has_an_address(url: str) -> None:
    for one in marked(address(url)):
        assert one.languages
        assert "*" in one.pattern
