"""Building a resource: IDF and normalised PMI of words and n-grams from any collection of texts.

    idf  = log(documents / documents with the n-gram)                          equation 4.1 of Laranjeira 2015
    pmi  = log(p(w1 ... wn) / (p(w1) * ... * p(wn)))                           equation 2.4, for n words
    npmi = pmi / ((n - 1) * -log p(w1 ... wn)), not below 0

The paper says that PMI is normalised to 0..1 but not how. Here 1 stands for words that are never seen apart, 0 for
words that meet by chance or avoid each other.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from polytrawl.errors import ConfigError
from polytrawl.files import write_whole
from polytrawl.relevance.counts import LONGEST, Counts, Table
from polytrawl.relevance.resource import Head, encoded

__all__ = ["build", "npmi", "write"]

_Reals = NDArray[np.float64]


class _Rows(NamedTuple):
    """Entries of one length."""

    hashes: NDArray[np.uint64]
    idf: _Reals
    pmi: _Reals


def write(path: Path, texts: Iterable[str], *, language: str, longest: int = LONGEST, min_count: int = 2) -> Head:
    """Make a resource of documents and write it to a file; gives its head."""
    head, content = build(texts, language=language, longest=longest, min_count=min_count)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content)
    except OSError as err:
        raise ConfigError(f"{path}: cannot be written: {err.strerror}") from err
    return head


def build(texts: Iterable[str], *, language: str, longest: int = LONGEST, min_count: int = 2) -> tuple[Head, bytes]:
    """A resource as bytes. N-grams seen fewer than `min_count` times are left out, and count as seen once."""
    counts = Counts(longest).add_all(texts)
    if not counts.words:
        raise ConfigError("no words in this collection; are these texts, and in this language?")
    if counts.documents == 1:
        raise ConfigError("one document only: how rare words are is told by many; give more files, or one a line")
    words = counts.table(1)
    rows = [_rows(counts, words, n, min_count) for n in range(1, longest + 1)]
    hashes, idf, pmi = (np.concatenate(column) for column in zip(*rows, strict=True))
    order = np.argsort(hashes)
    head = Head(
        language=language,
        documents=counts.documents,
        words=counts.words,
        longest=longest,
        min_count=min_count,
        entries=[len(one.hashes) for one in rows],
    )
    return head, encoded(head, hashes[order], idf[order], pmi[order])


def _rows(counts: Counts, words: Table, n: int, min_count: int) -> _Rows:
    kept = counts.table(n).of_at_least(min_count)
    hashes = counts.hashes(kept.keys, n)
    idf = np.log(counts.documents / kept.documents)
    return _Rows(hashes, idf, npmi(counts, words, kept, n) if n > 1 else np.zeros(len(idf)))


def npmi(counts: Counts, words: Table, kept: Table, n: int) -> _Reals:
    """How much n-grams are expressions: normalised PMI, given the table of words and that of the n-grams."""
    parts = counts.parts(kept.keys, n)
    singles = words.times[np.searchsorted(words.keys, parts)]  # every word of an n-gram is in the table of words
    whole = np.log(kept.times / counts.words)
    pmi = whole - np.log(singles / counts.words).sum(axis=1)
    chance = -whole * (n - 1)
    normalised = np.divide(pmi, chance, out=np.ones_like(pmi), where=chance > 0)
    made: _Reals = np.clip(normalised, 0.0, 1.0)
    return made
