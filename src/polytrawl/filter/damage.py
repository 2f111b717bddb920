"""Units that are no translations any more, made of units that are: what adequacy learns to tell apart."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

_DIGITS = re.compile(r"\d+")
_FEWEST_WORDS = 5  # of a text that is cut


class Unit(NamedTuple):
    """Two texts, and those that follow them on their pages; empty where nothing is known to follow."""

    source: str
    target: str
    next_source: str = ""
    next_target: str = ""


Texts = tuple[str, str]


class Damage:
    """Breaks units in one of the ways in which alignment, pages and translators break them."""

    def __init__(self, units: Sequence[Unit], chance: random.Random) -> None:
        self._chance = chance
        # Neighbours in this order are of similar length.
        self._by_length = sorted(units, key=lambda unit: (len(unit.target), unit.target))
        self._place = {unit.target: place for place, unit in enumerate(self._by_length)}
        ways = (
            (self._shifted, 3),
            (self._other, 3),
            (self._cut, 3),
            (self._thinned, 1),
            (self._joined, 1),
            (self._miscounted, 2),
            (self._untranslated, 1),
        )
        self._ways, self._how_often = zip(*ways, strict=True)

    def broken(self, unit: Unit) -> Texts | None:
        """The texts of a unit, broken; None where they cannot be, in the way that was drawn."""
        [way] = self._chance.choices(self._ways, self._how_often)
        texts = way(unit)
        return None if texts is None or texts == unit[:2] or not all(map(str.strip, texts)) else texts

    def _shifted(self, unit: Unit) -> Texts | None:
        if not unit.next_target:
            return self._other(unit)
        if self._chance.random() < 0.5:  # noqa: PLR2004 - either side
            return unit.source, unit.next_target
        return unit.next_source, unit.target

    def _other(self, unit: Unit) -> Texts | None:
        return unit.source, self._near(unit).target

    def _near(self, unit: Unit) -> Unit:
        place = self._place[unit.target] + self._chance.choice((-1, 1)) * self._chance.randint(1, 20)
        return self._by_length[place % len(self._by_length)]

    def _cut(self, unit: Unit) -> Texts | None:
        return self._on_one_side(unit, self._without_end)

    def _thinned(self, unit: Unit) -> Texts | None:
        return self._on_one_side(unit, self._without_some)

    def _joined(self, unit: Unit) -> Texts | None:
        """With the next sentence on one side only."""
        if not unit.next_target or len(unit.next_target) < len(unit.target) / 4:
            return self._cut(unit)
        if self._chance.random() < 0.5:  # noqa: PLR2004 - either side
            return f"{unit.source} {unit.next_source}", unit.target
        return unit.source, f"{unit.target} {unit.next_target}"

    def _miscounted(self, unit: Unit) -> Texts | None:
        """With another number in it."""
        found = list(_DIGITS.finditer(unit.target))
        if not found:
            return None
        number = self._chance.choice(found)
        others = [str(value) for value in range(10) if str(value) != number[0][-1]]
        changed = number[0][:-1] + self._chance.choice(others)
        if len(number[0]) > 1 and self._chance.random() < 0.3:  # noqa: PLR2004 - all of it
            changed = str(self._chance.randint(10, 10 ** min(len(number[0]), 9)))
        return unit.source, unit.target[: number.start()] + changed + unit.target[number.end() :]

    def _untranslated(self, unit: Unit) -> Texts | None:
        """In one language: the same text, or another."""
        drawn = self._chance.random()
        if drawn < 0.4:  # noqa: PLR2004 - guess
            return unit.source, self._near(unit).source
        if drawn < 0.7:  # noqa: PLR2004 - guess
            return (unit.source, unit.source) if len(unit.source.split()) >= _FEWEST_WORDS else None
        words, theirs = unit.source.split(), unit.target.split()
        kept = max(1, len(words) // 2)
        return unit.source, " ".join((*words[:kept], *theirs[len(theirs) * kept // max(len(words), 1) :]))

    def _on_one_side(self, unit: Unit, change: Callable[[str], str | None]) -> Texts | None:
        is_left = self._chance.random() < 0.5  # noqa: PLR2004 - either side
        changed = change(unit.source if is_left else unit.target)
        if changed is None:
            return None
        return (changed, unit.target) if is_left else (unit.source, changed)

    def _without_end(self, text: str) -> str | None:
        words = text.split()
        if len(words) < _FEWEST_WORDS:
            # Without spaces between words, or very short.
            return text[: len(text) // 2] if len(words) == 1 and len(text) > 3 * _FEWEST_WORDS else None
        kept = max(1, round(len(words) * self._chance.uniform(0.25, 0.75)))
        return " ".join(words[:kept] if self._chance.random() < 0.6 else words[-kept:])  # noqa: PLR2004 - mostly the end

    def _without_some(self, text: str) -> str | None:
        words = text.split()
        if len(words) < _FEWEST_WORDS:
            return None
        share = self._chance.uniform(0.3, 0.6)
        return " ".join(word for word in words if self._chance.random() > share)
