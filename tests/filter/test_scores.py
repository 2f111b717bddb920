"""Adequacy and fluency: learned from a run, they tell what is right from what is broken."""

from __future__ import annotations

import itertools
import pickle
import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from filter.bitexts import area, units
from filter.test_filters import make, sentence_pair
from polytrawl.filter.adequacy import PairJudge
from polytrawl.filter.damage import Damage, Unit
from polytrawl.filter.evidence import BARE, LEXICAL, Ratio, Usual, evidence
from polytrawl.filter.fluency import TextJudge, TextReader
from polytrawl.filter.sample import Sample
from polytrawl.filter.stage import FilterStage
from polytrawl.filter.teacher import shipped
from polytrawl.filter.wordlist import WordList, learn
from polytrawl.records import SentencePair, replace


def trained(pairs: list[SentencePair]) -> FilterStage:
    stage = FilterStage(rules=())
    told = msgspec.msgpack.decode(msgspec.msgpack.encode(stage.learn(iter(pairs))))  # as it travels to workers
    fresh = FilterStage(rules=())
    fresh.inform(told)
    return fresh


def scores(stage: FilterStage, pair: SentencePair) -> dict[str, float]:
    [judged] = stage.apply(pair)
    return {score.name: score.value for score in judged.scores}


@pytest.fixture(scope="module")
def run() -> list[SentencePair]:
    return units(500)


@pytest.fixture(scope="module")
def stage(run: list[SentencePair]) -> FilterStage:
    return trained(run)


def test_adequacy_tells_translations_from_others(stage: FilterStage, run: list[SentencePair]) -> None:
    good = [scores(stage, pair)["adequacy"] for pair in run[:200]]
    ways = {
        "shifted": [replace(one, target=two.target) for one, two in zip(run[:200], run[3:], strict=False)],
        "cut": [replace(one, target=one.target[: len(one.target) // 3]) for one in run[:200] if len(one.target) > 60],
        "copied": [replace(one, target=one.source) for one in run[:200]],
    }
    for way, pairs in ways.items():
        assert area(good, [scores(stage, pair)["adequacy"] for pair in pairs]) > 0.97, way
    assert sum(value > 0.5 for value in good) > 0.95 * len(good)


def test_a_wrong_number_is_no_translation(stage: FilterStage, run: list[SentencePair]) -> None:
    dated = [pair for pair in run if "19" in pair.target][:60]
    good = [scores(stage, pair)["adequacy"] for pair in dated]
    bad = [scores(stage, replace(pair, target=pair.target.replace("19", "18")))["adequacy"] for pair in dated]
    assert area(good, bad) > 0.9


def test_units_that_were_not_in_the_run_are_judged_as_well(stage: FilterStage) -> None:
    fresh = units(100, seed=2)
    good = [scores(stage, pair)["adequacy"] for pair in fresh]
    bad = [scores(stage, replace(one, target=two.target))["adequacy"] for one, two in itertools.pairwise(fresh)]
    assert area(good, bad) > 0.95


def test_many_broken_units_in_the_run_do_not_spoil_it(run: list[SentencePair]) -> None:
    mixed = [
        replace(one, target=run[(place + 5) % len(run)].target) if place % 5 == 0 else one
        for place, one in enumerate(run)
    ]
    judge = trained(mixed)
    found = [scores(judge, pair)["adequacy"] for pair in mixed]
    assert area([one for place, one in enumerate(found) if place % 5], found[::5]) > 0.97


@pytest.mark.parametrize("number", [0, 1, 25, 100])
def test_small_runs_are_judged_by_what_needs_no_words(number: int) -> None:
    judge = trained(units(number))
    right = sentence_pair("Debian 12 kostet 100 Euro in Berlin.", "Debian 12 costa 100 euro a Berlino.")
    wrong = sentence_pair("Debian 12 kostet 100 Euro in Berlin.", "Oggi piove molto, e fa freddo: 7 gradi!")
    assert scores(judge, right)["adequacy"] > scores(judge, wrong)["adequacy"]


def test_two_language_pairs_of_a_run_are_learned_apart(run: list[SentencePair]) -> None:
    other = [
        replace(one, id=f"t-{one.id}", source=one.target, target=one.source, source_language="fr", target_language="el")
        for one in run[:250]
    ]
    judge = trained([*run[:250], *other])
    assert scores(judge, run[5])["adequacy"] > 0.5
    assert scores(judge, other[5])["adequacy"] > 0.5
    assert scores(judge, replace(other[5], source_language="de", target_language="it"))["adequacy"] < 0.5


def test_equal_runs_teach_the_same(run: list[SentencePair]) -> None:
    one, two = (FilterStage(rules=()).learn(iter(run[:200])) for _ in range(2))
    assert pickle.dumps(one) == pickle.dumps(two)


def test_fluency_tells_text_from_garbage(stage: FilterStage, run: list[SentencePair]) -> None:
    chance = random.Random(3)
    garbage = [replace(one, source="".join(chance.sample(one.source, len(one.source)))) for one in run[:100]]
    good = [scores(stage, pair)["fluency-source"] for pair in run[:100]]
    bad = [scores(stage, pair) for pair in garbage]
    assert area(good, [one["fluency-source"] for one in bad]) > 0.97
    assert all(0 <= value <= 1 for value in good)


def test_a_text_does_not_prop_itself_up() -> None:
    reader = TextReader()
    for pair in units(300):
        reader.meet("de", pair.source)
    odd = "Xyzzy plugh qwertz uiopü asdfg hjklö yxcvb nm."
    reader.meet("de", odd)
    reader.meet("de", odd)  # a copy is no witness either
    known = TextJudge(reader.learned())
    assert (known.fluency("de", odd) or 0) < 0.2
    assert known.fluency("it", odd) is None


@given(source=st.text(max_size=60), target=st.text(max_size=60))
def test_every_pair_of_texts_can_be_scored(source: str, target: str) -> None:
    judge = PairJudge()
    assert 0 <= judge.adequacy(sentence_pair(source, target), 0.5) <= 1
    words = learn([])
    assert len(evidence(source, target, Usual(Ratio(), words), 0.5)) == len(LEXICAL)
    assert len(evidence(source, target, Usual(Ratio(), None), 0.5)) == len(BARE)


def test_shipped_weights_name_every_feature() -> None:
    assert {kind: len(weights) for kind, weights in shipped().items()} == {
        "lexical": len(LEXICAL) + 1,
        "bare": len(BARE) + 1,
    }


def test_a_word_list_knows_what_meets_and_survives_its_travel() -> None:
    words = learn([([1, 2, 3], [11, 12, 13]), ([1, 4], [11, 14]), ([1, 3], [11, 13]), ([2, 4], [12, 14]), ([4], [14])])
    assert max(words.there[1], key=words.there[1].get) == 11
    again = WordList.unpack(msgspec.msgpack.decode(msgspec.msgpack.encode(words.pack())))
    assert again.there.keys() == words.there.keys()
    assert again.rareness[0].keys() == words.rareness[0].keys()


def test_a_sample_is_the_same_in_any_order() -> None:
    numbers = list(range(1000))
    first, second = Sample[int](50), Sample[int](50)
    for sample, order in ((first, numbers), (second, numbers[::-1])):
        for number in order:
            mark = number * 7919 % 1009
            if sample.wants(mark):
                sample.add(mark, number)
    assert list(first) == list(second)
    assert len(first) == 50
    assert first.limit == second.limit > 0


def test_damage_never_gives_the_unit_back() -> None:
    made = [Unit(one.source, one.target, "Next one here.", "Una altra frase.") for one in units(50)]
    damage = Damage(made, random.Random(1))
    broken = [damage.broken(unit) for unit in made * 4]
    assert all(texts is None or texts != unit[:2] for texts, unit in zip(broken, made * 4, strict=True))
    assert sum(texts is not None for texts in broken) > 150


def test_a_stage_of_hard_rules_alone_learns_nothing() -> None:
    assert not FilterStage(rules=(make("too-short"),), adequacy=False, fluency=False).learns
    assert FilterStage(rules=(make("boilerplate-like"),), adequacy=False, fluency=False).learns
    [unit] = FilterStage(rules=(), adequacy=False, fluency=False).apply(sentence_pair("Haus", "Casa"))
    assert unit.scores == ()
