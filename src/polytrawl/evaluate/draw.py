"""Drawing a sample: how many of each stratum, and which.

What is drawn depends on nothing but the ids, the sizes and the seed: every thing has a number that its id and the seed
give it, and the smallest numbers of each stratum are drawn. So the order of a run does not matter, a run is never held
in memory, and a run that has grown a little gives much of the same sample again.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import xxhash

from polytrawl.evaluate.intervals import CONFIDENCE, INTERVAL, sample_size
from polytrawl.evaluate.kinds import Thing

__all__ = ["Census", "Plan", "draw", "sizes", "take_census"]

Stratum = tuple[str, str]  # languages, part


class Plan(NamedTuple):
    """How a sample is to be drawn."""

    confidence: float = CONFIDENCE  # percent
    interval: float = INTERVAL  # points to either side
    seed: int = 0
    size: int | None = None  # instead of what confidence and interval ask for
    is_each: bool = False  # whether every stratum is to have the interval, not only all of them together

    def enough(self, population: int) -> int:
        """How many of a population must be judged."""
        return sample_size(population, self.interval, self.confidence)


class Census(NamedTuple):
    """How many there are: in each stratum, and of these how many each question can be asked of."""

    strata: Counter[Stratum]
    asked: dict[str, Counter[str]]  # by question and name of the stratum


def take_census(things: Iterable[Thing]) -> Census:
    """Count everything that could be drawn."""
    found = Census(Counter(), defaultdict(Counter))
    for thing in things:
        found.strata[thing.languages, thing.part] += 1
        for question in thing.asked:
            found.asked[question][thing.stratum] += 1
    return found


def sizes(strata: Mapping[Stratum, int], plan: Plan) -> dict[Stratum, int]:
    """How many to draw of each stratum.

    >>> sizes({("de", ""): 600, ("it", ""): 200}, Plan())
    {('de', ''): 65, ('it', ''): 21}
    >>> sizes({("de", ""): 600, ("it", ""): 200}, Plan(is_each=True))
    {('de', ''): 83, ('it', ''): 66}
    """
    if plan.is_each:
        return {one: min(number, plan.size or plan.enough(number)) for one, number in strata.items()}
    # Parts differ in what is asked of them, so that each needs a sample of its own. What a small one cannot fill goes
    # to the larger ones.
    parts = Counter({part: 0 for _, part in strata})
    for (_, part), number in strata.items():
        parts[part] += number
    found: dict[Stratum, int] = {}
    left = plan.size or 0
    for place, (part, number) in enumerate(sorted(parts.items(), key=lambda one: (one[1], one[0]))):
        inside = {one: size for one, size in strata.items() if one[1] == part}
        fair = plan.enough(number) if plan.size is None else left // (len(parts) - place)
        found |= _shared_out(inside, fair)
        left -= min(fair, number)
    return found


def _shared_out(strata: Mapping[Stratum, int], size: int) -> dict[Stratum, int]:
    """A number shared out as strata have members (Sainte-Lague); each gets one at least, where there are enough."""
    size = min(size, sum(strata.values()))
    first = int(size >= len(strata))
    found = dict.fromkeys(strata, first)
    queue = [(-number / (2 * first + 1), one) for one, number in strata.items() if number > first]
    heapq.heapify(queue)
    for _ in range(size - first * len(strata)):
        _, one = heapq.heappop(queue)
        found[one] += 1
        if found[one] < strata[one]:
            heapq.heappush(queue, (-strata[one] / (2 * found[one] + 1), one))
    return found


def draw(things: Callable[[], Iterable[Thing]], wanted: Mapping[Stratum, int], seed: int) -> list[Thing]:
    """The things that are drawn, by languages and otherwise in no order, so that the parts are mixed."""
    heaps: dict[Stratum, list[tuple[int, int, Thing]]] = defaultdict(list)
    for place, thing in enumerate(things()):
        key = (thing.languages, thing.part)
        heap, item = heaps[key], (-_number(seed, thing.id), place, thing)
        if len(heap) < wanted.get(key, 0):
            heapq.heappush(heap, item)
        elif heap and item > heap[0]:
            heapq.heapreplace(heap, item)
    drawn = {thing.id: (thing.languages, -number) for heap in heaps.values() for number, _, thing in heap}
    found = {thing.id: thing for heap in heaps.values() for _, _, thing in heap}
    return [found[name] for name in sorted(drawn, key=lambda name: drawn[name])]


def _number(seed: int, name: str) -> int:
    return xxhash.xxh3_64_intdigest(f"{seed} {name}".encode())
