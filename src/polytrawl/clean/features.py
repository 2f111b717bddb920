"""What can be measured of the blocks of a page, as columns of numbers. No word of a language is looked at.

Everything is computed for all blocks of a page at once. An element is a range of blocks, so sums over what stands in
it are differences of running sums, and what holds for the elements above a block costs no walk over them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from polytrawl.clean.walk import Walk
from polytrawl.clean.zone import Zone

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_LETTER, _DIGIT, _UPPER, _STOP, _COMMA, _SPACE, _WIDE = (1 << bit for bit in range(7))
_STOPS, _COMMAS = ".!?…。！？।؟։;·", ",،、，;:；："
_WIDE_SCRIPTS = ((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3040, 0x30FF), (0x3400, 0x9FFF))
_PLANE = 0x10000  # characters beyond count as letters
_KINDS = ("text", "heading", "listitem", "cell", "caption", "pre")
_TAGS = ("p", "div", "li", "td", "span", "section", "article", "dd", "dt", "h1", "h2", "h3", "h4", "body", "blockquote")
_WITHIN = (
    *("nav", "footer", "aside", "header", "form", "button", "main", "article", "section", "table", "td", "ul", "li"),
    *("blockquote", "figure", "dl", "ol", "menu", "select", "noscript"),
)
_LEVELS = 4  # elements above a block that are looked at, each larger than the one below
_RUNNING = 25  # characters from which a block counts as running text
_REACH = 2  # neighbours on each side


class Tree(NamedTuple):
    """For each block, the ranges of the elements around it, from the smallest on; and what shares its path."""

    first: list[Ints]
    end: list[Ints]
    path: Ints  # number of its path group, from 0
    paths: int


class Measured(NamedTuple):
    """A page in numbers."""

    matrix: Floats  # a row for each block, a column for each of COLUMNS
    tree: Tree
    words: Floats  # of each block
    zones: list[Zone]  # those that differ
    zone_of: Ints  # of each block


@lru_cache(maxsize=1)
def _classes() -> NDArray[np.uint8]:
    """What kind of character each one is."""
    table = np.zeros(_PLANE + 1, np.uint8)
    for code in range(_PLANE):
        char = chr(code)
        table[code] = (
            _LETTER * char.isalpha()
            | _DIGIT * char.isdigit()
            | _UPPER * char.isupper()
            | _STOP * (char in _STOPS)
            | _COMMA * (char in _COMMAS)
            | _SPACE * (char == " ")
        )
    for first, last in _WIDE_SCRIPTS:
        table[first : last + 1] |= _WIDE
    table[_PLANE] = _LETTER
    return table


def _counts(texts: Sequence[str]) -> dict[int, Floats]:
    """How many characters of each class a text has."""
    joined = np.frombuffer("\n".join(texts).encode("utf-32-le", "surrogatepass"), np.uint32)
    classes = _classes()[np.minimum(joined, _PLANE)]
    lengths = np.fromiter(map(len, texts), np.int64, len(texts)) + 1
    starts = np.concatenate(([0], np.cumsum(lengths)[:-1]))
    kinds = (_LETTER, _DIGIT, _UPPER, _STOP, _COMMA, _SPACE, _WIDE)
    return {kind: np.add.reduceat((classes & kind) > 0, starts).astype(float) for kind in kinds}


def measure(walk: Walk, title: str = "") -> Measured:
    """All columns of a page that has blocks."""
    texts = [block.text for block in walk.blocks]
    chars = np.fromiter(map(len, texts), float, len(texts))
    links = np.array([block.link_chars for block in walk.blocks], float)
    counts = _counts(texts)
    words = counts[_SPACE] + 1 + counts[_WIDE]
    plain = np.maximum(chars - links, 0)
    tree = _tree(walk)
    columns = _text_columns(texts, chars, plain, words, counts)
    zones, zone_of = _distinct([block.zone for block in walk.blocks])
    columns |= dict(zip(_ZONE_COLUMNS, np.array([_zone_row(zone) for zone in zones], float)[zone_of].T, strict=True))
    columns |= _place_columns(walk, texts, plain, title, columns)
    columns |= _around_columns(columns)
    columns |= _group_columns(tree, plain, chars, columns)
    columns |= _top_columns(walk, plain, counts[_COMMA], columns)
    return Measured(np.column_stack(list(columns.values())), tree, words, zones, zone_of)


def _text_columns(
    texts: Sequence[str], chars: Floats, plain: Floats, words: Floats, counts: dict[int, Floats]
) -> dict[str, Floats]:
    letters = np.maximum(counts[_LETTER], 1)
    last = np.array([text[-1] in _STOPS or text[-2:-1] in _STOPS for text in texts], float)
    return {
        "chars": np.log1p(chars),
        "plain": np.log1p(plain),
        "link_share": 1 - plain / np.maximum(chars, 1),
        "words": np.log1p(words),
        "word_chars": np.minimum(chars / words, 20),
        "stops": np.log1p(counts[_STOP]),
        "stop_share": counts[_STOP] / words,
        "comma_share": counts[_COMMA] / words,
        "digit_share": counts[_DIGIT] / np.maximum(chars, 1),
        "letter_share": counts[_LETTER] / np.maximum(chars, 1),
        "upper_share": counts[_UPPER] / letters,
        "ends": last,
        "sentence": ((counts[_STOP] > 0) & (words > 5)).astype(float),  # noqa: PLR2004 - as few words as a sentence has
        "wide": (counts[_WIDE] > counts[_LETTER] / 2).astype(float),
    }


def _distinct(zones: Sequence[Zone]) -> tuple[list[Zone], Ints]:
    """The zones that differ, and which of them each block has."""
    numbers: dict[int, int] = {}
    index = np.array([numbers.setdefault(id(zone), len(numbers)) for zone in zones])
    found = {id(zone): zone for zone in zones}
    return [found[key] for key in numbers], index


_ZONE_COLUMNS = (
    *(f"kind_{kind}" for kind in _KINDS),
    *(f"tag_{tag}" for tag in _TAGS),
    *(f"in_{tag}" for tag in _WITHIN),
    *("level", "noise", "main", "depth", "post", "hidden"),
)


def _zone_row(zone: Zone) -> tuple[float, ...]:
    rest = (zone.level, zone.is_noise, zone.is_main, min(zone.depth, 30), zone.post > 0, zone.is_hidden)
    return _flags(zone.kind, zone.tag, zone.within) + rest


@lru_cache(maxsize=16384)
def _flags(kind: str, tag: str, within: frozenset[str]) -> tuple[float, ...]:
    return (*(kind == one for one in _KINDS), *(tag == one for one in _TAGS), *(one in within for one in _WITHIN))


def _place_columns(
    walk: Walk, texts: Sequence[str], plain: Floats, title: str, columns: dict[str, Floats]
) -> dict[str, Floats]:
    """Where a block stands, and what page it stands on."""
    number = len(texts)
    order = np.arange(number, dtype=float)
    heading = np.maximum.accumulate(np.where(columns["kind_heading"] > 0, order, -1.0))
    folded = title.casefold()
    likes = np.array([_likeness(text, folded) for text in texts])
    top = np.maximum.accumulate(np.where((likes > 0.5) & (columns["kind_heading"] > 0), 1.0, 0.0))  # noqa: PLR2004
    total = max(plain.sum(), 1.0)
    before = np.cumsum(plain) - plain
    posts = np.array([walk.is_post(block.zone) for block in walk.blocks], float)
    page = {
        "page_blocks": np.log1p(number),
        "page_plain": np.log1p(total),
        "page_links": columns["link_share"].mean(),
        "page_posts": posts.mean(),
        "page_sentences": columns["sentence"].mean(),
        "page_main": columns["main"].mean(),
        "page_in_table": columns["in_table"].mean(),
        "page_in_list": columns["in_li"].mean(),
    }
    return {
        "order": order / max(number - 1, 1),
        "from_start": np.minimum(order, 100.0),
        "from_end": np.minimum(number - order, 100.0),
        "text_before": before / total,
        "since_heading": np.minimum(np.where(heading < 0, 50.0, order - heading), 50.0),
        "title": likes,
        "after_title": top,
        "is_post": posts,
        **_copies(texts),
        **{name: np.full(number, value) for name, value in page.items()},
    }


def _copies(texts: Sequence[str]) -> dict[str, Floats]:
    """How many blocks before and behind have the same text: what a page says twice counts once."""
    total, seen = Counter(texts), Counter[str]()
    before = np.empty(len(texts))
    for number, text in enumerate(texts):
        before[number] = seen[text]
        seen[text] += 1
    behind = np.fromiter((total[text] for text in texts), float, len(texts)) - before - 1
    return {"copies_before": np.minimum(before, 5.0), "copies_behind": np.minimum(behind, 5.0)}


def _likeness(text: str, title: str) -> float:
    """How much of the title a short text is, or of the text the title."""
    if not title or len(text) > 300:  # noqa: PLR2004 - no heading is that long
        return 0.0
    folded = text.casefold()
    if folded in title or title in folded:
        return min(len(folded), len(title)) / max(len(folded), len(title))
    return 0.0


def _around_columns(columns: dict[str, Floats]) -> dict[str, Floats]:
    """The same of the blocks before and behind."""
    found: dict[str, Floats] = {}
    for name in ("plain", "link_share", "sentence", "kind_heading", "depth"):
        values = np.pad(columns[name], _REACH)
        for reach in (-2, -1, 1, 2):
            found[f"{name}{reach:+d}"] = values[_REACH + reach : len(values) - _REACH + reach]
    return found


def _tree(walk: Walk) -> Tree:
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
    groups: dict[tuple[int, str], int] = {}
    path = np.array([groups.setdefault((block.zone.path, _class(block.zone)), len(groups)) for block in walk.blocks])
    return Tree(first, end, path, len(groups))


def _class(zone: Zone) -> str:
    return " ".join(sorted(zone.names))


def _group_columns(tree: Tree, plain: Floats, chars: Floats, columns: dict[str, Floats]) -> dict[str, Floats]:
    """How the text of the page is spread over elements and paths."""
    total = max(plain.sum(), 1.0)
    found: dict[str, Floats] = {}
    sums = {
        name: running(values)
        for name, values in (("plain", plain), ("chars", chars), ("sentence", columns["sentence"]))
    }
    for level, (first, end) in enumerate(zip(tree.first, tree.end, strict=True)):
        inside = {name: values[end] - values[first] for name, values in sums.items()}
        size = np.maximum(end - first, 1)
        found |= {
            f"up{level}_share": inside["plain"] / total,
            f"up{level}_link_share": 1 - inside["plain"] / np.maximum(inside["chars"], 1),
            f"up{level}_blocks": np.log1p(size),
            f"up{level}_sentence": inside["sentence"] / size,
            f"up{level}_plain": np.log1p(inside["plain"] / size),
        }
    return found | _path_columns(tree, plain, chars, columns, total)


def _top_columns(walk: Walk, plain: Floats, commas: Floats, columns: dict[str, Floats]) -> dict[str, Floats]:
    """Which element holds most running text, as reading modes of browsers look for it."""
    above = np.array([max(element.above, 0) for element in walk.elements])
    firsts, ends = np.array([element.first for element in walk.elements]), np.array(walk.ends)
    worth = np.where((plain >= _RUNNING) & (columns["link_share"] < 0.5), 1 + commas + np.minimum(plain / 100, 3), 0.0)  # noqa: PLR2004
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
    tree: Tree, plain: Floats, chars: Floats, columns: dict[str, Floats], total: float
) -> dict[str, Floats]:
    """What blocks with the same path of tags and the same class have in common."""
    size = np.bincount(tree.path, minlength=tree.paths).astype(float)
    text, length = (np.bincount(tree.path, values, tree.paths) for values in (plain, chars))
    sentences = np.bincount(tree.path, columns["sentence"], tree.paths) / size
    rank = np.empty(tree.paths)
    rank[np.argsort(-text, kind="stable")] = np.arange(tree.paths)
    values = {
        "path_share": text / total,
        "path_rank": np.minimum(rank, 20),
        "path_size": np.log1p(size),
        "path_plain": np.log1p(text / size),
        "path_link_share": 1 - text / np.maximum(length, 1),
        "path_sentence": sentences,
    }
    return {name: value[tree.path] for name, value in values.items()}


def running(values: Floats) -> Floats:
    """Sums of all values before each place, so that the sum of a range is a difference."""
    return np.concatenate(([0.0], np.cumsum(values)))
