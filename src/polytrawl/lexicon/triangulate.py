"""Translations by way of other languages: en-it from en-de and de-it, en-fr and fr-it.

A path goes from a word over a pivot word to a translation of that. One path is weak evidence, for pivot words have
several senses; paths over different words, and best over different languages, are strong. With N paths in L languages
between a source s and a target t, E(s) and E(t) pivot words that lead on from each of them, and a pivot word p with
S(p) sources and T(p) targets:

    C = 2 N / (E(s) + E(t) + 1)              how many of the words that could confirm the pair do: inverse consultation
    A = 1 - prod(1 - 1 / sqrt(S(p) T(p)))    over the paths: how clear the pivot words are
    score = 1 - (1 - sqrt(C A))^L

Average precision of the order that a score gives to all pairs, and how often the best target is right, for en-it, en-es
and en-pt over German and French in FreeDict, against eng-ita with ita-eng, eng-spa and eng-por: N .710 .398 .568 and
.771 .552 .624; C without the 1 .710 .422 .612 and .757 .533 .633; A .754 .515 .728 and .773 .568 .656; this .851 .581
.793 and .795 .588 .666. Without the 1 it is .838 .582 .784. The score is near the share of pairs that are right: of
those at .5 to .6, 43 33 58 of 100 are in the gold.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from polytrawl.errors import ConfigError
from polytrawl.language_tags import primary, same_language
from polytrawl.lexicon.entries import Entry
from polytrawl.records import Lang

__all__ = ["MOST_PATHS", "Triangles"]

# Paths over one pivot word: S(p) T(p). What has more is a word like `get` or `to`. For the three pairs above: 20 finds
# .94 .88 .85 of the right pairs that all words find, 50 .98 .98 .96, 100 .996 .993 .989, 200 .999 .996 .998; the work
# is that many times the number of pivot words at most.
MOST_PATHS = 200

_Side = dict[str, dict[str, float]]  # by pivot word: words of one of the two languages, and how far they are believed


@dataclass(slots=True)
class _Seen:
    """What the paths between two words have added up to."""

    number: int = 0
    doubt: float = 1.0
    pivots: tuple[Lang, ...] = ()


class Triangles:
    """Gathers dictionaries between two languages and pivot languages, and joins them."""

    def __init__(self, languages: tuple[Lang, Lang], *, most_paths: int = MOST_PATHS) -> None:
        self.languages = languages
        self.most_paths = most_paths
        self.ambiguous: Counter[Lang] = Counter()  # pivot words that were left out, by language
        self._pivots: dict[Lang, tuple[_Side, _Side]] = defaultdict(lambda: ({}, {}))

    def add(self, languages: tuple[Lang, Lang], entries: Iterable[Entry]) -> bool:
        """Take in a dictionary, whichever way it goes; False where it leads from neither language to a third one."""
        places = [[same_language(one, wanted) for one in languages] for wanted in self.languages]
        if sum(map(sum, places)) != 1:  # between the two themselves, or between two others
            return False
        end = 0 if any(places[0]) else 1
        at = places[end].index(True)  # where the source or the target stands in it
        side = self._pivots[primary(languages[1 - at])][end]
        for entry in entries:
            word, pivot = (entry.source, entry.target) if at == 0 else (entry.target, entry.source)
            known = side.setdefault(pivot, {})
            known[word] = max(known.get(word, 0.0), entry.score)
        return True

    @property
    def pivots(self) -> list[Lang]:
        """The languages that lead from one language to the other."""
        return sorted(language for language, sides in self._pivots.items() if all(sides))

    def entries(self) -> Iterator[Entry]:
        """All pairs that a path joins, the score by their paths; `ConfigError` where no language leads across."""
        if not self.pivots:
            raise ConfigError(self._no_way())
        self.ambiguous.clear()
        seen: dict[tuple[str, str], _Seen] = {}
        ends: tuple[Counter[str], Counter[str]] = Counter(), Counter()
        for language in self.pivots:
            for sources, targets in self._clear(language):
                ends[0].update(sources.keys())
                ends[1].update(targets.keys())
                _walk(language, sources, targets, seen)
        for (source, target), one in seen.items():
            yield _entry(source, target, one, ends[0][source] + ends[1][target])

    def _clear(self, language: Lang) -> Iterator[tuple[Mapping[str, float], Mapping[str, float]]]:
        """The sources and targets of each pivot word that both have, but for very ambiguous ones."""
        lefts, rights = self._pivots[language]
        for pivot, sources in lefts.items():
            targets = rights.get(pivot)
            if targets and len(sources) * len(targets) > self.most_paths:
                self.ambiguous[language] += 1
            elif targets:
                yield sources, targets

    def _no_way(self) -> str:
        left, right = self.languages
        known = (
            f"{end}-{pivot}"
            for pivot, sides in sorted(self._pivots.items())
            for end, side in zip(self.languages, sides, strict=True)
            if side
        )
        have = ", ".join(known) or "none"
        return f"no language leads from {left} to {right}: give dictionaries {left}-X and X-{right}; there are {have}"


def _walk(
    language: Lang, sources: Mapping[str, float], targets: Mapping[str, float], seen: dict[tuple[str, str], _Seen]
) -> None:
    clear = 1 / math.sqrt(len(sources) * len(targets))
    for source, ours in sources.items():
        for target, theirs in targets.items():
            one = seen.setdefault((source, target), _Seen())
            one.number += 1
            one.doubt *= 1 - ours * theirs * clear
            if one.pivots[-1:] != (language,):  # languages come one after the other
                one.pivots += (language,)


def _entry(source: str, target: str, seen: _Seen, ends: int) -> Entry:
    confirmed = 2 * seen.number / (ends + 1)
    score = 1 - (1 - math.sqrt(min(1.0, confirmed * (1 - seen.doubt)))) ** len(seen.pivots)
    return Entry(source, target, score, ";".join(f"pivot:{one}" for one in seen.pivots), seen.number)
