"""Which pages differ in which two texts: the candidates among which URL patterns are found, in time linear in the URLs.

URLs with one place left open are the keys of an inverted index; what stands there in two URLs of one key, in pages of
two languages, is a candidate pattern.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import TypeAlias

from polytrawl.pair.addresses import openings, rests
from polytrawl.pair.markers import names_in, same_language
from polytrawl.records import Lang

__all__ = ["Instances", "Key", "Pages", "find_instances"]

Key: TypeAlias = tuple[str, str]  # the two texts, sorted; the first is empty where one URL has no marker at all
Pages: TypeAlias = tuple[int, int]  # numbers of two pages: of the one with the first text, and with the second
_Index: TypeAlias = dict[int, dict[str, list[int]]]

# Texts in one place of equal URLs: as many as a site has languages (those of the European Union are 24). Places with
# more, such as /p/*.html, are only searched for patterns that were found elsewhere, so that work stays linear.
_MAX_ALIKE = 40
# Pages of one address: with and without www or index.html, or one page in two languages as two documents.
_MAX_TWINS = 4


class Instances:
    """Which pages each candidate pattern matches."""

    def __init__(self, languages: Sequence[Lang]) -> None:
        self._languages = languages
        self.pages: defaultdict[tuple[Key, bool], dict[Pages, None]] = defaultdict(dict)  # a set in order

    def add(self, left: tuple[str, int], right: tuple[str, int], *, is_token: bool) -> None:
        """Two texts, each with its page."""
        first, second = sorted((left, right))
        if not same_language(self._languages[first[1]], self._languages[second[1]]):
            self.pages[(first[0], second[0]), is_token][first[1], second[1]] = None


def find_instances(places: Sequence[str], languages: Sequence[Lang]) -> Instances:
    """The candidate patterns among addresses, given the language of each."""
    found = Instances(languages)
    for is_token, index in zip((True, False), _indices(places), strict=True):
        large = [texts for texts in index.values() if len(texts) > _MAX_ALIKE]
        for texts in index.values():
            if len(texts) <= _MAX_ALIKE:
                _add_all(found, combinations(texts, 2), texts, is_token=is_token)
        known = _repeated(found, is_token=is_token)
        for texts in large:
            _add_all(found, _in_large(texts, known), texts, is_token=is_token)
    _add_insertions(found, places)
    return found


def _indices(places: Sequence[str]) -> tuple[_Index, _Index]:
    """The inverted indices of whole tokens and of parts of words; only keys that two texts share are kept."""
    shared = _shared_keys(places)
    tokens: _Index = defaultdict(lambda: defaultdict(list))
    parts: _Index = defaultdict(lambda: defaultdict(list))
    for number, place in enumerate(places):
        for one in openings(place):
            key = hash(one.key)
            if key in shared:
                (tokens if one.is_token else parts)[key][one.text].append(number)
    return tokens, parts


def _shared_keys(places: Sequence[str]) -> set[int]:
    """Keys that stand more than once. Hashes, because the keys of 20 000 URLs would take 200 MB."""
    once: set[int] = set()
    shared: set[int] = set()
    for place in places:
        for one in openings(place):
            key = hash(one.key)
            (shared if key in once else once).add(key)
    return shared


def _add_all(
    found: Instances, pairs: Iterable[tuple[str, str]], texts: Mapping[str, Sequence[int]], *, is_token: bool
) -> None:
    for left, right in pairs:
        for one, other in product(texts[left][:_MAX_TWINS], texts[right][:_MAX_TWINS]):
            found.add((left, one), (right, other), is_token=is_token)


def _repeated(found: Instances, *, is_token: bool) -> dict[str, list[str]]:
    """To each text those that it makes a pattern with that matched more than one pair."""
    partners: dict[str, list[str]] = defaultdict(list)
    for ((left, right), kind), pages in found.pages.items():
        if kind == is_token and len(pages) > 1:
            partners[left].append(right)
    return partners


def _in_large(texts: Mapping[str, Sequence[int]], known: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Pairs of texts in a place with many of them: patterns found elsewhere, and names of languages."""
    for left in texts:
        yield from ((left, right) for right in known.get(left, ()) if right in texts)
    yield from combinations([text for text in texts if names_in(text)][:_MAX_ALIKE], 2)


def _add_insertions(found: Instances, places: Sequence[str]) -> None:
    """Patterns such as <,/it>: one URL is the other with something left out."""
    numbers = {place: number for number, place in reversed(list(enumerate(places)))}
    for number, place in enumerate(places):
        for text, rest in rests(place):
            if rest in numbers:
                found.add(("", numbers[rest]), (text, number), is_token=True)
