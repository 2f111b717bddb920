"""Translations: terms of pages that are about the same thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from polytrawl.bootstrap.gather import Thing
from polytrawl.bootstrap.result import Translation
from polytrawl.records import Lang

__all__ = ["translations"]


def translations(
    things: Iterable[Thing], of_title: Mapping[tuple[Lang, str], str], languages: Sequence[Lang]
) -> Iterator[Translation]:
    """Each pair of terms, for all pairs of languages in the order in which they were asked for."""
    counted: Counter[tuple[Lang, Lang, str, str]] = Counter()
    for thing in things:
        terms = [(language, of_title.get((language, thing.titles.get(language, "")))) for language in languages]
        named = [(language, term) for language, term in terms if term]
        counted.update((one, other, term, theirs) for (one, term), (other, theirs) in combinations(named, 2))
    order = {language: number for number, language in enumerate(languages)}
    for key, support in sorted(counted.items(), key=lambda item: (order[item[0][0]], order[item[0][1]], item[0][2:])):
        yield Translation(key[:2], key[2], key[3], support)
