"""What can be measured of the blocks of a page, as columns of numbers. No word of a language is looked at.

Everything is computed for all blocks of a page at once. `letters` counts characters; `groups` looks at elements and
paths.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from polytrawl.clean.groups import Ranges, group_columns, read_ranges, top_columns
from polytrawl.clean.letters import COMMA, DIGIT, LETTER, SPACE, STOP, STOPS, UPPER, WIDE, Floats, Ints, count_letters
from polytrawl.clean.walk import Walk
from polytrawl.clean.zone import Zone

_KINDS = ("text", "heading", "listitem", "cell", "caption", "pre")
_TAGS = ("p", "div", "li", "td", "span", "section", "article", "dd", "dt", "h1", "h2", "h3", "h4", "body", "blockquote")
_WITHIN = (
    *("nav", "footer", "aside", "header", "form", "button", "main", "article", "section", "table", "td", "ul", "li"),
    *("blockquote", "figure", "dl", "ol", "menu", "select", "noscript"),
)
_HALF = 0.5  # of the title: a heading that is as much of it names the page
_REACH = 2  # neighbours on each side


class Measured(NamedTuple):
    """A page in numbers."""

    matrix: Floats  # a row for each block, the columns in the order in which `measure` makes them
    ranges: Ranges
    words: Floats  # of each block
    zones: list[Zone]  # those that differ
    zone_of: Ints  # of each block


def measure(walk: Walk, title: str = "") -> Measured:
    """All columns of a page that has blocks."""
    texts = [block.text for block in walk.blocks]
    chars = np.fromiter(map(len, texts), float, len(texts))
    links = np.array([block.link_chars for block in walk.blocks], float)
    counts = count_letters(texts)
    words = counts[SPACE] + 1 + counts[WIDE]
    plain = np.maximum(chars - links, 0)
    ranges = read_ranges(walk)
    columns = _text_columns(texts, chars, plain, words, counts)
    zones, zone_of = _distinct([block.zone for block in walk.blocks])
    columns |= dict(zip(_ZONE_COLUMNS, np.array([_zone_row(zone) for zone in zones], float)[zone_of].T, strict=True))
    columns |= _place_columns(walk, texts, plain, title, columns)
    columns |= _around_columns(columns)
    columns |= group_columns(ranges, plain, chars, columns)
    columns |= top_columns(walk, plain, counts[COMMA], columns)
    return Measured(np.column_stack(list(columns.values())), ranges, words, zones, zone_of)


def _text_columns(
    texts: Sequence[str], chars: Floats, plain: Floats, words: Floats, counts: dict[int, Floats]
) -> dict[str, Floats]:
    letters = np.maximum(counts[LETTER], 1)
    last = np.array([text[-1] in STOPS or text[-2:-1] in STOPS for text in texts], float)
    return {
        "chars": np.log1p(chars),
        "plain": np.log1p(plain),
        "link_share": 1 - plain / np.maximum(chars, 1),
        "words": np.log1p(words),
        "word_chars": np.minimum(chars / words, 20),
        "stops": np.log1p(counts[STOP]),
        "stop_share": counts[STOP] / words,
        "comma_share": counts[COMMA] / words,
        "digit_share": counts[DIGIT] / np.maximum(chars, 1),
        "letter_share": counts[LETTER] / np.maximum(chars, 1),
        "upper_share": counts[UPPER] / letters,
        "ends": last,
        "sentence": ((counts[STOP] > 0) & (words > 5)).astype(float),  # noqa: PLR2004 - as few words as a sentence has
        "wide": (counts[WIDE] > counts[LETTER] / 2).astype(float),
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
    top = np.maximum.accumulate(np.where((likes > _HALF) & (columns["kind_heading"] > 0), 1.0, 0.0))
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
