"""Phrase pairs that agree with a word alignment (Och, Tillmann and Ney 1999; Koehn, Och and Marcu 2003).

A stretch of source words and a stretch of target words are a phrase pair if at least one word of each is linked to the
other and no word of either is linked to anything outside. Words without links at the borders may belong to it or not:
each choice is a pair of its own, as in Moses.

All sentences of a batch are worked on at once, with places counted through the whole batch: the links of a stretch of
n words are known from those of n - 1, so the work is the number of words times the longest phrase.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from polytrawl.phrases.side import Array

__all__ = ["LONGEST", "Batch", "Spans", "link_codes", "link_text", "reach", "spans"]

LONGEST = 7  # words of a phrase, as published; and 7 times 7 links are the bits of one number
_FAR = 1 << 60


class Batch(NamedTuple):
    """Sentence pairs: the number of the sentence of each word, and the places of words that are linked."""

    sentences: tuple[Array, Array]
    source: Array  # of each link, once
    target: Array


class Spans(NamedTuple):
    """Phrase pairs: where they begin and how many words they have, on both sides."""

    source: Array
    source_length: Array
    target: Array
    target_length: Array


def reach(ours: Array, theirs: Array, size: int) -> tuple[Array, Array]:
    """The first and the last word that each word is linked to; the first is behind the last where it has no link."""
    first, last = np.full(size, _FAR, np.int64), np.full(size, -_FAR, np.int64)
    np.minimum.at(first, ours, theirs)
    np.maximum.at(last, ours, theirs)
    return first, last


def spans(batch: Batch, longest: int = LONGEST) -> Spans:
    """The phrase pairs of a batch."""
    sentence, other = batch.sentences
    links = reach(batch.source, batch.target, sentence.size)
    back = reach(batch.target, batch.source, other.size)
    windows = _windows(back[0], longest, np.minimum), _windows(back[1], longest, np.maximum)
    free = _free(back[0] > back[1], other, longest)
    first, last = links
    found: list[Spans] = []
    for length in range(1, min(longest, sentence.size) + 1):
        if length > 1:
            first = np.minimum(first[:-1], links[0][length - 1 :])
            last = np.maximum(last[:-1], links[1][length - 1 :])
        inside = sentence[: first.size] == sentence[length - 1 :]
        starts = np.flatnonzero(inside & (last >= first) & (last - first < longest))
        begin, width = first[starts], (last - first)[starts]
        agrees = (windows[0][width, begin] >= starts) & (windows[1][width, begin] < starts + length)
        found += _with_borders(starts[agrees], length, (begin[agrees], width[agrees] + 1), free, longest)
    columns = zip(*found, strict=True) if found else ([np.empty(0, np.int64)] for _ in range(4))
    return Spans(*map(np.concatenate, columns))


def _windows(values: Array, longest: int, extreme: np.ufunc) -> Array:
    """The extreme value of 1, 2... words from each place on."""
    rows = [values]
    for width in range(1, min(longest, values.size)):
        row = values.copy()
        row[:-width] = extreme(rows[-1][:-width], values[width:])
        rows.append(row)
    return np.stack(rows)


def _free(is_free: Array, sentence: Array, longest: int) -> tuple[Array, Array]:
    """How many words without a link stand directly before and behind each word, in its sentence."""
    counts = np.zeros((2, is_free.size), np.int64)
    runs = np.ones((2, is_free.size), bool)
    for step in range(1, min(longest, is_free.size)):
        same = sentence[step:] == sentence[:-step]
        runs[0, :step], runs[1, -step:] = False, False
        runs[0, step:] &= same & is_free[:-step]
        runs[1, :-step] &= same & is_free[step:]
        counts += runs
    return counts[0], counts[1]


def _with_borders(
    starts: Array, length: int, targets: tuple[Array, Array], free: tuple[Array, Array], longest: int
) -> Iterator[Spans]:
    begin, width = targets
    before, behind = free[0][begin], free[1][begin + width - 1]
    for more in range(longest):
        at = np.flatnonzero((before >= more) & (width + more <= longest))
        for further in range(longest - more):
            at = at[(behind[at] >= further) & (width[at] + more + further <= longest)]
            if not at.size:
                break
            lengths = np.full(at.size, length, np.int64)
            yield Spans(starts[at], lengths, begin[at] - more, width[at] + more + further)


def link_codes(batch: Batch, found: Spans) -> Array:
    """The links within each phrase pair: bit 7 i + j is set where source word i and target word j are linked."""
    first, _ = reach(batch.source, batch.target, batch.sentences[0].size)
    apart = batch.target - first[batch.source]
    near = apart < LONGEST  # a word with links further apart is in no phrase
    rows = np.zeros(first.size, np.int64)
    np.add.at(rows, batch.source[near], np.int64(1) << apart[near])
    codes = np.zeros(found.source.size, np.int64)
    for place in range(LONGEST):
        chosen = np.flatnonzero(found.source_length > place)
        words = found.source[chosen] + place
        linked = rows[words] > 0
        chosen, words = chosen[linked], words[linked]
        codes[chosen] |= rows[words] << (first[words] - found.target[chosen] + LONGEST * place)
    return codes


def link_text(code: int) -> str:
    """Links as Moses writes them.

    >>> link_text(0b1_0000010)
    '0-1 1-0'
    """
    bits = (bit for bit in range(LONGEST * LONGEST) if code >> bit & 1)
    return " ".join(f"{bit // LONGEST}-{bit % LONGEST}" for bit in bits)
