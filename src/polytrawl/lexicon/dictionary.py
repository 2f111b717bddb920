"""Bilingual dictionaries: two columns with a tab between them, FreeDict's TEI, or what dictd serves.

Only short translations are taken: dictionaries also explain words in their own language.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, ParseError, XMLPullParser

import numpy as np

from polytrawl.errors import ConfigError
from polytrawl.lexicon.cognates import Likely
from polytrawl.lexicon.side import Words
from polytrawl.lexicon.words import tokens

__all__ = ["Dictionary", "read_dictionary"]

_Index = dict[str, list[tuple[list[str], list[str]]]]

_LONGEST = 3  # words of an entry
# Beside a cognate that is written the same. Strict F1 on Text+Berg dev and FLORES de-it, en-fr, en-es, each document
# alone: with none .878 .952 .985 .974; .25 .881 .973 .987 .979; 1 .890 .973 .989 .985; 4 .878 .977 .991 .985.
_WEIGHT = 1.0
_PART = re.compile(r"\s*[,;/]\s*|\s*\b\d+\.\s+")
_ASIDE = re.compile(r"<[^>]*>|\[[^\]]*\]|\([^)]*\)|/[^/]*/|\{[^}]*\}")
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_TEI = "{http://www.tei-c.org/ns/1.0}"


class Dictionary:
    """The entries of a dictionary in the words that lexicons know."""

    def __init__(self, entries: Iterable[tuple[str, str]]) -> None:
        self._by_word: tuple[_Index, _Index] = defaultdict(list), defaultdict(list)
        for word, other in entries:
            ours, theirs = tokens(word), tokens(other)
            if ours and theirs and max(len(ours), len(theirs)) <= _LONGEST:
                self._by_word[0][ours[0]].append((ours, theirs))
                self._by_word[1][theirs[0]].append((theirs, ours))

    def __len__(self) -> int:
        return sum(map(len, self._by_word[0].values()))

    def has(self, word: str, side: int) -> bool:
        """Whether there is an entry for a word as lexicons know it, on the left (0) or on the right (1)."""
        return any(len(ours) == 1 for ours, _ in self._by_word[side].get(word, ()))

    def likely(self, left: Words, right: Words) -> Likely:
        """The entries whose words are all known, in the direction in which more of them are."""
        best = max((list(_links(index, left.numbers, right.numbers)) for index in self._by_word), key=len)
        table = np.array(best, dtype=float).reshape(-1, 3)
        return Likely(table[:, 0].astype(np.int64), table[:, 1].astype(np.int64), table[:, 2])


def _links(index: _Index, left: Mapping[str, int], right: Mapping[str, int]) -> Iterator[tuple[int, int, float]]:
    for word in left:
        for ours, theirs in index.get(word, ()):
            if all(one in left for one in ours) and all(one in right for one in theirs):
                weight = _WEIGHT / max(len(ours), len(theirs))
                yield from ((left[one], right[other], weight) for one in ours for other in theirs)


@lru_cache(maxsize=4)
def read_dictionary(path: Path) -> Dictionary:
    """A dictionary in a file; `ConfigError` where it cannot be read, or has no entries."""
    read = _READERS.get(path.suffix, _read_table)
    try:
        found = Dictionary(read(path))
    except (OSError, EOFError, zlib.error, ValueError, ParseError) as err:
        raise ConfigError(f"dictionary {path}: cannot be read: {err}") from err
    if not found:
        raise ConfigError(
            f"dictionary {path}: it has no entries; give two columns with a tab between them, a .tei of FreeDict, or "
            "the .index of a dictd dictionary"
        )
    return found


def _read_table(path: Path) -> Iterator[tuple[str, str]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            word, tab, other = line.rstrip("\n").partition("\t")
            if tab and not line.startswith("#"):
                yield word, other.partition("\t")[0]


def _read_tei(path: Path) -> Iterator[tuple[str, str]]:
    parser: XMLPullParser[Any] = XMLPullParser(events=("end",))
    with path.open("rb") as file:
        while data := file.read(1 << 16):
            if b"<!ENTITY" in data:  # nobody needs them here, and they can be made to fill the memory
                raise ValueError("it declares entities")
            parser.feed(data)
            for event in parser.read_events():
                element = event[-1]
                if isinstance(element, Element) and element.tag == f"{_TEI}entry":
                    yield from _tei_entry(element)
                    element.clear()


def _tei_entry(entry: Element) -> Iterator[tuple[str, str]]:
    words = [one.text for one in entry.iterfind(f"{_TEI}form/{_TEI}orth") if one.text]
    others = [one.text for one in entry.iter(f"{_TEI}quote") if one.text]
    yield from ((word, part) for word in words for other in others for part in _parts(other))


def _read_dictd(path: Path) -> Iterator[tuple[str, str]]:
    body = path.with_suffix(".dict")
    text = body.read_bytes() if body.exists() else gzip.decompress(body.with_suffix(".dict.dz").read_bytes())
    for line in path.read_text(encoding="utf-8").splitlines():
        word, start, size = line.split("\t")[:3]
        if not word.startswith("00database"):
            article = text[_number(start) : _number(start) + _number(size)].decode("utf-8", "replace")
            for translations in article.split("\n")[1:]:
                yield from ((word, part) for part in _parts(translations))


def _number(digits: str) -> int:
    """A number as dictd writes it, in base 64."""
    value = 0
    for digit in digits:
        value = value * 64 + _DIGITS.index(digit)
    return value


def _parts(text: str) -> Iterator[str]:
    """Translations on one line, without asides; those that are too long explain something.

    >>> list(_parts("1. abaco 2. pallottoliere, conto (antico)"))
    ['abaco', 'pallottoliere', 'conto']
    """
    for part in _PART.split(_ASIDE.sub(" ", text)):
        if 0 < len(part.split()) <= _LONGEST:
            yield part.strip()


_READERS: dict[str, Callable[[Path], Iterator[tuple[str, str]]]] = {".tei": _read_tei, ".index": _read_dictd}
