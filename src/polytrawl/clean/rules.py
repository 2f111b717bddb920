"""Rules over the scores of blocks, for what a reader would not want to be without.

On 380 pages they cost .001 of F1 each, as the gold texts of many have no headings.
"""

from __future__ import annotations

from collections.abc import Sequence

from polytrawl.clean.walk import Block

CONTENT, NO_CONTENT = 0.4, 0.6  # well on their side of one half
_MOSTLY_LINK = 0.8
_MAIN_LEVEL = 2  # of headings that may name the page
_MIN_TITLE = 8  # characters: shorter ones stand in titles by chance
# Small pages were few among those that the model has learnt from. On them, a block between two that are content is one
# too, and a list item that is a link is none; on all pages that would cost .003. A guess.
_SMALL_PAGE = 40


def ruled(blocks: Sequence[Block], scores: Sequence[float], title: str) -> list[float]:
    """The scores, where a heading counts no worse than what follows it, and the heading that names the page counts."""
    found = _filled(blocks, scores) if len(blocks) < _SMALL_PAGE else list(scores)
    for number in range(len(blocks) - 2, -1, -1):
        if blocks[number].zone.kind == "heading" and _is_clear(blocks[number]):
            found[number] = min(found[number], found[number + 1])
    named = next((number for number, block in enumerate(blocks) if _names_page(block, title)), None)
    if named is not None:
        found[named] = min(found[named], CONTENT)
    return found


def _filled(blocks: Sequence[Block], scores: Sequence[float]) -> list[float]:
    filled = list(scores)
    for number in range(1, len(blocks) - 1):
        if _is_clear(blocks[number]):
            filled[number] = min(scores[number], max(scores[number - 1], scores[number + 1]))
    is_link = [block.zone.kind == "listitem" and is_mostly_link(block) for block in blocks]
    return [max(score, NO_CONTENT) if one else score for score, one in zip(filled, is_link, strict=True)]


def _names_page(block: Block, title: str) -> bool:
    zone = block.zone
    is_heading = zone.kind == "heading" and zone.level <= _MAIN_LEVEL and _is_clear(block)
    return is_heading and len(block.text) >= _MIN_TITLE and block.text.casefold() in title.casefold()


def _is_clear(block: Block) -> bool:
    """Whether nothing speaks against the block."""
    return not block.zone.is_noise and not block.zone.is_hidden and not is_mostly_link(block)


def is_mostly_link(block: Block) -> bool:
    """Whether a block is hardly more than links."""
    return block.link_chars >= _MOSTLY_LINK * len(block.text)
