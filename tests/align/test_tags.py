"""The aligner `tags`: kinds and lengths by weighted edit distance."""

from __future__ import annotations

from pathlib import Path

import pytest

from polytrawl.align.aligners.tags import Tags
from polytrawl.align.base import Bead, Block, Text
from polytrawl.align.tables import STEPS
from polytrawl.align.tag_costs import TagCosts, number_kinds, sequence_of
from polytrawl.align.tag_weights import DEFAULT, read_weights
from polytrawl.errors import ConfigError

WEIGHTS = read_weights(None)


def page(*blocks: tuple[str, int] | tuple[str, tuple[int, ...]]) -> Text:
    """A page of blocks, each a kind and the lengths of its sentences."""
    made = [(kind, (size,) if isinstance(size, int) else size) for kind, size in blocks]
    return Text("de", tuple(Block(kind, tuple("x" * one for one in sizes)) for kind, sizes in made))


def sides(beads: list[Bead]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [(bead.left, bead.right) for bead in beads]


def test_costs_are_those_of_the_paper() -> None:
    known = number_kinds(WEIGHTS)
    left = sequence_of(["heading", "text"], [20, 50], known).numbers
    right = sequence_of(["heading", "listitem"], [26, 40], known).numbers
    assert left == [known["heading"], 20, known["text"], 50]
    costs = TagCosts(left, right, WEIGHTS)
    together, alone = STEPS.index((1, 1)), STEPS.index((1, 0))
    heading, text = costs.row(1, 1, 5), costs.row(2, 1, 5)
    assert heading[together].tolist() == [0, float("inf"), 60, float("inf")]  # a tag is never put with a text
    assert heading[alone, 0] == WEIGHTS.deletion["heading"]
    assert text[together].tolist() == [float("inf"), 2 * 6, float("inf"), 2 * 20]  # W_s |Len(b1) - Len(b2)|
    assert text[alone, 0] == 20  # W_d Len(b)
    assert costs.skips().tolist() == [0, 10, 36, 41, 81]  # W_i(t) and W_i Len(b), added


def test_a_block_that_one_page_lacks_stays_alone() -> None:
    left = page(("heading", 30), ("text", 300), ("text", 120), ("listitem", 40), ("listitem", 60))
    right = page(("heading", 30), ("text", 300), ("heading", 25), ("text", 180), ("text", 120), ("listitem", 40),
                 ("listitem", 60))  # fmt: skip
    assert sides(Tags().align(left, right)) == [
        ((0,), (0,)), ((1,), (1,)), ((), (2,)), ((), (3,)), ((2,), (4,)), ((3,), (5,)), ((4,), (6,)),
    ]  # fmt: skip


def test_tags_tell_what_lengths_do_not() -> None:
    left = page(("text", 40), ("heading", 40), ("text", 40))
    right = page(("heading", 40), ("text", 40))
    assert sides(Tags().align(left, right)) == [((0,), ()), ((1,), (0,)), ((2,), (1,))]


def test_sentences_are_aligned_inside_matched_blocks_or_blocks_are_units() -> None:
    left, right = page(("text", (100, 30, 80)), ("text", (60,))), page(("text", (130, 80)), ("text", (60,)))
    assert sides(Tags().align(left, right)) == [((0, 1), (0,)), ((2,), (1,)), ((3,), (2,))]
    whole = Tags(sentences=False).align(left, right)
    assert sides(whole) == [((0, 1, 2), (0, 1)), ((3,), (2,))]
    assert whole[0].score == 1


def test_weights_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    text = DEFAULT.read_text(encoding="utf-8")
    file.write_text(text.replace("other = 60", "other = 0"), encoding="utf-8")
    left, right = page(("heading", 40), ("text", 40)), page(("text", 40))
    assert sides(Tags().align(left, right)) == [((0,), ()), ((1,), (0,))]
    assert sides(Tags(weights=file).align(left, right)) == [((0,), (0,)), ((1,), ())]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("heading = 10", "hedding = 10", "did you mean 'heading'"),
        ("[deletion]\nheading = 10\n", "[deletion]\n", "'heading' has no weight"),
        ("insertion = 1.0", 'insertion = "much"', "Expected `float`"),
        ("[categories]", "[categories", "cannot be read"),
        ('"list block"', '"list blok"', "did you mean 'block'"),
    ],
)
def test_wrong_weights_are_told(tmp_path: Path, old: str, new: str, says: str) -> None:
    file = tmp_path / "weights.toml"
    file.write_text(DEFAULT.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(ConfigError, match=says):
        Tags(weights=file)


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file"):
        Tags(weights=tmp_path / "nowhere.toml")
