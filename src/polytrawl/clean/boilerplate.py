"""How much a block looks like boilerplate, from cues that need no knowledge of the language.

The score is the logistic function of a weighted sum of cues: the markup above the block, its own text, the blocks
around it, and how much of the page's text stands in the same path of tags.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from polytrawl.clean.walk import Block

# Weights: logistic regression on the blocks of 1140 pages (articles, forums, listings, documentation, products; a
# quarter of them not English), block weight = square root of its words, rounded. Cross-validated by site, without
# the rules below, it gives word F1 .85 on articles, .78 on forums, .75 on the rest at threshold .65. Ten more cues
# (length, list items, cells, digits, containers, link density of neighbours...) were tried: together they add .002 over
# all pages and .013 on forums.
_BIAS = 2.1
_NOISE_TAG = 1.1  # inside nav, footer, aside, form...
_NOISE_NAME = 0.7  # inside a class or id such as menu, cookie, share
_MAIN_TAG = -1.1
_MAIN_NAME = -0.5
_LINK_DENSITY = 0.35
_HEADING = -0.7
_SENTENCE = -0.8
_NEIGHBOUR_LENGTH = -0.4  # per log of the mean length of the two blocks before and behind
_PATH_SHARE = -2.7  # per share of the page's text in the same path of tags
_POSITION = 0.9  # from first block to last; less on pages of fewer than a hundred blocks
_LONG_PAGE_BLOCKS = 100

_SENTENCE_END = re.compile(r"[.!?…।؟։](?:[\s\"'»”’)\]]|$)|[。！？]")
_REACH = 2  # neighbours on each side
_MOSTLY_LINK = 0.8  # guess
_LINK_ITEM, _MAIN_PART = 0.9, 0.4  # scores that rules give, well on their side of the default threshold


def boilerplate_scores(blocks: Sequence[Block], title: str = "") -> list[float]:
    """The score of each block of the page with this title, 0 main content .. 1 boilerplate."""
    title = title.casefold()
    step = _POSITION / max(len(blocks), _LONG_PAGE_BLOCKS)
    plain = [len(block.text) - block.link_chars for block in blocks]
    logs = [math.log1p(chars) for chars in plain]
    by_path: Counter[int] = Counter()
    for block, chars in zip(blocks, plain, strict=True):
        by_path[block.zone.path] += chars
    total = sum(plain) or 1
    scores = [
        _ruled(
            block,
            _markup(block)
            + _text(block)
            + _NEIGHBOUR_LENGTH * _around(logs, number)
            + _PATH_SHARE * by_path[block.zone.path] / total
            + step * number,
            title,
        )
        for number, block in enumerate(blocks)
    ]
    return _filled(blocks, scores)


def _filled(blocks: Sequence[Block], scores: list[float]) -> list[float]:
    """The scores, where a block without a cue against it counts no worse than the worse of its two neighbours."""
    filled = list(scores)
    for number in range(1, len(blocks) - 1):
        if _is_clear(blocks[number]):
            filled[number] = min(scores[number], max(scores[number - 1], scores[number + 1]))
    return filled


def _markup(block: Block) -> float:
    zone = block.zone
    return (
        _BIAS
        + _NOISE_TAG * zone.in_noise_tag
        + _NOISE_NAME * zone.in_noise_name
        + _MAIN_TAG * zone.in_main
        + _MAIN_NAME * zone.in_main_name
        + _HEADING * (zone.kind == "heading")
    )


def _text(block: Block) -> float:
    return _LINK_DENSITY * link_density(block) + _SENTENCE * bool(_SENTENCE_END.search(block.text))


def _around(logs: Sequence[float], number: int) -> float:
    near = [*logs[max(0, number - _REACH) : number], *logs[number + 1 : number + 1 + _REACH]]
    return sum(near) / len(near) if near else 0.0


def link_density(block: Block) -> float:
    """The share of the block's text that is link text."""
    return block.link_chars / len(block.text)


def _ruled(block: Block, evidence: float, title: str) -> float:
    """The score, with rules over it that hold whatever the rest says."""
    score = round(1 / (1 + math.exp(-evidence)), 3)
    if block.zone.kind == "listitem" and link_density(block) >= _MOSTLY_LINK:
        return max(score, _LINK_ITEM)
    return min(score, _MAIN_PART) if _is_part_of_main(block, title) else score


def _is_part_of_main(block: Block, title: str) -> bool:
    """Headings and list items inside <main> or <article>, and headings that stand in the title of the page."""
    zone = block.zone
    if not _is_clear(block):
        return False
    if zone.in_main:
        return zone.kind in ("heading", "listitem")
    return zone.kind == "heading" and block.text.casefold() in title


def _is_clear(block: Block) -> bool:
    """Whether nothing speaks against the block."""
    return not block.zone.in_noise_tag and not block.zone.in_noise_name and link_density(block) < _MOSTLY_LINK
