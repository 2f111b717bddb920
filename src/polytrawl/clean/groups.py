"""How the text of a page is spread over its elements and paths.

An element is a range of blocks, so sums over what stands in it are differences of running sums, and what holds for the
elements above a block costs no walk over them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from polytrawl.clean.letters import Floats, Ints
from polytrawl.clean.walk import Walk

_LEVELS = 4  # elements above a block that are looked at, each larger than the one below
# Characters from which a block counts as running text, and the share of links from which it does not: as in the reading
# modes of browsers.
_RUNNING, _MOSTLY_LINK = 25, 0.5


class Lengths(NamedTuple):
    """How much text each block has."""

    chars: Floats
    plain: Floats  # characters outside of links
    words: Floats
    sentence: NDArray[np.bool_]  # whether it looks like one


class Ranges(NamedTuple):
    """Of each block the elements around it as ranges of blocks, a row for each level, and the blocks with its path."""

    first: Ints
    end: Ints
    path: Ints  # number of its path group, from 0
    paths: int


def read_ranges(walk: Walk) -> Ranges:
    """The ranges and paths of all blocks of a page."""
    above, _, _, first, end = walk.elements
    # The next element above that holds more blocks; the page itself at last.
    larger = [0]
    for number in range(1, len(above)):
        around = above[number]
        same = around and first[around] == first[number] and end[around] == end[number]
        larger.append(larger[around] if same else around)
    up = np.array(larger)
    levels = [np.array([block.element for block in walk.blocks])]
    while len(levels) < _LEVELS:
        levels.append(up[levels[-1]])
    groups: dict[tuple[int, frozenset[str]], int] = {}
    path = [groups.setdefault((block.zone.path, block.zone.names), len(groups)) for block in walk.blocks]
    return Ranges(np.array(first)[levels], np.array(end)[levels], np.array(path), len(groups))


def group_rows(ranges: Ranges, lengths: Lengths) -> Floats:
    """How the text of the page is spread over the elements around a block."""
    sums = running(np.array([lengths.plain, lengths.chars, lengths.sentence]))
    plain, chars, sentences = sums[:, ranges.end] - sums[:, ranges.first]
    size = np.maximum(ranges.end - ranges.first, 1)
    rows = [
        plain / max(lengths.plain.sum(), 1.0),
        1 - plain / np.maximum(chars, 1),
        np.log1p(size),
        sentences / size,
        np.log1p(plain / size),
    ]
    return np.stack(rows, axis=1).reshape(-1, len(lengths.plain))


def path_rows(ranges: Ranges, lengths: Lengths) -> Floats:
    """What blocks with the same path of tags and the same class have in common."""
    path, paths = ranges.path, ranges.paths
    size = np.bincount(path, minlength=paths)
    text, length = np.bincount(path, lengths.plain, paths), np.bincount(path, lengths.chars, paths)
    rank = np.empty(paths)
    rank[np.argsort(-text, kind="stable")] = np.arange(paths)
    rows = [
        text / max(lengths.plain.sum(), 1.0),
        np.minimum(rank, 20),
        np.log1p(size),
        np.log1p(text / size),
        1 - text / np.maximum(length, 1),
        np.bincount(path, lengths.sentence, paths) / size,
    ]
    return np.array(rows)[:, path]


def top_rows(walk: Walk, lengths: Lengths, commas: Floats, links: Floats) -> Floats:
    """Which element holds most running text, as reading modes of browsers look for it."""
    above, _, _, first, end = walk.elements
    plain, outer = lengths.plain, np.maximum(above, 0)
    is_running = (plain >= _RUNNING) & (links < _MOSTLY_LINK)
    worth = np.where(is_running, 1 + commas + np.minimum(plain / 100, 3), 0.0)
    parent = outer[[block.element for block in walk.blocks]]
    sums = np.bincount(parent, worth, len(outer)) + np.bincount(outer[parent], worth / 2, len(outer))
    top = int(np.argmax(sums))
    around = int(outer[top])
    order = np.arange(len(plain))
    rows = np.zeros((5, len(plain)))
    rows[0, first[top] : end[top]] = 1
    rows[1, first[around] : end[around]] = 1
    rows[2] = sums[parent] / max(sums[top], 1e-9)
    rows[3] = np.clip(np.where(order < first[top], order - first[top], np.maximum(order - end[top] + 1, 0)), -50, 50)
    rows[4] = plain[first[top] : end[top]].sum() / max(plain.sum(), 1.0)
    return rows


def running(values: Floats) -> Floats:
    """Sums of all values before each place, so that the sum of a range is a difference."""
    sums = np.zeros((*values.shape[:-1], values.shape[-1] + 1))
    np.cumsum(values, axis=-1, out=sums[..., 1:])
    return sums
