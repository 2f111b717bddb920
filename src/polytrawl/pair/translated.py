"""How much of a page is translated on another one, by lexicons learned from other pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from polytrawl.pair.couples import Couples, Floats, Ints
from polytrawl.pair.lexicon import BEST, Lexicon

__all__ = ["Translated"]

Lexicons = Mapping[tuple[str, str], Lexicon]


class _Entries(NamedTuple):
    """The words of a page that a lexicon has: their weights, their translations, and how sure each is, the best 1."""

    weights: Floats
    translations: Ints
    values: Floats


class Translated:
    """The words of pages in some languages."""

    def __init__(self, pages: Sequence[frozenset[str]], languages: Sequence[str]) -> None:
        self._languages = languages
        self._numbers: dict[str, int] = {}
        self._pages = [
            np.array([self._numbers.setdefault(word, len(self._numbers)) for word in sorted(words)], dtype=np.int64)
            for words in pages
        ]
        self._words = list(self._numbers)
        every = np.concatenate([*self._pages, np.zeros(0, np.int64)])
        self._rarity = np.log(1 + len(pages) / np.maximum(np.bincount(every, minlength=len(self._words)), 1))

    def parts(self, couples: Couples, lexicons: Lexicons) -> tuple[Floats, Floats]:
        """Of the words of each couple that are in a lexicon, how much is translated, and how much there is of them."""
        tables = {languages: self._table(lexicon) for languages, lexicon in lexicons.items()}
        part, whole = np.zeros(len(couples)), np.zeros(len(couples))
        for pages, others in (couples, (couples.right, couples.left)):
            self._add(pages, others, tables, part, whole)
        return part, whole

    def _add(
        self,
        pages: Ints,
        others: Ints,
        tables: Mapping[tuple[str, str], dict[int, tuple[list[int], list[float]]]],
        part: Floats,
        whole: Floats,
    ) -> None:
        """Add what of each page is translated on the other; couples of one page together, so that little is held."""
        is_there = np.zeros(len(self._words) + 1, dtype=bool)
        last, known = -1, dict[str, _Entries]()
        for place in np.argsort(pages, kind="stable").tolist():
            page, other = int(pages[place]), int(others[place])
            language = self._languages[other]
            table = tables.get((self._languages[page], language))
            if not table:
                continue
            if page != last:
                last, known = page, {}
            if language not in known:
                known[language] = self._entries(page, table)
            weights, translations, values = known[language]
            is_there[self._pages[other]] = True
            part[place] += (is_there[translations] * values).max(axis=1, initial=0.0) @ weights
            whole[place] += weights.sum()
            is_there[self._pages[other]] = False

    def _entries(self, page: int, table: Mapping[int, tuple[list[int], list[float]]]) -> _Entries:
        own = [word for word in self._pages[page].tolist() if word in table]
        translations = np.array([table[word][0] for word in own], dtype=np.int64).reshape(-1, BEST)
        values = np.array([table[word][1] for word in own], dtype=float).reshape(-1, BEST)
        return _Entries(self._rarity[own], translations, values)

    def _table(self, lexicon: Lexicon) -> dict[int, tuple[list[int], list[float]]]:
        """The lexicon in numbers; where a word has few translations, the rest is a word that no page has."""
        nowhere = len(self._words)
        found = {}
        for word, translations in lexicon.items():
            if word in self._numbers:
                best = max(translations.values())
                numbers = [self._numbers.get(one, nowhere) for one in translations]
                values = [value / best for value in translations.values()]
                missing = BEST - len(numbers)
                found[self._numbers[word]] = numbers + [nowhere] * missing, values + [0.0] * missing
        return found
