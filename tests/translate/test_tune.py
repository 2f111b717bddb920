"""Tuning: counts of BLEU are sacrebleu's, the line search is exact, and what does not hold elsewhere is not kept."""

from __future__ import annotations

import importlib.util
import random

import numpy as np
import pytest

from polytrawl.errors import ConfigError
from polytrawl.translate.bleu import bleu, bleu_counts, sentence_bleu
from polytrawl.translate.candidates import Candidates
from translate_models import make_model, needs_numba

needs_sacrebleu = pytest.mark.skipif(
    importlib.util.find_spec("sacrebleu") is None, reason="sacrebleu is not installed: pip install 'polytrawl[mt]'"
)


def random_texts(dice, number, words=8, longest=12):
    return [" ".join(f"w{dice.randrange(words)}" for _ in range(dice.randint(1, longest))) for _ in range(number)]


@needs_sacrebleu
@pytest.mark.parametrize("seed", range(8))
def test_bleu_is_that_of_sacrebleu(seed):
    import sacrebleu

    dice = random.Random(seed)
    texts, references = (
        random_texts(dice, 6, 8 + 3 * seed),
        [random_texts(dice, 6, 8 + 3 * seed) for _ in range(1 + seed % 2)],
    )
    counts = sum(bleu_counts(text, [one[at] for one in references]) for at, text in enumerate(texts))
    wanted = sacrebleu.corpus_bleu(texts, references, tokenize="none", force=True).score
    assert 100 * bleu(counts) == pytest.approx(wanted, abs=1e-9)


def test_bleu_by_hand():
    counts = bleu_counts("the cat sat on the mat", ["the cat is on the mat"])
    assert counts.tolist() == [5, 3, 1, 0, 6, 5, 4, 3, 6, 6]
    assert bleu(counts) == pytest.approx((5 / 6 * 3 / 5 * 1 / 4 * 0.5 / 3) ** 0.25)
    assert sentence_bleu(counts) == pytest.approx((5 / 6 * 4 / 6 * 2 / 5 * 1 / 4) ** 0.25)
    assert bleu(bleu_counts("a", ["a"])) == 0.0
    assert bleu(bleu_counts("", ["a b c d"])) == 0.0


def random_candidates(seed, sentences=12, each=15, features=2):
    dice, numbers = random.Random(seed), np.random.default_rng(seed)
    texts = random_texts(dice, sentences)
    made = [bleu_counts(one, [text]) for text in texts for one in random_texts(dice, each)]
    first = np.arange(0, sentences * each + 1, each)
    return Candidates(numbers.normal(size=(sentences * each, features)), np.array(made), first)


@needs_numba
@pytest.mark.parametrize("seed", range(5))
def test_the_best_point_of_a_line_is_found_exactly(seed):
    from polytrawl.translate.mert import Line, stretches

    candidates = random_candidates(seed, features=3)
    now, line = np.random.default_rng(seed + 50).normal(size=(2, 3))
    points, values = stretches(candidates, candidates.features @ now, Line.of(candidates, line))
    assert values == pytest.approx([candidates.bleu(now + point * line) for point in points])
    grid = [candidates.bleu(now + point * line) for point in np.linspace(-30, 30, 6001)]
    assert max(values) >= max(grid) - 1e-12
    assert max(grid) > min(grid)


@needs_numba
@pytest.mark.parametrize("seed", range(5))
def test_mert_finds_the_optimum_that_a_fine_grid_finds(seed):
    """With two features only the angle of the weights matters, so a grid of angles goes through everything."""
    from polytrawl.translate.mert import Mert

    candidates = random_candidates(seed)
    angles = np.linspace(0, 2 * np.pi, 20_001)
    grid = max(candidates.bleu(np.array([np.cos(angle), np.sin(angle)])) for angle in angles)
    start = np.array([1.0, 0.1])
    found = Mert(seed=seed).weights(candidates, start, start, np.array([True, True]))
    assert candidates.bleu(found) >= grid - 1e-9
    assert candidates.bleu(found) > candidates.bleu(start)


@needs_numba
def test_mert_leaves_alone_what_is_not_tuned_and_stays_near_the_start_where_that_is_wanted():
    from polytrawl.translate.mert import Mert

    candidates, start = random_candidates(9, features=3), np.array([0.5, 0.5, 0.5])
    mask = np.array([True, True, False])
    free = Mert().weights(candidates, start, start, mask)
    near = Mert(l2=100.0).weights(candidates, start, start, mask)
    assert free[2] == near[2] == 0.5
    assert np.abs(near - start).sum() < np.abs(free - start).sum()


def test_logistic_regression_finds_the_minimum():
    from polytrawl.translate.pro import logistic

    numbers = np.random.default_rng(1)
    differences = numbers.normal(size=(400, 3)) + np.array([0.5, -0.2, 0.0])
    anchor = np.array([0.1, 0.0, 0.2])

    def loss(weights):
        return np.log1p(np.exp(-differences @ weights)).mean() + 0.05 * ((weights - anchor) ** 2).sum()

    found = logistic(differences, anchor, 0.1)
    for _ in range(200):
        assert loss(found) <= loss(found + 0.01 * numbers.normal(size=3)) + 1e-12


def test_pairwise_ranking_finds_the_feature_that_tells_good_from_bad():
    from polytrawl.translate.pro import Pro

    candidates = random_candidates(4, sentences=30, features=3)
    features = candidates.features.copy()
    features[:, 1] = 3 * sentence_bleu(candidates.counts)  # the second feature knows
    candidates = Candidates(features, candidates.counts, candidates.first)
    start = np.array([0.4, 0.1, 0.4])
    found = Pro(share=1.0).weights(candidates, start, start, np.array([True, True, True]))
    assert found[1] > 5 * max(abs(found[0]), abs(found[2]))
    assert np.abs(found).sum() == pytest.approx(0.9)
    assert candidates.bleu(found) > candidates.bleu(start)


@needs_numba
@pytest.mark.parametrize("method", ["mert", "pro"])
def test_tuning_finds_back_weights_that_made_the_references(tmp_path, method):
    from polytrawl.translate.builtin import Builtin
    from polytrawl.translate.tune import Tuning, tune

    model = make_model(tmp_path, 11, words=12)
    decoder, dice = Builtin(tmp_path, jobs=1), random.Random(5)
    lines = [" ".join(f"a{dice.randrange(12)}" for _ in range(dice.randint(5, 12))) for _ in range(60)]
    references = [[one] for one in decoder.translate(lines)]
    wrong = model.with_vector([0.05, 0.3, 0.1, 0.1, 0.1, 0.3, 0.2, 0.05, 0.7])
    decoder.use(wrong)
    found = tune(decoder, lines, references, Tuning(method=method, rounds=4, nbest=30))
    assert found.rounds[found.best].held_out == max(one.held_out for one in found.rounds)
    assert found.rounds[found.best].held_out > found.rounds[0].held_out + 5
    assert found.model.vector() == list(found.rounds[found.best].weights)
    assert found.model.weights.unknown == 0.7
    assert decoder.model == found.model


@needs_numba
def test_weights_of_the_start_are_kept_where_nothing_else_holds_on_what_is_held_out(tmp_path):
    from polytrawl.translate.builtin import Builtin
    from polytrawl.translate.tune import Tuning, tune

    model = make_model(tmp_path, 11, words=12)
    decoder, dice = Builtin(tmp_path, jobs=1), random.Random(5)
    lines = [" ".join(f"a{dice.randrange(12)}" for _ in range(dice.randint(5, 12))) for _ in range(40)]
    right = list(decoder.translate(lines))
    noise = random_texts(dice, 40)
    references = [
        [good if number % 4 == 3 else bad] for number, (good, bad) in enumerate(zip(right, noise, strict=True))
    ]
    found = tune(decoder, lines, references, Tuning(rounds=8, nbest=30, patience=2))
    assert found.best == 0
    assert found.model.vector() == pytest.approx(model.vector())
    assert len(found.rounds) <= 3  # and it does not go on for ever


@needs_numba
def test_too_few_sentences_and_wrong_methods_are_told(tmp_path):
    from polytrawl.translate.builtin import Builtin
    from polytrawl.translate.tune import Tuning, tune

    make_model(tmp_path, 11)
    decoder = Builtin(tmp_path, jobs=1)
    with pytest.raises(ConfigError, match="3 sentences are too few"):
        tune(decoder, ["a"] * 3, [["b"]] * 3, Tuning())
    with pytest.raises(ConfigError, match="did you mean 'mert'"):
        tune(decoder, ["a"] * 30, [["b"]] * 30, Tuning(method="mrt"))
