"""Precision at N: the share of the first N sites of a ranking that proved to be multilingual when sampled.

Only the top of the ranking in use is sampled, unless all three are compared; so it is told how many of the N were.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import msgspec

from polytrawl.sites.graph import in_order
from polytrawl.sites.model import RANKINGS, Judged, Ranked, Ranking, Round

__all__ = ["PLACES", "Precision", "precision_at", "precisions"]

PLACES = (10, 20, 30, 60, 100, 200, 500)


class Precision(msgspec.Struct, frozen=True):
    """How good the first places of one ranking are."""

    round: int
    ranking: Ranking
    places: int
    sampled: int  # of these places
    multilingual: int

    @property
    def value(self) -> float | None:
        """The share of multilingual sites among those sampled; None where none was."""
        return self.multilingual / self.sampled if self.sampled else None


def precisions(rounds: Iterable[tuple[int, Round]], judged: Collection[Judged]) -> list[Precision]:
    """The table of each round that had a ranking."""
    verdicts = {one.site: one.is_accepted for one in judged}
    return [
        precision_at(number, ranking, in_order(step.ranked, ranking)[:places], places, verdicts)
        for number, step in rounds
        for ranking in RANKINGS
        for places in _useful(step.outside)
    ]


def _useful(outside: int) -> list[int]:
    """The numbers of places that make sense where so many sites are ranked."""
    return [places for places in PLACES if places <= outside] or ([outside] if outside else [])


def precision_at(
    number: int, ranking: Ranking, first: Collection[Ranked], places: int, verdicts: Mapping[str, bool]
) -> Precision:
    """What the first places of a ranking hold."""
    known = [verdicts[one.site] for one in first if one.site in verdicts]
    return Precision(number, ranking, places, len(known), sum(known))
