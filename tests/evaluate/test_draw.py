"""Drawing: as many as were asked for, each as likely as any other, and the same again for the same seed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from polytrawl.evaluate.draw import Plan, draw, sizes, take_census
from polytrawl.evaluate.intervals import sample_size
from polytrawl.evaluate.kinds import Shown, Thing
from polytrawl.report.markup import Html

_STRATA = st.dictionaries(
    st.tuples(st.sampled_from(["de", "it", "pt", "en"]), st.sampled_from(["text", "boilerplate"])),
    st.integers(1, 3000),
    min_size=1,
)


def nothing_to_see() -> Shown:
    return Shown((), {}, Html(""))


def things(number: int, *, languages: str = "de") -> list[Thing]:
    return [Thing(f"{languages}-{at}", languages, "", "kept", ("topic",), nothing_to_see) for at in range(number)]


@given(_STRATA, st.floats(2, 30))
def test_each_part_has_a_sample_of_its_own(strata: dict[tuple[str, str], int], interval: float) -> None:
    found = sizes(strata, Plan(interval=interval))
    assert found.keys() == strata.keys()
    assert all(0 <= found[one] <= number for one, number in strata.items())
    for part in {part for _, part in strata}:
        inside = {one: number for one, number in strata.items() if one[1] == part}
        whole = sum(inside.values())
        assert sum(found[one] for one in inside) == sample_size(whole, interval)
        for one, number in inside.items():  # as large as its share, but for one that every stratum gets
            assert abs(found[one] - sample_size(whole, interval) * number / whole) < len(inside) + 1


@given(_STRATA, st.integers(1, 500))
def test_a_size_is_kept_to(strata: dict[tuple[str, str], int], size: int) -> None:
    found = sizes(strata, Plan(size=size))
    assert sum(found.values()) <= size
    parts = {part for _, part in strata}
    if all(sum(n for one, n in strata.items() if one[1] == part) >= size for part in parts):
        assert sum(found.values()) == size


def test_what_a_small_part_cannot_fill_goes_to_the_others() -> None:
    assert sizes({("de", "text"): 1000, ("de", "boilerplate"): 5}, Plan(size=100)) == {
        ("de", "boilerplate"): 5,
        ("de", "text"): 95,
    }


def test_every_stratum_can_have_the_interval() -> None:
    strata = {("de", ""): 5000, ("it", ""): 40}
    assert sizes(strata, Plan(is_each=True)) == {one: sample_size(number) for one, number in strata.items()}


def test_a_sample_depends_on_ids_and_seed_alone() -> None:
    population = [*things(300), *things(40, languages="it")]
    wanted = sizes(take_census(population).strata, Plan())
    drawn = [one.id for one in draw(lambda: population, wanted, 0)]
    assert Counter(name[:2] for name in drawn) == {"de": wanted["de", ""], "it": wanted["it", ""]}
    shuffled = random.Random(1).sample(population, len(population))
    assert [one.id for one in draw(lambda: iter(shuffled), wanted, 0)] == drawn
    assert [one.id for one in draw(lambda: population, wanted, 1)] != drawn


def test_all_can_be_drawn_as_often_as_any_other() -> None:
    population = things(100)
    drawn = Counter(one.id for seed in range(1000) for one in draw(lambda: population, {("de", ""): 10}, seed))
    assert drawn.keys() == {one.id for one in population}
    # Each is drawn 100 times on average, with a deviation of 9.5; nobody of a hundred should be five deviations off.
    assert all(52 < number < 148 for number in drawn.values())


def test_a_large_population_is_not_held() -> None:
    def many() -> Iterator[Thing]:
        nonlocal alive
        for at in range(50_000):
            alive = max(alive, at)
            yield Thing(f"d-{at}", "de", "", "kept", (), nothing_to_see)

    alive = 0
    assert len(draw(many, {("de", ""): 20}, 0)) == 20
    assert alive == 49_999
