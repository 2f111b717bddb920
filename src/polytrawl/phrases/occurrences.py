"""Phrase pairs of a corpus, counted: in files by first source words, so that no more than one file's need be in memory.

Each occurrence is a row with the numbers of both phrases, its links and its lexical weights. Rows are put into files
by the first word of the source phrase; words are numbered in their order, so the files one after the other are the
table in its order, and all targets of a source are in one file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from polytrawl.phrases.lexical import log_factors, log_weights
from polytrawl.phrases.side import Array, Phrases, Side
from polytrawl.phrases.spans import Batch, link_codes, spans

__all__ = ["Corpus", "Counts", "Pairs", "counted", "occurrences"]

_AT_ONCE = 10_000  # sentence pairs whose phrases are looked for at once: some 100 MB
_ROWS = 3_000_000  # about so many rows are sorted at once: some 500 MB
_PER_WORD = 10  # rows for each source word; English-Spanish manuals had 6 to 9
_ROW = np.dtype([("source", "i8"), ("target", "i8"), ("links", "i8"), ("forth", "f4"), ("back", "f4")])


class Corpus(NamedTuple):
    """Both sides of a bitext, and its links by places in the whole text, in order and each one once."""

    sides: tuple[Side, Side]
    source: Array
    target: Array


class Pairs(NamedTuple):
    """Phrase pairs, each one once, with their numbers; lexical weights are logarithms."""

    source: Array
    target: Array
    seen: Array  # how often
    links: Array  # the most frequent ones
    forth: Array  # ln lex(f|e), the highest of all ways in which they were linked
    back: Array  # ln lex(e|f)


class Counts:
    """How often phrases were seen in pairs, and with how many different others."""

    def __init__(self, size: int) -> None:
        self.seen = np.zeros(size, np.int64)
        self.kinds = np.zeros(size, np.int64)

    def add(self, phrases: Array, count: Array) -> None:
        """Take in phrases of different pairs."""
        np.add.at(self.seen, phrases, count)
        np.add.at(self.kinds, phrases, 1)


def occurrences(corpus: Corpus, phrases: tuple[Phrases, Phrases], folder: Path, longest: int) -> list[Path]:
    """Write all phrase pairs into files; their paths, in the order of the table."""
    parts = _parts(corpus.sides[0])
    paths = [folder / f"{number:05}.rows" for number in range(int(parts.max(initial=0)) + 1)]
    for rows in _rows(corpus, phrases, longest):
        part = parts[phrases[0].first_words(rows["source"])]
        order = np.argsort(part, kind="stable")
        bounds = np.searchsorted(part[order], np.arange(len(paths) + 1))
        for path, begin, end in zip(paths, bounds, bounds[1:], strict=False):
            if end > begin:
                with path.open("ab") as file:
                    rows[order[begin:end]].tofile(file)
    return [path for path in paths if path.exists()]


def _parts(side: Side) -> Array:
    """The file of each word, when it is the first of a phrase."""
    number = 1 + side.tokens.size * _PER_WORD // _ROWS
    before = np.cumsum(np.bincount(side.tokens, minlength=len(side.words)))
    return np.minimum(before * number // max(side.tokens.size + 1, 1), number - 1)


def _rows(corpus: Corpus, phrases: tuple[Phrases, Phrases], longest: int) -> Iterator[Array]:
    left, right = corpus.sides
    forth = log_factors(left.tokens, right.tokens, corpus.source, corpus.target)
    back = log_factors(right.tokens, left.tokens, corpus.target, corpus.source)
    for begin in range(0, left.starts.size - 1, _AT_ONCE):
        batch, shift = _batch(corpus, begin, min(begin + _AT_ONCE, left.starts.size - 1))
        found = spans(batch, longest)
        source, target = found.source + shift[0], found.target + shift[1]
        rows = np.empty(source.size, _ROW)
        rows["source"] = phrases[0].at(source, found.source_length)
        rows["target"] = phrases[1].at(target, found.target_length)
        rows["links"] = link_codes(batch, found)
        rows["forth"] = log_weights(forth, source, found.source_length)
        rows["back"] = log_weights(back, target, found.target_length)
        yield rows


def _batch(corpus: Corpus, begin: int, end: int) -> tuple[Batch, tuple[int, int]]:
    """Some sentences, with places counted from the first of them; and how far they are counted on."""
    left, right = corpus.sides
    shift = int(left.starts[begin]), int(right.starts[begin])
    some = slice(*np.searchsorted(corpus.source, (shift[0], int(left.starts[end]))))
    sentences = [np.repeat(np.arange(end - begin), np.diff(side.starts[begin : end + 1])) for side in corpus.sides]
    return Batch((sentences[0], sentences[1]), corpus.source[some] - shift[0], corpus.target[some] - shift[1]), shift


def counted(path: Path) -> Pairs:
    """The different pairs in a file of rows."""
    rows = np.fromfile(path, _ROW)
    rows = rows[np.lexsort((rows["links"], rows["target"], rows["source"]))]
    is_new_pair = _changes(rows["source"]) | _changes(rows["target"])
    ways = np.flatnonzero(is_new_pair | _changes(rows["links"]))
    often = np.diff(np.append(ways, rows.size))
    rows, is_new_pair = rows[ways], is_new_pair[ways]
    firsts, pair = np.flatnonzero(is_new_pair), np.cumsum(is_new_pair) - 1
    usual = np.lexsort((-often, pair))[firsts]  # of ways that are as frequent the one with the smaller code
    return Pairs(
        rows["source"][firsts],
        rows["target"][firsts],
        np.add.reduceat(often, firsts),
        rows["links"][usual],
        np.maximum.reduceat(rows["forth"], firsts),
        np.maximum.reduceat(rows["back"], firsts),
    )


def _changes(values: Array) -> Array:
    return np.concatenate(([True], values[1:] != values[:-1]))
