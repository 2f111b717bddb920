"""Where blocks, elements and links begin and end."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from polytrawl.clean.walk import Walk, walk


def walked(html: str) -> Walk:
    return walk(LexborHTMLParser(html))


def texts(html: str) -> list[str]:
    return walked(html).texts


def test_slips_in_attributes_do_not_hide_the_page() -> None:
    assert texts('<meta NAME="A="B"><p x"y="1" ="2" z>one</p><p>two') == ["one", "two"]


def test_an_attribute_may_hold_tags() -> None:
    assert texts('<p title="<p>no</p> > ">yes</p>') == ["yes"]


def test_one_break_is_a_space_and_two_are_an_end() -> None:
    assert texts("<p>one<br>two<br> <br>three") == ["one two", "three"]


def test_skipped_elements_may_hold_each_other() -> None:
    assert texts("<p>a</p><object><object>no</object>no</object><p>b</p>") == ["a", "b"]


def test_elements_are_ranges_of_blocks() -> None:
    elements = walked("<div><p>a</p><p>b</p></div><ul><li>c</li></ul>").elements
    ranges = {one.tag: (one.first, one.end) for one in elements}
    assert ranges["div"] == (0, 2)
    assert ranges["ul"] == (2, 3)
    assert ranges[""] == (0, 3)


def test_the_text_of_links_is_counted_in_all_blocks_they_go_over() -> None:
    found = walked('<p>before <a href="x">link</a> behind</p><a href="y"><div>all</div><div>of it</div></a>')
    assert found.link_chars == [4, 3, 5]


def test_words_in_classes_are_known_without_their_numbers_and_endings() -> None:
    names = {one.tag: one.names for one in walked('<div id="wrapMain"><p class="post_body-12 x">a</p></div>').elements}
    assert names["p"] == {"post", "body", "x"}
    assert names["div"] == {"wrap", "main"}


def test_classes_of_the_whole_page_tell_nothing_about_a_part() -> None:
    assert not any(one.names for one in walked('<body class="forum"><p>a</p></body>').elements)


def test_hidden_blocks_know_it() -> None:
    assert walked("<div hidden><p>a</p></div><p>b</p>").is_hidden == [True, False]


def test_a_value_may_hold_brackets_in_any_order() -> None:
    assert texts('<p title="> <">one</p><p title="a < b">two</p><p title="c > d" class="e">three</p>') == [
        "one",
        "two",
        "three",
    ]


def test_what_cannot_be_seen_makes_no_block() -> None:
    assert texts("<p>\x01\x1f</p><p> \u200b\u00ad </p><p>\x02 seen</p>") == ["seen"]


def test_a_link_without_an_address_is_none() -> None:
    assert walked('<p><a name="x">top</a> <a href="y">way</a></p>').link_chars == [3]


@given(st.text(alphabet="<>/abdivpulr \"'=&;!-\n\x01", max_size=300))
def test_any_page_is_walked_and_no_letter_of_a_paragraph_is_lost(html: str) -> None:
    found = walked(f"{html}<div><p>the end</p></div>")
    assert all(0 <= one.first <= one.end <= len(found.texts) for one in found.elements)
    assert all(text == " ".join(text.split()) != "" for text in found.texts)
