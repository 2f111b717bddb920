"""Bilingual dictionaries as texts meet them: entries in the words that lexicons know.

Only short translations are taken: dictionaries also explain words in their own language.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path

import numpy as np

from polytrawl.errors import ConfigError
from polytrawl.language_tags import same_language
from polytrawl.lexicon.cognates import Likely
from polytrawl.lexicon.formats import FORMS, Couple, Damaged, Wanted, languages_of, read_couples, tells_languages
from polytrawl.lexicon.side import Words
from polytrawl.lexicon.words import tokens
from polytrawl.records import Lang

__all__ = ["Dictionary", "read_dictionary"]

_Index = dict[str, list[tuple[list[str], list[str], float]]]  # by the first word: both sides, and how far believed

_LONGEST = 3  # words of an entry
# Beside a cognate that is written the same. Strict F1 on Text+Berg dev and FLORES de-it, en-fr, en-es, each document
# alone: with none .878 .952 .985 .974; .25 .881 .973 .987 .979; 1 .890 .973 .989 .985; 4 .878 .977 .991 .985.
_WEIGHT = 1.0


class Dictionary:
    """The entries of a dictionary in the words that lexicons know."""

    def __init__(self, entries: Iterable[tuple[str, str] | Couple], languages: tuple[Lang, Lang] | None = None) -> None:
        self.languages = languages  # None where nobody knows
        self._by_word: tuple[_Index, _Index] = defaultdict(list), defaultdict(list)
        for entry in entries:
            ours, theirs = tokens(entry[0]), tokens(entry[1])
            believed = max(entry.forth, entry.back) if isinstance(entry, Couple) else 1.0
            if ours and theirs and max(len(ours), len(theirs)) <= _LONGEST and believed > 0:
                self._by_word[0][ours[0]].append((ours, theirs, believed))
                self._by_word[1][theirs[0]].append((theirs, ours, believed))

    def __len__(self) -> int:
        return sum(map(len, self._by_word[0].values()))

    def is_between(self, left: Lang, right: Lang) -> bool:
        """Whether it may be of these two languages, in either direction."""
        wanted = (left, right), (right, left)
        return self.languages is None or any(all(map(same_language, self.languages, both)) for both in wanted)

    def has(self, word: str, side: int) -> bool:
        """Whether there is an entry for a word as lexicons know it, on the left (0) or on the right (1)."""
        return any(len(ours) == 1 for ours, _, _ in self._by_word[side].get(word, ()))

    def likely(self, left: Words, right: Words) -> Likely:
        """The entries whose words are all known, in the direction in which more of them are."""
        best = max((list(_links(index, left.numbers, right.numbers)) for index in self._by_word), key=len)
        table = np.array(best, dtype=float).reshape(-1, 3)
        return Likely(table[:, 0].astype(np.int64), table[:, 1].astype(np.int64), table[:, 2])


def _links(index: _Index, left: Mapping[str, int], right: Mapping[str, int]) -> Iterator[tuple[int, int, float]]:
    for word in left:
        for ours, theirs, believed in index.get(word, ()):
            if all(one in left for one in ours) and all(one in right for one in theirs):
                weight = _WEIGHT * believed / max(len(ours), len(theirs))
                yield from ((left[one], right[other], weight) for one in ours for other in theirs)


def read_dictionary(path: Path, between: Iterable[Lang] = ()) -> Dictionary:
    """A dictionary in a file; `ConfigError` where it cannot be read, has no entries, or is of other languages."""
    found, wanted = _read(path), list(between)
    if wanted and not found.is_between(*wanted):
        told = "-".join(found.languages or ())
        raise ConfigError(f"dictionary {path}: it is {told}, and {'-'.join(wanted)} is wanted")
    return found


@lru_cache(maxsize=4)
def _read(path: Path) -> Dictionary:
    try:
        couples = dict.fromkeys(read_couples(path, Wanted(most_words=_LONGEST)))
        found = Dictionary(couples, languages_of(path) if tells_languages(path) else None)
    except Damaged as err:
        raise ConfigError(f"dictionary {path}: cannot be read: {err}") from err
    if not found:
        raise ConfigError(f"dictionary {path}: it has no entries; give {FORMS}")
    return found
