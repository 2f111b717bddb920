"""Modified Kneser-Ney: by hand, by its laws, and the same however the text is cut."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lm_models import Slow, made_up, train

# Bigrams of "a b", "a b", "a c": <s> a 3, a b 2, b </s> 2, a c 1, c </s> 1.
#   n1 = 2, n2 = 2, n3 = 1, n4 = 0; Y = 2 / (2 + 2 * 2) = 1/3
#   D1 = 1 - 2 Y 2/2 = 1/3, D2 = 2 - 3 Y 1/2 = 3/2, D3 = 3 - 4 Y 0/1 = 3
# Words by how many different words stand before them: a 1 (<s>), b 1 (a), c 1 (a), </s> 2 (b, c), 5 in all.
#   n1 = 3, n2 = 1, n3 = 0: no discount can be estimated; 1/2, 1, 3/2 are taken.
#   gamma = (3 * 1/2 + 1) / 5 = 1/2, shared by the 5 words a, b, c, </s>, <unk>: 1/10 each
TINY = ["a b", "a b", "a c"]


def test_a_tiny_model_is_as_computed_by_hand(tmp_path: Path) -> None:
    path, counted = train(tmp_path, TINY, order=2)
    assert counted.discounts[1].amounts == pytest.approx((1 / 3, 3 / 2, 3))
    assert counted.discounts[0].amounts == (0.5, 1.0, 1.5)
    assert counted.discounts[0].problem == "no n-gram has count 3"
    model = Slow(path)
    p = {gram: 10**value for gram, value in model.log10.items()}
    gamma = {gram: 10**value for gram, value in model.weight.items()}
    about = {"rel": 3e-6}
    assert p["a",] == p["b",] == p["c",] == pytest.approx((1 - 1 / 2) / 5 + 1 / 10, **about)
    assert p["</s>",] == pytest.approx((2 - 1) / 5 + 1 / 10, **about)
    assert p["<unk>",] == pytest.approx(1 / 10, **about)
    assert p["<s>",] == 1.0
    assert gamma["a",] == pytest.approx((3 / 2 + 1 / 3) / 3, **about)  # D2 of a b, D1 of a c, over 3
    assert p["a", "b"] == pytest.approx((2 - 3 / 2) / 3 + 11 / 18 * 2 / 10, **about)
    assert p["a", "c"] == pytest.approx((1 - 1 / 3) / 3 + 11 / 18 * 2 / 10, **about)
    assert gamma["b",] == pytest.approx((3 / 2) / 2, **about)
    assert p["b", "</s>"] == pytest.approx((2 - 3 / 2) / 2 + 3 / 4 * 3 / 10, **about)
    assert gamma["c",] == pytest.approx(1 / 3, **about)
    assert p["c", "</s>"] == pytest.approx((1 - 1 / 3) / 1 + 1 / 3 * 3 / 10, **about)
    assert gamma["<s>",] == pytest.approx(3 / 3, **about)
    assert p["<s>", "a"] == pytest.approx((3 - 3) / 3 + 1 * 2 / 10, **about)
    assert gamma["</s>",] == gamma["<unk>",] == 1.0


def test_what_pruned_n_grams_had_goes_to_the_weights(tmp_path: Path) -> None:
    path, counted = train(tmp_path, TINY, order=2, prune="0,1")
    model = Slow(path)
    assert set(model.log10) & {("a", "c"), ("c", "</s>")} == set()
    assert (counted.seen, counted.ngrams) == ([6, 5], [6, 3])
    assert counted.discounts[1].amounts == pytest.approx((1 / 3, 3 / 2, 3))  # those of all bigrams, pruned ones too
    assert 10 ** model.weight["a",] == pytest.approx((3 / 2 + 1) / 3, rel=3e-6)  # D2 of a b, all of a c
    assert 10 ** model.log10["a", "b"] == pytest.approx((2 - 3 / 2) / 3 + 5 / 6 * 2 / 10, rel=3e-6)
    assert model.weight["c",] == 0.0


def test_n_grams_at_the_beginning_of_sentences_count_as_often_as_they_were_seen(tmp_path: Path) -> None:
    # Trigrams of "a b" twice: <s> a b 2, a b </s> 2. Bigrams: <s> a was seen twice, a b only after one word: 1.
    _, counted = train(tmp_path, ["a b", "a b"], order=3, prune="0")
    assert counted.discounts[1].problem == "no n-gram has count 3"  # there is a 2 (<s> a) and there are 1s
    assert counted.discounts[2].problem == "no n-gram has count 1 or 3"


def sums(model: Slow) -> dict[tuple[str, ...], float]:
    """What all words together get after each context that the model has, and after some that it has not."""
    words = [word for word in model.words() if word != "<s>"]
    contexts = {gram for gram in model.log10 if len(gram) < model.order and gram[-1] != "</s>"}
    contexts |= {(), ("<unk>",), ("<s>", "<unk>"), ("<unk>", "<unk>", "<unk>")}
    return {context: sum(10 ** model.score(context, word) for word in words) for context in contexts}


LINES = st.lists(st.lists(st.sampled_from("abcdefé"), min_size=1, max_size=9).map(" ".join), min_size=1, max_size=40)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=LINES, order=st.integers(1, 6), prune=st.sampled_from(["0", "", "0,1", "0,2", "1", "2"]))
def test_after_every_context_the_words_have_probability_one(
    tmp_path: Path, lines: list[str], order: int, prune: str
) -> None:
    if prune.count(",") >= order:
        prune = "0"
    path, _ = train(tmp_path, lines, order, prune)
    for context, total in sums(Slow(path)).items():
        assert total == pytest.approx(1, abs=2e-5), context


def test_it_sums_to_one_on_a_larger_text_too(tmp_path: Path) -> None:
    path, counted = train(tmp_path, made_up(400, words=60), order=4)
    assert not any(one.problem for one in counted.discounts[1:])
    found = sums(Slow(path))
    assert len(found) > 1000
    assert list(found.values()) == pytest.approx([1.0] * len(found), abs=2e-5)


@pytest.mark.parametrize("order", [1, 2, 5, 6])
def test_models_are_the_same_however_the_text_is_cut_and_wherever_tables_lie(tmp_path: Path, order: int) -> None:
    lines = made_up(300)
    whole = train(tmp_path, lines, order)[0].read_bytes()
    for chunk in (8, 100, 1000):
        assert train(tmp_path, lines, order, chunk=chunk)[0].read_bytes() == whole, chunk
    assert train(tmp_path, lines, order, chunk=500, memory=0)[0].read_bytes() == whole


def test_tables_that_are_joined_range_by_range_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from polytrawl.lm import estimate, merge

    lines = made_up(300)
    whole = train(tmp_path, lines)[0].read_bytes()
    monkeypatch.setattr(merge, "_AT_ONCE", 200)
    monkeypatch.setattr(merge, "_STEP", 3)
    monkeypatch.setattr(estimate, "_AT_ONCE", 50)
    assert train(tmp_path, lines, chunk=300)[0].read_bytes() == whole


def test_pruning_leaves_what_was_seen_more_often(tmp_path: Path) -> None:
    lines = made_up(300)
    seen: dict[tuple[str, ...], int] = {}
    for line in lines:
        words = ["<s>", *line.split(), "</s>"]
        for length in range(2, 6):
            for at in range(len(words) - length + 1):
                gram = tuple(words[at : at + length])
                seen[gram] = seen.get(gram, 0) + 1
    for prune, thresholds in (("0", [0] * 5), ("", [0, 0, 1, 1, 1]), ("0,1,2", [0, 1, 2, 2, 2])):
        model = Slow(train(tmp_path, lines, prune=prune)[0])
        wanted = {gram for gram, number in seen.items() if number > thresholds[len(gram) - 1]}
        assert {gram for gram in model.log10 if len(gram) > 1} == wanted


def test_pruned_words_are_unknown(tmp_path: Path) -> None:
    path, counted = train(tmp_path, ["a b", "a c"], order=2, prune="1")
    assert set(Slow(path).words()) == {"<unk>", "<s>", "</s>", "a"}
    assert counted.types == 3


def test_counts_of_counts_are_those_of_the_text(tmp_path: Path) -> None:
    lines = made_up(500)
    _, counted = train(tmp_path, lines, order=3)
    assert counted.sentences == len(lines)
    assert counted.tokens == sum(len(line.split()) for line in lines)
    assert counted.types == len({word for line in lines for word in line.split()})


def test_every_discount_lies_below_its_count(tmp_path: Path) -> None:
    _, counted = train(tmp_path, made_up(2000), order=5)
    amounts = np.array([one.amounts for one in counted.discounts])
    assert np.all(amounts > 0)
    assert np.all(amounts <= [1, 2, 3])
