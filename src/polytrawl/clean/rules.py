"""Rules over the scores of blocks, for what a reader would not want to be without.

On 380 pages they cost .001 of F1 each, as the gold texts of many have no headings.
"""

from __future__ import annotations

from collections.abc import Sequence

from polytrawl.clean.walk import Walk

CONTENT, NO_CONTENT = 0.4, 0.6  # well on their side of one half
_MOSTLY_LINK = 0.8
_MAIN_LEVEL = 2  # of headings that may name the page
_MIN_TITLE = 8  # characters: shorter ones stand in titles by chance
# Small pages were few among those that the model has learnt from. On them, a block between two that are content is one
# too, and a list item that is a link is none; on all pages that would cost .003. A guess.
_SMALL_PAGE = 40


def ruled(walk: Walk, scores: Sequence[float], title: str) -> list[float]:
    """The scores, where a heading counts no worse than what follows it, and the heading that names the page counts."""
    found = _filled(walk, scores) if len(scores) < _SMALL_PAGE else list(scores)
    for number in range(len(found) - 2, -1, -1):
        if walk.kinds[number] == "heading" and _is_clear(walk, number):
            found[number] = min(found[number], found[number + 1])
    named = next((number for number in range(len(found)) if _names_page(walk, number, title)), None)
    if named is not None:
        found[named] = min(found[named], CONTENT)
    return found


def _filled(walk: Walk, scores: Sequence[float]) -> list[float]:
    filled = list(scores)
    for number in range(1, len(filled) - 1):
        if _is_clear(walk, number):
            filled[number] = min(scores[number], max(scores[number - 1], scores[number + 1]))
    is_link = [kind == "listitem" and is_mostly_link(walk, number) for number, kind in enumerate(walk.kinds)]
    return [max(score, NO_CONTENT) if one else score for score, one in zip(filled, is_link, strict=True)]


def _names_page(walk: Walk, number: int, title: str) -> bool:
    if walk.kinds[number] != "heading" or walk.levels[number] > _MAIN_LEVEL or not _is_clear(walk, number):
        return False
    return len(walk.texts[number]) >= _MIN_TITLE and walk.texts[number].casefold() in title.casefold()


def _is_clear(walk: Walk, number: int) -> bool:
    """Whether nothing speaks against the block."""
    return not walk.is_noise[number] and not walk.is_hidden[number] and not is_mostly_link(walk, number)


def is_mostly_link(walk: Walk, number: int) -> bool:
    """Whether a block is hardly more than links."""
    return walk.link_chars[number] >= _MOSTLY_LINK * len(walk.texts[number])
