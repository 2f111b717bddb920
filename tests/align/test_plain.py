"""Plain texts and the formats of alignments."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from polytrawl.align.aligners.length import Length
from polytrawl.align.base import Bead
from polytrawl.align.formats import Alignment, ladder, tmx, tsv, vec
from polytrawl.align.plain import by_paragraph, by_sentence, read_lines
from polytrawl.evaluate.beads import _READERS

LINES = st.lists(st.text(alphabet="ab. \t\x0b\x85\u2028\x00\ufffe", max_size=30), max_size=12)


def test_numbers_are_those_of_lines_and_empty_lines_part_paragraphs() -> None:
    found = by_sentence("\ufeffOne.\r\n\r\n \nTwo.\nThree\x85 still.", "en")
    assert [block.sentences for block in found.text.blocks] == [("One.",), ("Two.", "Three still.")]
    assert found.numbers == (0, 3, 4)


def test_what_follows_the_last_line_feed_counts_if_there_is_something() -> None:
    assert read_lines("a\nb\n") == ["a", "b"]
    assert read_lines("a\n\n") == ["a", ""]
    assert read_lines("a\nb") == ["a", "b"]
    assert read_lines("") == []


def test_paragraphs_are_cut_into_sentences() -> None:
    found = by_paragraph("One is here. Two is there.\n\nThree.\n", "en")
    assert [len(block.sentences) for block in found.text.blocks] == [2, 1]
    assert found.numbers == (0, 1, 2)


def example() -> Alignment:
    left, right = by_sentence("A b.\nC\x02 & d.\n\nE.\nF.", "en"), by_sentence("Ab.\nCd.\nCe.\nX.\nEe.", "de")
    beads = [
        Bead((0,), (0,), 0.9),
        Bead((1,), (1, 2), 0.5),
        Bead((), (3,), 0.0),
        Bead((2,), (4,), 0.25),
        Bead((3,), (), 0.0),
    ]
    return Alignment(left, right, beads)


def test_vec() -> None:
    assert list(vec(example())) == [
        "[0]:[0]:0.9000\n", "[1]:[1, 2]:0.5000\n", "[]:[3]:0.0000\n", "[3]:[4]:0.2500\n", "[4]:[]:0.0000\n"
    ]  # fmt: skip


def test_a_ladder_goes_through_all_lines() -> None:
    rungs = [tuple(map(float, line.split())) for line in ladder(example())]
    assert rungs == [
        (0, 0, 0.9), (1, 1, 0.5), (2, 3, 0), (3, 3, 0), (3, 4, 0.25), (4, 5, 0), (5, 5, 0)
    ]  # fmt: skip


def test_moved_beads_stand_alone_in_a_ladder() -> None:
    one = by_sentence("A.\nB.\nC.", "en")
    moved = Alignment(one, one, [Bead((0,), (2,), 1.0, is_moved=True), Bead((1,), (0,), 1.0), Bead((2,), (1,), 1.0)])
    rungs = [tuple(line.split()[:2]) for line in ladder(moved)]
    assert rungs == [("0", "0"), ("1", "0"), ("2", "1"), ("3", "2"), ("3", "3")]


def test_tables_have_the_texts_of_pairs() -> None:
    head, *rows = [line.rstrip("\n").split("\t") for line in tsv(example())]
    assert head == ["source", "target", "score", "source_sentences", "target_sentences"]
    assert rows[1] == ["C\x02 & d.", "Cd. Ce.", "0.5000", "1", "1,2"]
    assert len(rows) == 3


def test_a_translation_memory_is_well_formed_whatever_the_text() -> None:
    root = ET.fromstring("".join(tmx(example())))
    assert [seg.text for seg in root.iter("seg")] == ["A b.", "Ab.", "C & d.", "Cd. Ce.", "E.", "Ee."]


@given(left=LINES, right=LINES)
def test_all_formats_tell_the_same(left: list[str], right: list[str]) -> None:
    sides = by_sentence("\n".join(left), "en"), by_sentence("\n".join(right), "de")
    found = Alignment(*sides, Length().align(sides[0].text, sides[1].text))
    whole = [(bead.left, bead.right) for bead, *_ in found.pairs()]
    for name, form in (("vec", vec), ("ladder", ladder), ("tsv", tsv)):
        lines = [line.rstrip("\n") for line in form(found)]
        read = _READERS[name](None, list(enumerate(lines)))  # type: ignore[arg-type] # where nothing is wrong
        # A rung of a ladder takes the empty lines with it that stand inside a bead.
        texts = [
            (tuple(n for n in a if n in sides[0].numbers), tuple(n for n in b if n in sides[1].numbers))
            for a, b in read
        ]
        assert [bead for bead in texts if bead[0] and bead[1]] == whole, name
    assert len(list(ET.fromstring("".join(tmx(found))).iter("tu"))) == len(whole)
