"""Plain text from wikitext, also from broken one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from polytrawl.bootstrap.wikitext import plain_text
from support import steps


@pytest.mark.parametrize(
    ("wikitext", "text"),
    [
        ("A '''bold''' and ''italic'' [[Rose|rose]] and [[lily]].", "A bold and italic rose and lily."),
        ("{{Infobox\n|a=[[x]]\n|b={{c|{{d}}}}\n}}\nText.", "Text."),
        ('{| class="wikitable"\n! A\n|-\n| b {{c}}\n|}\nText.', "Text."),
        ('A<ref name="x">{{cite}}</ref> rose<ref name="x" /> here.', "A rose here."),
        ("A <!-- [[hidden]] --> rose.", "A rose."),
        ("[[File:A.jpg|thumb|A [[rose]] in [[May]].]]\nText.", "Text."),
        ("[[Category:Roses]][[de:Rose]]Text.", "Text."),
        ("[[:Category:Roses]] [[Alien: Covenant]]", "Alien: Covenant"),
        ("== Heading ==\nText.\n----\nMore.", "Text.\n\nMore."),
        ("* One [[rose]].\n# Two.\n:Three.\n; Four", "One rose.\n\nTwo.\n\nThree.\n\nFour"),
        ("See [https://a.example/ the site] now.", "See the site now."),
        ("* [https://a.example/ Site]\nText.", "Text."),
        ("Bare [https://a.example/] link.", "Bare link."),
        ("R&amp;D&nbsp;costs <b>more</b><br/>here. __NOTOC__", "R&D costs more here."),
        ("<math>\\frac{a}{{b}}</math>A rose.", "A rose."),
        ("An unclosed {{template\n\n== Next ==\nA rose.", "An unclosed\n\nA rose."),
        ("An unclosed [[link\n== Next ==\nA rose.", "An unclosed link\n\nA rose."),
        ("Closed }} without |} opening --> ]] here.", "Closed without opening here."),
        ("", ""),
    ],
)
def test_markup_goes_and_words_stay(wikitext: str, text: str) -> None:
    assert plain_text(wikitext) == text


@given(st.text(alphabet="ab {}[]|<>!-=*'/\nref:", max_size=200))
def test_nothing_breaks_it(wikitext: str) -> None:
    assert "\n\n\n" not in plain_text(wikitext)


@pytest.mark.parametrize("unit", ["{{", "[[", "<ref>", "[[a|", "'''", "[http://x ", "<!--", "== ", "{|\n|", "* [//a "])
def test_the_work_is_linear_whatever_is_left_open(unit: str) -> None:
    short, long = (steps(lambda size=size: plain_text(unit * size)) for size in (200, 800))
    assert long < 5 * short + 500
