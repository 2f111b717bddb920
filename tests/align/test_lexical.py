"""Alignment by words that the texts themselves teach."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from align.languages import Languages, Pair, text
from polytrawl.align.aligners.lexical import Lexical
from polytrawl.align.base import Block, Text
from polytrawl.align.lexical.sample import Sample

Beads = set[tuple[tuple[int, ...], tuple[int, ...]]]


def texts(pair: Pair) -> tuple[Text, Text]:
    return text("xa", pair.left), text("xb", pair.right)


def aligned(aligner: Lexical, left: Text, right: Text) -> Beads:
    return {(bead.left, bead.right) for bead in aligner.align(left, right)}


def share_right(found: Beads, pair: Pair) -> float:
    true = {bead for bead in pair.beads if all(bead)}
    return len(found & true) / len(true)


@pytest.fixture(scope="module")
def languages() -> Languages:
    return Languages()


def test_words_are_learned_from_the_two_texts_alone(languages: Languages) -> None:
    pair = languages.pair(200, lost=0.1, joined=0.1)
    assert share_right(aligned(Lexical(), *texts(pair)), pair) > 0.95


def test_words_of_a_whole_run_help_where_one_text_is_too_short(languages: Languages) -> None:
    many = [languages.pair(15, lost=0.25, joined=0.1) for _ in range(40)]
    alone, informed = Lexical(), Lexical()
    informed.inform(msgspec.msgpack.decode(msgspec.msgpack.encode(informed.learn(map(texts, many)))))
    shares = [
        sum(share_right(aligned(aligner, *texts(pair)), pair) for pair in many) / len(many)
        for aligner in (alone, informed)
    ]
    assert shares[1] > 0.95
    assert shares[1] > shares[0] + 0.1


def test_what_was_learned_is_the_same_in_whatever_order_texts_come(languages: Languages) -> None:
    many = [texts(languages.pair(15)) for _ in range(10)]
    assert Lexical(sample=60).learn(many) == Lexical(sample=60).learn(many[::-1])


def test_a_dictionary_is_enough_to_begin_with(tmp_path: Path) -> None:
    languages = Languages(seed=7)
    path = tmp_path / "words.tsv"
    path.write_text("".join(f"{word}\t{other}\n" for word, other in languages.words))
    pairs = [languages.pair(12, lost=0.3) for _ in range(10)]
    with_words, without = (
        sum(share_right(aligned(aligner, *texts(pair)), pair) for pair in pairs) / len(pairs)
        for aligner in (Lexical(dictionary=path), Lexical())
    )
    assert with_words > 0.97
    assert with_words > without


def test_a_section_that_was_moved_is_found_and_marked(languages: Languages) -> None:
    aligner = Lexical()
    aligner.inform(aligner.learn(texts(languages.pair(40)) for _ in range(10)))
    pair = languages.pair(120)
    order = [*range(20), *range(50, 110), *range(20, 50), *range(110, 120)]
    beads = aligner.align(text("xa", pair.left), text("xb", [pair.right[number] for number in order]))
    right = [bead for bead in beads if bead.left and [order[number] for number in bead.right] == list(bead.left)]
    assert len(right) > 110
    assert {number for bead in beads if bead.is_moved for number in bead.left} >= set(range(22, 48))
    assert [bead.left[0] for bead in beads if bead.left] == list(range(120))


def test_nothing_is_moved_where_texts_run_side_by_side(languages: Languages) -> None:
    pair = languages.pair(200, lost=0.15)
    assert not any(bead.is_moved for bead in Lexical().align(*texts(pair)))


def test_paragraphs_hold_sentences_in_place() -> None:
    # No word of any of them is known: where sentences belong, only paragraphs tell.
    left = text("xa", ["ba bi bo.", "ka ki ko.", "da di do."], ["ga gi go."])
    right = text("xb", ["fu fo fy."], ["hu ho hy."])
    assert ((3,), (1,)) in aligned(Lexical(), left, right)
    heading = Text("xb", (Block("heading", ("fu fo fy.",)), Block("text", ("hu ho hy.",))))
    ours = Text("xa", (Block("text", ("ba bi bo.",)), Block("heading", ("ka ki ko.",)), Block("text", ("da di do.",))))
    assert {((1,), (0,)), ((2,), (1,))} <= aligned(Lexical(), ours, heading)


def test_long_texts_are_aligned_in_a_band(languages: Languages) -> None:
    pair = languages.pair(1500, lost=0.05, joined=0.05)
    assert share_right(aligned(Lexical(sample=500), *texts(pair)), pair) > 0.97


def test_a_text_that_is_missing_in_the_middle_does_not_lose_the_way(languages: Languages) -> None:
    pair = languages.pair(1200)
    cut = Pair(pair.left, pair.right[:300] + pair.right[700:], [])
    found = aligned(Lexical(sample=500), *texts(cut))
    true = {((number,), (number,)) for number in range(300)} | {
        ((number,), (number - 400,)) for number in range(700, 1200)
    }
    assert len(found & true) > 0.97 * len(true)


@pytest.mark.parametrize(("left", "right"), [([], []), ([], ["fo fa."]), (["ba."], [])])
def test_an_empty_side_leaves_all_alone(left: list[str], right: list[str]) -> None:
    beads = Lexical().align(text("xa", left), text("xb", right))
    assert [(bead.left, bead.right) for bead in beads] == [((0,), ())] * len(left) + [((), (0,))] * len(right)


def test_one_sentence_against_very_many(languages: Languages) -> None:
    pair = languages.pair(3000)
    beads = Lexical().align(text("xa", pair.left[1500:1501]), text("xb", pair.right))
    assert len([bead for bead in beads if bead.left and bead.right]) <= 1
    assert sorted(number for bead in beads for number in bead.right) == list(range(3000))


sentences = st.lists(st.text(alphabet="ab .1Ж安\u0301\x00", max_size=12), max_size=12)


@settings(max_examples=60)
@given(left=sentences, right=sentences)
def test_every_sentence_stands_in_exactly_one_bead(left: list[str], right: list[str]) -> None:
    beads = Lexical().align(text("xa", left), text("xb", right))
    assert [number for bead in beads for number in bead.left] == list(range(len(left)))
    assert sorted(number for bead in beads for number in bead.right) == list(range(len(right)))
    assert all(0 <= bead.score <= 1 for bead in beads)


def test_a_sample_is_bounded_and_leaves_out_copies(languages: Languages) -> None:
    sample = Sample(100)
    pairs = [texts(languages.pair(15)) for _ in range(50)]
    for left, right in [*pairs, *pairs]:
        sample.add(left, right)
    [drawn] = sample.texts().values()
    assert 100 <= sum(len(left.sentences) for left, _ in drawn) < 130
    assert len({left for left, _ in drawn}) == len(drawn)
