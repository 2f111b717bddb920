"""Where URLs name a language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.pair.addresses import address, openings, rests
from polytrawl.pair.markers import languages_of, names_in, same_language


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


def texts(url: str) -> list[str]:
    return [one.text for one in openings(address(url)) if one.is_token]


def test_places_are_tokens_and_tokens_tied_to_each_other() -> None:
    assert texts("http://www.a.test/tc_chi/x.zh-hans-cn.html") == [
        *("a", "test", "tc_chi", "tc", "chi", "x", "zh-hans-cn", "zh-hans", "zh", "hans-cn", "hans", "cn", "html"),
    ]


def test_a_token_that_stands_twice_is_left_open_in_both_places() -> None:
    keys = [one.key for one in openings(address("http://a.test/de/x.de.html"))]
    assert ("a.test/", "/x.", ".html") in keys


def test_beginnings_and_ends_of_words_are_places_too() -> None:
    parts = {(one.text, one.key) for one in openings("a.test/e0.htm") if not one.is_token}
    assert ("e", ("a.test/", "0.htm")) in parts
    assert not any(one.text == "e0" for one in openings("a.test/e0.htm") if not one.is_token)


@pytest.mark.parametrize(
    ("place", "text", "rest"),
    [
        ("a.test/it/x.html", "/it", "a.test/x.html"),
        ("a.test/x.it.html", ".it", "a.test/x.html"),
        ("a.test/it_x.html", "it_", "a.test/x.html"),
        ("it.a.test/x", "it.", "a.test/x"),
        ("a.test/x?lang=it&id=3", "lang=it&", "a.test/x?id=3"),
        ("a.test/x?id=3&lang=it", "&lang=it", "a.test/x?id=3"),
        ("a.test/x?lang=it", "?lang=it", "a.test/x"),
        ("a.test/it", "/it", "a.test"),
    ],
)
def test_what_is_left_out_falls_with_what_ties_it(place: str, text: str, rest: str) -> None:
    assert (text, rest) in list(rests(place))


def test_short_pieces_of_urls_name_languages() -> None:
    assert names_in("tc_chi") == {"zh"}
    assert names_in("?lang=de") == {"de"}
    assert not names_in("garden")
    assert not names_in("de/x/y/it")


@given(st.text())
def test_any_text_has_an_address(url: str) -> None:
    place = address(url)
    for one in openings(place):
        assert place[one.start : one.stop] == one.text
        assert "".join([one.key[0], one.text, *one.key[1:]]).startswith(place[: one.stop])
    for text, rest in rests(place):
        assert text
        assert len(rest) < len(place)
