"""Paths as spans of numbers, and texts as lengths."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import TypeAlias

from polytrawl.align.base import Text
from polytrawl.sentences import width

Span: TypeAlias = tuple[range, range]


def as_spans(path: Sequence[tuple[int, int]]) -> list[Span]:
    """The numbers of the units that each step takes."""
    i = j = 0
    spans: list[Span] = []
    for up, back in path:
        spans.append((range(i, i + up), range(j, j + back)))
        i, j = i + up, j + back
    return spans


def cut(values: Sequence[int], span: range) -> Sequence[int]:
    """The values with these numbers."""
    return values[span.start : span.stop]


def lengths_of(text: Text) -> list[int]:
    """How long each sentence is."""
    return [width(sentence) for sentence in text.sentences]


def starts_of(text: Text) -> list[int]:
    """The number of the first sentence of each block, and the number of all sentences."""
    return list(accumulate((len(block.sentences) for block in text.blocks), initial=0))


def block_lengths(lengths: Sequence[int], starts: Sequence[int]) -> list[int]:
    """How long each block is."""
    return [sum(lengths[first:last]) for first, last in pairwise(starts)]


def sentences_of(starts: Sequence[int], blocks: range) -> range:
    """The sentences of a run of blocks."""
    return range(starts[blocks.start], starts[blocks.stop])


def lost(spans: Sequence[Span], lengths: Sequence[Sequence[int]]) -> float:
    """The share of characters in blocks that have no partner."""
    alone = sum(
        sum(cut(lengths[0], ours)) + sum(cut(lengths[1], theirs)) for ours, theirs in spans if not ours or not theirs
    )
    return alone / max(1, sum(lengths[0]) + sum(lengths[1]))
