"""The decoder finds what a search through everything finds, and its scores are what the features say."""

from __future__ import annotations

import random

import msgspec
import pytest

from polytrawl.translate.model import Search
from translate_models import SlowDecoder, make_model, needs_numba

pytestmark = needs_numba
WIDE = {"stack": 3000, "options": 100, "looked_at": 100_000}


def decoder(folder, jobs=1):
    from polytrawl.translate.builtin import Builtin

    return Builtin(folder, jobs=jobs)


def sentence(dice, length, words=5):
    return [f"a{dice.randrange(words + 1)}" for _ in range(length)]


def steps_of(hypothesis):
    return tuple((step.start, step.end, step.target) for step in hypothesis.steps)


@pytest.mark.parametrize("lms", [0, 1, 2])
@pytest.mark.parametrize("reordering", [0, 1, 2, 3, -1])
def test_a_wide_search_finds_the_best_of_all_translations(tmp_path, reordering, lms):
    model = make_model(tmp_path, 10 * lms + reordering, words=4, lms=lms, search=Search(reordering=reordering, **WIDE))
    slow, dice = SlowDecoder(tmp_path, model), random.Random(reordering)
    lines = [sentence(dice, length, 4) for length in (1, 2, 3, 4, 4, 4)]
    found = decoder(tmp_path).nbest([" ".join(line) for line in lines], 1)
    for words, [best] in zip(lines, found, strict=True):
        wanted = max(slow.score(words, derivation) for derivation in slow.all(words))
        assert best.score == pytest.approx(wanted, abs=1e-9)
        assert slow.score(words, steps_of(best)) == pytest.approx(wanted, abs=1e-9)


def test_features_and_scores_are_what_they_are_defined_to_be(tmp_path):
    model = make_model(tmp_path, 7, words=20)
    slow, dice = SlowDecoder(tmp_path, model), random.Random(1)
    lines = [sentence(dice, dice.randint(1, 30), 25) for _ in range(30)]  # with words that no table has
    for words, ranked in zip(lines, decoder(tmp_path).nbest([" ".join(line) for line in lines], 20), strict=True):
        assert len({one.text for one in ranked}) == len(ranked)
        assert [one.score for one in ranked] == sorted((one.score for one in ranked), reverse=True)
        for one in ranked:
            assert one.features == pytest.approx(slow.features(words, steps_of(one)), abs=1e-8)
            assert one.score == pytest.approx(slow.score(words, steps_of(one)), abs=1e-8)
            assert sorted(place for step in one.steps for place in range(step.start, step.end)) == [*range(len(words))]


def test_the_list_of_best_translations_is_that_of_a_search_through_everything(tmp_path):
    model = make_model(tmp_path, 3, words=4, search=Search(reordering=2, **WIDE))
    slow, words = SlowDecoder(tmp_path, model), ["a0", "a1", "a9", "a2"]
    scores: dict[str, float] = {}
    for derivation in slow.all(words):
        text = " ".join(target for _, _, target in derivation if target)
        scores[text] = max(scores.get(text, -1e9), slow.score(words, derivation))
    [ranked] = decoder(tmp_path).nbest([" ".join(words)], 10)
    assert [one.score for one in ranked] == pytest.approx(sorted(scores.values(), reverse=True)[:10], abs=1e-9)
    for one in ranked:
        assert one.score == pytest.approx(scores[one.text], abs=1e-9)


def test_a_narrow_search_finds_no_more_than_a_wide_one_and_translations_are_the_same_on_more_cores(tmp_path):
    model = make_model(tmp_path, 5, words=12)
    dice = random.Random(2)
    lines = [" ".join(sentence(dice, dice.randint(5, 25), 12)) for _ in range(40)]
    one = decoder(tmp_path)
    narrow = [best.score for [best] in one.nbest(lines, 1)]
    texts = list(one.translate(lines))
    assert list(decoder(tmp_path, jobs=3).translate(lines)) == texts
    one.use(msgspec.structs.replace(model, search=Search(stack=200)))
    wide = [best.score for [best] in one.nbest(lines, 1)]
    assert sum(wide) >= sum(narrow)
    assert all(after >= before - 1.0 for before, after in zip(narrow, wide, strict=True))


def test_empty_lines_long_lines_and_unknown_words_are_translated(tmp_path):
    make_model(tmp_path, 5, words=12)
    dice = random.Random(2)
    long = " ".join(sentence(dice, 500, 12))
    empty, one, other, unknown = decoder(tmp_path).translate(["", "  a1\t a1 ", long, "quux a1 Straße"])
    assert empty == ""
    assert one
    assert len(other.split()) > 200
    assert "quux" in unknown.split()
    assert "Straße" in unknown.split()


def test_no_limit_of_jumps_works_for_sentences_longer_than_the_window(tmp_path):
    model = make_model(tmp_path, 5, words=12, search=Search(reordering=-1))
    words = sentence(random.Random(3), 90, 12)
    [[best]] = decoder(tmp_path).nbest([" ".join(words)], 1)
    assert best.score == pytest.approx(SlowDecoder(tmp_path, model).score(words, steps_of(best)), abs=1e-8)


def test_tables_loaded_for_some_sentences_only_translate_them_alike(tmp_path):
    from polytrawl.translate.builtin import Builtin

    make_model(tmp_path, 5, words=12)
    dice = random.Random(4)
    lines = [" ".join(sentence(dice, 8, 12)) for _ in range(3)]
    whole, part = decoder(tmp_path), Builtin(tmp_path, jobs=1, only=lines)
    assert list(part.translate(lines)) == list(whole.translate(lines))
    assert len(part._phrases.targets) < len(whole._phrases.targets)
    assert list(Builtin(tmp_path, jobs=1, only=["x y"]).translate(["x y", ""])) == ["x y", ""]
