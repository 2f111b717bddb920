"""Verdicts on units: each by itself first, then those that are equal or alike among each other.

Units are too many to be kept, so what is remembered of each is numbers: hashes of its texts and its likeness, how good
it is, and in the end one number for the reason against it. Work grows with the number of units, and its logarithm.
"""

from __future__ import annotations

from array import array
from collections import Counter

import numpy as np
import xxhash

from polytrawl.export.pages import Pages
from polytrawl.records import MINED, SentencePair

__all__ = ["ADEQUACY", "Units"]

ADEQUACY = "adequacy"
_EQUAL, _ALIKE = "duplicate-unit", "near-duplicate-unit"


class Units:
    """The reason against each unit, in the order in which they come; `see` all of them, then `settle`."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._names = [""]  # reasons by number
        self._numbers = {"": 0}
        self._verdicts = array("H")
        # Of those that nothing stands against by themselves:
        self._places, self._texts, self._likeness, self._ids = (array("Q") for _ in range(4))
        self._scores, self._adequacy = array("d"), array("d")
        self._mined = array("B")
        self.quality = 0.0  # mean over the wanted units: of adequacy where every one of them has it, else of score
        self.is_adequacy = False

    def __getitem__(self, place: int) -> str:
        return self._names[self._verdicts[place]]

    def see(self, unit: SentencePair) -> None:
        """The next unit."""
        reason = self._own(unit)
        if not reason:
            self._remember(unit, len(self._verdicts))
        self._verdicts.append(self._number(reason))

    def settle(self) -> None:
        """Decide about units that are equal or alike."""
        if not self._places:
            return
        self._settle_duplicates()
        self._measure()
        kept = self._places, self._texts, self._likeness, self._ids, self._scores, self._adequacy, self._mined
        for column in kept:
            del column[:]  # only the verdicts are wanted from now on

    def _settle_duplicates(self) -> None:
        """Of equal units the first goes out, of alike ones the best; in both, mined ones come after aligned ones.

        Also where copies are kept, what was mined is no copy of what was aligned.
        """
        places, texts, mined = np.array(self._places), np.array(self._texts), np.array(self._mined)
        order = np.lexsort((places, mined))
        is_first = np.zeros(len(places), dtype=bool)
        is_first[order[np.unique(texts[order], return_index=True)[1]]] = True
        if self._pages.rules.duplicates == "keep":
            self._refuse(places[~is_first & (mined > 0)], _EQUAL)
            return
        self._refuse(places[~is_first], _EQUAL)
        if self._pages.rules.duplicates == "near":
            self._refuse(places[self._worse(np.flatnonzero(is_first))], _ALIKE)

    def counts(self) -> Counter[str]:
        """How many units there are by reason; "" are those wanted."""
        found = Counter(self._verdicts)
        return Counter({self._names[number]: count for number, count in found.items()})

    def _measure(self) -> None:
        wanted = np.array([self._verdicts[place] == 0 for place in self._places])
        adequacy = np.array(self._adequacy)[wanted]
        self.is_adequacy = bool(wanted.any()) and not np.isnan(adequacy).any()
        values = adequacy if self.is_adequacy else np.array(self._scores)[wanted]
        self.quality = float(values.mean()) if wanted.any() else 0.0

    def _own(self, unit: SentencePair) -> str:
        """The reason against a unit by itself."""
        rules = self._pages.rules
        pair = self._pages.facts.pair(unit.pair)
        if pair is None or self._pages.against(unit):
            return "page-pair-not-wanted"
        if unit.is_mined and not rules.mined:
            return MINED
        if not unit.is_mined and pair.grade not in rules.unit_grades:
            return f"{pair.grade}-pages"
        return rules.against(unit)

    def _remember(self, unit: SentencePair, place: int) -> None:
        languages = f"{unit.source_language}\t{unit.target_language}\t"
        adequacy = next((score.value for score in unit.scores if score.name == ADEQUACY), float("nan"))
        self._places.append(place)
        self._texts.append(_hash(f"{languages}{unit.source}\t{unit.target}"))
        self._likeness.append(_hash(languages + unit.likeness) if unit.likeness else 0)
        self._ids.append(_order(unit.id))
        self._adequacy.append(adequacy)
        self._scores.append(unit.score)
        self._mined.append(unit.is_mined)

    def _worse(self, among: np.ndarray) -> np.ndarray:
        """Of those that have a likeness all but the best of each: the most adequate, else the best aligned."""
        likeness, ids = np.array(self._likeness), np.array(self._ids)
        among = among[likeness[among] != 0]
        adequacy, score = np.array(self._adequacy)[among], np.array(self._scores)[among]
        quality = np.where(np.isnan(adequacy), score, adequacy)
        ranked = among[np.lexsort((ids[among], -quality, np.array(self._mined)[among], likeness[among]))]
        is_same = likeness[ranked][1:] == likeness[ranked][:-1]
        worse: np.ndarray = ranked[1:][is_same]
        return worse

    def _refuse(self, places: np.ndarray, reason: str) -> None:
        number = self._number(reason)
        for place in places:
            self._verdicts[int(place)] = number

    def _number(self, reason: str) -> int:
        if reason not in self._numbers:
            self._numbers[reason] = len(self._names)
            self._names.append(reason)
        return self._numbers[reason]


def _hash(text: str) -> int:
    return xxhash.xxh3_64_intdigest(text.encode("utf-8", "surrogatepass"))


def _order(name: str) -> int:
    """A number that sorts as the id does, for ids as polytrawl makes them."""
    digits = name.partition("-")[2]
    try:
        return int(digits, 16) & 0xFFFF_FFFF_FFFF_FFFF
    except ValueError:
        return _hash(name)
