"""What every aligner must do, and what alignment by length does."""

from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from polytrawl.align.aligners.length import Length
from polytrawl.align.base import Aligner, Bead, Block, Text
from polytrawl.options import Context, build, resolve
from polytrawl.plugin import find, load_installed, names

load_installed()

KINDS = st.sampled_from(["text", "heading", "listitem", "title", "cell"])
SENTENCES = st.lists(st.text(min_size=1, max_size=60), min_size=1, max_size=4).map(tuple)
TEXTS = st.lists(st.builds(Block, KINDS, SENTENCES), max_size=6).map(lambda blocks: Text("de", tuple(blocks)))


@pytest.fixture(scope="module")
def needs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    """What some aligners cannot do without."""
    vectors = tmp_path_factory.mktemp("vectors") / "words.vec"
    vectors.write_text("ein 1 0 0\nuna 0.9 0.1 0\nsatz 0 1 0\nfrase 0 0.9 0.1\n")
    return {"mt": {"command": "cat"}, "embedding": {"model": str(vectors)}}


def make(name: str, needs: dict[str, dict[str, str]]) -> Aligner:
    cls = find(Aligner, name)
    resolved = resolve(cls, needs.get(name, {}), where="align.aligner", context=Context())
    return build(cls, pickle.loads(pickle.dumps(resolved)))


def text(*blocks: str | tuple[str, ...], kind: str = "text") -> Text:
    """Blocks of one sentence, or of several."""
    return Text("de", tuple(Block(kind, (one,) if isinstance(one, str) else one) for one in blocks))


def sides(beads: list[Bead]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(bead.left, bead.right) for bead in beads]


@pytest.mark.parametrize("name", names(Aligner))
@given(left=TEXTS, right=TEXTS)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_sentence_stands_in_exactly_one_bead_in_order(
    name: str, needs: dict[str, dict[str, str]], left: Text, right: Text
) -> None:
    beads = make(name, needs).align(left, right)
    assert [number for bead in beads for number in bead.left] == list(range(len(left.sentences)))
    assert sorted(number for bead in beads for number in bead.right) == list(range(len(right.sentences)))
    assert all((bead.left or bead.right) and 0 <= bead.score <= 1 for bead in beads)
    assert beads == make(name, needs).align(left, right)


@given(left=TEXTS, right=TEXTS)
def test_alignment_by_length_never_crosses(left: Text, right: Text) -> None:
    beads = Length().align(left, right)
    assert [number for bead in beads for number in bead.right] == list(range(len(right.sentences)))


@pytest.mark.parametrize("name", names(Aligner))
@pytest.mark.parametrize(
    ("left", "right"),
    [
        (text(), text()),
        (text("Nur hier."), text()),
        (text(), text("Solo qui.")),
        (text(("Eins.",)), text(tuple("Uno. " * (n % 100 + 1) for n in range(3000)))),
        (text(("\udcff\x00",)), text(("",))),
        (
            text(*["Ein Satz, der immer gleich lang ist."] * 3000),
            text(*["Una frase sempre di lunghezza uguale."] * 3000),
        ),
    ],
    ids=["nothing", "left", "right", "one-to-many", "broken", "huge"],
)
def test_every_aligner_takes_every_text(name: str, needs: dict[str, dict[str, str]], left: Text, right: Text) -> None:
    beads = make(name, needs).align(left, right)
    assert sum(len(bead.left) for bead in beads) == len(left.sentences)
    assert sum(len(bead.right) for bead in beads) == len(right.sentences)


LONG, MIDDLE, SHORT = "l" * 160, "m" * 80, "s" * 25


def test_one_long_sentence_meets_two_short_ones() -> None:
    left = text((SHORT, LONG, MIDDLE, LONG))
    right = text((SHORT, LONG[:85], LONG[:78], MIDDLE, LONG))
    assert sides(Length().align(left, right)) == [((0,), (0,)), ((1,), (1, 2)), ((2,), (3,)), ((3,), (4,))]


def test_a_short_sentence_without_a_partner_is_joined_to_its_neighbour_with_a_low_score() -> None:
    """One null bead is dearer than two to one, as published; filters see the score."""
    beads = Length(ratio=1.0).align(text((LONG, MIDDLE, SHORT, LONG)), text((LONG, MIDDLE, LONG)))
    [joined] = [bead for bead in beads if 2 in bead.left]
    assert len(joined.left) == 2
    assert joined.score < 0.05
    assert all(bead.score == 1 for bead in beads if bead is not joined)


def test_a_run_of_sentences_without_a_partner_stays_alone() -> None:
    shared = [LONG, MIDDLE, SHORT, LONG, SHORT, MIDDLE]
    extra = ["x" * 130, "x" * 120, "x" * 140]
    beads = Length(ratio=1.0).align(text(tuple(shared)), text((*shared[:3], *extra, *shared[3:])))
    assert [bead.right for bead in beads if not bead.left] == [(3,), (4,), (5,)]
    assert [bead.right for bead in beads if bead.left] == [(0,), (1,), (2,), (6,), (7,), (8,)]


def doubled(seed: int, count: int) -> tuple[Text, Text]:
    """A text, and one that is about one and a half times as long."""
    rng = random.Random(seed)
    lengths = [rng.randint(15, 220) for _ in range(count)]
    longer = [max(1, round(1.5 * length + rng.gauss(0, 1.5) * length**0.5)) for length in lengths]
    return text(tuple("l" * one for one in lengths)), text(tuple("r" * one for one in longer))


def test_parameters_are_found_from_the_texts_of_the_run() -> None:
    learned = Length().learn(doubled(seed, 60) for seed in range(5))
    assert list(learned) == ["de de"]
    assert learned["de de"][0] == pytest.approx(1.5, abs=0.02)
    assert learned["de de"][1] < 4
    informed = Length()
    informed.inform(pickle.loads(pickle.dumps(learned)))
    short = text(("a" * 40, "b" * 44, "c" * 90)), text(("a" * 60, "b" * 66, "c" * 135))
    assert [round(bead.score, 1) for bead in informed.align(*short)] == [1, 1, 1]


def test_parameters_are_found_from_two_texts_alone() -> None:
    beads = Length().align(*doubled(1, 60))
    assert sides(beads) == [((number,), (number,)) for number in range(60)]
    assert sum(bead.score for bead in beads) / 60 > 0.4


def test_what_the_user_gives_is_not_learned() -> None:
    assert not Length(ratio=1.1, variance=5.0).learns
    assert Length(ratio=1.1).learns


def test_paragraphs_hold_their_sentences() -> None:
    left = text((SHORT, MIDDLE), (LONG, SHORT), (MIDDLE,))
    right = text((SHORT + MIDDLE,), (SHORT, LONG), (MIDDLE,))
    beads = sides(Length().align(left, right))
    assert beads[0] == ((0, 1), (0,))
    assert beads[-1] == ((4,), (3,))
    assert {
        number for left_side, right_side in beads for number in left_side if 1 in right_side or 2 in right_side
    } <= {2, 3}


def test_a_heading_meets_a_heading() -> None:
    heading, body = Block("heading", (SHORT,)), Block("text", (SHORT,))
    left = Text("de", (heading, body, Block("text", (LONG,))))
    right = Text("it", (body, heading, body, Block("text", (LONG,))))
    assert sides(Length().align(left, right)) == [((), (0,)), ((0,), (1,)), ((1,), (2,)), ((2,), (3,))]


def test_a_long_box_on_one_page_does_not_move_the_others() -> None:
    shared = [MIDDLE, LONG, SHORT, LONG, MIDDLE]
    left, right = text(*shared), text(*shared[:2], "x" * 900, *shared[2:])
    right_sides = [bead.right for bead in Length().align(left, right) if bead.left]
    assert right_sides == [(0,), (1,), (3,), (4,), (5,)]


def test_paragraphs_cut_in_quite_different_ways_are_ignored() -> None:
    sentences = [SHORT, LONG, MIDDLE, LONG, SHORT, LONG, LONG, MIDDLE, SHORT, LONG, MIDDLE, SHORT]
    beads = Length().align(text(*sentences), text(tuple(sentences[:11]), sentences[11]))
    assert sides(beads) == [((number,), (number,)) for number in range(12)]


def test_scores_fall_with_unlike_lengths_and_rarer_beads() -> None:
    aligner = Length(ratio=1.0)
    scores = [aligner.align(text((MIDDLE,)), text((other,)))[0].score for other in (MIDDLE, MIDDLE[:70], MIDDLE[:40])]
    assert scores[0] == 1
    assert scores == sorted(scores, reverse=True)
    joined = aligner.align(text((MIDDLE, MIDDLE)), text((MIDDLE * 2,)))
    assert 0 < joined[0].score < 0.2


def test_dense_scripts_align_with_alphabets() -> None:
    left = text(
        ("Please wear your hard hat at all times.", "Stop.", "Report every accident to your supervisor at once.")
    )
    right = text(("请始终戴好安全帽以保护头部。", "停。", "如发生任何事故请立即向主管报告。"))
    assert sides(Length().align(left, right)) == [((0,), (0,)), ((1,), (1,)), ((2,), (2,))]
