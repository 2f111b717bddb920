"""Important terms of a corpus: words by TF x generic IDF (Laranjeira 2015, section 4.3.1), and terms of several words.

The paper has words only. A term of two or three words begins and ends with words that are not among the commonest of
the language, and its words attract each other: normalised PMI from 0.32 on, the paper's minimum for expressions.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from polytrawl.lexicon.from_comparable.texts import Text
from polytrawl.lexicon.side import Floats, Ints
from polytrawl.relevance.generic import generic_idf
from polytrawl.relevance.idf import Idf
from polytrawl.relevance.mwe import MINIMUM

__all__ = ["Terms", "important_terms"]

_FUNCTION = 1.0  # generic IDF below this: the word stands in more than a third of all texts
_WORDS = 3  # of a term, at most
_INNER = "-'\u2019\u00b7"
_SHORTEST = 2  # letters


class Terms(NamedTuple):
    """Terms and their places in the running words."""

    names: list[str]  # words with blanks between them, by importance; those of several words come last
    counts: Floats
    places: Ints  # of the first word of each occurrence
    owners: Ints  # the term of each occurrence
    sizes: Ints  # words of each term

    @property
    def numbers(self) -> dict[str, int]:
        """The place of each term in the list."""
        return {name: number for number, name in enumerate(self.names)}


def important_terms(text: Text, most: int, *, min_count: int = 3, listed: Sequence[str] = ()) -> Terms:
    """The `most` words of the greatest TF x IDF, and a quarter as many terms of several words.

    Where terms are `listed`, they stand instead: those of them that the text has, in their order.
    """
    idf = generic_idf(text.language)
    if listed:
        wanted = [name for name in dict.fromkeys(" ".join(one.lower().split()) for one in listed) if name]
        return _located(text, wanted)
    known = [word for word in text.words if text.counts[word] >= min_count and _is_term(word)]
    ranked = sorted(known, key=lambda word: (-text.counts[word] * idf.value(word), word))
    return _located(text, ranked[:most] + _expressions(text, idf, most // 4, max(min_count, 5)))


def _is_term(word: str) -> bool:
    letters = [char for char in word if char not in _INNER]
    return len(word) >= _SHORTEST and word[0].isalpha() and all(map(str.isalpha, letters))


def _expressions(text: Text, idf: Idf, most: int, min_count: int) -> list[str]:
    found: list[tuple[float, str]] = []
    total = len(text.running)
    for size in range(2, _WORDS + 1):
        for words, count in _sequences(text, size).items():
            if count >= min_count and _is_expression(words, idf) and _pull(text, words, count, total) >= MINIMUM:
                found.append((-count * idf.value(" ".join(words)), " ".join(words)))
    return [name for _, name in sorted(found)[:most]]


def _sequences(text: Text, size: int) -> Counter[tuple[str, ...]]:
    return Counter(
        part for sentence in text.sentences for part in zip(*(sentence[start:] for start in range(size)), strict=False)
    )


def _is_expression(words: tuple[str, ...], idf: Idf) -> bool:
    ends = words[0], words[-1]
    return all(map(_is_term, words)) and all(idf.value(word) >= _FUNCTION for word in ends)


def _pull(text: Text, words: Sequence[str], count: int, total: int) -> float:
    """PMI over all words, divided by its greatest value, -log p of the whole for each word but one."""
    alone = sum(math.log(text.counts[word] / total) for word in words)
    whole = math.log(count / total)
    return (whole - alone) / ((len(words) - 1) * -whole)


def _located(text: Text, names: Sequence[str]) -> Terms:
    """Terms with their occurrences; those that do not occur are left out."""
    found = [(name, places) for name, places in zip(names, _occurrences(text, names), strict=True) if len(places)]
    lengths = [len(places) for _, places in found]
    places = np.concatenate([np.zeros(0, np.int64), *(places for _, places in found)])
    sizes = np.array([name.count(" ") + 1 for name, _ in found], dtype=np.int64)
    owners = np.repeat(np.arange(len(found)), lengths)
    return Terms([name for name, _ in found], np.array(lengths, dtype=float), places, owners, sizes)


def _occurrences(text: Text, names: Sequence[str]) -> Iterator[Ints]:
    order = np.argsort(text.running, kind="stable")
    starts = np.searchsorted(text.running[order], np.arange(len(text.words) + 1))
    for name in names:
        numbers = [text.numbers.get(word, -1) for word in name.split(" ")]
        if min(numbers) < 0:
            yield np.zeros(0, np.int64)
            continue
        yield _all_there(text, order[starts[numbers[0]] : starts[numbers[0] + 1]], numbers)


def _all_there(text: Text, places: Ints, numbers: Sequence[int]) -> Ints:
    """The places at which the other words follow in the same sentence."""
    for step, number in enumerate(numbers[1:], start=1):
        places = places[places + step < len(text.running)]
        is_next = (text.running[places + step] == number) & (text.owners[places + step] == text.owners[places])
        places = places[is_next]
    return places
