"""Which paragraphs of a document stand in which elements of its page.

Paragraphs and elements come from two walks over the page. What they share is the text, in the same order: all letters
of the page, without white space, are one long string, and each paragraph is found in it behind the one before.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate

from polytrawl.clean.forum_tree import Tree

# How far ahead a paragraph is looked for, when a walk has left out text that the other has. Far enough for a menu,
# near enough that a short paragraph which is not there is not found in the next post but one. Guess.
_WINDOW = 5000


def owners(tree: Tree, elements: Iterable[int], paragraphs: Iterable[str]) -> list[int]:
    """For each paragraph, which one of the elements (in page order) holds it, by its place among them; else -1."""
    packed = ["".join(text.split()) for text in tree.texts]
    of_text = [-1] * len(packed)
    done = 0
    for place, element in enumerate(elements):
        if tree.first_text[element] >= done:  # not inside the one before
            done = tree.last_text[element]
            of_text[tree.first_text[element] : done] = [place] * (done - tree.first_text[element])
    ends = list(accumulate(map(len, packed)))
    middles = _middles("".join(packed), paragraphs)
    return [of_text[bisect_right(ends, middle)] if middle >= 0 else -1 for middle in middles]


def _middles(letters: str, paragraphs: Iterable[str]) -> Iterator[int]:
    """Where on the page the middle letter of each paragraph stands; -1 where it was not found."""
    here = 0
    for paragraph in paragraphs:
        packed = "".join(paragraph.split())
        start = letters.find(packed, here, here + len(packed) + _WINDOW) if packed else -1
        if start >= 0:
            here = start + len(packed)
        yield start + len(packed) // 2 if start >= 0 else -1
