"""The aligner `mt`: real commands, a function, and what goes wrong with them."""

from __future__ import annotations

import random
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from polytrawl.align.aligners.mt import Mt
from polytrawl.align.base import Block, Text
from polytrawl.align.evidence import anchors
from polytrawl.align.overlap import likeness, link
from polytrawl.errors import ConfigError, StageError
from polytrawl.outside.translator import Service, Translator

WORDS = [f"{a}{b}{c}o" for a in "bdfgklmnprst" for b in "aeiou" for c in ("ra", "nti", "le", "sso", "mu", "bri", "da")]


def spanish(word: str) -> str:
    """A language that is easy to translate."""
    return word[::-1]


def texts(count: int, seed: int = 1) -> tuple[list[str], list[str]]:
    """Sentences and their translations, with other words in between, all of alike length."""
    rng = random.Random(seed)
    left = [" ".join(rng.choices(WORDS, k=rng.randint(7, 9))) for _ in range(count)]
    right = [
        " ".join(spanish(word) if rng.random() < 0.7 else rng.choice(WORDS) for word in one.split()) for one in left
    ]
    return left, right


def as_text(sentences: Sequence[str]) -> Text:
    return Text("en", (Block("text", tuple(sentences)),))


def translate(sentences: Sequence[str]) -> list[str]:
    return [" ".join(map(spanish, sentence.split())) for sentence in sentences]


def command(code: str) -> str:
    return shlex.join([sys.executable, "-u", "-c", code])


REVERSE = "import sys\nfor line in sys.stdin: print(' '.join(word[::-1] for word in line.split()), flush=True)"


@pytest.mark.parametrize("side", ["left", "right"])
def test_missing_and_merged_sentences_are_found(side: str) -> None:
    left, right = texts(60)
    ours = left[:20] + left[23:]
    theirs = [*right[:40], f"{right[40]} {right[41]}", *right[42:]]
    beads = Mt.using(translate, translates=side).align(as_text(ours), as_text(theirs))
    found = [(bead.left, bead.right) for bead in beads]
    assert found[20:23] == [((), (20,)), ((), (21,)), ((), (22,))]
    assert ((37, 38), (40,)) in found
    assert len(found) == 59
    assert sum(bead.score for bead in beads if bead.left and bead.right) / 56 > 0.6


def test_a_long_gap_is_bridged_by_anchors() -> None:
    left, right = texts(900)
    beads = Mt.using(translate).align(as_text(left[:100] + left[600:]), as_text(right))
    pairs = [(bead.left[0], bead.right[0]) for bead in beads if len(bead.left) == len(bead.right) == 1]
    right_ones = [j == i if i < 100 else j == i + 500 for i, j in pairs]
    assert len(pairs) > 390
    assert sum(right_ones) / len(right_ones) > 0.99


@pytest.mark.parametrize("keep_running", [False, True])
def test_a_command_translates(*, keep_running: bool) -> None:
    left, right = texts(8)
    aligner = Mt(command=command(REVERSE), keep_running=keep_running)
    for _ in range(2):
        beads = aligner.align(as_text(left), as_text(right[1:]))
        assert [(bead.left, bead.right) for bead in beads] == [((0,), ()), *(((n,), (n - 1,)) for n in range(1, 8))]


def test_every_sentence_is_translated_once() -> None:
    asked: list[str] = []

    def count(sentences: Sequence[str]) -> list[str]:
        asked.extend(sentences)
        return list(sentences)

    translator = Translator(count, "count")
    assert translator(["a", " b  c", "", "a"]) == ["a", "b c", "", "a"]
    assert translator(["b c", "d"]) == ["b c", "d"]
    assert asked == ["a", "b c", "d"]


@pytest.mark.parametrize(
    ("line", "error", "says"),
    [
        ("no-such-translator-here x", ConfigError, "there is no program 'no-such-translator-here'; install it"),
        ("'unclosed", ConfigError, "cannot be read"),
        (command("print('one line')"), StageError, "gave 1 translations for 3 sentences"),
        (command("import sys; sys.exit('no model for this')"), StageError, "failed with code 1: no model for this"),
        (command("import time; time.sleep(60)"), StageError, "took more than 0.5 s for 3 sentences"),
    ],
)
def test_what_goes_wrong_with_a_command_is_told(line: str, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        Mt(command=line, timeout_s=0.5).align(as_text(["a", "b", "c"]), as_text(["a"]))


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("print('one line')", "ended before it had"),
        ("import time; time.sleep(60)", "took more than 0.5 s"),
    ],
)
def test_what_goes_wrong_with_a_command_that_is_kept_running_is_told(code: str, says: str) -> None:
    service = Service(command(code), 0.5)
    with pytest.raises(StageError, match=says):
        service(["a", "b", "c"])
    assert service._process is None


def test_a_function_is_named_in_the_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_translation.py").write_text("def same(sentences): return list(sentences)\nnumber = 3\n")
    monkeypatch.syspath_prepend(tmp_path)
    beads = Mt(function="my_translation:same").align(as_text(["one two"]), as_text(["one two"]))
    assert beads[0].score == 1
    for wrong in ("my_translation:other", "nowhere_at_all:same", "my_translation", "my_translation:number"):
        with pytest.raises(ConfigError, match="align.aligner.function"):
            Mt(function=wrong).align(as_text(["a"]), as_text(["b"]))


def test_without_a_translator_it_says_what_to_give() -> None:
    with pytest.raises(ConfigError, match='command = "apertium eng-spa"'):
        Mt().align(as_text(["a"]), as_text(["b"]))


def test_what_is_shared_goes_to_the_best_partner_alone() -> None:
    links = link(["red apple tree", "blue sky"], ["red apple trees", "red", "blue sky"])
    assert links.rows[0][0] > links.rows[0].get(1, 0.0)
    assert set(links.rows[1]) == {2}
    assert anchors(links, 0.1) == [(0, 0), (1, 2)]


def test_likeness() -> None:
    assert likeness(["Das ist gut."], ["das ist gut"]) == 1
    assert likeness(["eins"], ["zwei"]) == 0
    assert likeness([], []) == 0


@pytest.mark.skipif(
    shutil.which("apertium") is None, reason="Apertium is not installed: apt-get install apertium-eng-spa"
)
def test_a_real_translator() -> None:
    left = ["The house is red.", "My brother works in the hospital.", "We visited three museums in Madrid."]
    right = ["La casa es roja.", "Visitamos tres museos en Madrid."]
    beads = Mt(command="apertium eng-spa").align(as_text(left), as_text(right))
    assert [(bead.left, bead.right) for bead in beads] == [((0,), (0,)), ((1,), ()), ((2,), (1,))]
