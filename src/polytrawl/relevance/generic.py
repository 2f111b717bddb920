"""Word frequencies and IDF out of the box, for 42 languages: from the package `wordfreq`.

It has frequencies of words in texts, not of documents with words. A word of frequency f stands in a document of L words
with the probability 1 - (1 - f)^L, and the IDF is the negative logarithm of that.

The files are read as they lie in the package (gzipped MessagePack: lists of words, the n-th of frequency 10^(-n/100)),
which takes a twentieth of the time of importing it, and none of its tokenisers is needed.
"""

from __future__ import annotations

import gzip
import importlib.util
import math
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

import msgspec

from polytrawl.errors import ConfigError
from polytrawl.relevance.idf import Idf, UniformIdf, WordIdf
from polytrawl.relevance.words import words

__all__ = ["RAREST", "generic_frequencies", "generic_idf", "languages"]

RAREST = 1e-6  # where the lists end: words that are not listed are rarer

_WORDS_PER_DOCUMENT = 400  # a guess: the median page of main text has between 200 and 600 words
# The short lists end at the frequency 1e-6; a word that is not in them is taken to be about three times rarer.
_UNLISTED = 10**-6.5
_SAME = {"no": "nb", "nn": "nb", "hr": "sh", "sr": "sh", "bs": "sh", "tl": "fil", "iw": "he", "in": "id"}


def _folder() -> Path:
    spec = importlib.util.find_spec("wordfreq")  # finds it without importing it
    if spec is None or spec.origin is None:
        raise ConfigError("the package wordfreq is missing; install it with: pip install wordfreq")
    return Path(spec.origin).parent / "data"


def languages() -> tuple[str, ...]:
    """The codes of the languages with generic IDF."""
    names = (path.name.removesuffix(".msgpack.gz") for path in _folder().glob("small_*.msgpack.gz"))
    return tuple(sorted(name.removeprefix("small_") for name in names))


@lru_cache(maxsize=8)
def generic_idf(language: str) -> Idf:
    """The IDF of a language's words; where nothing is known about the language, all words are equally rare.

    >>> idf = generic_idf("en")
    >>> idf.value("the") < idf.value("work") < idf.value("scaffold") < idf.value("thixotropy") == idf.hapax
    True
    """
    path = _path(language)
    if not path.exists():
        return UniformIdf()
    values: dict[str, float] = {}
    for frequency, found in _bins(path):
        idf = -math.log(_share(frequency))
        for word in found:
            values.setdefault(word.casefold(), idf)  # the most frequent form of a word comes first
    return WordIdf(values, 1 / _share(_UNLISTED))


@lru_cache(maxsize=8)
def generic_frequencies(language: str) -> Mapping[str, float] | None:
    """The share of each word in texts of all kinds, as `words` cuts them; None where nothing is known of a language.

    What is listed as one but cut here ("don't", "dell'anno") counts for its parts; what is no word here is none there.

    >>> frequencies = generic_frequencies("en")
    >>> frequencies["the"] > frequencies["work"] > frequencies["scaffold"] > RAREST
    True
    >>> generic_frequencies("rm") is None
    True
    """
    path = _path(language)
    if not path.exists():
        return None
    values: dict[str, float] = {}
    listed = 0.0
    for frequency, found in _bins(path):
        listed += frequency * len(found)
        for part in (part for entry in found for part in words(entry)):
            values[part] = values.get(part, 0.0) + frequency
    whole = sum(values.values()) + max(0.0, 1 - listed)  # what is not listed is taken for words
    return {word: value / whole for word, value in values.items()}


def _path(language: str) -> Path:
    code = language.lower().replace("_", "-").partition("-")[0]
    return _folder() / f"small_{_SAME.get(code, code)}.msgpack.gz"


def _bins(path: Path) -> Iterator[tuple[float, list[str]]]:
    """Words of equal frequency, the most frequent first."""
    head, *bins = msgspec.msgpack.decode(gzip.decompress(path.read_bytes()))
    if head != {"format": "cB", "version": 1}:
        raise ConfigError(f"{path}: word frequencies in an unknown form {head!r}; install wordfreq 3.1")
    yield from ((10 ** (-centibels / 100), found) for centibels, found in enumerate(bins) if found)


def _share(frequency: float) -> float:
    """The share of documents that have a word of this frequency."""
    return -math.expm1(_WORDS_PER_DOCUMENT * math.log1p(-frequency))
