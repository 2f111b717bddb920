"""Basic vocabulary: lists of words that a lexicon should have, from a file or by their frequency in a language.

The frequent words of `wordfreq` are in small letters, so nothing in them shows which are names. But names, and foreign
words, are about as frequent in other languages: a word that is not five times as frequent as in the median of some
others is left out. Of the 5 000 most frequent words of English, Italian and German these are 488, 328 and 454: John,
York, Facebook, the in Italian, and also video, film and bank, which mostly translate themselves. Languages in other
scripts than Latin lose the words in Latin letters; their names stay.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from polytrawl.errors import ConfigError
from polytrawl.language_tags import primary
from polytrawl.records import Lang
from polytrawl.relevance.generic import generic_frequencies, languages

__all__ = ["frequent_words", "listed_words"]

_COMPARED = ("en", "de", "fr", "es", "pl", "fi", "hu", "tr", "id")  # in Latin letters, of many families
_OWN = 5.0  # times as frequent as elsewhere
_ABSENT = 3e-8  # the frequency of a word that a list does not have: guess, thirty times rarer than its last ones


def listed_words(path: Path) -> list[str]:
    """The words of a list, one a line; what follows a tab, and lines that begin with #, do not count."""
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as err:
        raise ConfigError(f"{path}: the list cannot be read: {err}") from err
    found = dict.fromkeys(line.partition("\t")[0].strip() for line in lines if not line.startswith("#"))
    words = [word for word in found if word]
    if not words:
        raise ConfigError(f"{path}: the list is empty; give one word a line")
    return words


@lru_cache(maxsize=8)
def frequent_words(language: Lang, number: int) -> list[str]:
    """The most frequent words of a language without numbers, names and foreign words."""
    frequencies = generic_frequencies(language)
    if frequencies is None:
        known = ", ".join(languages())
        raise ConfigError(f"no word frequencies of {language!r} are known, only of {known}; give a list: --list FILE")
    others = [own for one in _COMPARED if one != primary(language) and (own := generic_frequencies(one))]
    is_latin = _is_latin(frequencies)
    found: list[str] = []
    for word in sorted(frequencies, key=lambda one: (-frequencies[one], one)):
        if len(found) == number:
            break
        if _is_letters(word) and word.isascii() <= is_latin and _is_own(word, frequencies[word], others):
            found.append(word)
    return found


def _is_latin(frequencies: Mapping[str, float]) -> bool:
    """Whether most of what is written in a language is in Latin letters, with accents or without."""
    return sum(value for word, value in frequencies.items() if word.isascii()) > 0.5  # noqa: PLR2004 - most


def _is_letters(word: str) -> bool:
    return any(map(str.isalpha, word)) and not any(map(str.isdigit, word))


def _is_own(word: str, frequency: float, others: list[Mapping[str, float]]) -> bool:
    return frequency >= _OWN * statistics.median(one.get(word, _ABSENT) for one in others)
