"""Scoring: both engines say what the format means, and bad files are told in words."""

from __future__ import annotations

import gzip
import logging
from pathlib import Path

import numpy as np
import pytest

from lm_models import Slow, made_up, needs_kenlm, train, write
from polytrawl.errors import ConfigError
from polytrawl.lm import scorer
from polytrawl.lm.arpa_read import read_arpa
from polytrawl.lm.perplexity import perplexity
from polytrawl.lm.reading import Text
from polytrawl.lm.scorer import BuiltIn, Kenlm, open_model

TEXT = made_up(1500, seed=1)
OTHER = [*made_up(200, seed=2, words=600), "w1 never seen w2", "never", "ü 漢 w1 w1 w1 w1 w1 w1 w1"]


@pytest.mark.parametrize(("order", "prune"), [(1, ""), (2, ""), (3, "0"), (5, "0"), (5, ""), (6, "0,1,2")])
def test_the_built_in_scorer_backs_off_as_the_format_says(tmp_path: Path, order: int, prune: str) -> None:
    path, _ = train(tmp_path, TEXT, order, prune)
    slow = Slow(path)
    found = BuiltIn(path).score(OTHER)
    assert found.log10 == pytest.approx([value for line in OTHER for value in slow.sentence(line)], abs=1e-9)
    words = [word for line in OTHER for word in (*line.split(), "</s>")]
    assert found.is_unknown.tolist() == [(word,) not in slow.log10 for word in words]


@needs_kenlm
@pytest.mark.parametrize(("order", "prune"), [(2, ""), (3, "0"), (5, "0"), (5, ""), (6, "0,1,2")])
def test_kenlm_loads_models_and_agrees(tmp_path: Path, order: int, prune: str) -> None:
    path, _ = train(tmp_path, TEXT, order, prune)
    ours, theirs = BuiltIn(path).score(OTHER), Kenlm(path).score(OTHER)
    assert np.abs(ours.log10 - theirs.log10).max() < 1e-4
    assert np.array_equal(ours.is_unknown, theirs.is_unknown)
    text = Text(lines=lambda: OTHER)
    one, two = perplexity(BuiltIn(path), text), perplexity(Kenlm(path), text)
    assert one.perplexity == pytest.approx(two.perplexity, rel=1e-4)


@needs_kenlm
@pytest.mark.parametrize("lines", [["a"], ["x x x"] * 9, ["ü 漢 🙂"], made_up(50)])
def test_kenlm_loads_models_of_hardly_any_text(tmp_path: Path, lines: list[str]) -> None:
    path, _ = train(tmp_path, lines)
    assert Kenlm(path).score(lines).log10 == pytest.approx(BuiltIn(path).score(lines).log10, abs=1e-4)


def test_perplexity_is_ten_to_the_mean(tmp_path: Path) -> None:
    path, _ = train(tmp_path, ["a b", "a b", "a c"], order=2)
    found = perplexity(BuiltIn(path), Text(lines=lambda: ["a b", "x"]))
    # By the tiny model: p(a | <s>) = .2, p(b | a) = 1/6 + 11/90, p(</s> | b) = .475; p(<unk> | <s>) = .1, p(</s>) = .3
    known = [0.2, 1 / 6 + 11 / 90, 0.475, 0.3]
    assert found.perplexity == pytest.approx(np.prod([*known, 0.1]) ** (-1 / 5), rel=1e-5)
    assert found.without_unknown == pytest.approx(np.prod(known) ** (-1 / 4), rel=1e-5)
    assert (found.sentences, found.tokens, found.unknown) == (2, 3, 1)
    assert found.unknown_share == pytest.approx(1 / 3)


def test_nothing_to_score_is_told(tmp_path: Path) -> None:
    path, _ = train(tmp_path, ["a"])
    with pytest.raises(ConfigError, match="no sentences with words"):
        perplexity(BuiltIn(path), Text(lines=lambda: ["", " "]))


def test_compressed_models_are_read(tmp_path: Path) -> None:
    path, _ = train(tmp_path, TEXT)
    packed = tmp_path / "model.arpa.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert np.array_equal(BuiltIn(packed).score(OTHER).log10, BuiltIn(path).score(OTHER).log10)


def test_without_kenlm_the_built_in_scorer_is_taken_and_the_pip_line_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path, _ = train(tmp_path, ["a b"])
    monkeypatch.setattr(scorer.importlib.util, "find_spec", lambda _name: None)
    with caplog.at_level(logging.WARNING):
        scorer._tell_missing.cache_clear()
        assert isinstance(open_model(path), BuiltIn)
        assert isinstance(open_model(path), BuiltIn)
    assert len(caplog.messages) == 1  # for however many models
    assert "pip install 'polytrawl[mt]'" in caplog.text
    with pytest.raises(ConfigError, match="pip install"):
        open_model(path, "kenlm")
    (tmp_path / "model.bin").write_bytes(b"mmap lm http://kheafield.com/code format version 5\n\0\0\0")
    with pytest.raises(ConfigError, match="only kenlm reads binary models"):
        open_model(tmp_path / "model.bin")


GOOD = [
    *("\\data\\", "ngram 1=5", "ngram 2=2", "", "\\1-grams:", "-1\t<unk>", "0\t<s>\t-0.5", "-0.7\t</s>"),
    *("-0.6\ta\t-0.3", "-0.6\tb\t-0.3", "", "\\2-grams:", "-0.2\t<s> a", "-0.4\ta b", "", "\\end\\"),
]


def test_an_arpa_file_by_others_is_read_whatever_parts_its_columns(tmp_path: Path) -> None:
    path = write(tmp_path / "a.arpa", ["made by hand", "", *GOOD])
    found = BuiltIn(path).score(["a b", "b"])
    assert found.log10 == pytest.approx([-0.2, -0.4, -0.3 - 0.7, -0.5 - 0.6, -0.3 - 0.7])
    spaces = write(tmp_path / "b.arpa", [line.replace("\t", " ") for line in GOOD])
    assert np.array_equal(BuiltIn(spaces).score(["a b", "b"]).log10, found.log10)


def test_words_unknown_to_a_model_without_unknown_words_are_next_to_impossible(tmp_path: Path) -> None:
    lines = [line.replace("ngram 1=5", "ngram 1=4") for line in GOOD if "<unk>" not in line]
    found = BuiltIn(write(tmp_path / "a.arpa", lines)).score(["x"])
    assert found.log10.tolist() == [-0.5 - 100, -0.7]
    assert found.is_unknown.tolist() == [True, False]


def changed(old: str, new: str) -> list[str]:
    assert old in GOOD
    return [new if line == old else line for line in GOOD]


BAD = {
    "this is no ARPA file": ["hello"] * 2000,
    "the file is empty": [],
    "the file ends too early": GOOD[:-1],
    "expected `ngram 2=NUMBER`, found 'ngram 3=2'": changed("ngram 2=2", "ngram 3=2"),
    "there are fewer 1-grams than the head of the file says": changed("ngram 1=5", "ngram 1=7"),
    "expected \\\\2-grams:, found '-0.6": changed("ngram 1=5", "ngram 1=4"),
    "there are fewer 2-grams than the head of the file says": changed("ngram 2=2", "ngram 2=900"),
    "expected \\\\end\\\\": changed("ngram 2=2", "ngram 2=1"),
    "a logarithm is no number": changed("-0.2\t<s> a", "zero\t<s> a"),
    "'c' is in a 2-gram and not among the words": changed("-0.4\ta b", "-0.4\ta c"),
    "a probability of the 1-grams is above 1": changed("-0.6\ta\t-0.3", "0.6\ta\t-0.3"),
    "a word stands twice": changed("-0.6\tb\t-0.3", "-0.6\ta\t-0.3"),
    "one of the 2-grams stands there twice": changed("-0.4\ta b", "-0.4\t<s> a"),
    "expected a 2-gram with its logarithm, found": changed("-0.4\ta b", "-0.4\ta b a -1 5"),
    "</s> is not among its words": changed("-0.7\t</s>", "-0.7\tc"),
    "the file has no 1-grams": ["\\data\\", "", "\\end\\"],
}


@pytest.mark.parametrize("words", BAD)
def test_bad_files_are_told_in_words(tmp_path: Path, words: str) -> None:
    path = write(tmp_path / "bad.arpa", BAD[words])
    with pytest.raises(ConfigError, match=words):
        BuiltIn(path)
    try:
        assert isinstance(
            open_model(path), Kenlm
        )  # it lets some things pass, such as an n-gram that stands there twice
    except ConfigError as err:
        assert "bad.arpa" in str(err)  # noqa: PT017 - one of the two


def test_an_n_gram_without_its_beginning_is_told(tmp_path: Path) -> None:
    lines = [*changed("ngram 2=2", "ngram 2=2\nngram 3=1")[:-1], "\\3-grams:", "-0.1\tb a b", "\\end\\"]
    with pytest.raises(ConfigError, match="the 3-gram 'b a b' has no 2-gram for its beginning"):
        read_arpa(write(tmp_path / "bad.arpa", lines))


@pytest.mark.parametrize("cut", [10, 100, 1000, 5000, 20_000])
def test_a_model_that_is_cut_off_is_told(tmp_path: Path, cut: int) -> None:
    path, _ = train(tmp_path, TEXT)
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(ConfigError, match=r"model\.arpa"):
        open_model(path)


def test_bytes_that_are_no_model_are_told(tmp_path: Path) -> None:
    for content in (bytes(range(256)) * 50, b"\x1f\x8b nothing", b"\0" * 1000):
        (tmp_path / "model.arpa.gz").write_bytes(content)
        (tmp_path / "model.arpa").write_bytes(content)
        for name in ("model.arpa", "model.arpa.gz"):
            with pytest.raises(ConfigError, match=name):
                open_model(tmp_path / name)


def test_a_model_that_is_not_there_and_an_engine_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no such model"):
        open_model(tmp_path / "none.arpa")
    with pytest.raises(ConfigError, match="did you mean 'kenlm'"):
        open_model(tmp_path / "none.arpa", "kenml")
