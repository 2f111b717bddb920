"""Close languages told apart by their words: a second look where byte n-grams see no difference.

`data/close.toml` names, for each group of close languages, words, beginnings, ends and parts of words that are usual
in some of its members. A word counts for those members, so what two share speaks against the third only.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources

from polytrawl.records import Lang

_ENDING = 0.5  # an ending says half as much as a word: guess
_SPLIT = re.compile(r"[\s\d_!-&(-@\[-`{-~\u00ab\u00bb\u201c-\u201f\u0964\u0965\u2010-\u2015\u2026]+")
_CYRILLIC = re.compile("[\u0400-\u052f]")
_SHOWN = 400  # words; more say nothing new


class Group:
    """A group of close languages and what tells them apart."""

    def __init__(self, name: str, lists: Mapping[Lang, str]) -> None:
        self.name = name
        self.languages = tuple(lists)
        self._words: dict[str, frozenset[Lang]] = {}
        self._starts: dict[str, frozenset[Lang]] = {}
        self._ends: dict[str, frozenset[Lang]] = {}
        self._parts: dict[str, frozenset[Lang]] = {}
        for language, text in lists.items():
            for entry in text.split():
                self._add(entry, language)
        self._start_lengths = sorted({*map(len, self._starts)}, reverse=True)
        self._end_lengths = sorted({*map(len, self._ends)}, reverse=True)
        self._find = lru_cache(maxsize=20_000)(self._look_up)

    def _add(self, entry: str, language: Lang) -> None:
        match entry.startswith("*"), entry.endswith("*"):
            case True, True:
                table = self._parts
            case True, False:
                table = self._ends
            case False, True:
                table = self._starts
            case _:
                table = self._words
        key = entry.strip("*")
        table[key] = table.get(key, frozenset()) | {language}

    def weigh(self, text: str) -> dict[Lang, float]:
        """How many words of a text speak for each language."""
        found = dict.fromkeys(self.languages, 0.0)
        for word in _SPLIT.split(text.lower().replace("\u2019", "'"), _SHOWN)[:_SHOWN]:
            languages, weight = self._find(word)
            for language in languages:
                found[language] += weight
        return found

    def _look_up(self, word: str) -> tuple[frozenset[Lang], float]:
        if languages := self._words.get(word):
            return languages, 1.0
        for length in self._start_lengths:
            if languages := self._starts.get(word[:length]):
                return languages, 1.0
        for length in self._end_lengths:
            if length < len(word) and (languages := self._ends.get(word[-length:])):
                return languages, _ENDING
        return next(((found, 1.0) for part, found in self._parts.items() if part in word), (frozenset(), 0.0))


def group_of(language: Lang, text: str) -> Group | None:
    """The group of close languages to which a language belongs; of Serbian, the one of the script of the text."""
    groups = [group for group in _groups() if language in group.languages]
    if len(groups) > 1:
        suffix = "cyrillic" if _CYRILLIC.search(text) else "latin"
        groups = [group for group in groups if group.name.endswith(suffix)]
    return groups[0] if groups else None


@cache
def _groups() -> list[Group]:
    text = resources.files("polytrawl.language").joinpath("data/close.toml").read_text(encoding="utf-8")
    return [Group(name, lists) for name, lists in tomllib.loads(text).items()]
