"""Refuses pairs that look like the work of a machine: leftovers of translation widgets, and words it did not know.

A translator who does not know a word looks it up; a machine copies it. So words of the source that stand in the target
as they were, in small letters and several in a row, speak of a machine, or of a page that is half translated.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Annotated

import msgspec

from polytrawl.filter.base import Filter
from polytrawl.options import option
from polytrawl.records import SentencePair

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_RUN = 3  # words in a row
_LETTERS = 4  # of a word in small letters that counts as copied; shorter ones are the same in many languages
_MOST_WORDS = 400
_USUAL_AT_LEAST, _USUAL_AT_MOST = 200, 5_000  # pairs that show how much two languages have in common


@dataclass(kw_only=True)
class MachineTranslated(Filter, name="machine-translated"):
    """1 with a leftover of a translation widget; else the share of the target that is copied from the source."""

    fingerprints: tuple[str, ...] = option((), "further words that translation widgets leave on pages")
    # Refuses none of the true pairs of FLORES and Text+Berg dev, and .001 of the installation guide: licences that
    # stand there in English.
    max_share: Annotated[float, msgspec.Meta(ge=0, le=1)] = option(
        0.5, "largest share of copied words, beyond what is usual between the two languages"
    )
    _marks: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _seen: dict[str, tuple[int, float]] = field(init=False, repr=False, compare=False, default_factory=dict)
    _usual: dict[str, float] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._marks = (*_known(), *(mark.lower() for mark in self.fingerprints if mark.strip()))

    def score(self, pair: SentencePair) -> float:
        """The share, 0 to 1."""
        both = f"{pair.source}\n{pair.target}".lower()
        for mark in self._marks:  # one after the other is five times as fast as a pattern of all
            if mark in both:
                return 1.0
        if pair.source.split() == pair.target.split():  # not translated at all: `equal-sides` says so
            return 0.0
        return round(max(0.0, copied(pair.source, pair.target) - self._usual.get(_languages(pair), 0.0)), 4)

    def accept(self, score: float) -> bool:
        """At most the largest share."""
        return score <= self.max_share

    def meet(self, pair: SentencePair) -> None:
        """Languages that are close have many words in common: see how many."""
        number, total = self._seen.get(_languages(pair), (0, 0.0))
        if number >= _USUAL_AT_MOST:
            return
        self._seen[_languages(pair)] = number + 1, total + copied(pair.source, pair.target)

    def learned(self) -> dict[str, float]:
        """The usual share by language pair."""
        return {key: total / number for key, (number, total) in self._seen.items() if number >= _USUAL_AT_LEAST}

    def inform(self, learned: Mapping[str, float]) -> None:
        """Take the usual shares."""
        self._usual = dict(learned)


def copied(source: str, target: str) -> float:
    """The share of the words of the target that stand in the source in the same order, at least three in a row.

    >>> copied("the pluggable module frobnicates widgets today", "das Modul frobnicates widgets today sehr")
    0.5
    """
    words = _WORD.findall(target)[:_MOST_WORDS]
    given = _WORD.findall(source)[:_MOST_WORDS]
    if len(set(words).intersection(given)) < _RUN - 1:
        return 0.0
    runs = {tuple(given[place : place + _RUN]) for place in range(len(given) - _RUN + 1)}
    taken = set[int]()
    for place in range(len(words) - _RUN + 1 if runs else 0):
        run = tuple(words[place : place + _RUN])
        if run in runs and sum(len(word) >= _LETTERS and word.islower() for word in run) >= _RUN - 1:
            taken.update(range(place, place + _RUN))
    return len(taken) / len(words) if words else 0.0


def _languages(pair: SentencePair) -> str:
    return f"{pair.source_language} {pair.target_language}"


@cache
def _known() -> tuple[str, ...]:
    text = resources.files("polytrawl.filter").joinpath("data/machine.toml").read_text(encoding="utf-8")
    return tuple(mark for marks in tomllib.loads(text).values() for mark in marks)
