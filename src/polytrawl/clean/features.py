"""What can be measured of the blocks of a page, as columns of numbers. No word of a language is looked at.

Everything is computed for all blocks of a page at once, and for as many columns at once as can be: a page has some 300
blocks, so that a call costs more than what it does. `letters` counts characters; `groups` looks at elements and paths.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from polytrawl.clean.groups import Lengths, Ranges, group_rows, path_rows, read_ranges, top_rows
from polytrawl.clean.letters import (
    COMMA,
    DIGIT,
    LETTER,
    SPACE,
    STOP,
    STOPS,
    UPPER,
    WIDE,
    Floats,
    Ints,
    Singles,
    count_letters,
)
from polytrawl.clean.walk import Walk
from polytrawl.clean.zone import TELLING, Zone

_KINDS = ("text", "heading", "listitem", "cell", "caption", "pre")
_TAGS = ("p", "div", "li", "td", "span", "section", "article", "dd", "dt", "h1", "h2", "h3", "h4", "body", "blockquote")
_KIND_NUMBERS, _TAG_NUMBERS = ({one: number for number, one in enumerate(names)} for names in (_KINDS, _TAGS))
_HEADING = _KINDS.index("heading")
_TABLE, _ITEM = TELLING.index("table"), TELLING.index("li")
_HALF = 0.5  # of the title: a heading that is as much of it names the page
_LONGEST_HEADING = 300  # characters; no heading is that long
_REACH = 2  # neighbours on each side
_MIN_SENTENCE = 5  # words; fewer are no sentence


class Measured(NamedTuple):
    """A page in numbers."""

    matrix: Singles  # a row for each block, the columns in the order in which `measure` makes them
    ranges: Ranges
    words: Floats  # of each block
    zones: list[Zone]  # those that differ
    zone_of: Ints  # of each block


def measure(walk: Walk, title: str = "") -> Measured:
    """All columns of a page that has blocks."""
    texts = [block.text for block in walk.blocks]
    counts = count_letters(texts)
    lengths = _lengths(walk, counts)
    ranges = read_ranges(walk)
    zones, zone_of = _distinct([block.zone for block in walk.blocks])
    around = _zone_rows(zones, zone_of)
    links = 1 - lengths.plain / np.maximum(lengths.chars, 1)
    near = np.array([np.log1p(lengths.plain), links, lengths.sentence, around.is_heading, around.rest[_DEPTH]])
    rows = [
        _text_rows(texts, lengths, counts, near),
        *(around.kinds, around.tags, around.within, around.rest),
        *_place_rows(walk, texts, title, lengths, around, links),
        _neighbour_rows(near),
        group_rows(ranges, lengths),
        path_rows(ranges, lengths),
        top_rows(walk, lengths, counts[COMMA], links),
    ]
    return Measured(np.concatenate(rows).T.astype(np.float32), ranges, lengths.words, zones, zone_of)


def _lengths(walk: Walk, counts: dict[int, Floats]) -> Lengths:
    chars = np.array([len(block.text) for block in walk.blocks], float)
    links = np.array([block.link_chars for block in walk.blocks], float)
    words = counts[SPACE] + 1 + counts[WIDE]
    return Lengths(chars, np.maximum(chars - links, 0), words, (counts[STOP] > 0) & (words > _MIN_SENTENCE))


def _text_rows(texts: Sequence[str], lengths: Lengths, counts: dict[int, Floats], near: Floats) -> Floats:
    chars, _, words, _ = lengths
    some = np.maximum(chars, 1)
    return np.array(
        [
            np.log1p(chars),
            near[0],
            near[1],
            np.log1p(words),
            np.minimum(chars / words, 20),
            np.log1p(counts[STOP]),
            counts[STOP] / words,
            counts[COMMA] / words,
            counts[DIGIT] / some,
            counts[LETTER] / some,
            counts[UPPER] / np.maximum(counts[LETTER], 1),
            [text[-1] in STOPS or text[-2:-1] in STOPS for text in texts],
            lengths.sentence,
            counts[WIDE] > counts[LETTER] / 2,
        ]
    )


class _Around(NamedTuple):
    """What the surroundings of blocks say: rows for their kinds, their tags, what they stand in, and the rest."""

    kinds: Floats
    tags: Floats
    within: Floats
    rest: Floats

    @property
    def is_heading(self) -> Floats:
        """Which blocks are headings."""
        found: Floats = self.kinds[_HEADING]
        return found


_LEVEL, _NOISE, _MAIN, _DEPTH, _POST, _HIDDEN = range(6)  # rows of the rest
_DEEP = 30


def _zone_rows(zones: Sequence[Zone], zone_of: Ints) -> _Around:
    kinds, tags, within, *rest = np.array(
        [
            (
                *(_KIND_NUMBERS.get(zone.kind, -1), _TAG_NUMBERS.get(zone.tag, -1), zone.within, zone.level),
                *(zone.is_noise, zone.is_main, zone.depth, zone.post > 0, zone.is_hidden),
            )
            for zone in zones
        ]
    )[zone_of].T
    return _Around(
        kinds == np.arange(len(_KINDS))[:, None],
        tags == np.arange(len(_TAGS))[:, None],
        within >> np.arange(len(TELLING))[:, None] & 1,
        np.minimum(rest, _DEEP),
    )


def _distinct(zones: Sequence[Zone]) -> tuple[list[Zone], Ints]:
    """The zones that differ, and which of them each block has."""
    found = {id(zone): zone for zone in zones}
    numbers = {key: number for number, key in enumerate(found)}
    return list(found.values()), np.array([numbers[id(zone)] for zone in zones])


def _place_rows(
    walk: Walk, texts: Sequence[str], title: str, lengths: Lengths, around: _Around, links: Floats
) -> tuple[Floats, Floats, Floats]:
    """Where a block stands, how often it is there, and what page it stands on."""
    number, plain = len(texts), lengths.plain
    order = np.arange(number, dtype=float)
    heading = np.maximum.accumulate(np.where(around.is_heading, order, -1.0))
    likes = _likenesses(texts, title)
    total = max(plain.sum(), 1.0)
    posts = np.array([block.zone.post > 0 and walk.is_post(block.zone) for block in walk.blocks])
    page = np.array([links, posts, lengths.sentence, around.rest[_MAIN], around.within[_TABLE], around.within[_ITEM]])
    place = np.array(
        [
            order / max(number - 1, 1),
            np.minimum(order, 100),
            np.minimum(number - order, 100),
            (np.cumsum(plain) - plain) / total,
            np.minimum(np.where(heading < 0, 50, order - heading), 50),
            likes,
            np.maximum.accumulate((likes > _HALF) & (around.is_heading > 0)),
            posts,
        ]
    )
    facts = np.concatenate(([np.log1p(number), np.log1p(total)], page.mean(axis=1)))
    return place, _copies(texts), np.repeat(facts[:, None], number, axis=1)


def _copies(texts: Sequence[str]) -> Floats:
    """How many blocks before and behind have the same text: what a page says twice counts once."""
    numbers: dict[str, int] = {}
    text_of = np.array([numbers.setdefault(text, len(numbers)) for text in texts])
    if len(numbers) == len(texts):
        return np.zeros((2, len(texts)))
    total = np.bincount(text_of)
    before = np.empty(len(texts))
    before[np.argsort(text_of, kind="stable")] = np.arange(len(texts)) - np.repeat(np.cumsum(total) - total, total)
    return np.minimum([before, total[text_of] - before - 1], 5)


def _likenesses(texts: Sequence[str], title: str) -> Floats:
    """How much of the title a short text is, or of the text the title."""
    folded = title.casefold()
    found = np.zeros(len(texts))
    for number, text in enumerate("\n".join(texts).casefold().split("\n") if folded else ()):
        if (text in folded or folded in text) and len(text) <= _LONGEST_HEADING:
            found[number] = min(len(text), len(folded)) / max(len(text), len(folded))
    return found


def _neighbour_rows(near: Floats) -> Floats:
    """The same of the blocks before and behind."""
    columns, number = near.shape
    padded = np.zeros((columns, number + 2 * _REACH))
    padded[:, _REACH:-_REACH] = near
    steps = [padded[:, _REACH + step : _REACH + step + number] for step in (-2, -1, 1, 2)]
    return np.stack(steps, axis=1).reshape(-1, number)
