"""How adequacy is learned: from the units of a language pair, and from the same units broken."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from typing import Any

import numpy as np
import xxhash

from polytrawl.filter import wordlist
from polytrawl.filter.damage import Damage, Unit
from polytrawl.filter.evidence import BARE, LEXICAL, Ratio, Usual, evidence, log_ratio, spread_at
from polytrawl.filter.fluency import TextJudge
from polytrawl.filter.regression import Floats, fit, probabilities
from polytrawl.filter.tokens import tokens_of
from polytrawl.filter.wordlist import WordList

_ENOUGH = 150  # units for word lists
# More parts leave more units to each list, but their lists travel to all workers.
_SEVERAL, _MANY = 800, 3_000
_FEWEST = 20  # units for a usual ratio of lengths
_FAITH = 40.0  # ridge: how many units the shipped weights are worth, about
# Share of the units as aligned that are no examples in the second round, since they may be wrong themselves. With a
# fifth of the units broken, AUC on the guide, FLORES de-it and Text+Berg is .973, .985 and .941 at .05, .979, .990 and
# .951 at .15, .982, .991 and .950 at .25.
_DOUBTED = 0.2
_ESTIMATES = 30
_LEAST_RIGHT, _MOST_RIGHT = 0.5, 0.95  # share of the units that are right


class Teacher:
    """Makes of the units of a language pair what is to be known of it."""

    def __init__(self, units: Sequence[Unit], languages: str, fluent: TextJudge, taught: int) -> None:
        self._units = units
        self._source_language, self._target_language = languages.split(" ")
        self._fluent = fluent
        self._taught = taught

    def learned(self) -> dict[str, Any]:
        """Nothing, from very few units."""
        if len(self._units) < _FEWEST:
            return {}
        usual = self.usual(lexical=len(self._units) >= _ENOUGH)
        lists = [one.words.pack() for one in usual if one.words]
        return {"ratio": list(usual[0].ratio), "lists": lists, "weights": self._weights(usual)}

    def usual(self, *, lexical: bool) -> list[Usual]:
        """What is usual, for each part of the units from all others."""
        ratio = _ratio(self._units)
        return [Usual(ratio, words) for words in _lists(self._units)] if lexical else [Usual(ratio, None)]

    def _weights(self, usual: Sequence[Usual]) -> list[float]:
        """The weights of features, learned from units and broken units."""
        right, wrong = self.examples(usual)
        prior = shipped()["lexical" if usual[0].words else "bare"]
        first = fit_near(right, wrong, prior)
        # Some units were aligned wrongly: those that look least like the others are no examples.
        log_odds = right @ np.array(first[1:])
        found = fit_near(right[log_odds > np.quantile(log_odds, _DOUBTED)], wrong, prior)
        return [found[0] + _odds_of_right(right @ np.array(found[1:]) + found[0]), *found[1:]]

    def examples(self, usual: Sequence[Usual]) -> tuple[Floats, Floats]:
        """The features of units, and of broken ones."""
        damage = Damage(self._units, random.Random(len(self._units)))  # noqa: S311 - the same in every run
        right, wrong = [], []
        for unit in self._units[: self._taught]:
            fitting = usual[part_of(unit.source, len(usual))]
            right.append(self._evidence(unit.source, unit.target, fitting))
            broken = damage.broken(unit)
            if broken:
                wrong.append(self._evidence(*broken, fitting))
        return np.array(right), np.array(wrong).reshape(len(wrong), len(right[0]))

    def _evidence(self, source: str, target: str, usual: Usual) -> list[float]:
        left = self._fluent.fluency(self._source_language, source)
        right = self._fluent.fluency(self._target_language, target)
        return evidence(source, target, usual, less_fluent(left, right))


def _odds_of_right(log_odds: Floats) -> float:
    """The logarithm of the odds that a unit of the run is right, before a look at it.

    As many were broken as there are units, but of those as aligned most are right. How many is estimated from what the
    even-handed judgement says of them (Saerens, Latinne and Decaestecker, 2002).
    """
    share = 0.8
    for _ in range(_ESTIMATES):
        share = float(probabilities(log_odds + np.log(share / (1 - share))).mean())
        share = min(max(share, _LEAST_RIGHT), _MOST_RIGHT)
    return float(np.log(share / (1 - share)))


def less_fluent(left: float | None, right: float | None) -> float:
    """The fluency of the less fluent side; where nothing is known, even chances."""
    return min(0.5 if left is None else left, 0.5 if right is None else right)


def _lists(units: Sequence[Unit]) -> list[WordList]:
    """For each part of the units the word list of all others."""
    parts = 2 if len(units) > _MANY else 4 if len(units) > _SEVERAL else 8
    words = [(part_of(unit.source, parts), _words(unit)) for unit in units]
    return [wordlist.learn(both for number, both in words if number != part) for part in range(parts)]


def _words(unit: Unit) -> tuple[list[int], list[int]]:
    return [token.number for token in tokens_of(unit.source)], [token.number for token in tokens_of(unit.target)]


def _ratio(units: Iterable[Unit]) -> Ratio:
    """The usual ratio of lengths: the median, and what two thirds of the units keep within."""
    pairs = [(log_ratio(unit.source, unit.target), spread_at(unit.source, unit.target)) for unit in units]
    ratios, spreads = np.array(pairs).T
    middle = float(np.median(ratios))
    deviation = float(np.quantile(np.abs(ratios - middle) / spreads, 0.68))
    return Ratio(round(middle, 4), round(max(deviation, 0.05), 4))


def fit_near(right: Floats, wrong: Floats, prior: Sequence[float]) -> list[float]:
    """Weights as near to those before as the examples allow, with as much belief in right as in wrong."""
    if not len(wrong):
        return list(prior)
    labels = np.repeat([1.0, 0.0], [len(right), len(wrong)])
    balance = np.repeat([1.0, len(right) / len(wrong)], [len(right), len(wrong)])
    return fit(np.concatenate((right, wrong)), labels, balance, ridge=_FAITH, prior=prior)


def part_of(source: str, parts: int) -> int:
    """In which part a unit is. Units with the same source are in the same."""
    return xxhash.xxh3_64_intdigest(source.casefold().encode("utf-8", "surrogatepass")) % parts


@cache
def shipped() -> dict[str, list[float]]:
    """The weights that come with polytrawl, `lexical` and `bare`."""
    text = resources.files("polytrawl.filter").joinpath("data/adequacy.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)
    names = {"lexical": LEXICAL, "bare": BARE}
    return {kind: [table[kind]["intercept"], *(table[kind][name] for name in names[kind])] for kind in names}
