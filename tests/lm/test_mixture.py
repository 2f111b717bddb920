"""Mixtures: weights that fit a sample best, and what the file of a mixture means."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from lm_models import made_up, needs_kenlm, train, write
from polytrawl.errors import ConfigError
from polytrawl.lm.mixture import Mixture, open_any, others_of, read_mix, tune, with_words_of, write_mix
from polytrawl.lm.perplexity import perplexity
from polytrawl.lm.reading import Text
from polytrawl.lm.scorer import BuiltIn, Kenlm, Scored


def model(folder: Path, name: str, lines: list[str]) -> Path:
    (folder / name).mkdir()
    return train(folder / name, lines, order=3)[0]


@pytest.fixture
def two(tmp_path: Path) -> tuple[Path, Path]:
    first = model(tmp_path, "first", made_up(400, seed=1))
    second = model(tmp_path, "second", [line.replace("w", "v", 3) for line in made_up(400, seed=5)])
    return first, second


STEPS = [number / 100 for number in range(1, 100)]


def test_weights_are_those_that_a_search_finds(two: tuple[Path, Path]) -> None:
    scorers = [BuiltIn(path) for path in two]
    sample = made_up(60, seed=9) + [line.replace("w", "v") for line in made_up(20, seed=8)]
    text = Text(lines=lambda: sample)
    found, others = tune(scorers, text), others_of(scorers)
    tried = {weight: perplexity(Mixture(scorers, (weight, 1 - weight), others), text).perplexity for weight in STEPS}
    assert found.weights[0] == pytest.approx(min(tried, key=lambda weight: tried[weight]), abs=0.006)
    assert found.mixed <= min(tried.values())
    assert found.mixed < min(found.alone)
    assert sum(found.weights) == pytest.approx(1)


def test_a_mixture_gives_one_to_all_words_together(two: tuple[Path, Path]) -> None:
    scorers = [BuiltIn(path) for path in two]
    mixture = Mixture(scorers, (0.3, 0.7), others_of(scorers))
    words = sorted((mixture.words() or set()) - {b"<s>", b"<unk>", b"</s>"})
    assert len(words) > max(len(scorer.words()) for scorer in scorers)
    first = mixture.score([f"w1 {word.decode()}" for word in words]).log10.reshape(-1, 3)
    end, none = mixture.score(["w1"]).log10[1], mixture.score(["w1 nobody-knows-it"]).log10[1]
    assert 10 ** first[:, 1] @ np.ones(len(words)) + 10**end + 10**none == pytest.approx(1, abs=1e-4)


class Fixed:
    """Scores that are known beforehand, for one word after another."""

    name = "fixed"

    def __init__(self, chances: list[float], unknown: list[int] | None = None) -> None:
        self._scored = Scored(np.log10(chances), np.isin(np.arange(len(chances)), unknown or []))

    def score(self, sentences: object) -> Scored:
        return self._scored

    def words(self) -> set[bytes]:
        return set()


def test_the_weights_of_a_tiny_sample_are_as_computed_by_hand() -> None:
    # One model gives .8 and .2, the other .2 and .8, and words of the first kind come three times of four. The
    # likelihood (.8 l + .2 (1 - l))^3 (.2 l + .8 (1 - l)) is largest where .6 l + .2 = 3/4: l = 11/12.
    one, two = Fixed([0.8, 0.8, 0.8, 0.2]), Fixed([0.2, 0.2, 0.2, 0.8])
    found = tune([one, two], Text(lines=lambda: ["a b c"]))
    assert found.weights == pytest.approx([11 / 12, 1 / 12], abs=1e-5)
    assert found.mixed == pytest.approx((0.75**3 * 0.25) ** (-1 / 4), rel=1e-6)


def test_what_a_model_gives_to_unknown_words_is_shared_by_them() -> None:
    one, two = Fixed([0.5, 0.1, 0.1, 0.5], unknown=[1, 2]), Fixed([0.5, 0.25, 0.2, 0.5], unknown=[2])
    mixed = Mixture([one, two], (0.4, 0.6), (9, 0)).score(["a b c"])  # the first does not know 9 words of the second
    assert 10**mixed.log10 == pytest.approx([0.5, 0.4 * 0.1 / 10 + 0.6 * 0.25, 0.4 * 0.1 / 10 + 0.6 * 0.2, 0.5])
    assert mixed.is_unknown.tolist() == [False, False, True, False]


def test_words_of_others_are_counted(two: tuple[Path, Path]) -> None:
    scorers = [BuiltIn(path) for path in two]
    first, second = (scorer.words() for scorer in scorers)
    assert others_of(scorers) == [len(second - first), len(first - second)]
    assert min(others_of(scorers)) > 0


def test_models_are_compared_over_the_words_of_all(two: tuple[Path, Path], tmp_path: Path) -> None:
    scorers, text = [BuiltIn(path) for path in two], Text(lines=lambda: made_up(40, seed=3, words=600))
    tuned = tune(scorers, text)
    write_mix(tmp_path / "mix.json", two, tuned)
    for scorer, alone in zip(scorers, tuned.alone, strict=True):
        assert perplexity(scorer, text).perplexity < alone
        assert perplexity(with_words_of(scorer, two), text).perplexity == pytest.approx(alone)
        assert perplexity(with_words_of(scorer, [tmp_path / "mix.json"]), text).perplexity == pytest.approx(alone)
    mixture = open_any(tmp_path / "mix.json", "builtin")
    assert perplexity(with_words_of(mixture, two), text).perplexity == pytest.approx(tuned.mixed)


@needs_kenlm
def test_kenlm_mixes_alike(two: tuple[Path, Path]) -> None:
    text = Text(lines=lambda: made_up(40, seed=3))
    ours, theirs = (tune([kind(path) for path in two], text) for kind in (BuiltIn, Kenlm))
    assert theirs.weights == pytest.approx(ours.weights, abs=1e-4)
    assert theirs.mixed == pytest.approx(ours.mixed, rel=1e-4)
    assert theirs.others == ours.others


def test_the_same_model_twice_gets_any_weights_and_changes_nothing(two: tuple[Path, Path]) -> None:
    scorer = BuiltIn(two[0])
    found = tune([scorer, scorer], Text(lines=lambda: made_up(20, seed=3)))
    assert found.mixed == pytest.approx(found.alone[0])


def test_a_mixture_is_found_from_anywhere(
    two: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = Text(lines=lambda: made_up(20, seed=3))
    tuned = tune([BuiltIn(path) for path in two], text)
    write_mix(tmp_path / "below" / "mix.json", two, tuned)
    monkeypatch.chdir(tmp_path)
    parts = read_mix(Path("below/mix.json")).models
    assert [part.file for part in parts] == ["../first/model.arpa", "../second/model.arpa"]
    assert [part.others for part in parts] == tuned.others
    found = perplexity(open_any(Path("below/mix.json"), "builtin"), text)
    assert found.perplexity == pytest.approx(tuned.mixed)


def test_models_without_weight_are_left_out_and_weights_are_made_to_add_up(tmp_path: Path) -> None:
    parts = [{"file": "a", "weight": 3}, {"file": "b", "weight": 0}, {"file": "c", "weight": 1}]
    (tmp_path / "mix.json").write_text(json.dumps({"models": parts}))
    assert [(part.file, part.weight) for part in read_mix(tmp_path / "mix.json").models] == [("a", 0.75), ("c", 0.25)]


@pytest.mark.parametrize(
    "content",
    [
        *(
            "",
            "[]",
            "{}",
            '{"models": [{"file": "a"}]}',
            '{"models": []}',
            "\xff",
            '{"models": [{"file": 1, "weight": 1}]}',
        ),
        *('{"models": [{"file": "a", "weight": -1}]}', '{"models": [{"file": "a", "weight": 0}]}'),
        '{"models": [{"file": "none.arpa", "weight": 1}]}',
    ],
)
def test_bad_files_are_told_in_words(tmp_path: Path, content: str) -> None:
    (tmp_path / "mix.json").write_text(content, encoding="latin-1")
    with pytest.raises(ConfigError, match=r"mix\.json|none\.arpa"):
        open_any(tmp_path / "mix.json")


def test_an_empty_sample_is_told(two: tuple[Path, Path], tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="nothing to tune weights on"):
        tune([BuiltIn(two[0])], Text((write(tmp_path / "empty", []),)))
