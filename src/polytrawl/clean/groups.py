"""How the text of a page is spread over its elements and paths.

An element is a range of blocks, so sums over what stands in it are differences of running sums, and what holds for the
elements above a block costs no walk over them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from polytrawl.clean.letters import Floats, Ints
from polytrawl.clean.walk import Walk

_LEVELS = 4  # elements above a block that are looked at, each larger than the one below
# Characters from which a block counts as running text, and the share of links from which it does not: as in the reading
# modes of browsers.
_RUNNING, _MOSTLY_LINK = 25, 0.5


class Ranges(NamedTuple):
    """For each block, the ranges of the elements around it, from the smallest on; and what shares its path."""

    first: list[Ints]
    end: list[Ints]
    path: Ints  # number of its path group, from 0
    paths: int


def read_ranges(walk: Walk) -> Ranges:
    """The ranges and paths of all blocks of a page."""
    elements, ends = walk.elements, walk.ends
    # The next element above that holds more blocks; the page itself at last.
    larger = list(range(len(elements)))
    for number, element in enumerate(elements[1:], 1):
        above = element.above
        same = elements[above].first == element.first and ends[above] == ends[number]
        larger[number] = larger[above] if same and above else above
    firsts, lasts, up = np.array([one.first for one in elements]), np.array(ends), np.array(larger)
    current = np.array([block.element for block in walk.blocks])
    first, end = list[Ints](), list[Ints]()
    for _ in range(_LEVELS):
        first.append(firsts[current])
        end.append(lasts[current])
        current = up[current]
    groups: dict[tuple[int, frozenset[str]], int] = {}
    path = np.array([groups.setdefault((block.zone.path, block.zone.names), len(groups)) for block in walk.blocks])
    return Ranges(first, end, path, len(groups))


def group_columns(ranges: Ranges, plain: Floats, chars: Floats, columns: dict[str, Floats]) -> dict[str, Floats]:
    """How the text of the page is spread over elements and paths."""
    total = max(plain.sum(), 1.0)
    found: dict[str, Floats] = {}
    sums = {
        name: running(values)
        for name, values in (("plain", plain), ("chars", chars), ("sentence", columns["sentence"]))
    }
    for level, (first, end) in enumerate(zip(ranges.first, ranges.end, strict=True)):
        inside = {name: values[end] - values[first] for name, values in sums.items()}
        size = np.maximum(end - first, 1)
        found |= {
            f"up{level}_share": inside["plain"] / total,
            f"up{level}_link_share": 1 - inside["plain"] / np.maximum(inside["chars"], 1),
            f"up{level}_blocks": np.log1p(size),
            f"up{level}_sentence": inside["sentence"] / size,
            f"up{level}_plain": np.log1p(inside["plain"] / size),
        }
    return found | _path_columns(ranges, plain, chars, columns, total)


def top_columns(walk: Walk, plain: Floats, commas: Floats, columns: dict[str, Floats]) -> dict[str, Floats]:
    """Which element holds most running text, as reading modes of browsers look for it."""
    above = np.array([max(element.above, 0) for element in walk.elements])
    firsts, ends = np.array([element.first for element in walk.elements]), np.array(walk.ends)
    worth = np.where(
        (plain >= _RUNNING) & (columns["link_share"] < _MOSTLY_LINK), 1 + commas + np.minimum(plain / 100, 3), 0.0
    )
    parent = above[np.array([block.element for block in walk.blocks])]
    sums = np.bincount(parent, worth, len(above)) + np.bincount(above[parent], worth / 2, len(above))
    top = int(np.argmax(sums))
    order = np.arange(len(plain))
    most = max(sums[top], 1e-9)
    around = above[top]
    return {
        "top": ((order >= firsts[top]) & (order < ends[top])).astype(float),
        "top_around": ((order >= firsts[around]) & (order < ends[around])).astype(float),
        "top_parent": sums[parent] / most,
        "top_distance": np.clip(
            np.where(order < firsts[top], order - firsts[top], np.maximum(order - ends[top] + 1, 0)), -50, 50
        ).astype(float),
        "top_share": np.full(len(plain), plain[firsts[top] : ends[top]].sum() / max(plain.sum(), 1.0)),
    }


def _path_columns(
    ranges: Ranges, plain: Floats, chars: Floats, columns: dict[str, Floats], total: float
) -> dict[str, Floats]:
    """What blocks with the same path of tags and the same class have in common."""
    size = np.bincount(ranges.path, minlength=ranges.paths).astype(float)
    text, length = (np.bincount(ranges.path, values, ranges.paths) for values in (plain, chars))
    sentences = np.bincount(ranges.path, columns["sentence"], ranges.paths) / size
    rank = np.empty(ranges.paths)
    rank[np.argsort(-text, kind="stable")] = np.arange(ranges.paths)
    values = {
        "path_share": text / total,
        "path_rank": np.minimum(rank, 20),
        "path_size": np.log1p(size),
        "path_plain": np.log1p(text / size),
        "path_link_share": 1 - text / np.maximum(length, 1),
        "path_sentence": sentences,
    }
    return {name: value[ranges.path] for name, value in values.items()}


def running(values: Floats) -> Floats:
    """Sums of all values before each place, so that the sum of a range is a difference."""
    return np.concatenate(([0.0], np.cumsum(values)))
