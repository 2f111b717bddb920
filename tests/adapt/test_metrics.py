"""Scores by hand, and the same as sacrebleu's own."""

from __future__ import annotations

import math
import random
import sys

import numpy as np
import pytest

from polytrawl.adapt.metrics import METRICS, make_metric
from polytrawl.errors import ConfigError

WORDS = [f"w{number}" for number in range(40)]


def noisy(lines: list[str], share: float, seed: int) -> list[str]:
    dice = random.Random(seed)
    return [" ".join(w if dice.random() > share else dice.choice(WORDS) for w in line.split()) for line in lines]


def made_up(sentences: int = 30) -> list[str]:
    dice = random.Random(7)
    return [" ".join(dice.choices(WORDS, k=dice.randint(1, 15))) for _ in range(sentences)]


def test_bleu_by_hand():
    pytest.importorskip("sacrebleu", reason="pip install 'polytrawl[mt]'")
    metric = make_metric("BLEU")
    counts = metric.counts(["the cat sat on mats"], [["the cat sat on the mat"]])
    # 4 of 5 words, 3 of 4 pairs, 2 of 3 triples, 1 of 2 of four words; five words in place of six.
    expected = 100 * math.exp(1 - 6 / 5) * (4 / 5 * 3 / 4 * 2 / 3 * 1 / 2) ** 0.25
    assert metric.score(counts) == pytest.approx(expected)


def test_an_order_without_hits_halves_what_one_hit_would_give():
    pytest.importorskip("sacrebleu", reason="pip install 'polytrawl[mt]'")
    metric = make_metric("BLEU")
    counts = metric.counts(["a b x c d"], [["a b y c d"]])
    # 4 of 5, 2 of 4, none of 3, none of 2: 1/(2*3), then 1/(4*2).
    assert metric.score(counts) == pytest.approx(100 * (4 / 5 * 2 / 4 * 1 / 6 * 1 / 8) ** 0.25)


def test_ter_by_hand_is_an_error_rate():
    pytest.importorskip("sacrebleu", reason="pip install 'polytrawl[mt]'")
    metric = make_metric("TER")
    counts = metric.counts(["a b c x", "a"], [["a b c d", "a b"]])
    assert metric.score(counts) == pytest.approx(100 * 2 / 6)
    assert metric.gain(before=40.0, after=30.0) == 10.0


@pytest.mark.parametrize("name", METRICS)
@pytest.mark.parametrize("number", [1, 3])
def test_sums_of_counts_give_the_scores_of_sacrebleu(name: str, number: int):
    pytest.importorskip("sacrebleu", reason="pip install 'polytrawl[mt]'")
    metric, truth = make_metric(name), made_up()
    references = [truth, noisy(truth, 0.2, 1), noisy(truth, 0.2, 2)][:number]
    translations = noisy(truth, 0.5, 3)
    translations[4] = ""
    counts = metric.counts(translations, references)
    for part in (slice(None), slice(0, 4), slice(4, 5), slice(20, 22)):
        expected = metric.sacre.corpus_score(translations[part], [one[part] for one in references]).score
        assert metric.score(counts[part]) == pytest.approx(expected, abs=1e-9)
    assert f"nrefs:{number}" in metric.signature


@pytest.mark.parametrize("name", METRICS)
def test_nothing_translated_is_the_worst_score_and_no_warning(name: str):
    pytest.importorskip("sacrebleu", reason="pip install 'polytrawl[mt]'")
    metric = make_metric(name)
    assert metric.score(metric.counts(["", ""], [["a b", "c"]])) == (100.0 if name == "TER" else 0.0)
    assert np.isfinite(metric.score(metric.counts(["a", ""], [["", ""]])))


def test_wrong_names_are_told_with_the_right_ones():
    pytest.importorskip("sacrebleu", reason="pip install 'polytrawl[mt]'")
    with pytest.raises(ConfigError, match="did you mean 'BLEU'"):
        make_metric("BLUE")
    with pytest.raises(ConfigError, match="--tokenise 13b.*did you mean '13a'"):
        make_metric("BLEU", tokenise="13b")


def test_without_sacrebleu_the_line_for_pip_is_told(monkeypatch: pytest.MonkeyPatch):
    for name in [name for name in sys.modules if name.partition(".")[0] == "sacrebleu"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "sacrebleu", None)
    with pytest.raises(ConfigError, match=r"sacrebleu, which is not installed; pip install 'polytrawl\[mt\]'"):
        make_metric("BLEU")
